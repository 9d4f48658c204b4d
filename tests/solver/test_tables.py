"""The lists of results are the plays of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import MINIGAM, MINIGAM_FULL_ENTRY, RuleSet, SecondDie
from minigam.rules.steps import ROLLS
from minigam.solver import kernels
from minigam.solver.game import Game
from minigam.solver.kernels import Layer, Targets
from tests.solver import games
from tests.solver.games import few_checkers, small_board

CASES = {
    "minigam": lambda: MINIGAM,
    "full-entry": lambda: MINIGAM_FULL_ENTRY,
    "must": lambda: replace(MINIGAM, second_die=SecondDie.MUST),
    "free": lambda: replace(MINIGAM, second_die=SecondDie.FREE),
    "no entering on one's own": lambda: replace(MINIGAM, enter_on_own=False),
    "two checkers": lambda: few_checkers(2),
    "three checkers": lambda: few_checkers(3),
    "four points, four steps": lambda: small_board(4, 3, steps_on_double=4),
}


@pytest.mark.parametrize("rules_of", CASES.values(), ids=CASES)
def test_the_results_of_every_roll_are_those_of_the_legal_plays(
    rules_of: Callable[[], RuleSet],
) -> None:
    """300 positions a game, all 21 rolls."""
    rules = rules_of()
    game, chance = Game.of(rules), Random(1)
    for _ in range(300):
        position = games.random_position(game.index, chance)
        assert _listed(game, position) == _legal(rules, game, position), position


def _legal(rules: RuleSet, game: Game, position: Position) -> list[set[int]]:
    return [
        {
            games.number(game.index, play.position, Side.WHITE)
            for play in legal_plays(rules, position, Side.WHITE, roll)
        }
        for roll in ROLLS
    ]


def _listed(game: Game, position: Position) -> list[set[int]]:
    """White's results, out of the tables."""
    index = game.index
    own, theirs = (games.configuration(index, position.track(side)) for side in Side)
    none = np.zeros(0, np.int32)
    pair = np.array([own], np.int32), np.array([index.class_of[theirs]], np.int32)
    layer = Layer(*pair, np.array([0, 1]), none, none, *(np.zeros((2, 0), np.uint8)))
    rows = np.zeros(kernels.count(game.tables, layer, 0, 1), np.int32)
    targets = Targets(0, rows, np.zeros(22, np.int64), np.zeros(21, np.int64))
    kernels.unfold(game.tables, layer, targets)
    numbers = rows + index.within[theirs]
    ends = zip(targets.ends[:-1], targets.ends[1:], strict=True)
    listed = [numbers[begin:end].tolist() for begin, end in ends]
    assert all(len(roll) == len(set(roll)) for roll in listed), "a result is listed twice"
    return [set(roll) for roll in listed]
