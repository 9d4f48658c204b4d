"""The sweeps over a layer, as machine code; `solve` says in which order.

`values[n]` is what position `n` is worth to the side that has just moved. A layer holds the
positions with so many checkers off on either side; results with more off belong to layers that are
solved, and do not change any more.

A sweep over *all plays* (`improve`) looks at everything that may be played, writes the value it
gives, and keeps the plays that may be best as short lists, so that the next sweeps (`evaluate`)
need not look at the others. Values are written as soon as they are known, and the next positions
see them.

`excess` is the proof: the one-step equation for both ends of a bracket, over all plays.

Positions come in pairs of a configuration about to throw and a class that has just moved. All those
of a pair have the same plays, and what a play leads to lies side by side (see `index`): `unfold`
writes down where.

Two positions can be each other's passes. A side that passes with chance p is worth x = A - p y, and
the other, in the same place, y = B - q x: they are solved together, or would creep to their limit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minigam.solver.arrays import REMAINDERS, Bytes, Floats, Ints, Longs
from minigam.solver.compiled import compiled, inlined
from minigam.solver.plays import LEAVES
from minigam.solver.tables import THROWS, Tables

ROLLS = 21
ROW = 26
"""A play in a short list: its row in so many bits, and above them how many throws lead there."""
ROWS = (1 << ROW) - 1
NO_ROOM = -1.0
Plays = NDArray[np.uint32]


class Layer(NamedTuple):
    """The positions of a layer, in the order of the sweeps."""

    configs: Ints
    """Of each pair, who is about to throw."""
    kinds: Ints
    """Of each pair, the class that has just moved."""
    starts: Longs
    """Where the positions of each pair begin, and the number of all at the end."""
    mine: Ints
    """The number of each position."""
    mirror: Ints
    """The number of what a pass makes of it."""
    passes: Bytes
    """How many of 36 throws the side about to throw cannot play."""
    others: Bytes
    """How many the other side could not play, in its place."""


class Targets(NamedTuple):
    """What all plays of some pairs lead to."""

    first: int
    """The first pair."""
    rows: Ints
    """The number of each result for the first position of a pair; the others follow it."""
    ends: Longs
    """Where the results of each pair's rolls end, and before them 0."""
    leave: Longs
    """Of each pair's rolls, the first result that leaves the layer."""


class Chosen(NamedTuple):
    """The plays that may be best, as short lists."""

    plays: Plays
    ends: Longs
    """Where the list of each position begins, and the end of all."""
    constants: Floats
    """What the rolls add that are best played out of the layer."""


@compiled
def locate(t: Tables, layer: Layer) -> None:
    """Find the numbers of a layer's positions, and their passes."""
    for pair in range(len(layer.configs)):
        config, kind = layer.configs[pair], layer.kinds[pair]
        own = t.class_of[config]
        mirror = t.base[config] + t.rank[t.mask[config], kind]
        for at in range(t.first[kind + 1] - t.first[kind]):
            position, other = layer.starts[pair] + at, t.first[kind] + at
            mine = t.base[other] + t.rank[t.mask[other], own] + t.within[config]
            layer.mine[position], layer.mirror[position] = mine, mirror + at
            layer.passes[position] = t.passes[config, t.closed[kind]]
            layer.others[position] = t.passes[other, t.closed[own]]


@compiled
def count(t: Tables, layer: Layer, begin: int, end: int) -> int:
    """At most how many results the plays of some pairs have."""
    total = 0
    for pair in range(begin, end):
        at = (layer.configs[pair] * t.sets + t.closed[layer.kinds[pair]]) * ROLLS
        total += t.lists[at + ROLLS] - t.lists[at]
    return total


