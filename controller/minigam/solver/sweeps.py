"""One layer under way: its positions, what its plays lead to, and the sweeps over them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from minigam.solver import kernels
from minigam.solver.compiled import Floats, Longs
from minigam.solver.kernels import Chosen, Layer, Work
from minigam.solver.prepared import NONE, Off, PreparedGame

LONGEST = 256
"""The most positions of a run: what is known of them meanwhile stays in the nearest memory."""
CHUNK = 20_000
"""Positions between two looks at whether somebody wants to stop."""
DEPTH = 3
"""How many sweeps back it is looked for where values tend."""
SLOW = 0.5
"""The share of a sweep's change that the next one makes, where values creep."""


class AndersonAcceleration:
    """The last few sweeps of a layer, and where they tend."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._changes: list[NDArray[np.float32]] = []
        self._ends: list[NDArray[np.float32]] = []
        self._products = np.zeros((0, 0))
        """Of each two of the changes."""
        self._last: tuple[Floats, Floats] | None = None

    def next(self, begin: Floats, end: Floats) -> Floats:
        """Where to go on after a sweep from `begin` to `end`.

        >>> memory = AndersonAcceleration()
        >>> halves = [memory.next(np.array([x]), np.array([x / 2 + 1])) for x in (0.0, 1.0)]
        >>> [float(value[0]) for value in halves]  # the sweeps go half the way to 2
        [1.0, 2.0]
        """
        change = end - begin
        if self._last is None:
            self._last = change, end
            return end
        newest = (change - self._last[0]).astype(np.float32)
        self._changes = [*self._changes, newest][-DEPTH:]
        self._ends = [*self._ends, (end - self._last[1]).astype(np.float32)][-DEPTH:]
        self._last = change, end
        row = np.array([float(a @ newest) for a in self._changes])
        known = self._products[-DEPTH + 1 :, -DEPTH + 1 :]
        self._products = np.block([[known, row[:-1, None]], [row[None, :]]])
        small = change.astype(np.float32)
        least = np.array([float(a @ small) for a in self._changes])
        shares = np.linalg.lstsq(self._products, least, rcond=1e-9)[0]
        for share, one in zip(shares, self._ends, strict=True):
            end = end - share * one
        return end


@dataclass
class Sweeps:
    """The sweeps over one layer."""

    game: PreparedGame
    layer: Layer
    tell: Callable[[int], None]
    """Called with how many positions were looked at, over all plays."""
    swept: int = 0
    """Positions looked at so far, in all sweeps."""
    _chosen: Chosen = field(init=False)
    _work: Work = field(init=False)

    def __post_init__(self) -> None:
        """Make room for a play of every roll."""
        size, runs = len(self.layer.mine), len(self.layer.throwers)
        plays, starts = np.empty(kernels.ROLLS * size, np.uint32), np.zeros(runs + 1, np.int64)
        self._chosen = Chosen(plays, starts, np.zeros(runs, np.int32), np.zeros(size))
        self._work = Work(np.empty(LONGEST, np.uint32), *np.empty((6, LONGEST)))

    def improve(self, score: Floats, worth: Floats) -> float:
        """Sweep over all plays and keep the best; the largest change: see `kernels.improve`."""
        t, rest = self.game.tables, (score, worth, self._work)
        return max(
            kernels.improve(t, self.layer, begin, end, self._chosen, *rest)
            for begin, end in self._parts()
        )

    def evaluate(self, worth: Floats, sign: float = -1.0) -> float:
        """Sweep over the plays that were kept; the largest change: see `kernels.evaluate`."""
        self.swept += len(self.layer.mine)
        given = self.game.tables, self.layer, self._chosen
        return kernels.evaluate(*given, worth, sign, self._work)

    def settle(self, worth: Floats, enough: float, sign: float = -1.0) -> None:
        """Sweep over the plays that were kept until values change no more than that."""
        before, change = np.inf, self.evaluate(worth, sign)
        while change > enough and change < SLOW * before:
            before, change = change, self.evaluate(worth, sign)
        if change > enough:
            self._leap(worth, enough, sign)

    def _leap(self, worth: Floats, enough: float, sign: float) -> None:
        """Likewise where values creep: after each sweep on to where the last ones tend.

        Anderson's method: of all mixtures of the last sweeps, the one that would change least.
        """
        mine, memory = self.layer.mine, AndersonAcceleration()
        begin = worth[mine]
        while True:
            change = self.evaluate(worth, sign)
            if change <= enough:
                return
            begin = memory.next(begin, worth[mine])
            worth[mine] = begin

    def excess(self, values: Floats, plies: Floats, slack: float) -> float:
        """How far the values are from being proven: see `kernels.excess`."""
        t, work = self.game.tables, self._work
        return max(
            kernels.excess(t, self.layer, begin, end, values, plies, slack, work)
            for begin, end in self._parts()
        )

    def _parts(self) -> Iterator[tuple[int, int]]:
        """The runs, some at a time."""
        starts = self.layer.starts
        cuts = np.searchsorted(starts, np.arange(0, starts[-1] + CHUNK, CHUNK)).tolist()
        cuts[-1] = len(starts) - 1
        for begin, end in pairwise(cuts):
            yield begin, end
            positions = int(starts[end] - starts[begin])
            self.swept += positions
            self.tell(positions)


def layer_of(game: PreparedGame, off: Off) -> Layer:
    """The positions of a layer and its mirror, by how far the side about to roll has to go."""
    index, t = game.index, game.tables
    sides = [_positions(game, *both) for both in sorted({off, off[::-1]})]
    throwers, others = (np.concatenate(part) for part in zip(*sides, strict=True))
    run = (index.pips[throwers] * len(index.pips) + throwers) * t.sets + t.closed[others]
    order = np.argsort(run, kind="stable")
    run, throwers, others = run[order], throwers[order], others[order]
    cuts = np.flatnonzero(np.diff(run, prepend=-1)), np.arange(0, len(run), LONGEST), [len(run)]
    starts = np.unique(np.concatenate(cuts))
    return Layer(
        throwers[starts[:-1]].astype(np.int32),
        t.closed[others[starts[:-1]]],
        starts,
        others.astype(np.uint16),
        t.base[others] + t.place[t.mask[others], throwers],
        t.base[throwers] + t.place[t.mask[throwers], others],
        t.passes[throwers, t.closed[others]],
        t.passes[others, t.closed[throwers]],
    )


def _positions(game: PreparedGame, own: int, theirs: int) -> tuple[Longs, Longs]:
    """The configurations with so many off that share no point, as pairs."""
    index, t = game.index, game.tables
    throwers, others = (np.flatnonzero(index.off == off) for off in (own, theirs))
    which = np.nonzero(t.place[index.mask[throwers]][:, others] != NONE)
    return throwers[which[0]], others[which[1]]


def guess(game: PreparedGame, layer: Layer) -> Floats:
    """First values of a layer's positions, estimated from both sides' pip counts."""
    pips = game.index.pips
    behind = np.repeat(pips[layer.throwers], np.diff(layer.starts))
    ahead = pips[layer.others]
    return np.asarray(np.tanh((behind - ahead - 4) / np.sqrt(6.2 * (behind + ahead) + 1.4)))
