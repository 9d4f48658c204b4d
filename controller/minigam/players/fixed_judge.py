"""A simple judge that does not change, to measure networks against.

Its worth is that of the simple rules, `table.computer.worth`, for many positions at once.
"""

from dataclasses import dataclass

import numpy as np

from minigam.players.arrays import Floats, Rows
from minigam.players.boards import counts
from minigam.players.outcomes import outcomes_of
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FACES

WON = 1000.0
EXIT_WORTH, BLOCK_WORTH = 0.11, 0.07


@dataclass(frozen=True)
class FixedJudge:
    """The judge for a rule set."""

    rules: RuleSet

    def worth(self, own: Rows, theirs: Rows) -> Floats:
        """What positions are worth to `own`, who has just played, in checkers borne off.

        >>> from minigam.rules.ruleset import MINIGAM
        >>> start = np.array([MINIGAM.start.white], np.int8)
        >>> FixedJudge(MINIGAM).worth(start, start).tolist()
        [0.0]
        """
        mine, yours = counts(self.rules, own), counts(self.rules, theirs)
        found = self._standing(mine, yours) - self._standing(yours, mine)
        rows, chances = outcomes_of(self.rules).final(own, theirs)
        found[rows] = WON * (2 * chances[0] - 1)
        return found

    def _standing(self, own: Rows, theirs: Rows) -> Floats:
        layout, mine, yours = self.rules.layout, own, theirs
        places = np.arange(layout.off + 1)
        middle = mine @ (places * (layout.off - places) / layout.off**2).astype(np.float32)
        exits = (mine[:, -1 - len(FACES) : -1] > 0).sum(1)
        to_pass = np.cumsum(yours, 1)
        made = mine[:, 1:-1] >= self.rules.block
        across = [layout.mirror(place) - 1 for place in range(1, layout.off)]
        blocks = (made * to_pass[:, across]).sum(1)
        found: Floats = mine[:, -1] + middle + EXIT_WORTH * exits + BLOCK_WORTH * blocks
        return found.astype(np.float32)