@compiled
def unfold(t: Tables, layer: Layer, targets: Targets) -> None:
    """Write down what the plays of some pairs lead to, each result once."""
    at, last = 0, 0
    for pair in range(targets.first, targets.first + len(targets.leave) // ROLLS):
        kind = layer.kinds[pair]
        lists = (layer.configs[pair] * t.sets + t.closed[kind]) * ROLLS
        for roll in range(ROLLS):
            last, stay = _results(t, kind, lists + roll, targets.rows, last)
            targets.leave[at] = stay
            at += 1
            targets.ends[at] = last


@inlined
def _results(t: Tables, kind: int, which: int, rows: Ints, end: int) -> tuple[int, int]:
    """Put the results of a roll behind the others; the ends of all, and of those in the layer."""
    base, before, stay = -1, -1, end
    for n in range(t.lists[which], t.lists[which + 1]):
        hits = t.landed[n] & t.blots[kind]
        if t.bases[n] != base or hits != before:
            base, before = t.bases[n], hits
            after = kind
            while hits:
                bit = hits & -hits
                after = t.hit[after, bit % REMAINDERS]
                hits ^= bit
            rows[end] = base + t.rank[t.masks[n], after]
            end += 1
            stay += t.landed[n] < LEAVES
    return end, stay


@inlined
def _settle(values: Floats, layer: Layer, position: int, played: float, sign: float) -> float:
    """Write what a position is worth, and what a pass makes of it; how much the first has changed.

    `played` is what the rolls that can be played are worth to the side about to throw.
    """
    mine, mirror = layer.mine[position], layer.mirror[position]
    p, q = layer.passes[position] / THROWS, layer.others[position] / THROWS
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
def _best(score: Floats, rows: Ints, begin: int, end: int, at: int) -> int:
    """Which of some rows has the best score."""
    best, most = begin, score[rows[begin] + at]
    for other in range(begin + 1, end):
        now = score[rows[other] + at]
        better = now > most
        best = other if better else best
        most = now if better else most
    return best


@inlined
def _choose(
    targets: Targets,
    throws: Longs,
    first: int,
    at: int,
    mirror: int,
    score: Floats,
    worth: Floats,
    margin: float,
    plays: Plays,
    end: int,
) -> tuple[int, float, float]:
    """Put a position's plays that may be best at `end`; the new end, and what the best are worth.

    Those of a roll stand together, and the first of them bears the number of throws. Passes are
    left out, and rolls best played out of the layer are only added up: their part comes last.
    """
    begin, total, left = end, 0.0, 0.0
    for roll in range(ROLLS):
        last, until = targets.ends[first + roll], targets.ends[first + roll + 1]
        if until == last + 1 and targets.rows[last] + at == mirror:
            continue
        best = _best(score, targets.rows, last, until, at)
        row, start = targets.rows[best] + at, end
        value, leave = throws[roll] * worth[row], targets.leave[first + roll]
        total += value
        stay = best < leave
        if margin > 0.0:
            enough = score[row] - margin
            for other in range(last, until):
                if other != best and score[targets.rows[other] + at] >= enough:
                    stay |= other < leave
                    end += 1
                    plays[end] = targets.rows[other] + at
        if not stay:
            left += value
            end = start
        elif end == start > begin and plays[end - 1] > ROWS and plays[end - 1] & ROWS == row:
            plays[end - 1] += np.uint32(throws[roll] << ROW)
        else:
            plays[start] = row | throws[roll] << ROW
            end += 1
    return end, total / THROWS, left / THROWS


@compiled
def improve(
    t: Tables,
    layer: Layer,
    targets: Targets,
    chosen: Chosen,
    score: Floats,
    worth: Floats,
    margin: float,
) -> float:
    """A sweep over all plays of some pairs; the largest change, or `NO_ROOM` for longer lists.

    Plays are chosen by `score`, all that come within `margin` of a roll's best, and `worth` is
    written: the same array, or what else shall be known of the best plays.
    """
    change, first = 0.0, 0
    pairs = len(targets.leave) // ROLLS
    end = chosen.ends[layer.starts[targets.first]]
    for pair in range(targets.first, targets.first + pairs):
        start = layer.starts[pair]
        for position in range(start, layer.starts[pair + 1]):
            if end + t.room > len(chosen.plays):
                return NO_ROOM
            end, played, left = _choose(
                targets,
                t.throws,
                first,
                position - start,
                layer.mirror[position],
                score,
                worth,
                margin,
                chosen.plays,
                end,
            )
            chosen.constants[position] = left
            chosen.ends[position + 1] = end
            change = max(change, _settle(worth, layer, position, played, -1.0))
        first += ROLLS
    return change


@compiled
def shorten(chosen: Chosen, values: Floats, margin: float) -> None:
    """Keep of the short lists what comes within a smaller margin of a roll's best."""
    plays, begin, end = chosen.plays, 0, 0
    for position in range(len(chosen.constants)):
        last = chosen.ends[position + 1]
        while begin < last:
            until, best = begin + 1, plays[begin] & ROWS
            head, weight = best, plays[begin] & ~ROWS
            while until < last and plays[until] <= ROWS:
                if values[plays[until]] > values[best]:
                    best = plays[until]
                    plays[until], head = head, best
                until += 1
            plays[end] = best | weight
            end += 1
            for n in range(begin + 1, until):
                if values[plays[n]] >= values[best] - margin:
                    plays[end] = plays[n]
                    end += 1
            begin = until
        chosen.ends[position + 1] = end


@inlined
def _played(plays: Plays, begin: int, end: int, worth: Floats) -> float:
    """What a short list is worth, if the best of each roll is played."""
    total, weight, best = 0.0, np.int64(0), 0.0
    for n in range(begin, end):
        play = np.int64(plays[n])
        now = worth[play & ROWS]
        if play > ROWS:
            total += weight * best
            weight, best = play >> ROW, now
        else:
            best = max(best, now)
    return (total + weight * best) / THROWS


@compiled
def evaluate(layer: Layer, chosen: Chosen, worth: Floats, sign: float) -> float:
    """A sweep over the short lists; the largest change.

    `sign` is -1 for what one side gains and the other loses; 1 counts the plies that are left in
    the layer.
    """
    change, begin = 0.0, 0
    for position in range(len(layer.mine)):
        end = chosen.ends[position + 1]
        played = _played(chosen.plays, begin, end, worth)
        played += chosen.constants[position] if sign < 0.0 else 1.0
        begin = end
        change = max(change, _settle(worth, layer, position, played, sign))
    return change


@compiled
def excess(
    t: Tables, layer: Layer, targets: Targets, values: Floats, plies: Floats, slack: float
) -> float:
    """By how much `values` +- `slack * plies` fails to be a bracket, over all plays of some pairs.

    Where one step from the upper end comes out below it, and one from the lower end above it, the
    true value lies between.
    """
    worst, first = -np.inf, 0
    for pair in range(targets.first, targets.first + len(targets.leave) // ROLLS):
        start = layer.starts[pair]
        for position in range(start, layer.starts[pair + 1]):
            low, high = 0.0, 0.0
            for roll in range(ROLLS):
                least, most = -np.inf, -np.inf
                for n in range(targets.ends[first + roll], targets.ends[first + roll + 1]):
                    row = targets.rows[n] + position - start
                    width = slack * plies[row]
                    least = max(least, values[row] - width)
                    most = max(most, values[row] + width)
                low += t.throws[roll] * least
                high += t.throws[roll] * most
            mine = layer.mine[position]
            width, worth = slack * plies[mine], -values[mine]
            worst = max(worst, high / THROWS - worth - width, worth - width - low / THROWS)
        first += ROLLS
    return worst
