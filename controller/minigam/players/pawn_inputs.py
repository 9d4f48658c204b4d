"""What a network knows of pawns with faces: where each kind stands, and what has been scored.

The positions are rows of `rules.pawn_rows`. The face of a captured pawn says nothing: it is rolled
before it comes back.
"""

from dataclasses import dataclass
from typing import Any

from minigam.players.arrays import Floats, Rows, library_of
from minigam.players.inputs import CONTACT, RACE, Inputs
from minigam.rules.pawn_rows import CODES, KINDS, SIGNS
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR

PIPS, POINTS = 80, 20
"""Of a side at the start about so many, and about so many scored at the end."""
LEADS = range(-7, 9)
"""By how much one may have scored more: each has an input, which is 1 from there on."""
SIGNED = (0, len(SIGNS) - 1)
"""The signs that count: minus and plus."""


@dataclass(frozen=True)
class PawnInputs(Inputs):
    """The inputs for the positions of a rule set whose pawns have faces."""

    @property
    def size(self) -> int:
        """How many there are.

        >>> from minigam.rules.ruleset import BACKGAMMON_DICE_BASIC, BACKGAMMON_DICE_TOURNAMENT
        >>> PawnInputs(BACKGAMMON_DICE_BASIC).size, PawnInputs(BACKGAMMON_DICE_TOURNAMENT).size
        (182, 264)
        """
        layout = self.rules.layout
        each = len(KINDS) + 1 + (len(SIGNED) if self.rules.totals else 0)
        sides = 2 * (layout.points * each + 2 * layout.checkers + 1 + self.rules.totals)
        return sides + (len(LEADS) if self.rules.totals else 0)

    def classes(self, own: Rows, theirs: Rows) -> Any:
        """The number in `CLASSES` of each position: whether the sides can still meet."""
        met = own[:, 0] // CODES + theirs[:, 0] // CODES < self.rules.layout.off
        return library_of(own).where(met, CONTACT, RACE)

    def encode(self, own: Rows, theirs: Rows) -> Floats:
        """The inputs, `(size, n)`, of `n` positions; `own` is the side about to roll."""
        xp = library_of(own)
        inputs: Floats = xp.empty((self.size, own.shape[0]), xp.float32)
        half = (self.size - (len(LEADS) if self.rules.totals else 0)) // 2
        self._pawns(inputs[:half], own)
        self._pawns(inputs[half : 2 * half], theirs)
        if self.rules.totals:
            leads = xp.arange(LEADS.start, LEADS.stop, dtype=own.dtype)[:, None]
            inputs[2 * half :] = own[:, -1] - theirs[:, -1] >= leads
        return inputs

    def _pawns(self, inputs: Any, rows: Rows) -> None:
        """Write the inputs of one side."""
        xp, layout, kinds = library_of(rows), self.rules.layout, len(KINDS)
        columns = xp.ascontiguousarray(rows.T)
        codes = columns[:-1]
        places, faces = codes // CODES, codes % CODES
        on_board = (places > BAR) & (places < layout.off)
        spot = xp.where(on_board, places - 1, -1)
        kind = xp.where(on_board, spot * kinds + faces // len(SIGNS), -1)
        at = self._count(inputs, 0, kind, kinds * layout.points)
        end = self._count(inputs, at, spot, layout.points)
        inputs[at:end] = inputs[at:end] > 1
        at = end
        if self.rules.totals:
            for sign in SIGNED:
                signed = xp.where(faces % len(SIGNS) == sign, spot, -1)
                at = self._count(inputs, at, signed, layout.points)
            inputs[at] = columns[-1] / POINTS
            at += 1
        steps = xp.arange(1, layout.checkers + 1, dtype=xp.int16)[:, None]
        for place in (BAR, layout.off):
            inputs[at : at + layout.checkers] = (places == place).sum(0)[None] >= steps
            at += layout.checkers
        inputs[at] = (layout.off - places).sum(0) / PIPS

    @staticmethod
    def _count(inputs: Any, at: int, numbers: Any, size: int) -> int:
        """Write how many pawns have each number from 0 on; where the next inputs go."""
        each = library_of(numbers).arange(size, dtype=numbers.dtype)[:, None]
        found = inputs[at : at + size]
        found[:] = 0
        for row in numbers:
            found += row[None] == each
        return at + size


def inputs_of(rules: RuleSet) -> Inputs:
    """The inputs for a rule set's positions."""
    return PawnInputs(rules) if rules.pawn_die else Inputs(rules)
