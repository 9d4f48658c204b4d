"""Measures levels: each against the one below it, and what each gives away a turn."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from minigam.players.arena import Generate, Results, Score, first_best, play
from minigam.players.arrays import Floats, Longs
from minigam.players.evaluate import Evaluator
from minigam.players.levels import NAMES, Level, judged, level_of
from minigam.players.model import Model
from minigam.rules.ruleset import RuleSet


@dataclass
class LevelPlayer:
    """Plays many games side by side at a level, and notes what it gives away: an `arena.Player`."""

    model: Model
    level: Level
    generate: Generate
    chance: np.random.Generator
    losses: list[Floats] = field(default_factory=list)
    """In points, as the networks judge; an array a ply, an entry a turn."""

    def __call__(self, found: Results) -> Longs:
        """The chosen row of each roll."""
        worth = judged(self.model, self.level, self.generate, found)
        pick = first_best(found.starts, self.level.keys(worth, found.starts, self.chance))
        self.losses.append(np.maximum.reduceat(worth, found.starts[:-1]) - worth[pick])
        return pick

    @property
    def given_away(self) -> float:
        """Points a turn, on average over all turns, also those with a single play."""
        return float(np.concatenate(self.losses).mean())


@dataclass(frozen=True)
class Rung:
    """A level against the one below it."""

    name: str
    below: str
    score: Score
    """Of the upper level."""
    given_away: tuple[float, float]
    """Points a turn, by the upper level and by the lower one."""

    def __str__(self) -> str:
        """As people read it."""
        upper, lower = self.given_away
        return (
            f"{self.name} against {self.below}: {self.score}; "
            f"given away a turn: {upper:.4f} and {lower:.4f}"
        )


def rungs(rules: RuleSet, generate: Generate, pairs: int, seed: int) -> Iterator[Rung]:
    """Each level of a rule set but the lowest, weakest first, in pairs of games."""
    model = Evaluator.of(rules).model
    for number, (below, name) in enumerate(pairwise(NAMES)):
        upper, lower = (
            LevelPlayer(
                model, level_of(rules, each), generate, np.random.default_rng((seed, number, at))
            )
            for at, each in enumerate((name, below))
        )
        score = play(rules, generate, (upper, lower), pairs, seed + number)
        yield Rung(name, below, score, (upper.given_away, lower.given_away))
