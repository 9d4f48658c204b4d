"""The arrays that the solver needs for one rule set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, ROLLS
from minigam.solver.compiled import REMAINDERS, Bytes, Configs, Floats, Ints, Longs
from minigam.solver.index import Index, mirrored
from minigam.solver.play_tables import moved_table, plays_of
from minigam.solver.rule_numbers import RuleNumbers, rule_numbers_of

THROWS = 36
NONE = (1 << 16) - 1
Off = tuple[int, int]
"""How many checkers either side has off, the smaller number first: the name of a layer."""


class Tables(NamedTuple):
    """A game's positions and plays."""

    base: Ints
    """Where the numbers of each configuration's positions begin: see `index.Index`."""
    mask: Ints
    """Which row of `place` each configuration uses."""
    place: Configs
    """What to add for the other side's configuration; `NONE` where both would share a point."""
    edge: Ints
    """Of each configuration, where the numbers of those with more checkers off begin."""
    blots: Longs
    """Of each configuration, as bits of the other side's points."""
    closed: Ints
    """Which set of closed points each configuration is to the other side."""
    hit: Configs
    """By a bit's remainder, each configuration after a hit there: itself where it has no blot."""
    sets: int
    """How many sets of closed points there are."""
    lists: Ints
    """Where the results of `(configuration * sets + set) * 21 + roll` begin."""
    bases: Ints
    """`base` of each result's configuration."""
    masks: Ints
    """`mask` of each result's configuration."""
    landed: Ints
    """The points each result has landed on."""
    throws: Longs
    """How many of 36 ordered rolls are each roll."""
    passes: Bytes
    """How many rolls a configuration cannot play against a set of closed points."""


def tables_of(index: Index, law: RuleNumbers) -> Tables:
    """The tables of a game."""
    moved = moved_table(index)
    plays = plays_of(index, law, moved)
    rank = index.rank[:, index.class_of]
    ends = np.searchsorted(index.off, index.off, side="right")
    return Tables(
        index.base,
        index.mask,
        np.where(rank >= 0, rank + index.within, NONE).astype(np.uint16),
        index.base[ends],
        mirrored(index.blots, law.points),
        np.searchsorted(plays.closed, mirrored(index.made, law.points)).astype(np.int32),
        _hits(index, moved),
        len(plays.closed),
        plays.lists,
        plays.bases,
        plays.masks,
        plays.landed,
        np.array([1 + (one != other) for one, other in ROLLS], np.int64),
        plays.passes,
    )


def _hits(index: Index, moved: Ints) -> Configs:
    """Each configuration after its blot on a point is hit, if it has one there."""
    same, points = np.arange(len(index.counts)), index.layout.points
    table = np.tile(same.astype(np.uint16), (REMAINDERS, 1))
    for at in range(points):
        blot = index.blots >> (points - 1 - at) & 1
        table[(1 << at) % REMAINDERS] = np.where(blot, moved[same, points - at, BAR], same)
    return table


@dataclass(frozen=True)
class PreparedGame:
    """A rule set's positions and plays."""

    law: RuleNumbers
    index: Index

    @classmethod
    def of(cls, rules: RuleSet) -> PreparedGame:
        """The game of a rule set; raise `CannotHoldError` for one that cannot be solved."""
        return cls(rule_numbers_of(rules), Index(rules.layout))

    @cached_property
    def tables(self) -> Tables:
        """What the sweeps read."""
        return tables_of(self.index, self.law)

    def prepared(self) -> PreparedGame:
        """The game itself, with its tables made: for Minigam the work of a second."""
        assert self.tables.sets
        return self

    @property
    def layers(self) -> tuple[Off, ...]:
        """The layers in the order they are solved in.

        >>> from minigam.rules.ruleset import MINIGAM
        >>> PreparedGame.of(MINIGAM).layers[:4]
        ((7, 7), (6, 7), (5, 7), (6, 6))
        """
        left = range(self.law.checkers)
        every = [(a, b) for a in left for b in left if a <= b]
        return tuple(sorted(every, key=lambda off: (-sum(off), off)))

    def finished(self, worth: Floats) -> Floats:
        """An array of values, with what a side that has just won has won of each configuration."""
        values = np.zeros(self.index.size)
        begin = self.index.base[len(worth) - 1]
        values[begin : begin + len(worth)] = worth
        return values

    def points_won(self) -> Floats:
        """What a win is worth over each configuration: a gammon 2 points, a backgammon 3.

        >>> from minigam.rules.ruleset import HYPERGAMMON
        >>> PreparedGame.of(HYPERGAMMON).points_won()[[0, -1]].tolist()
        [3.0, 1.0]
        """
        points = np.ones(len(self.index.counts))
        none_off = self.index.off == 0
        points[none_off] = min(2, self.law.most_points)
        behind = self.index.counts[:, : self.law.home + 1].any(axis=1)
        points[none_off & behind] = self.law.most_points
        return points
