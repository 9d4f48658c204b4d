"""All that the sweeps must know of a game before its values, as one bundle of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from minigam.rules.steps import BAR, ROLLS
from minigam.solver.arrays import REMAINDERS, Bytes, Ints, Longs, Shorts
from minigam.solver.index import Index, mirrored
from minigam.solver.law import Law
from minigam.solver.plays import moved_table, plays_of

THROWS = 36


class Tables(NamedTuple):
    """A game's positions and plays; for the first six see `index.Index`."""

    base: Ints
    rank: Shorts
    mask: Ints
    class_of: Ints
    within: Ints
    first: Ints
    blots: Longs
    """Of each class, as bits of the other side's points."""
    closed: Ints
    """Which set of closed points each class is to the other side."""
    hit: Ints
    """Each class after one of its blots is hit, by the bit's remainder."""
    sets: int
    """How many sets of closed points there are."""
    lists: Ints
    """Where the results of `(configuration * sets + set) * 21 + roll` begin."""
    bases: Ints
    """`base` of each result's configuration."""
    masks: Ints
    """`mask` of each result's configuration."""
    landed: Ints
    """The points each result has landed on, and `LEAVES`."""
    throws: Longs
    """How many of 36 throws are each roll."""
    passes: Bytes
    """How many throws a configuration cannot play against a set of closed points."""
    room: int
    """The most results that a configuration has against a set of closed points, of all rolls."""


def tables_of(index: Index, law: Law) -> Tables:
    """The tables of a game."""
    moved = moved_table(index)
    plays = plays_of(index, law, moved)
    heads = index.first[:-1]
    theirs = mirrored(index.made[heads], law.points)
    return Tables(
        index.base,
        index.rank,
        index.mask,
        index.class_of,
        index.within,
        index.first,
        mirrored(index.blots[heads], law.points),
        np.searchsorted(plays.closed, theirs).astype(np.int32),
        _hits(index, moved),
        len(plays.closed),
        plays.lists,
        plays.bases,
        plays.masks,
        plays.landed,
        np.array([1 + (one != other) for one, other in ROLLS], np.int64),
        plays.passes,
        int(np.diff(plays.lists[:: len(ROLLS)]).max()),
    )


def _hits(index: Index, moved: Ints) -> Ints:
    """Each class after a blot on each point is hit; -1 for points without."""
    heads, points = index.first[:-1], index.layout.points
    table = np.full((len(heads), REMAINDERS), -1, np.int32)
    for at in range(points):
        after = moved[heads, points - at, BAR]
        table[:, (1 << at) % REMAINDERS] = np.where(after >= 0, index.class_of[after], -1)
    return table
