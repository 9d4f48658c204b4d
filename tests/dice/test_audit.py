"""The audit says yes to the promised rolls, and why not to anything else."""

from dataclasses import replace
from typing import Any

import pytest

from minigam.dice import provably_fair
from minigam.dice.provably_fair import AuditResult, DiceProof, audit

SECRET = b"the board's secret of 32 bytes.."
ENTROPY = (3, 14)
THROWS = tuple(provably_fair.fair_roll(SECRET, ENTROPY, number) for number in range(1, 21))
RECORD = DiceProof(provably_fair.commitment(SECRET), SECRET.hex(), ENTROPY, THROWS)


def altered(throws: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    """The rolls with another second die at roll `number`."""
    first, second = throws[number - 1]
    return (*throws[: number - 1], (first, second % 6 + 1), *throws[number:])


@pytest.mark.parametrize("throws", [THROWS, ()], ids=["a game", "no roll"])
def test_the_promised_throws_are_fair(throws: tuple[tuple[int, ...], ...]) -> None:
    expected = AuditResult(True, f"rolls: {len(throws)}, each as promised before the first")
    assert audit(replace(RECORD, throws=throws)) == expected


@pytest.mark.parametrize("changed", [*((n,) for n in range(1, 21)), (17, 5)], ids=str)
def test_the_first_altered_throw_is_named(changed: tuple[int, ...]) -> None:
    throws, number = THROWS, min(changed)
    for each in changed:
        throws = altered(throws, each)
    (first, promised), got = THROWS[number - 1], throws[number - 1][1]
    reason = f"roll {number} was {first}-{got}, promised {first}-{promised}"
    assert audit(replace(RECORD, throws=throws)) == AuditResult(False, reason)


def test_dice_in_the_other_order_are_another_throw() -> None:
    number, (first, second) = next(
        (number, dice) for number, dice in enumerate(THROWS, start=1) if dice[0] != dice[1]
    )
    throws = (*THROWS[: number - 1], (second, first), *THROWS[number:])
    reason = f"roll {number} was {second}-{first}, promised {first}-{second}"
    assert audit(replace(RECORD, throws=throws)) == AuditResult(False, reason)


@pytest.mark.parametrize(
    "changes",
    [{"throws": THROWS[1:]}, {"entropy": ENTROPY[::-1]}],
    ids=["a roll left out", "other numbers from the players"],
)
def test_another_game_is_not_the_promised_one(changes: dict[str, Any]) -> None:
    assert not audit(replace(RECORD, **changes)).fair


OTHER = bytes(32)
UNPROMISED = "the revealed secret is not the one promised before the first roll"
BY_ANOTHER = {
    "secret": OTHER.hex(),
    "throws": tuple(provably_fair.fair_roll(OTHER, ENTROPY, number) for number in range(1, 21)),
}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (BY_ANOTHER, UNPROMISED),
        ({"secret": ""}, UNPROMISED),
        ({"commitment": provably_fair.commitment(b"")}, UNPROMISED),
        *(
            ({"secret": secret}, f"expected the secret in hex, got {secret!r}")
            for secret in ("abc", "xyz!", SECRET.hex()[:-1], "é" * 64)
        ),
        ({"secret": None}, "the game is not over: its secret is not revealed yet"),
    ],
    ids=ascii,
)
def test_only_the_promised_secret_is_checked(changes: dict[str, Any], reason: str) -> None:
    assert audit(replace(RECORD, **changes)) == AuditResult(False, reason)
