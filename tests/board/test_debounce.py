"""The debouncer against an oracle that looks at the contact at every tick.

Times are whole ticks of 2**-13 s (0.12 ms), so that sums of them are exact in floating point.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, count, pairwise, repeat
from math import inf
from operator import itemgetter
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minigam.board.debounce import Change, Debouncer

TICK = 2**-13
SETTLE = 64
"""In ticks: 7.8 ms."""
INPUTS = ("point-1", "roll")

Edge = tuple[int, str, bool]
"""When, in ticks, and the level from then on."""

gaps = st.integers(1, SETTLE // 8) | st.integers(SETTLE - 2, SETTLE + 2) | st.integers(1, 500)
contacts = st.lists(st.tuples(gaps, st.sampled_from(INPUTS), st.booleans()), max_size=60).map(
    lambda rows: [
        (at, name, pressed)
        for at, (_, name, pressed) in zip(accumulate(gap for gap, _, _ in rows), rows, strict=True)
    ]
)


def expected(edges: list[Edge], end: int) -> list[Change]:
    """What a patient observer notes who looks at each contact at every tick."""
    noted = []
    for name in INPUTS:
        levels = {at: pressed for at, input_name, pressed in edges if input_name == name}
        level, since, known = False, 0, False
        for tick in range(end + 1):
            if tick - since >= SETTLE and level != known:
                known = level
                noted.append(Change(name, level, since * TICK))
            if levels.get(tick, level) != level:
                level, since = not level, tick
    return sorted(noted, key=lambda change: change.at)


def heard(edges: list[Edge], looks: list[int]) -> list[Change]:
    """The changes of a debouncer that is given the edges, and asked at some ticks."""
    debouncer = Debouncer(SETTLE * TICK)
    changes = []
    asked: list[Edge] = [(at, "", False) for at in looks]
    for at, name, pressed in sorted([*edges, *asked], key=itemgetter(0)):
        if name:
            debouncer.edge(name, pressed, at * TICK)
        else:
            changes += debouncer.settled(at * TICK)
    return changes


def heard_at_deadlines(edges: list[Edge]) -> list[tuple[float, Change]]:
    """The same, asked at its deadlines and at no other time; with the time of each answer."""
    debouncer = Debouncer(SETTLE * TICK)
    answers = []
    for at, name, pressed in [*edges, (None, "", False)]:
        while (due := debouncer.deadline) < inf and (at is None or due <= at * TICK):
            answers += [(due, change) for change in debouncer.settled(due)]
        if at is not None:
            debouncer.edge(name, pressed, at * TICK)
    return answers


def end_of(edges: list[Edge]) -> int:
    return max((at for at, _, _ in edges), default=0) + SETTLE


@given(contacts)
@example([(1, "roll", True), (2, "roll", False), (2 + SETTLE, "roll", True)])
@example([(1, "roll", True), (1 + SETTLE, "roll", False)])
@example([(at, "roll", True) for at in range(1, 1000, 2 * SETTLE)])  # looked at again and again
def test_a_level_counts_once_it_has_rested(edges: list[Edge]) -> None:
    end = end_of(edges)
    assert heard(edges, list(range(end + 1))) == expected(edges, end)


@given(contacts)
def test_asking_at_the_deadlines_is_enough_and_says_each_change_at_once(edges: list[Edge]) -> None:
    answers = heard_at_deadlines(edges)
    assert [change for _, change in answers] == expected(edges, end_of(edges))
    assert all(at == change.at + SETTLE * TICK for at, change in answers)


@given(contacts)
def test_asking_late_loses_nothing(edges: list[Edge]) -> None:
    end = end_of(edges)
    assert heard(edges, [end]) == expected(edges, end)


@given(st.lists(st.integers(1, SETTLE - 1), min_size=1, max_size=200))
def test_a_contact_that_never_rests_says_nothing(gaps: list[int]) -> None:
    times = list(accumulate(gaps))
    edges = [(at, "roll", number % 2 == 0) for number, at in enumerate(times)]
    back_up = (times[-1] + 1, "roll", False)
    assert heard([*edges, back_up], list(range(end_of(edges) + SETTLE))) == []


@given(contacts, st.data())
def test_a_second_look_mends_lost_edges(edges: list[Edge], data: st.DataObject) -> None:
    kept = [edge for edge in edges if data.draw(st.booleans(), label=f"kept {edge}")]
    look = end_of(edges)
    present = dict.fromkeys(INPUTS, False) | {name: pressed for _, name, pressed in edges}
    looked = [(look, name, pressed) for name, pressed in present.items()]
    changes = heard([*kept, *looked], list(range(look + SETTLE + 1)))
    for name in INPUTS:
        told = [False, *(change.pressed for change in changes if change.input == name)]
        assert told[-1] == present[name]
        assert all(before != after for before, after in pairwise(told))


@dataclass(frozen=True)
class Report:
    """An edge, and when it is reported, in ticks."""

    reported: int
    at: int
    pressed: bool


def late(edges: list[Edge], by: Iterable[int]) -> list[Report]:
    """Edges reported late, but in their order."""
    times = accumulate((at + late for (at, _, _), late in zip(edges, by, strict=True)), max)
    return [Report(when, at, pressed) for when, (at, _, pressed) in zip(times, edges, strict=True)]


def heard_late(edges: list[Report], loop: Iterator[int]) -> list[Change]:
    """The changes of a debouncer that is asked later than its deadline, and then reads the level.

    `edges`: of one input; `loop`: how late it is asked, in ticks.
    """
    debouncer, changes, now = Debouncer(SETTLE * TICK), list[Change](), 0
    times = [edge.at for edge in edges]
    for edge in [*edges, None]:
        while (due := debouncer.deadline) < inf:
            asked = max(round(due / TICK), now) + next(loop)
            if edge and edge.reported <= asked:
                break
            now, level = asked, edges[bisect_right(times, asked) - 1].pressed
            changes += debouncer.settled(now * TICK, {"roll": level})
        if edge:
            now = max(now, edge.reported)
            debouncer.edge("roll", edge.pressed, edge.at * TICK)
    return changes


@given(st.integers(1, SETTLE - 1), st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3000))
@example(8, 0, 80, 24)  # pressed at 1.000, released at 1.001, asked at 1.011, and then reported
def test_a_pulse_shorter_than_the_promise_never_counts_however_late_all_is(
    length: int, first: int, second: int, asked: int
) -> None:
    pulse = late([(1, "roll", True), (1 + length, "roll", False)], [first, second])
    assert heard_late(pulse, repeat(asked)) == []


@given(st.integers(SETTLE, 3000), st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3000))
def test_a_touch_counts_however_late_all_is(
    length: int, first: int, second: int, asked: int
) -> None:
    touch = late([(1, "roll", True), (1 + length, "roll", False)], [first, second])
    changes = [Change("roll", True, TICK), Change("roll", False, (1 + length) * TICK)]
    assert heard_late(touch, repeat(asked)) == changes


def rested(edges: list[Edge]) -> list[Change]:
    """The same as `expected` of one input, read off the edges: quicker."""
    found, known = list[Change](), False
    for (at, name, pressed), (until, _, _) in pairwise(
        [*edges, (edges[-1][0] + SETTLE, "", False)]
    ):
        if until - at >= SETTLE and pressed != known:
            known = pressed
            found.append(Change(name, pressed, at * TICK))
    return found


def blocked(edges: list[Edge], chance: Random) -> Iterator[Report]:
    """Edges as a thread reports them that is kept from running now and then."""
    begin, end = 0, 0
    for at, _, pressed in edges:
        while end < at:
            begin = end + chance.randint(0, 1500)
            end = begin + chance.randint(1, LATEST)
        yield Report(end if begin <= at else at, at, pressed)


LATEST = 300
"""In ticks, 37 ms: pulses farther apart than the edges come late are seen as two."""


@pytest.mark.slow
def test_a_million_bouncing_edges_under_load_touch_nothing_falsely() -> None:
    chance = Random(20261128)
    bounces: list[Edge] = []
    at = 0
    for _ in range(130_000):
        at += chance.randint(2 * LATEST, 4 * LATEST)
        length = chance.randint(1, SETTLE - 1)
        if is_touch := chance.random() < 0.5:
            length = chance.randint(SETTLE, 2000)
        for pressed in (True, False):
            for _ in range(chance.randint(0, 6) if is_touch else 0):
                bounces += [(at, "roll", pressed), (at + 1, "roll", not pressed)]
                at += chance.randint(2, SETTLE // 8)
            bounces.append((at, "roll", pressed))
            at += length
    edges = list(blocked(bounces, chance))
    loop = (chance.choice((0, 1, chance.randint(0, 2000))) for _ in count())
    changes = heard_late(edges, loop)
    assert len(edges) > 1_000_000
    assert [change.pressed for change in changes] == [change.pressed for change in rested(bounces)]
    pairs = zip(changes, rested(bounces), strict=True)
    assert max(abs(one.at - other.at) for one, other in pairs) < SETTLE * TICK


def test_an_edge_told_behind_the_second_look_that_saw_it_counts_from_its_own_time() -> None:
    debouncer = Debouncer()
    debouncer.edge("roll", True, 1.05)
    debouncer.edge("roll", True, 1.0)
    debouncer.edge("roll", False, 1.052)
    assert debouncer.settled(2.0) == [Change("roll", True, 1.0), Change("roll", False, 1.052)]


def test_nothing_is_due_while_nothing_moves() -> None:
    debouncer = Debouncer()
    assert debouncer.deadline == inf
    debouncer.edge("roll", False, 1.0)
    assert debouncer.deadline == inf
    debouncer.edge("roll", True, 2.0)
    debouncer.edge("undo", True, 1.5)
    assert debouncer.deadline == 1.508
    assert debouncer.settled(3.0) == [Change("undo", True, 1.5), Change("roll", True, 2.0)]
    assert debouncer.deadline == inf
    debouncer.edge("roll", False, 4.0)
    debouncer.edge("roll", True, 5.0)  # and nobody has asked in between
    assert debouncer.deadline == 4.008
