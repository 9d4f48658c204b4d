"""The 24-point games: published counts, obligations, bearing off and what a win is worth."""

from __future__ import annotations

import pytest

from minigam.rules.plays import Result, Turn, legal_plays, perft, result
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, PORTES, RULE_SETS
from minigam.rules.steps import ROLLS

GAMES = ("backgammon", "portes", "backgammon-money", "hypergammon")
OPENINGS = {
    (2, 1): 15, (3, 1): 16, (3, 2): 17, (4, 1): 14, (4, 2): 18, (4, 3): 17, (5, 1): 8,
    (5, 2): 8, (5, 3): 9, (5, 4): 9, (6, 1): 10, (6, 2): 14, (6, 3): 14, (6, 4): 14, (6, 5): 7,
    (1, 1): 42, (2, 2): 75, (3, 3): 73, (4, 4): 52, (5, 5): 4, (6, 6): 11,
}  # fmt: skip
"""How many distinct plays each roll has at the start: known from other programs."""


def position(text: str) -> Position:
    return parse_position(text, BACKGAMMON.layout)


def ends(text: str, roll: tuple[int, int], side: Side = Side.WHITE) -> set[Position]:
    return {play.position for play in legal_plays(BACKGAMMON, position(text), side, roll)}


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("roll", ROLLS)
def test_the_plays_of_each_opening_roll(roll: tuple[int, int], side: Side) -> None:
    assert len(legal_plays(BACKGAMMON, BACKGAMMON.start, side, roll)) == OPENINGS[roll[::-1]]


@pytest.mark.slow
def test_two_plies_from_the_start() -> None:
    assert perft(BACKGAMMON, BACKGAMMON.start, Side.WHITE, 2) == [447, 202_782]


def at(**points: str) -> str:
    """A position's text from what stands where: `at(p18="A")`; black waits on white's 24."""
    cells = ["-"] * 26
    cells[24] = "b"
    for name, cell in points.items():
        cells[int(name.removeprefix("p"))] = cell
    return "".join(cells)


def first_steps(text: str, roll: tuple[int, int]) -> set[tuple[int, int]]:
    """White's number and the die of each first step."""
    turn = Turn.of(BACKGAMMON, position(text), Side.WHITE, roll)
    return {(BACKGAMMON.layout.number(step.source), step.die) for step in turn.next_steps}


def test_the_larger_die_where_only_one_can_be_played() -> None:
    """From 18 both dice go, but not one after the other: 8 is held."""
    text = at(p18="A", p8="b")
    assert first_steps(text, (4, 6)) == {(18, 6)}
    assert ends(text, (4, 6)) == {position(at(p12="A", p8="b"))}
    assert first_steps(at(p18="A", p8="b", p12="b"), (4, 6)) == {(18, 4)}


def test_both_dice_where_both_can_be_played() -> None:
    """The 6 first would leave no 1: 18/11 goes by way of 17 alone."""
    text = at(p18="A", p12="b")
    assert first_steps(text, (6, 1)) == {(18, 1)}
    assert ends(text, (6, 1)) == {position(at(p11="A", p12="b"))}


def test_all_on_the_bar_enter_first() -> None:
    text = at(p25="B", p6="C", p22="b")
    assert first_steps(text, (3, 1)) == set()
    assert first_steps(text, (5, 1)) == {(25, 5)}
    assert ends(text, (5, 1)) == {position(at(p25="A", p20="A", p6="C", p22="b"))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a" + "-" * 24 + "A", None),
        ("-" * 7 + "n" + "-" * 18, Result(Side.WHITE, 1, "single")),
        ("-" * 7 + "o" + "-" * 18, Result(Side.WHITE, 2, "gammon")),
        ("-" * 6 + "o" + "-" * 19, Result(Side.WHITE, 3, "backgammon")),
        ("a" + "-" * 20 + "n" + "-" * 4, Result(Side.WHITE, 3, "backgammon")),
        ("-" * 19 + "O" + "-" * 6, Result(Side.BLACK, 3, "backgammon")),
        ("-" * 18 + "O" + "-" * 7, Result(Side.BLACK, 2, "gammon")),
        ("-" * 18 + "N" + "-" * 7, Result(Side.BLACK, 1, "single")),
    ],
)
def test_what_a_win_is_worth(text: str, expected: Result | None) -> None:
    assert result(BACKGAMMON, position(text)) == expected


@pytest.mark.parametrize(
    ("rules_id", "points"),
    [("backgammon", 3), ("portes", 2), ("backgammon-money", 2), ("hypergammon", 3)],
)
def test_the_most_that_a_game_can_be_worth(rules_id: str, points: int) -> None:
    rules = RULE_SETS[rules_id]
    text = "-" * 6 + chr(ord("a") + rules.layout.checkers - 1) + "-" * 19
    found = result(rules, parse_position(text, rules.layout))
    assert found is not None
    assert found.points == points


def test_the_winner_begins_in_portes_and_throws_both_dice_again() -> None:
    assert [name for name in GAMES if RULE_SETS[name].winner_starts] == ["portes"]
    assert [name for name in GAMES if RULE_SETS[name].throws_again] == ["portes"]
    assert PORTES.start == BACKGAMMON.start != HYPERGAMMON.start


@pytest.mark.parametrize(
    ("text", "roll", "steps"),
    [
        (at(p4="A", p2="A"), (4, 2), {(4, 4), (4, 2), (2, 2)}),  # exactly
        (at(p4="A", p2="A"), (6, 5), {(4, 6), (4, 5)}),  # higher: from the rearmost point
        (at(p5="A", p2="A"), (4, 4), {(5, 4)}),  # not from another
        (at(p9="A", p1="B"), (1, 2), {(9, 1), (9, 2)}),  # not while one stands outside
        (at(p7="A", p1="B"), (1, 2), {(7, 1), (7, 2)}),
        (at(p3="A"), (6, 1), {(3, 6), (3, 1)}),  # the last one: at once, or after the 1
        (at(p1="A"), (6, 1), {(1, 6), (1, 1)}),  # by either die
        (at(p2="A", p1="A"), (6, 1), {(2, 6), (2, 1), (1, 1)}),
    ],
)
def test_bearing_off(text: str, roll: tuple[int, int], steps: set[tuple[int, int]]) -> None:
    assert first_steps(text, roll) == steps
