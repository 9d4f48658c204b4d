"""What a cube makes of a position's chances: Janowski's figures, and what must hold everywhere."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from minigam.players.cube import (
    Chances,
    CubeAction,
    CubeModel,
    CubePlace,
    money,
)
from minigam.players.match_equity import match_equity

SINGLE = (1.0,)
KINDS = [SINGLE, (0.75, 0.25), (0.6, 0.35, 0.05)]
MINE, THEIRS, MIDDLE = CubePlace


def cube_action(model: CubeModel, cube: int, place: CubePlace = MIDDLE) -> CubeAction:
    """The choices before a roll, where that is not looked at."""
    taken = model.value(2 * cube, CubePlace.THEIRS)
    return CubeAction(model.value(cube, place), taken, model.worth(cube))


def race(win: float, live: float = 0.68) -> CubeModel:
    """Nobody loses a gammon."""
    return CubeModel(Chances(win, SINGLE, SINGLE), live=live)


def match(own: int, theirs: int, win: float, shares: tuple[float, ...] = SINGLE) -> CubeModel:
    """For the match in which both need so many points, before the Crawford game."""

    def worth(points: int) -> float:
        return 2 * match_equity(own - max(0, points), theirs - max(0, -points)) - 1

    return CubeModel(Chances(win, shares, shares), worth)


def mean(shares: tuple[float, ...]) -> float:
    return sum(times * share for times, share in enumerate(shares, 1))


@pytest.mark.parametrize(("wins", "losses"), list(product(KINDS, KINDS)))
def test_for_money_the_live_points_are_those_of_janowskis_formulas(
    wins: tuple[float, ...], losses: tuple[float, ...]
) -> None:
    """With W and L, what wins and losses are worth on average."""
    model, won, lost = CubeModel(Chances(0.5, wins, losses)), mean(wins), mean(losses)
    assert model.take_point(1) == pytest.approx((lost - 0.5) / (won + lost + 0.5), abs=1e-3)
    assert model.cash_point(1) == pytest.approx((lost + 1) / (won + lost + 0.5), abs=1e-3)


def test_a_dead_cube_is_taken_from_a_quarter_on_and_a_live_one_from_a_fifth() -> None:
    for live, point in ((0.0, 0.25), (1.0, 0.2)):
        for win, takes in ((1 - point - 0.01, True), (1 - point + 0.01, False)):
            assert cube_action(race(win, live), 1).takes is takes


def test_a_race_is_doubled_redoubled_and_dropped_in_this_order() -> None:
    """By Janowski for a race with 0.68: 70 %, 73 % and 78.5 %, and a little around them."""

    def first(happens: Callable[[CubeAction], bool], place: CubePlace) -> float:
        chances = (number / 1000 for number in range(500, 1000))
        return next(win for win in chances if happens(cube_action(race(win), 1, place)))

    doubles = first(lambda action: action.doubles, MIDDLE)
    redoubles = first(lambda action: action.doubles, MINE)
    drops = first(lambda action: not action.takes, MIDDLE)
    assert doubles == pytest.approx(0.70, abs=0.02)
    assert redoubles == pytest.approx(0.73, abs=0.02)
    assert drops == pytest.approx(0.785, abs=0.01)
    assert doubles < redoubles < drops


def test_who_may_turn_the_cube_never_has_less_than_without_one() -> None:
    chance = Random(1)
    for _ in range(300):
        win, shares = chance.random(), chance.choice(KINDS)
        for model in (
            CubeModel(Chances(win, shares, chance.choice(KINDS))),
            match(chance.randint(2, 9), chance.randint(2, 9), win, shares),
        ):
            dead = CubeModel(model.chances, model.worth, 0.0).value(1, MIDDLE)
            assert model.value(1, MINE) >= dead - 1e-9
            assert model.value(1, THEIRS) <= dead + 1e-9
            assert model.value(1, THEIRS) <= model.value(1, MIDDLE) + 1e-9
            assert model.value(1, MIDDLE) <= model.value(1, MINE) + 1e-9


def test_what_one_side_gains_the_other_loses() -> None:
    chance, opposite = Random(2), {MINE: THEIRS, THEIRS: MINE, MIDDLE: MIDDLE}
    for _ in range(200):
        win, shares = chance.random(), chance.choice(KINDS)
        for model in (CubeModel(Chances(win, shares, SINGLE)), match(5, 3, win, shares)):
            other = model.flipped()
            for place in CubePlace:
                for cube in (1, 2, 4):
                    value = other.value(cube, opposite[place])
                    assert model.value(cube, place) == pytest.approx(-value, abs=1e-9)


def test_who_wins_gammons_enough_plays_on() -> None:
    too_good = CubeModel(Chances(0.95, (0.3, 0.7), SINGLE))
    assert not cube_action(too_good, 1).doubles
    assert not cube_action(too_good, 2, MINE).doubles


def test_under_jacoby_a_gammon_has_to_be_doubled_for() -> None:
    too_good = CubeModel(Chances(0.95, (0.3, 0.7), SINGLE), jacoby=True)
    assert cube_action(too_good, 1).doubles
    assert not cube_action(too_good, 2, MINE).doubles


def test_a_cube_that_wins_the_match_anyway_is_not_turned() -> None:
    for win in (0.3, 0.5, 0.7, 0.9):
        assert not cube_action(match(2, 5, win), 2, MINE).doubles


def test_at_two_away_for_both_a_cube_is_turned_early() -> None:
    """The doubled game decides the match, so a taker's cube is dead."""
    assert cube_action(match(2, 2, 0.55), 1).doubles
    assert match(2, 2, 0.5).take_point(1) == pytest.approx(1 - match_equity(1, 2), abs=1e-6)


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({"win": 1.0, "win gammon": 1.0, "lose gammon": 0.0}, ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0))),
        ({"win": 0.5}, ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0))),
        (
            {
                "win": 0.5, "win gammon": 0.25, "win backgammon": 0.05,
                "lose gammon": 0.1, "lose backgammon": 0.2,
            },
            ((0.5, 0.4, 0.1), (0.8, 0.0, 0.4)),
        ),
    ],
)  # fmt: skip
def test_shares_come_from_probabilities_by_name(
    named: dict[str, float], expected: tuple[tuple[float, ...], ...]
) -> None:
    found = Chances.of(named)
    assert found.wins == pytest.approx(expected[0])
    assert money(3) == 3.0
    if "lose backgammon" not in named:
        assert found.losses == pytest.approx(expected[1])
