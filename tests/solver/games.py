"""Games to solve, and a position's numbers."""

from dataclasses import replace
from random import Random

import numpy as np

from minigam.rules.position import Layout, Position, Side, Track
from minigam.rules.ruleset import HYPERGAMMON, MINIGAM, RuleSet
from minigam.solver.index import Index
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import Solver, solver_of


def few_checkers(count: int) -> RuleSet:
    """Hypergammon with fewer checkers, from the rearmost points."""
    layout = replace(HYPERGAMMON.layout, checkers=count)
    track = (0, *([1] * count), *([0] * (25 - count)))
    return replace(HYPERGAMMON, layout=layout, start=Position(track, track))


def small_board(points: int, checkers: int, steps_on_double: int = 2) -> RuleSet:
    """Minigam on a smaller board."""
    track = (checkers, *([0] * (points + 1)))
    layout = Layout(points, checkers, rising=True)
    start = Position(track, track)
    return replace(MINIGAM, layout=layout, start=start, steps_on_double=steps_on_double)


def solved(rules: RuleSet) -> Solver:
    solver = solver_of(PreparedGame.of(rules))
    assert tuple(solver.run()) == solver.game.layers
    return solver


def configuration(index: Index, track: Track) -> int:
    """The number of one side's checkers."""
    return int(index.find(np.array([track], np.int8))[0])


def number(index: Index, position: Position, moved: Side) -> int:
    """The number of a position after a side's turn."""
    own, theirs = position.track(moved), position.track(moved.other)
    return index.number(configuration(index, own), configuration(index, theirs))


def random_position(index: Index, chance: Random) -> Position:
    """Any position in which nobody has finished."""
    off = index.layout.off
    while True:
        one, other = (index.counts[chance.randrange(len(index.counts) - 1)] for _ in range(2))
        if not any(one[place] and other[off - place] for place in range(1, off)):
            return Position(tuple(one.tolist()), tuple(other.tolist()))
