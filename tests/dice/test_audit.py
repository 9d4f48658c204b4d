"""The audit says yes to the promised throws, and why not to anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minigam.dice import fair
from minigam.dice.audit import Record, Verdict, audit

SECRET = b"the board's secret of 32 bytes.."
ENTROPY = (3, 14)
THROWS = tuple(fair.throw(SECRET, ENTROPY, number) for number in range(1, 21))
RECORD = Record(fair.commitment(SECRET), SECRET.hex(), ENTROPY, THROWS)

WRONG_SECRET = "the revealed secret is not the one promised before the first throw"


def altered(throws: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    """The throws with another second die at throw `number`."""
    first, second = throws[number - 1]
    return (*throws[: number - 1], (first, second % 6 + 1), *throws[number:])


def test_the_promised_throws_are_fair() -> None:
    expected = Verdict(True, "rolls: 20, each as promised before the first")
    assert audit(RECORD) == expected


def test_a_game_without_throws_is_fair() -> None:
    expected = Verdict(True, "rolls: 0, each as promised before the first")
    assert audit(replace(RECORD, throws=())) == expected


@pytest.mark.parametrize("number", range(1, 21))
def test_an_altered_throw_is_named(number: int) -> None:
    throws = altered(THROWS, number)
    (first, promised), got = THROWS[number - 1], throws[number - 1][1]
    reason = f"roll {number} was {first}-{got}, promised {first}-{promised}"
    assert audit(replace(RECORD, throws=throws)) == Verdict(False, reason)


def test_the_first_of_several_altered_throws_is_named() -> None:
    verdict = audit(replace(RECORD, throws=altered(altered(THROWS, 17), 5)))
    assert (verdict.fair, verdict.reason.split(" was ")[0]) == (False, "roll 5")


def test_dice_in_the_other_order_are_another_throw() -> None:
    number, (first, second) = next(
        (number, dice) for number, dice in enumerate(THROWS, start=1) if dice[0] != dice[1]
    )
    throws = (*THROWS[: number - 1], (second, first), *THROWS[number:])
    reason = f"roll {number} was {second}-{first}, promised {first}-{second}"
    assert audit(replace(RECORD, throws=throws)) == Verdict(False, reason)


def test_a_throw_left_out_moves_those_after_it() -> None:
    assert not audit(replace(RECORD, throws=THROWS[1:])).fair


def test_other_numbers_from_the_players_make_other_throws() -> None:
    assert not audit(replace(RECORD, entropy=ENTROPY[::-1])).fair


def test_another_secret_is_not_the_promised_one() -> None:
    other = bytes(32)
    throws = tuple(fair.throw(other, ENTROPY, number) for number in range(1, 21))
    swapped = replace(RECORD, secret=other.hex(), throws=throws)
    assert audit(swapped) == Verdict(False, WRONG_SECRET)


def test_an_empty_secret_is_not_the_promised_one() -> None:
    assert audit(replace(RECORD, secret="")) == Verdict(False, WRONG_SECRET)


def test_another_promise_is_not_the_secrets() -> None:
    assert audit(replace(RECORD, commitment=fair.commitment(b""))) == Verdict(False, WRONG_SECRET)


@pytest.mark.parametrize("secret", ["abc", "xyz!", SECRET.hex()[:-1], "é" * 64])
def test_a_secret_that_is_not_hex(secret: str) -> None:
    reason = f"expected the secret in hex, got {secret!r}"
    assert audit(replace(RECORD, secret=secret)) == Verdict(False, reason)


def test_a_game_that_is_not_over_cannot_be_checked() -> None:
    reason = "the game is not over: its secret is not revealed yet"
    assert audit(replace(RECORD, secret=None)) == Verdict(False, reason)
