"""What a game can come to, as probabilities: columns of numbers, one a position.

The rows are `Outcomes.names`. A gammon counts as a win too, and a backgammon as a gammon, so each
probability is at most the one it is part of. Where a game can be drawn, a draw is half a win.
"""

from dataclasses import dataclass
from typing import Any

from minigam.players.arrays import Rows, library_of
from minigam.rules.pawn_rows import CODES
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, FIRST

WIN = "win"
KINDS = ("gammon", "backgammon")
"""What may be better than a win, for a point more each."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes that the games of a rule set have."""

    rules: RuleSet

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of win beside a single one.

        >>> from minigam.rules.ruleset import BACKGAMMON, PORTES
        >>> Outcomes(BACKGAMMON).kinds, Outcomes(PORTES).kinds
        (('gammon', 'backgammon'), ('gammon',))
        """
        return KINDS[: self.rules.most_points - 1]

    @property
    def names(self) -> tuple[str, ...]:
        """One a row, for the side about to roll.

        >>> from minigam.rules.ruleset import PORTES
        >>> Outcomes(PORTES).names
        ('win', 'win gammon', 'lose gammon')
        """
        sides = ("win", "lose")
        return (WIN, *(f"{side} {kind}" for side in sides for kind in self.kinds))

    def flipped(self, chances: Any) -> Any:
        """The same probabilities for the other side."""
        xp, kinds = library_of(chances), len(self.kinds)
        order = [chances[1 + kinds :], chances[1 : 1 + kinds]]
        return xp.concatenate([1 - chances[:1], *order])

    def points(self, chances: Any) -> Any:
        """The expected points of the side about to roll, at stake 1 and without a cube.

        >>> import numpy as np
        >>> from minigam.rules.ruleset import PORTES
        >>> Outcomes(PORTES).points(np.array([[0.5, 1.0], [0.25, 1.0], [0.0, 0.0]])).tolist()
        [0.25, 2.0]
        """
        kinds = len(self.kinds)
        gained = chances[1 : 1 + kinds].sum(0) - chances[1 + kinds :].sum(0)
        return 2 * chances[0] - 1 + gained

    def possible(self, chances: Any, own: Rows, theirs: Rows) -> None:
        """Set to nothing what cannot come: who has borne a checker off loses no gammon.

        No kind comes more often than the one that it is part of.
        """
        xp, kinds = library_of(chances), len(self.kinds)
        whole = {1: chances[0], 1 + kinds: 1 - chances[0]}
        for row in range(1, 1 + 2 * kinds):
            most = whole.get(row, chances[row - 1])
            chances[row] = xp.minimum(chances[row], most)
        if kinds:
            chances[1 : 1 + kinds] *= theirs[:, -1] == 0
            chances[1 + kinds :] *= own[:, -1] == 0

    def final(self, own: Rows, theirs: Rows) -> tuple[Any, Any]:
        """Which positions are over (their numbers), and the exact outcomes of those."""
        xp, checkers = library_of(own), self.rules.layout.checkers
        won, lost = own[:, -1] == checkers, theirs[:, -1] == checkers
        over, caught = won | lost, None
        if self.rules.layout.pins:
            caught = self._caught(own, theirs), self._caught(theirs, own)
            over = over | caught[0] | caught[1]
        rows = xp.nonzero(over)[0]
        mine = self._wins(won[rows], theirs[rows])
        yours = self._wins(lost[rows], own[rows])
        if caught:  # a mother counts two points; both are a draw
            lost_mine, lost_yours = caught[0][rows], caught[1][rows]
            mine[:2] += lost_yours & ~lost_mine
            mine[0] += 0.5 * (lost_yours & lost_mine)
            yours[:2] += lost_mine & ~lost_yours
        return rows, xp.concatenate([mine, yours[1:]]).astype(xp.float32)

    def _wins(self, won: Any, loser: Rows) -> Any:
        """Whether a side has won, and by how much, given the other side's checkers."""
        xp = library_of(loser)
        none_off = won & (loser[:, -1] == 0)
        behind = none_off & (loser[:, : self.rules.home + 1] > 0).any(1)
        return xp.stack([won, none_off, behind][: self.rules.most_points]).astype(xp.float32)

    @staticmethod
    def _caught(own: Rows, theirs: Rows) -> Any:
        """Whether a side's mother is pinned for good; see `plakoto.caught`."""
        return (own[:, FIRST] < 0) & (theirs[:, FIRST] <= 0) & (own[:, BAR] == 0)


@dataclass(frozen=True)
class PawnOutcomes(Outcomes):
    """Those of pawns with faces: to be first, and, where totals count, who has the lower one."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """A second point is for the lower total, whoever was first."""
        return ("lower",) if self.rules.totals else ()

    def possible(self, chances: Any, own: Rows, theirs: Rows) -> None:
        """Everything may come."""

    def final(self, own: Rows, theirs: Rows) -> tuple[Any, Any]:
        """As `Outcomes.final`; the arrays are rows of `rules.pawn_rows`."""
        xp, off = library_of(own), self.rules.layout.off * CODES
        won, lost = own[:, 0] == off, theirs[:, 0] == off
        rows = xp.nonzero(won | lost)[0]
        mine, yours = own[rows, -1], theirs[rows, -1]
        chances = [won[rows]]
        if self.rules.totals:
            chances += [mine < yours, yours < mine]
        return rows, xp.stack(chances).astype(xp.float32)


def outcomes_of(rules: RuleSet) -> Outcomes:
    """The outcomes of a rule set's games."""
    return PawnOutcomes(rules) if rules.pawn_die else Outcomes(rules)
