"""Looks one roll ahead: every roll of the other side, with its best play, for the best few plays.

A network errs differently in different positions; an average over 21 rolls errs less. Only plays
that are nearly as good as the best are looked at, so that it takes some milliseconds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from minigam.players.arena import Generate, Results
from minigam.players.arrays import Floats, Longs, Rows
from minigam.players.model import Model
from minigam.rules.steps import ROLLS

DICE = np.array(ROLLS, np.int8)
CHANCES: Floats = np.array([(1 + (one != other)) / 36 for one, other in ROLLS], np.float32)
BEHIND = 1000.0
"""How far a play that is not looked at comes behind those that are."""


@dataclass(frozen=True)
class Search:
    """How much is looked at."""

    plays: int
    """Of each roll at most so many."""
    within: float
    """Of those that lose at most so many points, as the networks judge without looking ahead."""

    def worth(self, model: Model, generate: Generate, found: Results, worth: Floats) -> Floats:
        """What the results of rolls are worth, once some are looked at; others come behind.

        `worth` is what they are worth without looking ahead. Where a roll has only one play that
        comes into question, all stays as it is.
        """
        chosen, rolls = self.candidates(worth, found.starts)
        behind = BEHIND * np.repeat(rolls, np.diff(found.starts))
        ahead = (worth - behind).astype(np.float32)
        if len(chosen):
            chances = looked_ahead(model, generate, found.own[chosen], found.theirs[chosen])
            ahead[chosen] = model.outcomes.points(chances)
        return ahead

    def candidates(self, worth: Floats, starts: Longs) -> tuple[Longs, NDArray[np.bool_]]:
        """The rows to look at, and at which rolls there are any.

        >>> worth = np.array([0.1, 0.3, 0.2, 0.5, 0.0], np.float32)
        >>> rows, rolls = Search(2, 0.15).candidates(worth, np.array([0, 3, 5]))
        >>> rows.tolist(), rolls.tolist()
        ([1, 2], [True, False])
        """
        counts = np.diff(starts)
        roll = np.repeat(np.arange(len(counts)), counts)
        near = self._near(worth, starts, roll)
        rolls = np.bincount(roll[near], minlength=len(counts)) > 1
        return np.flatnonzero(near & rolls[roll]), rolls

    def nearest(self, worth: Floats) -> Longs:
        """Of the plays of one roll the rows to look at: the best one at least.

        >>> Search(2, 0.15).nearest(np.array([0.1, 0.3, 0.2], np.float32)).tolist()
        [1, 2]
        """
        starts = np.array([0, len(worth)])
        return np.flatnonzero(self._near(worth, starts, np.zeros(len(worth), np.int64)))

    def _near(self, worth: Floats, starts: Longs, roll: Longs) -> NDArray[np.bool_]:
        order = np.lexsort((-worth, roll))
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order)) - starts[:-1][roll]
        loss = np.maximum.reduceat(worth, starts[:-1])[roll] - worth
        near: NDArray[np.bool_] = (rank < self.plays) & (loss <= self.within)
        return near


def looked_ahead(model: Model, generate: Generate, own: Rows, theirs: Rows) -> Floats:
    """The outcomes of positions, `(outcomes, n)`, for `own`, who has just played.

    After each roll the other side plays its best.
    """
    ahead = each_ahead(model, generate, own, theirs)
    each: Floats = ahead.chances.reshape(len(ahead.chances), len(own), len(DICE))
    average: Floats = each @ CHANCES
    return average


@dataclass(frozen=True)
class Ahead:
    """Positions after each roll of the other side, which has played its best: 21 of each."""

    chances: Floats
    """Their outcomes, `(outcomes, 21 n)`, for `own`; how likely the rolls are says `CHANCES`."""
    own: Rows
    """Of the side that is about to roll again."""
    theirs: Rows


def each_ahead(model: Model, generate: Generate, own: Rows, theirs: Rows) -> Ahead:
    """What positions may become, in which `own` has just played."""
    dice = np.tile(DICE, (len(own), 1))
    rolled, other = (np.repeat(side, len(DICE), 0) for side in (theirs, own))
    found = generate(model.rules, rolled, other, dice)
    chances = model.chances(found.theirs, found.own)
    roll = np.repeat(np.arange(len(dice)), np.diff(found.starts))
    best = np.lexsort((model.outcomes.points(chances), roll))[found.starts[:-1]]
    return Ahead(chances[:, best], found.theirs[best], found.own[best])
