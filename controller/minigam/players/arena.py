"""Many games at once between two players, each with the same dice from either side."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from minigam.players.arrays import Floats, Longs, Rows, to_numpy
from minigam.players.boards import rows, show_captured
from minigam.players.outcomes import outcomes_of
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FACES

LONGEST = 1000
"""After so many plies a game counts as a draw: with pawns that change places one need never end."""
Judge = Callable[[Rows, Rows], Any]
"""What positions are worth to who has just played: the first argument's side."""


class Results(Protocol):
    """The results of rolls; those of roll `k` are the rows `starts[k]:starts[k + 1]`."""

    @property
    def starts(self) -> Longs:
        """Where the results of each roll begin, and the end of all."""

    @property
    def own(self) -> Rows:
        """The checkers of the side that has played."""

    @property
    def theirs(self) -> Rows:
        """The other side's."""


Generate = Callable[[RuleSet, Rows, Rows, Rows], Results]
"""Finds the results of rolls: positions of the side that has rolled, the other side's, dice."""

Player = Callable[[Results], Longs]
"""Chooses a result of each roll: the number of its row."""


@dataclass(frozen=True)
class Score:
    """What the first player won of the second."""

    each: Floats
    """Its points of each game, `(2, pairs)`: the games of a pair, one begun by each, share dice."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.each.size

    @property
    def points(self) -> float:
        """Its points a game."""
        return float(self.each.mean())

    @property
    def error(self) -> float:
        """The standard error of `points`."""
        pairs = self.each.mean(0)
        return float(pairs.std(ddof=1) / np.sqrt(len(pairs)))

    @property
    def win_share(self) -> float:
        """The share of games it won."""
        return float((self.each > 0).mean())

    def __str__(self) -> str:
        """As people read it."""
        return (
            f"{self.points:+.3f} ± {1.96 * self.error:.3f} points a game, "
            f"{100 * self.win_share:.1f} % won, {self.games} games"
        )


def first_best(starts: Longs, worth: Floats) -> Longs:
    """The first row of the highest worth among the results of each roll.

    >>> first_best(np.array([0, 2, 3]), np.array([1.0, 2.0, 0.0], np.float32)).tolist()
    [1, 2]
    """
    counts = np.diff(starts)
    best = np.repeat(np.maximum.reduceat(worth, starts[:-1]), counts)
    rows = np.flatnonzero(worth >= best)
    return rows[np.searchsorted(rows, starts[:-1])]


def rolled(chance: np.random.Generator, number: int, fresh: Any, again: bool) -> Rows:
    """Rolls; an opening roll (where `fresh`) is no double, unless both dice are rolled `again`."""
    dice = chance.integers(1, FACES.stop, (number, 2), np.int8)
    while not again and (equal := fresh & (dice[:, 0] == dice[:, 1])).any():
        dice[equal] = chance.integers(1, FACES.stop, (int(equal.sum()), 2), np.int8)
    return dice


def best_by(judge: Judge) -> Player:
    """The player that chooses what a judge likes best."""

    def player(found: Results) -> Longs:
        return first_best(found.starts, to_numpy(judge(found.own, found.theirs)))

    return player


def play(
    rules: RuleSet, generate: Generate, players: tuple[Player, Player], pairs: int, seed: int
) -> Score:
    """Pairs of games: in the first of each the first player begins, in the second the second."""
    chance, outcomes = np.random.default_rng(seed), outcomes_of(rules)
    own, theirs = rows([(rules.start, Side.WHITE)] * 2 * pairs)
    points = np.zeros(2 * pairs, np.float32)
    going, ply = np.arange(2 * pairs), 0
    while len(going) and ply < LONGEST:
        dice = np.tile(rolled(chance, pairs, np.full(pairs, ply == 0), rules.throws_again), (2, 1))
        shown = show_captured(rules, own[going], chance)
        is_first = (going < pairs) == (ply % 2 == 0)
        for player, mine in zip(players, (is_first, ~is_first), strict=True):
            its = going[mine]
            if len(its):
                found = generate(rules, shown[mine], theirs[its], dice[its])
                pick = player(found)
                own[its], theirs[its] = found.theirs[pick], found.own[pick]
        over, chances = outcomes.final(own[going], theirs[going])
        won = -outcomes.points(chances)
        points[going[over]] = np.where(is_first[over], won, -won)
        going, ply = np.delete(going, over), ply + 1
    return Score(points.reshape(2, pairs))
