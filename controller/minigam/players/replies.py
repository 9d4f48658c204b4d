"""The results of some rolls as arrays, without numba: for players on a small computer.

What `minigam.solver.batch` finds for millions of rolls as machine code, this finds for hundreds.
"""

from dataclasses import dataclass

import numpy as np

from minigam.players.arrays import Longs, Rows
from minigam.players.boards import rows
from minigam.rules import fast_plays
from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR


@dataclass(frozen=True)
class Replies:
    """Positions after some rolls: see `arena.Results`."""

    starts: Longs
    own: Rows
    theirs: Rows


def results(rules: RuleSet, own: Rows, theirs: Rows, dice: Rows) -> Replies:
    """Every distinct position that each roll may lead to: an `arena.Generate`; not of faces.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> start = np.array([BACKGAMMON.start.white] * 2, np.int8)
    >>> results(BACKGAMMON, start, start, np.array([[2, 1], [6, 6]], np.int8)).starts.tolist()
    [0, 15, 26]
    """
    find = _fast if fast_plays.supports(rules) else _any
    parts = [
        find(rules, *row) for row in zip(own.tolist(), theirs.tolist(), dice.tolist(), strict=True)
    ]
    starts = np.cumsum([0, *(len(mine) for mine, _ in parts)])
    return Replies(starts, *(np.concatenate(part) for part in zip(*parts, strict=True)))


def _any(rules: RuleSet, own: list[int], theirs: list[int], dice: list[int]) -> tuple[Rows, Rows]:
    white, black = (
        tuple(place for place, count in enumerate(side) if count < 0) for side in (own, theirs)
    )
    tracks = tuple(map(abs, own)), tuple(map(abs, theirs))
    position = Position(*tracks, pinned=(white, black))
    plays = legal_plays(rules, position, Side.WHITE, (dice[0], dice[1]))
    found: tuple[Rows, Rows] = rows([(play.position, Side.WHITE) for play in plays])
    return found


def _fast(rules: RuleSet, own: list[int], theirs: list[int], dice: list[int]) -> tuple[Rows, Rows]:
    """By the steps of each play, added up for all plays at once."""
    position = Position(tuple(own), tuple(theirs))
    double = dice[0] == dice[1]
    each = dice[:1] * rules.steps_on_double if double else dice
    plays = fast_plays.plays(rules, position, Side.WHITE, tuple(each))
    mine, yours = (np.tile(np.array(side, np.int8), (len(plays), 1)) for side in (own, theirs))
    width, mirror = len(own), rules.layout.mirror
    made = [(number * width, step) for number, steps in enumerate(plays) for step in steps]
    np.subtract.at(mine.ravel(), [row + step.source for row, step in made], 1)
    np.add.at(mine.ravel(), [row + step.target for row, step in made], 1)
    hits = [(row, mirror(step.target)) for row, step in made if step.hit]
    if hits:
        np.subtract.at(yours.ravel(), [row + place for row, place in hits], 1)
        np.add.at(yours.ravel(), [row + BAR for row, _ in hits], 1)
    return mine, yours
