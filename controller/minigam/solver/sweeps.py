"""One layer under way: its positions, what its plays lead to, and the sweeps over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from minigam.solver import kernels
from minigam.solver.arrays import Floats, Longs
from minigam.solver.game import Game, Off
from minigam.solver.kernels import Chosen, Layer, Targets

CHUNK = 20_000
"""Positions between two looks at whether somebody wants to stop."""
DEPTH = 3
"""How many sweeps back it is looked for where values tend."""
SLOW = 0.5
"""The share of a sweep's change that the next one makes, where values creep."""
KEPT = 1 << 24
"""The most results of a layer that are usually kept from one sweep over all plays to the next."""
ENTRIES = 40
"""Plays a position that there is room for at first."""


class Memory:
    """The last few sweeps of a layer, and where they tend."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._changes: list[NDArray[np.float32]] = []
        self._ends: list[NDArray[np.float32]] = []
        self._last: tuple[Floats, Floats] | None = None

    def next(self, begin: Floats, end: Floats) -> Floats:
        """Where to go on after a sweep from `begin` to `end`.

        >>> memory = Memory()
        >>> halves = [memory.next(np.array([x]), np.array([x / 2 + 1])) for x in (0.0, 1.0)]
        >>> [float(value[0]) for value in halves]  # the sweeps go half the way to 2
        [1.0, 2.0]
        """
        change = end - begin
        if self._last is None:
            self._last = change, end
            return end
        self._changes = [*self._changes, (change - self._last[0]).astype(np.float32)][-DEPTH:]
        self._ends = [*self._ends, (end - self._last[1]).astype(np.float32)][-DEPTH:]
        self._last = change, end
        changes = np.array([[float(a @ b) for a in self._changes] for b in self._changes])
        least = np.array([float(a @ change) for a in self._changes])
        shares = np.linalg.lstsq(changes, least, rcond=1e-9)[0]
        for share, one in zip(shares, self._ends, strict=True):
            end = end - share * one
        return end


@dataclass
class Sweeps:
    """The sweeps over one layer."""

    game: Game
    layer: Layer
    tell: Callable[[int], None]
    """Told how many positions were looked at, over all plays."""
    kept: int = KEPT
    """The most results that are kept for the next sweep over all plays."""
    chosen: Chosen = field(init=False)
    swept: int = 0
    """Positions looked at so far, in all sweeps."""
    _kept: dict[int, Targets] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make room for the short lists."""
        size = len(self.layer.mine)
        plays = np.empty(ENTRIES * size + self.game.tables.room, np.uint32)
        self.chosen = Chosen(plays, np.zeros(size + 1, np.int64), np.zeros(size))

    def improve(self, score: Floats, worth: Floats, margin: float = 0.0) -> None:
        """Sweep over all plays, and keep those that may be best: see `kernels.improve`."""
        for targets in self._targets():
            given = (self.game.tables, self.layer, targets)
            while kernels.improve(*given, self.chosen, score, worth, margin) == kernels.NO_ROOM:
                plays = self.chosen.plays
                longer = np.concatenate([plays, np.empty_like(plays)])
                self.chosen = self.chosen._replace(plays=longer)

    def evaluate(self, worth: Floats, sign: float = -1.0) -> float:
        """Sweep over the plays that were kept; the largest change: see `kernels.evaluate`."""
        self.swept += len(self.layer.mine)
        return kernels.evaluate(self.layer, self.chosen, worth, sign)

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
        mine, memory = self.layer.mine, Memory()
        begin = worth[mine]
        while True:
            change = self.evaluate(worth, sign)
            if change <= enough:
                return
            begin = memory.next(begin, worth[mine])
            worth[mine] = begin

    def shorten(self, values: Floats, margin: float) -> None:
        """Keep fewer plays: see `kernels.shorten`."""
        kernels.shorten(self.chosen, values, margin)

    def excess(self, values: Floats, plies: Floats, slack: float) -> float:
        """How far the values are from being proven: see `kernels.excess`."""
        given = (values, plies, slack)
        return max(
            kernels.excess(self.game.tables, self.layer, targets, *given)
            for targets in self._targets()
        )

    def _targets(self) -> Iterator[Targets]:
        """What the plays lead to, some pairs at a time; kept for the next sweep if they are few."""
        starts = self.layer.starts
        few = kernels.count(self.game.tables, self.layer, 0, len(starts) - 1) <= self.kept
        for begin, end in self._chunks():
            targets = self._kept.get(begin) or self._unfolded(begin, end)
            if few:
                self._kept[begin] = targets
            yield targets
            positions = int(starts[end] - starts[begin])
            self.swept += positions
            self.tell(positions)

    def _chunks(self) -> Iterator[tuple[int, int]]:
        starts = self.layer.starts
        cuts = np.searchsorted(starts, np.arange(0, starts[-1] + CHUNK, CHUNK)).tolist()
        for begin, end in pairwise(cuts):
            yield begin, min(end, len(starts) - 1)

    def _unfolded(self, begin: int, end: int) -> Targets:
        rows = np.empty(kernels.count(self.game.tables, self.layer, begin, end), np.int32)
        rolls = (end - begin) * kernels.ROLLS
        targets = Targets(begin, rows, np.zeros(rolls + 1, np.int64), np.zeros(rolls, np.int64))
        kernels.unfold(self.game.tables, self.layer, targets)
        return targets


def layer_of(game: Game, off: Off) -> Layer:
    """The positions of a layer and its mirror, those nearest the end first.

    In blocks of so many pips: within one, those of a configuration follow each other, for their
    results lie near each other.
    """
    index = game.index
    sides = [_pairs(game, *both) for both in sorted({off, off[::-1]})]
    configs, kinds = (np.concatenate(part) for part in zip(*sides, strict=True))
    pips = index.pips[configs] + index.pips[index.first[kinds]]
    order = np.lexsort((kinds, configs, pips // (game.law.points // 2)))
    configs, kinds = configs[order].astype(np.int32), kinds[order].astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(index.first[kinds + 1] - index.first[kinds])])
    size = int(starts[-1])
    mine, mirror = np.zeros((2, size), np.int32)
    passes, others = np.zeros((2, size), np.uint8)
    layer = Layer(configs, kinds, starts.astype(np.int64), mine, mirror, passes, others)
    kernels.locate(game.tables, layer)
    return layer


def _pairs(game: Game, own: int, theirs: int) -> tuple[Longs, Longs]:
    """The configurations and classes with so many off that share no point."""
    index = game.index
    configs = np.flatnonzero(index.off == own)
    kinds = np.flatnonzero(index.off[index.first[:-1]] == theirs)
    which = np.nonzero(index.rank[index.mask[configs]][:, kinds] >= 0)
    return configs[which[0]], kinds[which[1]]


def position_count(game: Game, own: int, theirs: int) -> int:
    """How many positions there are with so many checkers off.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> position_count(Game.of(MINIGAM), 0, 0)
    507781
    """
    first, kinds = game.index.first, _pairs(game, own, theirs)[1]
    return int((first[kinds + 1] - first[kinds]).sum())


def guess(game: Game, layer: Layer) -> Floats:
    """Who is ahead in the race: where the sweeps begin does not matter, but for their number."""
    index = game.index
    sizes = np.diff(layer.starts)
    behind = np.repeat(index.pips[layer.configs], sizes)
    at = np.arange(len(layer.mine)) - np.repeat(layer.starts[:-1], sizes)
    ahead = index.pips[np.repeat(index.first[layer.kinds], sizes) + at]
    return np.asarray(np.tanh((behind - ahead - 4) / np.sqrt(6.2 * (behind + ahead) + 1.4)))
