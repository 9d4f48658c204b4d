"""Checks a finished game's throws against what was promised before the first."""

from __future__ import annotations

from dataclasses import dataclass

from minigam.dice import fair


@dataclass(frozen=True)
class Record:
    """What a game's journal says about its dice."""

    commitment: str
    """The hash shown before the first throw."""
    secret: str | None
    """The secret in hex, or None while it is not revealed."""
    entropy: tuple[int, int]
    """White's number and black's."""
    throws: tuple[tuple[int, ...], ...]
    """Every throw, in order: two dice, then the pawns thrown with them."""


@dataclass(frozen=True)
class Verdict:
    """Whether the throws are the promised ones, and why not."""

    fair: bool
    reason: str


def audit(record: Record) -> Verdict:
    """Recompute every throw; say yes, or name the first that differs.

    >>> secret = bytes(32)
    >>> throws = tuple(fair.throw(secret, (1, 2), number) for number in (1, 2, 3))
    >>> audit(Record(fair.commitment(secret), secret.hex(), (1, 2), throws)).reason
    'rolls: 3, each as promised before the first'
    """
    if record.secret is None:
        return Verdict(False, "the game is not over: its secret is not revealed yet")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        return Verdict(False, f"expected the secret in hex, got {record.secret!r}")
    if fair.commitment(secret) != record.commitment:
        return Verdict(False, "the revealed secret is not the one promised before the first throw")
    for number, got in enumerate(record.throws, start=1):
        promised = fair.throw(secret, record.entropy, number, len(got) - 2)
        if got != promised:
            return Verdict(False, f"roll {number} was {_dice(got)}, promised {_dice(promised)}")
    return Verdict(True, f"rolls: {len(record.throws)}, each as promised before the first")


def _dice(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))
