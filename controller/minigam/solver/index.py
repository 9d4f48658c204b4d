"""Every position of a game as a whole number: configurations, classes, rows.

A *configuration* is where one side's checkers are: on its bar and on its points; the others are
off. A position is two configurations that share no point; pairs that do have no number.

Configurations come in *classes*: so many off, the same made points, the same blots. To the other
side all of a class are alike, but for what stands on the bar and how tall the made points are. So
all positions of one configuration against one class have the same plays, and lie side by side.

    number(i, j) = base[i] + rank[mask[i], class[j]] + within[j]

`rank` counts the configurations of the classes before that share no point with i.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from minigam.rules.position import Layout
from minigam.solver.compiled import Counts, Ints, Longs, Shorts


def configurations(layout: Layout) -> Counts:
    """Every configuration as counts on the bar and the points, in the index's order.

    >>> len(configurations(Layout(6, 8, rising=True))), len(configurations(Layout(24, 3, False)))
    (6435, 3276)
    """
    places = layout.points + 2
    chosen = np.array(list(combinations_with_replacement(range(places), layout.checkers)))
    counts = np.zeros((len(chosen), places), np.int8)
    for checker in chosen.T:
        counts[np.arange(len(chosen)), checker] += 1
    return _sorted(counts)


def _sorted(counts: Counts) -> Counts:
    """By checkers off, made points and blots; then by what stands above two, least first.

    A hit takes a whole class to the first ones of another class, in the same order. Classes that
    have gone as far lie near each other, for the sweeps meet them together.
    """
    points = counts[:, 1:-1]
    above = np.maximum(points - 2, 0)
    gone = np.minimum(points, 2) @ np.arange(1, points.shape[1] + 1)
    made, blots = _bits(points >= 2), _bits(points == 1)
    keys = (*above.T[::-1], above.sum(axis=1), blots, made, gone, counts[:, -1])
    return counts[np.lexsort(keys)]


def code(counts: Counts, layout: Layout) -> Longs:
    """Rows of counts as numbers: the places, but for off, are digits, the bar the last.

    >>> code(np.array([[7, 1, 0, 0, 0, 0, 0, 0]]), Layout(6, 8, rising=True)).tolist()
    [16]
    """
    digits = (layout.checkers + 1) ** np.arange(layout.off, dtype=np.int64)
    return np.asarray(counts[:, :-1] @ digits)


def _bits(held: NDArray[np.bool_]) -> Longs:
    """Points as bits: the lowest is the first point."""
    return np.asarray(held @ (1 << np.arange(held.shape[1], dtype=np.int64)))


def mirrored(bits: Longs, points: int) -> Longs:
    """The same points as the other side counts them.

    >>> mirrored(np.array([0b000011]), 6).tolist()
    [48]
    """
    turned = [((bits >> at) & 1) << (points - 1 - at) for at in range(points)]
    return np.asarray(np.sum(turned, axis=0))


@dataclass(frozen=True)
class Index:
    """The numbering of a board's positions.

    >>> Index(Layout(6, 8, rising=True)).size, Index(Layout(24, 3, rising=False)).size
    (3910437, 7959904)
    """

    layout: Layout

    @cached_property
    def counts(self) -> Counts:
        """Checkers of each configuration on the bar, the points and off."""
        return configurations(self.layout)

    @cached_property
    def codes(self) -> Longs:
        """Each configuration as one number: see `code`."""
        return code(self.counts, self.layout)

    @cached_property
    def by_code(self) -> Longs:
        """The configurations in the order of their codes."""
        return np.argsort(self.codes)

    def find(self, counts: Counts) -> Ints:
        """Which configurations some rows of counts are."""
        at = np.searchsorted(self.codes, code(counts, self.layout), sorter=self.by_code)
        return self.by_code[at].astype(np.int32)

    @cached_property
    def off(self) -> Ints:
        """How many of each configuration are off."""
        return self.counts[:, -1].astype(np.int32)

    @cached_property
    def pips(self) -> Ints:
        """How far each configuration still has to go."""
        left = self.layout.off - np.arange(self.layout.off + 1)
        return (self.counts @ left).astype(np.int32)

    @cached_property
    def made(self) -> Longs:
        """Each configuration's made points, as bits of its own points."""
        return _bits(self.counts[:, 1:-1] >= 2)

    @cached_property
    def blots(self) -> Longs:
        """Likewise its blots."""
        return _bits(self.counts[:, 1:-1] == 1)

    @cached_property
    def class_of(self) -> Ints:
        """Each configuration's class."""
        new = np.zeros(len(self.counts), np.bool_)
        for key in (self.off, self.made, self.blots):
            new[1:] |= key[1:] != key[:-1]
        return np.cumsum(new).astype(np.int32)

    @cached_property
    def first(self) -> Ints:
        """The first configuration of each class, and the number of all at the end."""
        starts = np.flatnonzero(np.diff(self.class_of, prepend=-1))
        return np.append(starts, len(self.counts)).astype(np.int32)

    @cached_property
    def within(self) -> Ints:
        """Each configuration's place in its class."""
        return (np.arange(len(self.counts)) - self.first[self.class_of]).astype(np.int32)

    @cached_property
    def _masks(self) -> tuple[Longs, Ints]:
        """The sets of held points that occur, and each configuration's."""
        masks, which = np.unique(self.made | self.blots, return_inverse=True)
        return masks, which.astype(np.int32)

    @property
    def mask(self) -> Ints:
        """Which row of `rank` a configuration uses."""
        return self._masks[1]

    @cached_property
    def _fits(self) -> NDArray[np.bool_]:
        """Whether a class shares no point with a mask."""
        heads = self.first[:-1]
        theirs = mirrored((self.made | self.blots)[heads], self.layout.points)
        return np.asarray((self._masks[0][:, None] & theirs[None, :]) == 0)

    @cached_property
    def rank(self) -> Shorts:
        """Where each class begins in the row of a mask; -1 where it does not fit."""
        sizes = np.where(self._fits, np.diff(self.first)[None, :], 0)
        before = np.cumsum(sizes, axis=1) - sizes
        return np.where(self._fits, before, -1).astype(np.int16)

    @cached_property
    def base(self) -> Ints:
        """Where the row of each configuration begins, and the end of the last."""
        lengths = np.where(self._fits, np.diff(self.first)[None, :], 0).sum(axis=1)[self.mask]
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)

    @property
    def size(self) -> int:
        """How many positions there are."""
        return int(self.base[-1])

    def runs(self, own: int, theirs: int) -> Iterator[tuple[int, int]]:
        """Where the positions begin and end that lie side by side, with so many checkers off.

        >>> from minigam.rules.ruleset import MINIGAM
        >>> sum(end - begin for begin, end in Index(MINIGAM.layout).runs(0, 0))
        507781
        """
        sizes = np.diff(self.first)
        low, high = np.searchsorted(self.off[self.first[:-1]], [theirs, theirs + 1])
        begins = self.base[:-1] + (self._fits[:, :low] @ sizes[:low])[self.mask]
        ends = begins + (self._fits[:, low:high] @ sizes[low:high])[self.mask]
        there = self.off == own
        yield from zip(begins[there].tolist(), ends[there].tolist(), strict=True)

    def number(self, own: int, theirs: int) -> int:
        """The number of a position: two configurations, each as its own side counts."""
        start = self.base[own] + self.rank[self.mask[own], self.class_of[theirs]]
        return int(start + self.within[theirs])
