"""The plays of every configuration against every set of closed points, as lists of results.

A result is the mover's new configuration and the points it has landed on: whoever of the other
side stood alone on one of them is hit. So one list serves all positions of a configuration whose
other side has the same made points.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from minigam.rules.steps import BAR, ROLLS
from minigam.solver.compiled import Bytes, Counts, Ints, Longs, Shorts, compiled, inlined
from minigam.solver.index import Index, mirrored
from minigam.solver.rule_numbers import FREE, MOST, ORDER, RuleNumbers

LANDED = 24
"""A result is one number: so many bits of the points landed on, and above the configuration."""
POINTS = (1 << LANDED) - 1
ROOM = 8192
"""More results than a roll can have in a game that is small enough to be solved."""
Results = Longs


class Numbers(NamedTuple):
    """What the lists must know of `index.Index`."""

    counts: Counts
    held: Longs
    off: Ints
    base: Ints
    mask: Ints


@inlined
def _add(found: Results, begin: int, end: int, result: int) -> int:
    """A result that is not among those from `begin` on is put at the end."""
    for at in range(begin, end):
        if found[at] == result:
            return end
    if end == ROOM:
        raise IndexError("a roll has more results than there is room for")
    found[end] = result
    return end + 1


@inlined
def _is_home(law: RuleNumbers, counts: Counts, config: int) -> bool:
    if law.bar_stops_bearing_off and counts[config, BAR]:
        return False
    for place in range(law.points + 1 - law.home if law.home else 0):
        if counts[config, place]:
            return False
    return True


@inlined
def _rear(law: RuleNumbers, counts: Counts, config: int) -> int:
    place = 0
    while place <= law.points and not counts[config, place]:
        place += 1
    return place


@compiled
def _steps(
    law: RuleNumbers,
    counts: Counts,
    moved: Ints,
    result: int,
    die: int,
    closed: int,
    found: Results,
    begin: int,
    end: int,
) -> int:
    """What one step by a die leads to, put after `end`; the new end."""
    config, landed = result >> LANDED, result & POINTS
    rear, home = _rear(law, counts, config), _is_home(law, counts, config)
    last = BAR if law.bar_first and counts[config, BAR] else law.points
    for source in range(rear, last + 1):
        if not counts[config, source]:
            continue
        target = source + die
        if target > law.points:
            exact = target == law.points + 1
            if home and (exact or (law.high_bears_off and source == rear)):
                after = moved[config, source, law.points + 1]
                end = _add(found, begin, end, after << LANDED | landed)
            continue
        point = 1 << (target - 1)
        own = source == BAR and not law.enter_on_own and counts[config, target]
        if not closed & point and not own:
            after = moved[config, source, target]
            end = _add(found, begin, end, after << LANDED | landed | point)
    return end


@inlined
def _finished(law: RuleNumbers, counts: Counts, result: int) -> bool:
    finished: bool = counts[result >> LANDED, law.points + 1] == law.checkers
    return finished


@compiled
def _in_order(
    law: RuleNumbers,
    counts: Counts,
    moved: Ints,
    config: int,
    dice: Longs,
    closed: int,
    work: Results,
    found: Results,
    begin: int,
    end: int,
) -> tuple[int, int]:
    """The results of dice played one after the other; the new end, and how many could be played.

    Where as many as possible must be played only the deepest results count. Else a die without a
    step ends the turn, or is lost and the next is tried, as the rule about the second die says.
    """
    level, after, tried = work[:ROOM], work[ROOM : 2 * ROOM], work[2 * ROOM :]
    level[0], size, depth = config << LANDED, 1, 0
    for die in dice:
        further = 0
        for node in level[:size]:
            over = _finished(law, counts, node)
            steps = 0 if over else _steps(law, counts, moved, node, die, closed, tried, 0, 0)
            for step in tried[:steps]:
                further = _add(after, 0, further, step)
            stops = depth > 0 and (steps == 0 or law.second_die == FREE)
            if steps == 0 and law.second_die == ORDER and not over:
                further = _add(after, 0, further, node)
            elif stops and law.second_die != MOST:
                end = _add(found, begin, end, node)
        if further == 0:
            break
        level, after, size, depth = after, level, further, depth + 1
    for node in level[:size]:
        if depth > 0:
            end = _add(found, begin, end, node)
    return end, depth


@compiled
def results_of(
    law: RuleNumbers,
    counts: Counts,
    moved: Ints,
    config: int,
    one: int,
    other: int,
    closed: int,
    work: Results,
    found: Results,
) -> int:
    """The distinct results of a roll, into `found`; how many. A pass is the position as it is.

    `one` is the larger die: where only one of two can be played it must, if it can.
    """
    if one == other:
        dice = np.full(law.steps_on_double, one)
        end, _ = _in_order(law, counts, moved, config, dice, closed, work, found, 0, 0)
    else:
        large, small = np.array([one, other]), np.array([other, one])
        end, first = _in_order(law, counts, moved, config, large, closed, work, found, 0, 0)
        both, second = _in_order(law, counts, moved, config, small, closed, work, found, 0, end)
        if law.second_die != MOST or first == second == 2:
            end = both
        elif second > first:
            end, _ = _in_order(law, counts, moved, config, small, closed, work, found, 0, 0)
    if end == 0:
        found[0], end = config << LANDED, 1
    return end


@compiled
def _fill(
    law: RuleNumbers,
    index: Numbers,
    moved: Ints,
    closed: Longs,
    rolls: Longs,
    begin: int,
    sizes: Shorts,
    passes: Bytes,
    part: tuple[Ints, Ints, Ints],
) -> tuple[int, int]:
    """The lists from a configuration on, while there is room; the next one, and the end."""
    work, found = np.zeros(3 * ROOM, np.int64), np.zeros(ROOM, np.int64)
    bases, masks, landed = part
    end = 0
    for config in range(begin, len(index.counts)):
        start = end
        passes[config] = 0
        for at, points in enumerate(closed):
            if index.held[config] & points or index.off[config] == law.checkers:
                continue
            for roll in range(len(rolls)):
                if end + ROOM > len(bases):
                    return config, start
                one, other = rolls[roll]
                size = results_of(law, index.counts, moved, config, one, other, points, work, found)
                sizes[config, at, roll] = size
                if size == 1 and found[0] == config << LANDED:
                    passes[config, at] += 1 + (one != other)
                for result in np.sort(found[:size]):
                    after = result >> LANDED
                    bases[end], masks[end] = index.base[after], index.mask[after]
                    landed[end] = result & POINTS
                    end += 1
    return len(index.counts), end


@dataclass(frozen=True)
class PlayTables:
    """The lists of all configurations, sets of closed points and rolls."""

    closed: Longs
    """The sets of points that the other side may hold, as bits of the mover's own."""
    lists: Ints
    """Where the list of `(config * len(closed) + set) * 21 + roll` begins."""
    bases: Ints
    """`base` of each result's configuration; those of a roll are in the configurations' order."""
    masks: Ints
    """`mask` of each result's configuration."""
    landed: Ints
    """The points each result has landed on."""
    passes: Bytes
    """How many of 36 ordered rolls a configuration cannot play against a set of closed points."""


