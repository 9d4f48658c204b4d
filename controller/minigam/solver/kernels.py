"""The sweeps over a layer, as machine code; `solve` says in which order.

`values[n]` is what position `n` is worth to the side that has just moved. A layer holds the
positions with so many checkers off on either side; results with more off belong to layers that are
solved, and do not change any more.

A sweep over *all plays* (`improve`) looks at everything that may be played, keeps the best play of
each roll, and writes the value they give; the next sweeps (`evaluate`) follow only these.
Values are written as soon as they are known, and the next positions see them.

`excess` is the proof: the one-step equation for both ends of a bracket, over all plays.

Positions come in runs, of a configuration about to roll and others that hold the same points
against it: all of a run have the same plays, so each play is followed for all of them at once. Such
loops are short and many, and have no branches: those cost most.

Two positions can be each other's passes. A side that passes with chance p is worth x = A - p y, and
the other, in the same place, y = B - q x: they are solved together, or would creep to their limit.
"""

from typing import NamedTuple

import numpy as np

from minigam.solver.compiled import (
    REMAINDERS,
    Bytes,
    Configs,
    Floats,
    Ints,
    Longs,
    Rows,
    inlined,
    uncounted,
)
from minigam.solver.prepared import THROWS, Tables

ROLLS = 21


class Layer(NamedTuple):
    """The positions of a layer, in the order of the sweeps."""

    throwers: Ints
    """Of each run, the configuration about to roll."""
    closed: Ints
    """Of each run, which set of points is closed to it."""
    starts: Longs
    """Where each run begins, and the number of all positions at the end."""
    others: Configs
    """Of each position, the configuration that has just moved."""
    mine: Ints
    """The number of each position."""
    mirror: Ints
    """The number of what a pass makes of it."""
    passes: Bytes
    """How many of 36 ordered rolls the side about to roll cannot play."""
    returned: Bytes
    """How many the other side could not play, in its place."""


class Chosen(NamedTuple):
    """The best plays."""

    plays: Rows
    """The number each leads to: roll by roll for the positions of a run."""
    starts: Longs
    """Where the plays of each run begin."""
    rolls: Ints
    """Of which rolls they are, as bits: not of passes, nor where all are best played out of the
    layer."""
    constants: Floats
    """What these others add to a position, in 36ths."""


class Work(NamedTuple):
    """Room for what is known of a run's positions while it is looked at."""

    rows: Rows
    """What a play leads to."""
    now: Floats
    wide: Floats
    low: Floats
    high: Floats
    lows: Floats
    highs: Floats


@inlined
def _list(t: Tables, layer: Layer, run: int) -> int:
    """Which list of results is that of a run's first roll."""
    which: int = (layer.throwers[run] * t.sets + layer.closed[run]) * ROLLS
    return which


@inlined
def _blots(t: Tables, others: Configs) -> int:
    """The points on which some of a run's configurations can be hit."""
    blots = 0
    for other in others:
        blots |= t.blots[other]
    return blots


@inlined
def is_new(t: Tables, n: int, first: int, blots: int) -> bool:
    """Whether a result differs from the one before it: not only in where nobody is."""
    new: bool = (
        n == first or t.bases[n] != t.bases[n - 1] or ((t.landed[n] ^ t.landed[n - 1]) & blots) != 0
    )
    return new


@inlined
def follow(t: Tables, n: int, others: Configs, blots: int, rows: Rows) -> None:
    """Put the numbers of a result against a run's configurations into `rows`."""
    base, mask, hits = np.uint32(t.bases[n]), t.masks[n], t.landed[n] & blots
    if hits == 0:
        for at in range(len(others)):
            rows[at] = base + t.place[mask, others[at]]
        return
    point = (hits & -hits) % REMAINDERS
    for at in range(len(others)):
        rows[at] = t.hit[point, others[at]]
    hits &= hits - 1
    while hits:
        point = (hits & -hits) % REMAINDERS
        for at in range(len(others)):
            rows[at] = t.hit[point, rows[at]]
        hits &= hits - 1
    for at in range(len(others)):
        rows[at] = base + t.place[mask, rows[at]]


@inlined
def _best(
    t: Tables, roll: int, others: Configs, blots: int, score: Floats, work: Work, chosen: Rows
) -> None:
    """Put the numbers of a list's best plays against a run's configurations into `chosen`."""
    rows, best, now = work.rows, work.high, work.now
    first, size = t.lists[roll], len(others)
    follow(t, first, others, blots, chosen)
    for at in range(size):
        best[at] = score[chosen[at]]
    for n in range(first + 1, t.lists[roll + 1]):
        if is_new(t, n, first, blots):
            follow(t, n, others, blots, rows)
            for at in range(size):
                now[at] = score[rows[at]]
            for at in range(size):
                better = now[at] > best[at]
                chosen[at] = rows[at] if better else chosen[at]
                best[at] = now[at] if better else best[at]


