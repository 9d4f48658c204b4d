"""The facts and the values of Minigam, read from a table with nothing but the standard library.

The figures of the start were first found by another program, by two-sided value iteration.
"""

from random import Random

import pytest

from minigam.rules.plays import Turn, legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import MINIGAM, RULE_SETS, RuleSet
from minigam.rules.steps import ROLLS
from minigam.rules.worth import about_to_roll, moved, ranked
from minigam.solver.facts import first_roller, opening_winner, openings, perfect_games
from minigam.solver.index import Index
from minigam.solver.tablebase import Tablebase
from tests.solver import solved
from tests.solver.games import random_position

START = {"minigam": 0.536777747204, "minigam-full-entry": 0.552445350577}
WINNERS = {"minigam": 0.5314814, "minigam-full-entry": 0.5398801}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINNERS)
def test_the_rolls_together_are_the_start(name: str) -> None:
    """36 ordered rolls for the side about to roll, 15 rolls for the winner of the opening roll."""
    rules, table = RULE_SETS[name], solved.table(name)
    found = openings(table, rules)
    assert len({opening.roll for opening in found}) == 21
    throws = [opening.worth.win * (2 - opening.is_double) for opening in found]
    assert sum(throws) / 36 == pytest.approx(first_roller(table, rules).win, abs=1e-7)
    assert opening_winner(found).win == pytest.approx(WINNERS[name], abs=1e-7)


@pytest.mark.slow
def test_perfect_games() -> None:
    table = solved.table("minigam")
    games = perfect_games(table, MINIGAM, 30, Random(1), worst=3)
    assert len(games.lengths) == 30
    mean, error = games.length
    assert 20 < mean < 36
    assert 0 < error < 3
    costs = [blunder.cost.win for blunder in games.blunders]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 3
    for blunder in games.blunders:
        plays = legal_plays(MINIGAM, blunder.position, blunder.side, blunder.roll)
        wins = sorted(moved(table, MINIGAM, play.position, blunder.side).win for play in plays)
        assert wins[-1] - blunder.cost.win in [pytest.approx(win, abs=1e-9) for win in wins]


def one_step(table: Tablebase, rules: RuleSet, position: Position, side: Side) -> float:
    """What a side about to roll has, by what it has after the best play of every roll."""
    total = 0.0
    for one, two in ROLLS:
        plays = legal_plays(rules, position, side, (one, two))
        best = max(moved(table, rules, play.position, side).equity for play in plays)
        total += best * (1 + (one != two))
    return total / 36


@pytest.mark.slow
@pytest.mark.parametrize("name", START)
def test_the_bracket_and_1000_positions_one_step_on(name: str) -> None:
    rules, table, chance = RULE_SETS[name], solved.table(name), Random(5)
    assert (table.header.positions, table.header.bound <= 0.5e-10) == (3_910_437, True)
    assert table.header.rounding <= 2**-25
    near = 2 * (table.header.bound + table.header.rounding)
    start = about_to_roll(table, rules, rules.start, Side.WHITE)
    assert start.win == pytest.approx(START[name], abs=near)
    index = Index(rules.layout)
    for _ in range(1_000):
        position, side = random_position(index, chance), chance.choice(list(Side))
        found = about_to_roll(table, rules, position, side).equity
        assert found == pytest.approx(one_step(table, rules, position, side), abs=near), position


@pytest.mark.slow
def test_the_best_plays_of_the_opening() -> None:
    """What a side has before the roll is what the best plays of the 21 rolls leave it."""
    rules, table = RULE_SETS["minigam"], solved.table("minigam")
    best = {
        roll: ranked(table, Turn.of(rules, rules.start, Side.WHITE, roll))[0][1].equity
        for roll in ROLLS
    }
    assert sum(best[roll] * (1 + (roll[0] != roll[1])) for roll in ROLLS) / 36 == pytest.approx(
        about_to_roll(table, rules, rules.start, Side.WHITE).equity, abs=1e-7
    )
