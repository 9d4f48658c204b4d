"""The lists of results are the plays of the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import MINIGAM, MINIGAM_FULL_ENTRY, RuleSet, SecondDie
from minigam.rules.steps import ROLLS
from minigam.solver import kernels
from minigam.solver.prepared import PreparedGame
from tests.solver import games
from tests.solver.games import few_checkers, small_board

CASES = {
    "minigam": MINIGAM,
    "full-entry": MINIGAM_FULL_ENTRY,
    "must": replace(MINIGAM, second_die=SecondDie.MUST),
    "free": replace(MINIGAM, second_die=SecondDie.FREE),
    "no entering on one's own": replace(MINIGAM, enter_on_own=False),
    "two checkers": few_checkers(2),
    "three checkers": few_checkers(3),
    "four points, four steps": small_board(4, 3, steps_on_double=4),
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", CASES.values(), ids=CASES)
def test_the_results_of_every_roll_are_those_of_the_legal_plays(rules: RuleSet) -> None:
    """300 positions a game, all 21 rolls."""
    game, chance = PreparedGame.of(rules), Random(1)
    for _ in range(300):
        position = games.random_position(game.index, chance)
        plays = (legal_plays(rules, position, Side.WHITE, roll) for roll in ROLLS)
        assert _listed(game, position) == [
            {games.number(game.index, play.position, Side.WHITE) for play in of_roll}
            for of_roll in plays
        ], position


def _listed(game: PreparedGame, position: Position) -> list[set[int]]:
    """White's results, out of the tables."""
    own, theirs = (games.configuration(game.index, position.track(side)) for side in Side)
    first = (own * game.tables.sets + int(game.tables.closed[theirs])) * len(ROLLS)
    return [_results(game, which, theirs) for which in range(first, first + len(ROLLS))]


def _results(game: PreparedGame, which: int, theirs: int) -> set[int]:
    """What a list of results says against one configuration."""
    t, others, row = game.tables, np.array([theirs], np.uint16), np.zeros(1, np.uint32)
    blots, first, listed = t.blots[theirs], t.lists[which], []
    for n in range(first, t.lists[which + 1]):
        if kernels.is_new(t, n, first, blots):
            kernels.follow(t, n, others, blots, row)
            listed.append(int(row[0]))
    assert len(listed) == len(set(listed)), "a result is listed twice"
    return set(listed)
