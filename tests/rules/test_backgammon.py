"""The 24-point games: published counts, games' starts and what a win is worth."""

from __future__ import annotations

import pytest

from minigam.rules.plays import Result, legal_plays, perft, result
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


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("roll", ROLLS)
def test_the_plays_of_each_opening_roll(roll: tuple[int, int], side: Side) -> None:
    assert len(legal_plays(BACKGAMMON, BACKGAMMON.start, side, roll)) == OPENINGS[roll[::-1]]


@pytest.mark.slow
def test_two_plies_from_the_start() -> None:
    assert perft(BACKGAMMON, BACKGAMMON.start, Side.WHITE, 2) == [447, 202_782]


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
