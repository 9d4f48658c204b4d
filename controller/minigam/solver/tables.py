"""All that the sweeps must know of a game before its values, as one bundle of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from minigam.rules.steps import BAR, ROLLS
from minigam.solver.arrays import REMAINDERS, Bytes, Configs, Ints, Longs
from minigam.solver.index import Index, mirrored
from minigam.solver.plays import moved_table, plays_of
from minigam.solver.rule_numbers import RuleNumbers

THROWS = 36
NONE = (1 << 16) - 1


class Tables(NamedTuple):
    """A game's positions and plays."""

    base: Ints
    """Where the numbers of each configuration's positions begin: see `index.Index`."""
    mask: Ints
    """Which row of `place` each configuration uses."""
    place: Configs
    """What to add for the other side's configuration; `NONE` where both would share a point."""
    edge: Ints
    """Of each configuration, where the numbers of those with more checkers off begin."""
    blots: Longs
    """Of each configuration, as bits of the other side's points."""
    closed: Ints
    """Which set of closed points each configuration is to the other side."""
    hit: Configs
    """By a bit's remainder, each configuration after a hit there: itself where it has no blot."""
    sets: int
    """How many sets of closed points there are."""
    lists: Ints
    """Where the results of `(configuration * sets + set) * 21 + roll` begin."""
    bases: Ints
    """`base` of each result's configuration."""
    masks: Ints
    """`mask` of each result's configuration."""
    landed: Ints
    """The points each result has landed on."""
    throws: Longs
    """How many of 36 throws are each roll."""
    passes: Bytes
    """How many throws a configuration cannot play against a set of closed points."""


def tables_of(index: Index, law: RuleNumbers) -> Tables:
    """The tables of a game."""
    moved = moved_table(index)
    plays = plays_of(index, law, moved)
    rank = index.rank[:, index.class_of]
    ends = np.searchsorted(index.off, index.off, side="right")
    return Tables(
        index.base,
        index.mask,
        np.where(rank >= 0, rank + index.within, NONE).astype(np.uint16),
        index.base[ends],
        mirrored(index.blots, law.points),
        np.searchsorted(plays.closed, mirrored(index.made, law.points)).astype(np.int32),
        _hits(index, moved),
        len(plays.closed),
        plays.lists,
        plays.bases,
        plays.masks,
        plays.landed,
        np.array([1 + (one != other) for one, other in ROLLS], np.int64),
        plays.passes,
    )


def _hits(index: Index, moved: Ints) -> Configs:
    """Each configuration after its blot on a point is hit, if it has one there."""
    same, points = np.arange(len(index.counts)), index.layout.points
    table = np.tile(same.astype(np.uint16), (REMAINDERS, 1))
    for at in range(points):
        blot = index.blots >> (points - 1 - at) & 1
        table[(1 << at) % REMAINDERS] = np.where(blot, moved[same, points - at, BAR], same)
    return table
