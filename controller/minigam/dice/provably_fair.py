"""Rolls from a committed secret and both sides' numbers, so that nobody can choose them.

Before a game's first roll the SHA-256 of a fresh secret is shown. Then each side adds a number of
its own. Roll n is HMAC-SHA256(secret, both numbers and n), turned into dice by rejection
sampling. When the game is over the secret is shown, and `audit` computes every roll again.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

SECRET_BYTES = 32
_FAIR_BYTES = 252
"""The largest multiple of six in a byte: higher ones are thrown away, or low faces would gain."""


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret, in hex: shown before the first roll.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


def fair_roll(
    secret: bytes, entropy: tuple[int, int], number: int, pawns: int = 0
) -> tuple[int, ...]:
    """Roll `number` (from 1) as two dice, and a die for each pawn that is rolled with them.

    `entropy` is white's number, then black's. The HMAC's message is the ASCII text
    `minigam dice 1:WHITE:BLACK:NUMBER:BLOCK`, BLOCK counting from 0 while bytes are needed; each
    byte below 252 gives the die `byte % 6 + 1`.

    >>> fair_roll(bytes(32), (1, 2), 1)
    (3, 4)
    """
    return draw_faces(secret, f"minigam dice 1:{entropy[0]}:{entropy[1]}:{number}", 2 + pawns)


def draw_faces(key: bytes, label: str, dice: int) -> tuple[int, ...]:
    """So many dice, from the HMAC's blocks under a key; a label and `:BLOCK` are its messages.

    >>> draw_faces(bytes(32), "minigam dice 1:1:2:1", 2)
    (3, 4)
    """
    return tuple(islice(_faces(key, label), dice))


def _faces(secret: bytes, label: str) -> Iterator[int]:
    for block in count():
        for byte in hmac.digest(secret, f"{label}:{block}".encode("ascii"), "sha256"):
            if byte < _FAIR_BYTES:
                yield byte % 6 + 1


@dataclass(frozen=True)
class DiceProof:
    """What a game's journal says about its dice."""

    commitment: str
    """The hash shown before the first roll."""
    secret: str | None
    """The secret in hex, or None while it is not revealed."""
    entropy: tuple[int, int]
    """White's number and black's."""
    throws: tuple[tuple[int, ...], ...]
    """Every roll, in order: two dice, then the pawns rolled with them."""


@dataclass(frozen=True)
class AuditResult:
    """Whether the rolls are the promised ones, and why not."""

    fair: bool
    reason: str


def audit(record: DiceProof) -> AuditResult:
    """Recompute every roll; say yes, or name the first that differs.

    >>> secret = bytes(32)
    >>> throws = tuple(fair_roll(secret, (1, 2), number) for number in (1, 2, 3))
    >>> audit(DiceProof(commitment(secret), secret.hex(), (1, 2), throws)).reason
    'rolls: 3, each as promised before the first'
    """
    if record.secret is None:
        return AuditResult(False, "the game is not over: its secret is not revealed yet")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        return AuditResult(False, f"expected the secret in hex, got {record.secret!r}")
    if commitment(secret) != record.commitment:
        return AuditResult(
            False, "the revealed secret is not the one promised before the first roll"
        )
    for number, got in enumerate(record.throws, start=1):
        promised = fair_roll(secret, record.entropy, number, len(got) - 2)
        if got != promised:
            return AuditResult(
                False, f"roll {number} was {dice_words(got)}, promised {dice_words(promised)}"
            )
    return AuditResult(True, f"rolls: {len(record.throws)}, each as promised before the first")


def dice_words(dice: tuple[int, ...]) -> str:
    """Dice as text.

    >>> dice_words((5, 2))
    '5-2'
    """
    return "-".join(map(str, dice))
