"""A rule set made ready to be swept: its law, index and tables, and what its end is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minigam.rules.ruleset import RuleSet
from minigam.solver.arrays import Floats
from minigam.solver.index import Index
from minigam.solver.rule_numbers import RuleNumbers, rule_numbers_of
from minigam.solver.tables import Tables, tables_of

Off = tuple[int, int]
"""How many checkers either side has off, the smaller number first: the name of a layer."""


@dataclass(frozen=True)
class Game:
    """A rule set's positions and plays."""

    law: RuleNumbers
    index: Index

    @classmethod
    def of(cls, rules: RuleSet) -> Game:
        """The game of a rule set; raise `CannotHoldError` for one that cannot be solved."""
        return cls(rule_numbers_of(rules), Index(rules.layout))

    @cached_property
    def tables(self) -> Tables:
        """What the sweeps read."""
        return tables_of(self.index, self.law)

    def prepared(self) -> Game:
        """The game itself, with its tables made: for Minigam the work of a second."""
        assert self.tables.sets
        return self

    @property
    def layers(self) -> tuple[Off, ...]:
        """The layers in the order they are solved in.

        >>> from minigam.rules.ruleset import MINIGAM
        >>> Game.of(MINIGAM).layers[:4]
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
        >>> Game.of(HYPERGAMMON).points_won()[[0, -1]].tolist()
        [3.0, 1.0]
        """
        points = np.ones(len(self.index.counts))
        none_off = self.index.off == 0
        points[none_off] = min(2, self.law.most_points)
        behind = self.index.counts[:, : self.law.home + 1].any(axis=1)
        points[none_off & behind] = self.law.most_points
        return points
