"""Self-play: networks learn from the games that they play against themselves.

Temporal-difference learning (Sutton 1988; Tesauro 1992) on the positions about to be rolled from,
many games side by side. What a position is worth becomes more like what the best play of a roll led
to, and, by the share `trace`, like what came of it later.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from minigam.players.adam import Adam
from minigam.players.arena import Generate, first_best, rolled
from minigam.players.arrays import Rows, to_numpy
from minigam.players.boards import rows, show_captured
from minigam.players.model import Model
from minigam.players.pawn_inputs import inputs_of
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Recipe:
    """How to train."""

    hidden: tuple[int, ...] = (128,)
    """Units of each layer between inputs and outputs."""
    tables: int = 1024
    """Games side by side."""
    window: int = 8
    """Plies between two rounds of learning."""
    batch: int = 1024
    """Positions a step of learning."""
    rate: float = 0.002
    """How far a step goes at first."""
    last_rate: float = 0.00002
    """How far at the end."""
    trace: float = 0.7
    """How much of what came later counts at first; nothing at the end."""
    explore: float = 0.02
    """The share of plays that are drawn by lot, so that unusual positions come up."""
    kept: float = 0.999
    """The share of the average of weights that a step leaves."""
    seed: int = 1
    """Of everything that is drawn by lot."""


@dataclass
class Window:
    """Some plies of all games."""

    own: list[Any] = field(default_factory=list)
    theirs: list[Any] = field(default_factory=list)
    after: list[Any] = field(default_factory=list)
    """The outcomes after the best play, for the other side."""
    cut: list[Any] = field(default_factory=list)
    """Where a game ended, or the play was drawn by lot: later plies say nothing of it."""


class Training:
    """Networks, and the games that they learn from."""

    def __init__(self, rules: RuleSet, recipe: Recipe, generate: Generate, xp: Any = np) -> None:
        """`xp`: the array library that does the work, numpy or cupy."""
        self.rules, self.recipe, self.generate, self.xp = rules, recipe, generate, xp
        self.chance = np.random.default_rng(recipe.seed)
        self.model = Model.random(rules, recipe.hidden, self.chance, xp)
        self.optimizers = tuple(Adam(network) for network in self.model.networks)
        self.own, self.theirs = rows([(rules.start, Side.WHITE)] * recipe.tables)
        self.start = self.own[0].copy(), self.theirs[0].copy()
        self.fresh = np.ones(recipe.tables, bool)
        self.games = 0
        """Games that have ended."""
        self.plies = 0
        """Plays made, in all games."""

    @property
    def averaged(self) -> Model:
        """The model with averaged weights: what is kept and measured."""
        return Model(self.rules, tuple(optimizer.averaged for optimizer in self.optimizers))

    def round(self, done: float) -> None:
        """Play a window of plies and learn from it; `done` is the share of training behind us."""
        window, left = Window(), max(0.0, 1 - done)
        for _ in range(self.recipe.window):
            self.ply(window)
        recipe = self.recipe
        rate = recipe.last_rate + (recipe.rate - recipe.last_rate) * left**2
        own, theirs = self.xp.concatenate(window.own), self.xp.concatenate(window.theirs)
        self._learn(own, theirs, self.targets(window, recipe.trace * left), rate)

    # ---- Playing ---------------------------------------------------------------------------------

    def ply(self, window: Window) -> None:
        """One play in each game."""
        xp, model = self.xp, self.model
        dice = rolled(self.chance, len(self.own), self.fresh, self.rules.throws_again)
        self.own = show_captured(self.rules, self.own, self.chance)
        found = self.generate(self.rules, self.own, self.theirs, dice)
        chances = model.chances(xp.asarray(found.theirs), xp.asarray(found.own))
        best = first_best(found.starts, to_numpy(-model.outcomes.points(chances)))
        pick = self._explored(best, found.starts)
        window.own.append(xp.asarray(self.own))
        window.theirs.append(xp.asarray(self.theirs))
        window.after.append(chances[:, xp.asarray(best)])
        self.own, self.theirs = found.theirs[pick], found.own[pick]
        over, _ = model.outcomes.final(self.own, self.theirs)
        cut = pick != best
        cut[over] = True
        window.cut.append(xp.asarray(cut))
        self._begin_anew(over)
        self.plies += len(cut)

    def _explored(self, best: Any, starts: Any) -> Any:
        """The best plays, but for some that are drawn by lot."""
        drawn = np.flatnonzero(self.chance.random(len(best)) < self.recipe.explore)
        pick, counts = best.copy(), np.diff(starts)
        pick[drawn] = starts[drawn] + self.chance.integers(0, counts[drawn])
        return pick

    def _begin_anew(self, over: Any) -> None:
        self.own[over], self.theirs[over] = self.start
        self.fresh[:] = False
        self.fresh[over] = True
        self.games += len(over)

    # ---- Learning --------------------------------------------------------------------------------

    def targets(self, window: Window, trace: float) -> Any:
        """The outcomes that each position should have, last ply first to first."""
        xp, flipped = self.xp, self.model.outcomes.flipped
        later, targets = window.after[-1], []
        for after, cut in zip(window.after[::-1], window.cut[::-1], strict=True):
            later = flipped(xp.where(cut[None], after, (1 - trace) * after + trace * later))
            targets.append(later)
        return xp.concatenate(targets[::-1], axis=1)

    def _learn(self, own: Rows, theirs: Rows, targets: Any, rate: float) -> None:
        """Steps over all positions, in random order, each class by itself."""
        xp, inputs = self.xp, inputs_of(self.rules)
        order = xp.asarray(self.chance.permutation(len(own)))
        classes = inputs.classes(own, theirs)[order]
        for number, optimizer in enumerate(self.optimizers):
            chosen = order[xp.nonzero(classes == number)[0]]
            if not len(chosen):
                continue
            encoded = inputs.encode(own[chosen], theirs[chosen])
            wanted, steps = targets[:, chosen], max(1, round(len(chosen) / self.recipe.batch))
            for at in range(steps):
                part = slice(at * len(chosen) // steps, (at + 1) * len(chosen) // steps)
                network = self.model.networks[number]
                gradients = network.gradients(encoded[:, part], wanted[:, part])
                optimizer.step(gradients, rate, self.recipe.kept)

    # ---- Stopping and going on -------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """All that is needed to go on, as arrays by name."""
        found: dict[str, Any] = {
            "own": self.own,
            "theirs": self.theirs,
            "fresh": self.fresh,
            "counts": np.array([self.games, self.plies]),
            "chance": np.array(json.dumps(self.chance.bit_generator.state)),
        }
        for number, optimizer in enumerate(self.optimizers):
            found[f"steps {number}"] = np.array(optimizer.steps)
            for name, arrays in optimizer.memory.items():
                for at, array in enumerate(arrays):
                    found[f"{name} {number} {at}"] = to_numpy(array)
        return found

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go on where the training was saved; it must have the same recipe."""
        self.own, self.theirs, self.fresh = (
            saved[key].copy() for key in ("own", "theirs", "fresh")
        )
        self.games, self.plies = map(int, saved["counts"])
        self.chance.bit_generator.state = json.loads(str(saved["chance"]))
        for number, optimizer in enumerate(self.optimizers):
            optimizer.steps = int(saved[f"steps {number}"])
            for name, arrays in optimizer.memory.items():
                for at, array in enumerate(arrays):
                    array[...] = self.xp.asarray(saved[f"{name} {number} {at}"])
