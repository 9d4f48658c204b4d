"""A whole game, layer by layer from its end, and the bracket that holds for every value.

Checkers that are off stay off, so positions fall into layers by how many either side has off, and
each needs only itself, its mirror and layers nearer the end. Within a layer hits make cycles: it is
swept over the plays that look best until little changes, and these are chosen anew, in turn; when
that changes little, the values are followed to their end and proven over all plays.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from minigam.errors import MinigamError
from minigam.solver.compiled import Floats
from minigam.solver.prepared import Off, PreparedGame
from minigam.solver.sweeps import Sweeps, guess, layer_of

SETTLED_SHARE = 0.01
"""Values are followed, after a look at all plays, until they change by this share of what they
changed at the look: the next look may choose others."""
SMALL_CHANGE = 1e-4
"""Where a look changes values by less, its plays are mostly the best: values are followed to their
end, and proven."""
BRACKET_WIDTH, BRACKET_WIDTH_WITH_GAMMONS = 1e-10, 1e-8
"""How wide the bracket may be."""
PLIES, PLIES_SETTLED = 8.0, 0.4
"""A guess of how many plies are left in a layer, and how well that must be known."""
ROUNDING = 1e-14
"""More than the sums of a step are rounded by: 21 terms of at most 3, by 2**-53 each."""
CHANCES_SETTLED = 1e-8
TRIES = 50
"""How often all plays of a layer are looked at before it is given up."""
LOOKS = 6
"""How often all plays of a layer are looked at, mostly: what a progress bar counts on."""


@dataclass
class Solver:
    """The arrays that the sweeps fill, and how far they are."""

    game: PreparedGame
    values: Floats
    """Of each position, to the side that has just moved."""
    chances: Floats | None = None
    """Likewise its chance to win less its chance to lose; None where a win is always one point."""
    bounds: dict[Off, float] = field(default_factory=dict)
    """How far the values of each solved layer can be from the true ones."""
    tell: Callable[[int], None] = lambda _: None
    """Called with how many positions were looked at, over all plays."""
    swept: int = 0
    """Positions looked at so far, in all sweeps."""

    @property
    def looks(self) -> int:
        """How many looks at a position, over all plays, the whole game likely needs."""
        return LOOKS * self.game.index.size

    @property
    def looked(self) -> int:
        """How many of these the solved layers have taken."""
        return LOOKS * sum(map(self._size, self.bounds))

    def _size(self, off: Off) -> int:
        """How many positions a layer and its mirror have."""
        runs = (run for both in {off, off[::-1]} for run in self.game.index.runs(*both))
        return sum(end - begin for begin, end in runs)

    @property
    def bound(self) -> float:
        """How far any value can be from the true one."""
        return max(self.bounds.values())

    def run(self) -> Iterator[Off]:
        """Solve the layers that are not solved yet; each is named when it is done."""
        for off in self.game.layers:
            if off not in self.bounds:
                self.bounds[off] = self._bound_of_others(off) + self._solve(off)
                yield off

    def _solve(self, off: Off) -> float:
        """Solve a layer; how much it adds to the bound of the layers it can become."""
        sweeps = Sweeps(self.game, layer_of(self.game, off), self.tell)
        self.values[sweeps.layer.mine] = guess(self.game, sweeps.layer)
        for _ in range(TRIES):
            change = sweeps.improve(self.values, self.values)
            near = change < SMALL_CHANGE
            sweeps.settle(self.values, 0.4 * self._slack if near else change * SETTLED_SHARE)
            bound = self._bound(sweeps) if near else None
            if bound is not None:
                self._follow(sweeps)
                self.swept += sweeps.swept
                return bound
        raise MinigamError(f"the values of layer {off} could not be proven in {TRIES} looks")

    @property
    def _slack(self) -> float:
        """Half the bracket's width for each ply that is left in a layer."""
        width = BRACKET_WIDTH if self.game.law.most_points == 1 else BRACKET_WIDTH_WITH_GAMMONS
        return width / 400

    def _bound(self, sweeps: Sweeps) -> float | None:
        """Half the widest bracket that the layer adds, if it can be proven."""
        plies = np.zeros(len(self.values))
        plies[sweeps.layer.mine] = PLIES
        sweeps.settle(plies, PLIES_SETTLED, sign=1.0)
        if sweeps.excess(self.values, plies, self._slack) > -ROUNDING:
            return None
        return self._slack * float(plies.max())

    def _bound_of_others(self, off: Off) -> float:
        """The bound of the layers that this one can become."""
        low, high = off
        left = range(self.game.law.checkers)
        after = [(a, high) for a in left if a > low] + [(low, b) for b in left if b > high]
        return max((self.bounds[min(ab), max(ab)] for ab in after), default=0.0)

    def _follow(self, sweeps: Sweeps) -> None:
        """Find the chances to win of the plays with the best values."""
        if self.chances is not None:
            mine = sweeps.layer.mine
            self.chances[mine] = np.clip(self.values[mine], -1, 1)
            sweeps.improve(self.values, self.chances)
            sweeps.settle(self.chances, CHANCES_SETTLED)


def solver_of(game: PreparedGame) -> Solver:
    """A solver that has not begun."""
    points = game.points_won()
    chances = None if game.law.most_points == 1 else game.finished(np.ones_like(points))
    return Solver(game, game.finished(points), chances)