@inlined
def _choose(
    t: Tables, layer: Layer, run: int, chosen: Chosen, score: Floats, worth: Floats, work: Work
) -> None:
    """Keep the best plays of a run."""
    start, thrower, begin = layer.starts[run], layer.throwers[run], chosen.starts[run]
    others = layer.others[start : layer.starts[run + 1]]
    blots, size, which, kept = _blots(t, others), len(others), _list(t, layer, run), 0
    for at in range(size):
        chosen.constants[start + at] = 0.0
    for roll in range(ROLLS):
        if t.bases[t.lists[which + roll]] == t.base[thrower]:
            continue
        plays = chosen.plays[begin : begin + size]
        _best(t, which + roll, others, blots, score, work, plays)
        stays = False
        for at in range(size):
            stays |= plays[at] < t.edge[thrower]
        if stays:
            kept |= 1 << roll
            begin += size
        else:
            for at in range(size):
                chosen.constants[start + at] += t.throws[roll] * worth[plays[at]]
    chosen.rolls[run], chosen.starts[run + 1] = kept, begin


@inlined
def _settle(values: Floats, layer: Layer, position: int, played: float, sign: float) -> float:
    """Write what a position is worth, and what a pass makes of it; how much the first has changed.

    `played` is what the rolls that can be played are worth to the side about to roll.
    """
    mine, mirror = layer.mine[position], layer.mirror[position]
    p, q = layer.passes[position] / THROWS, layer.returned[position] / THROWS
    before, worth = sign * values[mine], played
    if p > 0.0 or q > 0.0:
        theirs = played if mine == mirror else sign * values[mirror] - q * values[mine]
        worth = (played + sign * p * theirs) / (1.0 - p * q)
        if mine != mirror and q > 0.0:
            values[mirror] = sign * theirs + q * worth
    values[mine] = sign * worth
    change: float = abs(worth - before)
    return change


@inlined
def _evaluate(
    t: Tables, layer: Layer, run: int, chosen: Chosen, worth: Floats, sign: float, sums: Floats
) -> float:
    """Write what the positions of a run are worth by the plays that are kept."""
    start, begin, change = layer.starts[run], chosen.starts[run], 0.0
    size = layer.starts[run + 1] - start
    for at in range(size):
        sums[at] = chosen.constants[start + at] if sign < 0.0 else THROWS
    for roll in range(ROLLS):
        if chosen.rolls[run] >> roll & 1:
            throws, plays = t.throws[roll], chosen.plays[begin : begin + size]
            for at in range(size):
                sums[at] += throws * worth[plays[at]]
            begin += size
    for at in range(size):
        change = max(change, _settle(worth, layer, start + at, sums[at] / THROWS, sign))
    return change


@uncounted
def improve(
    t: Tables,
    layer: Layer,
    begin: int,
    end: int,
    chosen: Chosen,
    score: Floats,
    worth: Floats,
    work: Work,
) -> float:
    """A sweep over all plays of some runs; the largest change.

    Plays are chosen by `score`, and `worth` is written: the same array, or what else shall be
    known of the best plays.
    """
    change = 0.0
    for run in range(begin, end):
        _choose(t, layer, run, chosen, score, worth, work)
        change = max(change, _evaluate(t, layer, run, chosen, worth, -1.0, work.lows))
    return change


@uncounted
def evaluate(
    t: Tables, layer: Layer, chosen: Chosen, worth: Floats, sign: float, work: Work
) -> float:
    """A sweep over the plays that are kept; the largest change.

    `sign` is -1 for what one side gains and the other loses; 1 counts the plies that are left in
    the layer.
    """
    change = 0.0
    for run in range(len(layer.throwers)):
        change = max(change, _evaluate(t, layer, run, chosen, worth, sign, work.lows))
    return change


@uncounted
def excess(
    t: Tables,
    layer: Layer,
    begin: int,
    end: int,
    values: Floats,
    plies: Floats,
    slack: float,
    work: Work,
) -> float:
    """By how much `values` +- `slack * plies` fails to be a bracket, over all plays of some runs.

    Where one step from the upper end comes out below it, and one from the lower end above it, the
    true value lies between.
    """
    worst = -np.inf
    rows, now, wide, low, high, lows, highs = work
    for run in range(begin, end):
        start = layer.starts[run]
        others = layer.others[start : layer.starts[run + 1]]
        which, blots, size = _list(t, layer, run), _blots(t, others), len(others)
        for at in range(size):
            lows[at] = highs[at] = 0.0
        for roll in range(ROLLS):
            for at in range(size):
                low[at] = high[at] = -np.inf
            first = t.lists[which + roll]
            for n in range(first, t.lists[which + roll + 1]):
                if is_new(t, n, first, blots):
                    follow(t, n, others, blots, rows)
                    for at in range(size):
                        now[at], wide[at] = values[rows[at]], slack * plies[rows[at]]
                    for at in range(size):
                        below, above = now[at] - wide[at], now[at] + wide[at]
                        low[at] = below if below > low[at] else low[at]
                        high[at] = above if above > high[at] else high[at]
            for at in range(size):
                lows[at] += t.throws[roll] * low[at]
                highs[at] += t.throws[roll] * high[at]
        for at in range(size):
            mine = layer.mine[start + at]
            width, worth = slack * plies[mine], -values[mine]
            over, under = highs[at] / THROWS - worth, worth - lows[at] / THROWS
            worst = max(worst, over - width, under - width)
    return worst
