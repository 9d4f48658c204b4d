"""The facts are what the table says, put together."""

from __future__ import annotations

from random import Random

import pytest

from minigam.rules.plays import legal_plays
from minigam.rules.ruleset import MINIGAM, RULE_SETS
from minigam.solver.advise import moved
from minigam.solver.facts import first_thrower, opening_winner, openings, perfect_games
from tests.solver import solved

WINNERS = {"minigam": 0.5314814, "minigam-full-entry": 0.5398801}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINNERS)
def test_the_rolls_together_are_the_start(name: str) -> None:
    """36 throws for the side about to throw, 15 rolls for the winner of the opening throw."""
    rules, table = RULE_SETS[name], solved.table(name)
    found = openings(table, rules)
    assert len({opening.roll for opening in found}) == 21
    throws = [opening.worth.win * (2 - opening.is_double) for opening in found]
    assert sum(throws) / 36 == pytest.approx(first_thrower(table, rules).win, abs=1e-7)
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
