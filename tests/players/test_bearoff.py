"""Races in which both sides bear off, against published and exact chances, and the rules."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from minigam.players import replies
from minigam.players.bearoff import BearOff, number_of, table
from minigam.players.boards import rows
from minigam.players.evaluate import Evaluator
from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import BACKGAMMON, FEVGA, PLAKOTO, PORTES, RULE_SETS, RuleSet
from minigam.rules.steps import ROLLS

ROLLING = 36


def track(*points: int) -> Track:
    """A side's checkers on those points of its home, the others off."""
    found = [0] * 25 + [15 - len(points)]
    for point in points:
        found[25 - point] += 1
    return tuple(found)


def counts(*points: int) -> list[int]:
    return [points.count(point) for point in range(1, 7)]


@pytest.mark.parametrize(
    ("points", "rolls"),
    [
        ((6, 6), 4),
        ((5, 5), 6),
        ((4, 4), 11),
        ((3, 3), 17),
        ((2, 2), 26),
        ((6, 1), 15),
        ((5, 2), 19),
    ],
)
def test_two_checkers_in_one_roll(points: tuple[int, int], rolls: int) -> None:
    """In how many of 36 rolls two checkers are borne off at once, as in every book."""
    assert table()[number_of(counts(*points)), 1] == pytest.approx(rolls / 36)


def test_every_row_is_a_distribution() -> None:
    chances = table()
    assert chances.shape == (54264, 20)
    assert chances.min() >= 0
    assert chances.sum(1) == pytest.approx(np.ones(len(chances)), abs=1e-5)


def test_how_many_rolls_all_fifteen_take() -> None:
    """On the ace point doubles bear off four, all others two: by their number among seven rolls."""
    chances = table()[number_of(counts(*[1] * 15))]

    def share(rolls: int, doubles: int = 0, borne_off: int = 0) -> float:
        if borne_off >= 15:
            return float(rolls == 0)
        if rolls == 0:
            return 0.0
        single, double = (
            share(rolls - 1, doubles, borne_off + 2),
            share(rolls - 1, doubles, borne_off + 4),
        )
        return 5 / 6 * single + 1 / 6 * double

    assert chances.tolist()[:9] == pytest.approx([share(rolls) for rolls in range(9)], abs=1e-6)


@pytest.mark.parametrize("rules", [BACKGAMMON, PORTES, PLAKOTO, FEVGA], ids=lambda rules: rules.id)
def test_the_fewest_rolls_by_the_rules(rules: RuleSet) -> None:
    """The average over rolls of the best play's own average, plus one, with every legal play."""
    chance = np.random.default_rng(1)
    mean = table() @ np.arange(20)
    other = track(6, 6, 6)
    for _ in range(6):
        points = chance.integers(1, 7, 7).tolist()
        position = Position(track(*points), other)
        total = 0.0
        for one, two in ROLLS:
            plays = legal_plays(rules, position, Side.WHITE, (one, two))
            after = [play.position.white[-2:-8:-1] for play in plays]
            total += (1 + (one != two)) * float(mean[number_of(np.array(after))].min())
        assert mean[number_of(counts(*points))] == pytest.approx(1 + total / ROLLING, abs=1e-4)


@cache
def won(own: Track, theirs: Track) -> float:
    """The exact chance of who is about to roll, both sides playing for the win alone."""
    if theirs[-1] == 15:
        return 0.0
    total = 0.0
    for one, two in ROLLS:
        plays = legal_plays(PORTES, Position(own, theirs), Side.WHITE, (one, two))
        best = max(1 - won(theirs, play.position.white) for play in plays)
        total += (1 + (one != two)) * best
    return total / ROLLING


def test_the_chance_to_win_against_exact_values() -> None:
    """All races of at most two checkers on the last three points a side."""
    sides = [
        track(*points) for few in (1, 2) for points in combinations_with_replacement((4, 5, 6), few)
    ]
    pairs = [(own, theirs) for own in sides for theirs in sides]
    own, theirs = (np.array(side, np.int8) for side in zip(*pairs, strict=True))
    races = BearOff.of(PORTES)
    assert races
    assert races.rows(own, theirs).tolist() == list(range(len(pairs)))
    assert races.wins(own, theirs) == pytest.approx([won(*pair) for pair in pairs], abs=1e-5)


def test_which_positions_are_such_races() -> None:
    races = BearOff(BACKGAMMON)
    inside, over, nobody_off = track(6, 1), track(), track(*[1] * 15)
    outside = (*[0] * 18, 1, *[0] * 6, 14)
    cases = [
        (inside, inside),
        (over, inside),
        (nobody_off, inside),
        (outside, inside),
        (inside, over),
    ]
    white, black = (np.array(side, np.int8) for side in zip(*cases, strict=True))
    assert races.rows(white, black).tolist() == [0]
    assert races.rows(black, white).tolist() == [0]


def test_games_that_bear_off_so() -> None:
    assert [name for name, rules in RULE_SETS.items() if BearOff.of(rules)] == [
        *("backgammon", "portes", "plakoto", "fevga", "backgammon-money", "hypergammon")
    ]


def test_the_evaluator_knows_them() -> None:
    position = Position(track(6, 6), track(1))
    found = Evaluator.of(BACKGAMMON).chances(position, Side.WHITE)
    assert found == pytest.approx({"win": 1 / 9, **dict.fromkeys(list(found)[1:], 0.0)}, abs=1e-6)
    own, theirs = rows([(position, Side.BLACK)])
    assert Evaluator.of(BACKGAMMON).model.points(own, theirs)[0] == 1
    assert replies.results(BACKGAMMON, own, theirs, np.array([[2, 1]], np.int8)).own[0, -1] == 15
