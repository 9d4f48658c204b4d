"""The networks of a rule set, one for each class of positions, and what they say."""

from dataclasses import dataclass
from typing import Any

from minigam.players.arrays import Rows, library_of
from minigam.players.bearoff import BearOff
from minigam.players.inputs import CLASSES
from minigam.players.network import Network
from minigam.players.outcomes import Outcomes, outcomes_of
from minigam.players.pawn_inputs import inputs_of
from minigam.rules.ruleset import RuleSet

CHUNK = 2048
"""So many positions at a time stay in a processor's cache."""
LARGE_CHUNK = 1 << 19
"""So many fit a graphics card."""


@dataclass(frozen=True)
class Model:
    """Networks that judge the positions of a rule set."""

    rules: RuleSet
    networks: tuple[Network, ...]
    """In the order of `CLASSES`."""
    races: BearOff | None = None
    """What judges races in which both sides bear off, if not the networks; with numpy only."""

    @classmethod
    def random(cls, rules: RuleSet, hidden: tuple[int, ...], chance: Any, xp: Any) -> "Model":
        """Networks that know nothing; `chance` is a `numpy.random.Generator`."""
        sizes = (inputs_of(rules).size, *hidden, len(outcomes_of(rules).names))
        return cls(rules, tuple(Network.random(sizes, chance, xp) for _ in CLASSES))

    @property
    def outcomes(self) -> Outcomes:
        """What the rows of `chances` mean."""
        return outcomes_of(self.rules)

    def chances(self, own: Rows, theirs: Rows) -> Any:
        """The outcomes of positions, `(outcomes, n)`, for `own`, who is about to roll.

        Exact where the game is over, and nearly so where `races` judge.
        """
        xp = library_of(own)
        chunk = CHUNK if xp.__name__ == "numpy" else LARGE_CHUNK
        found = xp.empty((len(self.outcomes.names), len(own)), xp.float32)
        for at in range(0, len(own), chunk):
            part = slice(at, at + chunk)
            found[:, part] = self._judged(own[part], theirs[part])
        rows, exact = self.outcomes.final(own, theirs)
        found[:, rows] = exact
        if self.races and len(rows := self.races.rows(own, theirs)):
            found[:, rows] = 0
            found[0, rows] = self.races.wins(own[rows], theirs[rows])
        return found

    def _judged(self, own: Rows, theirs: Rows) -> Any:
        xp, inputs = library_of(own), inputs_of(self.rules)
        classes = inputs.classes(own, theirs)
        found = xp.empty((len(self.outcomes.names), len(own)), xp.float32)
        for number, network in enumerate(self.networks):
            rows = xp.nonzero(classes == number)[0]
            if len(rows):
                found[:, rows] = network(inputs.encode(own[rows], theirs[rows]))
        self.outcomes.possible(found, own, theirs)
        return found

    def points(self, own: Rows, theirs: Rows) -> Any:
        """The expected points, `(n,)`, of `own`, who is about to roll."""
        return self.outcomes.points(self.chances(own, theirs))

    def worth(self, own: Rows, theirs: Rows) -> Any:
        """What positions are worth to `own`, who has just played: `theirs` is about to roll."""
        return -self.points(theirs, own)

    def copied(self, xp: Any) -> "Model":
        """The same as arrays of another library, or of their own."""
        return Model(self.rules, tuple(network.copied(xp) for network in self.networks))
