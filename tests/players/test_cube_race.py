"""Doubles and takes in the last races, beside exact values: all rolls, plays and turns of the cube.

At most two checkers a side: 27 ways to stand each, 729 races, for money.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, islice, product
from statistics import mean

import pytest

from minigam.players.cube import CubeAction, CubePlace
from minigam.players.doubling import cube_choices
from minigam.players.evaluate import Evaluator
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.plays import Turn, legal_plays_of
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import BACKGAMMON
from minigam.rules.steps import ROLLS

Points = tuple[int, ...]
"""Where one side's last checkers stand."""
RACES = [stand for many in (1, 2) for stand in combinations_with_replacement(range(1, 7), many)]
OFF, CHECKERS = BACKGAMMON.layout.off, BACKGAMMON.layout.checkers
MINE, THEIRS, MIDDLE = CubePlace.MINE, CubePlace.THEIRS, CubePlace.MIDDLE
PLACES = {MIDDLE: CENTRED, MINE: Cube(2, Side.WHITE)}


def track(points: Points) -> Track:
    counts = [0] * (OFF + 1)
    for point in points:
        counts[OFF - point] += 1
    counts[OFF] = CHECKERS - len(points)
    return tuple(counts)


@cache
def after(points: Points) -> list[tuple[int, set[Points]]]:
    """How often each roll comes in 36, and what it may leave."""
    position, found = Position(track(points), track((1,))), list[tuple[int, set[Points]]]()
    for one, other in ROLLS:
        turn = Turn.of(BACKGAMMON, position, Side.WHITE, (one, other))
        tracks = {play.position.white for play in legal_plays_of(turn)}
        left = {
            tuple(sorted(OFF - at for at in range(OFF) for _ in range(counts[at])))
            for counts in tracks
        }
        found.append((1 + (one != other), left))
    return found


@cache
def rolled(own: Points, theirs: Points, place: CubePlace) -> float:
    """What it is worth to roll, at stake 1."""
    worth = 0.0
    for often, left in after(own):
        best = max(-decided(theirs, each, place.flipped) for each in left) if () not in left else 1
        worth += often * best / 36
    return worth


@cache
def decided(own: Points, theirs: Points, place: CubePlace) -> float:
    """What it is worth to double or to roll, whichever is better."""
    rolls = rolled(own, theirs, place)
    if place is THEIRS:
        return rolls
    return max(rolls, min(2 * rolled(own, theirs, THEIRS), 1.0))


def choices(own: Points, theirs: Points, cube: Cube) -> CubeAction:
    position = Position(track(own), track(theirs))
    return cube_choices(Evaluator.of(BACKGAMMON), BACKGAMMON, position, Side.WHITE, cube)


def errors(share: int) -> Iterator[float]:
    """What is given away in one race of so many, by whoever doubles and whoever answers."""
    races = product(RACES, RACES, PLACES.items())
    for own, theirs, (place, cube) in islice(races, 0, None, share):
        exact = CubeAction(rolled(own, theirs, place), 2 * rolled(own, theirs, THEIRS), 1.0)
        found = choices(own, theirs, cube)
        made = exact.doubled if found.doubles else exact.rolls
        answered = exact.taken if found.takes else exact.dropped
        yield max(exact.rolls, exact.doubled) - made + (answered - exact.doubled) * exact.doubles


@pytest.mark.parametrize(
    ("own", "wins"),
    [((2, 5), 19), ((2, 4), 23), ((1, 5), 23), ((4, 4), 11), ((3, 3), 17), ((1, 6), 15)],
)
def test_on_the_last_roll_the_cube_is_dead(own: Points, wins: int) -> None:
    """Each roll wins or loses: so doubling is worth twice as much as rolling."""
    found = choices(own, (1,), CENTRED)
    even = wins / 18 - 1
    assert (found.rolls, found.taken) == pytest.approx((even, 2 * even), abs=1e-6)
    assert found.doubles is (even > 0)
    assert found.takes is (2 * even <= 1)


@pytest.mark.slow
def test_in_no_short_race_is_much_given_away() -> None:
    """One race in seven."""
    assert max(errors(7)) < 0.07


@pytest.mark.long
def test_in_short_races_next_to_nothing_is_given_away() -> None:
    found = list(errors(1))
    assert mean(found) < 0.0002
    assert mean(error > 1e-6 for error in found) < 0.01
    assert max(found) < 0.07