def moved_table(index: Index) -> Ints:
    """Each configuration after one checker has gone from a place to another; -1 for none."""
    counts, places = index.counts, index.counts.shape[1]
    table = np.full((len(counts), places, places), -1, np.int32)
    for source in range(places - 1):
        there = np.flatnonzero(counts[:, source])
        for target in range(places):
            after = counts[there]
            after[:, source] -= 1
            after[:, target] += 1
            table[there, source, target] = index.find(after)
    return table


def plays_of(index: Index, law: RuleNumbers, moved: Ints) -> PlayTables:
    """The lists for a law."""
    closed = np.unique(mirrored(index.made, law.points))
    rolls = np.array([roll[::-1] for roll in ROLLS])
    sizes = np.zeros((len(index.counts), len(closed), len(rolls)), np.int16)
    passes = np.zeros(sizes.shape[:2], np.uint8)
    held = index.made | index.blots
    numbers = Numbers(index.counts, held, index.off, index.base, index.mask)
    config, parts = 0, []
    room = _no_results(), _no_results(), _no_results()
    while config < len(index.counts):
        config, end = _fill(law, numbers, moved, closed, rolls, config, sizes, passes, room)
        parts.append([part[:end].copy() for part in room])
    bases, masks, landed = (np.concatenate(part) for part in zip(*parts, strict=True))
    lists = np.concatenate([[0], np.cumsum(sizes, dtype=np.int32)], dtype=np.int32)
    return PlayTables(closed, lists, bases, masks, landed, passes)


def _no_results() -> Ints:
    return np.zeros(ROOM << 6, np.int32)
