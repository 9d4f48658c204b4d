"""Touches into gestures: told cases first, then seeded hands against what the words promise."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf
from random import Random

import pytest

from minigam.board.debounce import DEBOUNCE_SECONDS, Change
from minigam.board.gestures import LONG, Crowd, Gesture, Gestures, Hold, Tap


@dataclass(frozen=True)
class Touch:
    """An input is pressed from one time to another."""

    input: str
    start: float
    end: float


def changes_of(touches: list[Touch]) -> list[Change]:
    pressed = [Change(touch.input, True, touch.start) for touch in touches]
    released = [Change(touch.input, False, touch.end) for touch in touches]
    return sorted([*pressed, *released], key=lambda change: change.at)


def at_deadlines(touches: list[Touch], until: float) -> Iterator[tuple[float, Gesture]]:
    """Every gesture and when it is told; each change is told once it has settled."""
    gestures = Gestures()
    for change in [*changes_of(touches), None]:
        told = until if change is None else change.at + DEBOUNCE_SECONDS
        while (due := gestures.deadline) <= told:
            yield from ((due, gesture) for gesture in gestures.tick(due))
            assert gestures.deadline != due, "a deadline that brings nothing on"
        if change is not None:
            yield from ((told, gesture) for gesture in gestures.change(change))
    assert gestures.deadline == inf, "something is still due long after the last touch"
    assert not gestures.waiting


def finely(touches: list[Touch], until: float, step: float) -> Iterator[tuple[float, Gesture]]:
    """The same, asked at every step."""
    gestures = Gestures()
    changes = changes_of(touches)
    for number in range(round(until / step) + 1):
        now = number * step
        while changes and changes[0].at + DEBOUNCE_SECONDS <= now:
            yield from ((now, gesture) for gesture in gestures.change(changes.pop(0)))
        yield from ((now, gesture) for gesture in gestures.tick(now))


def at_the_end(touches: list[Touch], until: float) -> Iterator[Gesture]:
    """The same, asked only when all is long over."""
    gestures = Gestures()
    for change in changes_of(touches):
        yield from gestures.change(change)
    yield from gestures.tick(until)


CASES: dict[str, tuple[list[Touch], list[tuple[float, Gesture]]]] = {
    "a slow tap is a tap": (
        [Touch("point-3", 1.0, 5.9)],
        [(5.9, Tap("point-3", 1.0))],
    ),
    "taps act on release, one after the other": (
        [Touch("point-3", 1.0, 1.1), Touch("point-5", 1.11, 1.2)],
        [(1.1, Tap("point-3", 1.0)), (1.2, Tap("point-5", 1.11))],
    ),
    "a press while another is down spoils both, and a third that overlaps the second": (
        [Touch("point-3", 1.0, 1.5), Touch("point-5", 1.4, 1.8), Touch("undo", 1.7, 1.9)],
        [],
    ),
    "two that overlap are forgotten with the next tap": (
        [Touch("point-3", 1.0, 1.5), Touch("point-5", 1.4, 1.8), Touch("point-3", 1.9, 2.0)],
        [(2.0, Tap("point-3", 1.9))],
    ),
    "a quick roll waits for 0.2 s": (
        [Touch("roll", 1.0, 1.05)],
        [(1.2, Tap("roll", 1.0))],
    ),
    "a slow roll acts on release": (
        [Touch("roll-white", 1.0, 1.25)],
        [(1.25, Tap("roll-white", 1.0))],
    ),
    "a roll that waits lets another tap by": (
        [Touch("roll-black", 1.0, 1.05), Touch("point-1", 1.08, 1.12)],
        [(1.12, Tap("point-1", 1.08)), (1.2, Tap("roll-black", 1.0))],
    ),
    "a hold on roll is no tap": (
        [Touch("roll-white", 1.0, 2.5)],
        [(2.0, Hold("roll-white"))],
    ),
    "a hold on roll given up is a tap": (
        [Touch("roll", 1.0, 1.9)],
        [(1.9, Tap("roll", 1.0))],
    ),
    "zones are not held": (
        [Touch("point-1", 1.0, 3.0)],
        [(3.0, Tap("point-1", 1.0))],
    ),
    "undo and a side's roll button for three seconds from the later": (
        [Touch("roll-black", 1.0, 5.0), Touch("undo", 1.9, 5.0)],
        [(4.9, Hold("roll+undo"))],
    ),
    "both given up early: nothing at all": (
        [Touch("roll", 1.0, 3.9), Touch("undo", 1.1, 4.0)],
        [],
    ),
    "one given up early, the other kept: nothing at all": (
        [Touch("roll", 1.0, 5.5), Touch("undo", 1.1, 3.0)],
        [],
    ),
    "one let go and pressed again: nothing until all is let go": (
        [Touch("roll", 1.0, 5.9), Touch("undo", 1.1, 2.0), Touch("undo", 2.1, 5.8)],
        [],
    ),
    "both roll buttons are no hold": (
        [Touch("roll-white", 1.0, 4.5), Touch("roll-black", 1.1, 4.5)],
        [],
    ),
    "nor are both with undo": (
        [Touch("roll-white", 1.0, 5.0), Touch("roll-black", 1.3, 5.0), Touch("undo", 1.6, 5.0)],
        [],
    ),
    "a zone beside a hold spoils it": (
        [Touch("roll", 1.0, 3.0), Touch("point-1", 1.5, 1.6)],
        [],
    ),
    "and is spoiled by it, also when it came first": (
        [Touch("point-1", 1.0, 1.6), Touch("undo", 1.5, 4.0)],
        [],
    ),
    "a zone touched during the new-game hold spoils it": (
        [Touch("roll", 1.0, 5.5), Touch("undo", 1.1, 5.5), Touch("point-1", 2.0, 4.5)],
        [],
    ),
    "after a hold, another needs a full release": (
        [Touch("undo", 1.0, 5.5), Touch("roll", 2.1, 5.5)],
        [(2.0, Hold("undo"))],
    ),
    "a hold on undo is no tap, and another works after a full release": (
        [Touch("undo", 1.0, 2.5), Touch("undo", 3.0, 4.5), Touch("undo", 5.0, 5.1)],
        [(2.0, Hold("undo")), (4.0, Hold("undo")), (5.1, Tap("undo", 5.0))],
    ),
    "a tap after a hold, the held one still down, is spoiled": (
        [Touch("undo", 1.0, 3.0), Touch("point-1", 2.2, 2.3)],
        [(2.0, Hold("undo"))],
    ),
    "three presses one after the other are a crowd": (
        [Touch("point-1", 1.0, 1.03), Touch("point-1", 1.09, 1.12), Touch("point-1", 1.18, 1.22)],
        [(1.03, Tap("point-1", 1.0)), (1.12, Tap("point-1", 1.09)),
         (1.18, Crowd("point-1")), (1.72, Crowd(None))],
    ),
    "three presses within 0.2 s and a little are three taps": (
        [Touch("point-1", 1.0, 1.03), Touch("point-2", 1.1, 1.13), Touch("point-3", 1.21, 1.3)],
        [(1.03, Tap("point-1", 1.0)), (1.13, Tap("point-2", 1.1)), (1.3, Tap("point-3", 1.21))],
    ),
    "a crowd drops the roll that waits": (
        [Touch("roll", 1.0, 1.04), Touch("point-1", 1.1, 1.15), Touch("point-2", 1.16, 1.3)],
        [(1.15, Tap("point-1", 1.1)), (1.16, Crowd("point-2")), (1.8, Crowd(None))],
    ),
    "also at the last moment, while the third press settles": (
        [Touch("roll", 1.0, 1.04), Touch("point-1", 1.15, 1.3), Touch("point-2", 1.199, 1.3)],
        [(1.199, Crowd("point-2")), (1.8, Crowd(None))],
    ),
    "a roll in the middle of a crowd": (
        [Touch("point-1", 1.0, 1.04), Touch("roll", 1.06, 1.1), Touch("point-2", 1.12, 1.2)],
        [(1.04, Tap("point-1", 1.0)), (1.12, Crowd("point-2")), (1.7, Crowd(None))],
    ),
    "hands off until all is released and 0.5 s quiet": (
        [Touch("point-1", 1.0, 1.04), Touch("point-2", 1.06, 1.1), Touch("point-3", 1.12, 1.2),
         Touch("roll", 1.65, 1.66), Touch("undo", 2.15, 4.0), Touch("point-4", 4.45, 4.6)],
        [(1.04, Tap("point-1", 1.0)), (1.1, Tap("point-2", 1.06)),
         (1.12, Crowd("point-3")), (5.1, Crowd(None))],
    ),
    "three presses at once are a crowd, and later taps work again": (
        [Touch("point-1", 1.0, 1.3), Touch("point-2", 1.06, 1.3), Touch("point-3", 1.12, 1.3),
         Touch("point-4", 1.85, 1.9), Touch("roll", 2.0, 2.3)],
        [(1.12, Crowd("point-3")), (1.8, Crowd(None)),
         (1.9, Tap("point-4", 1.85)), (2.3, Tap("roll", 2.0))],
    ),
    "a sleeve on undo": (
        [Touch("undo", 1.0, 8.0)],
        [(2.0, Hold("undo")), (6.0, Crowd("undo")), (8.5, Crowd(None))],
    ),
    "a sleeve ends the new-game hold": (
        [Touch("point-1", 1.0, 1.1), Touch("undo", 1.2, 9.0), Touch("roll", 2.0, 9.0)],
        [(1.1, Tap("point-1", 1.0)), (5.0, Hold("roll+undo")),
         (6.2, Crowd("undo")), (9.5, Crowd(None))],
    ),
    "a sleeve on a point, and taps beside it are spoiled": (
        [Touch("point-1", 1.0, 8.0), Touch("roll", 2.0, 2.3), Touch("roll", 7.0, 7.3)],
        [(6.0, Crowd("point-1")), (8.5, Crowd(None))],
    ),
    "roll and undo for ten seconds, which is a sleeve too": (
        [Touch("undo", 1.0, 12.0), Touch("roll", 1.5, 12.5)],
        [(4.5, Hold("roll+undo")), (6.0, Crowd("undo")), (11.5, Hold(LONG)), (13.0, Crowd(None))],
    ),
    "either roll button will do": (
        [Touch("roll-black", 1.0, 20.0), Touch("undo", 1.0, 20.0)],
        [
            (4.0, Hold("roll+undo")),
            (6.0, Crowd("roll-black")),
            (11.0, Hold(LONG)),
            (20.5, Crowd(None)),
        ],
    ),
    "not for ten seconds": (
        [Touch("undo", 1.0, 10.9), Touch("roll", 1.0, 11.5)],
        [(4.0, Hold("roll+undo")), (6.0, Crowd("undo")), (12.0, Crowd(None))],
    ),
    "not with a third": (
        [Touch("undo", 1.0, 15.0), Touch("roll", 1.0, 15.0), Touch("point-1", 2.0, 3.0)],
        [(6.0, Crowd("undo")), (15.5, Crowd(None))],
    ),
    "not what is pressed again after a release": (
        [Touch("undo", 1.0, 15.0), Touch("roll", 1.0, 2.0), Touch("roll", 3.0, 15.0)],
        [(6.0, Crowd("undo")), (15.5, Crowd(None))],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("touches", "gestures"), CASES.values(), ids=CASES)
def test_case(touches: list[Touch], gestures: list[tuple[float, Gesture]]) -> None:
    """The times are less the time that a change takes to settle."""
    rows = at_deadlines(touches, long_after(touches))
    assert [(round(at - DEBOUNCE_SECONDS, 6), gesture) for at, gesture in rows] == gestures


def test_the_countdown_runs_from_one_to_nothing() -> None:
    gestures = Gestures(lag=0.0)
    gestures.change(Change("undo", True, 1.0))
    seen = [gestures.countdown(1.5)]
    gestures.change(Change("roll-white", True, 1.5))
    seen += [gestures.countdown(now) for now in (1.5, 2.25, 3.0, 4.5)]
    assert seen == [None, 1.0, 0.75, 0.5, 0.0]
    assert gestures.tick(4.5) == [Hold("roll+undo")]
    assert gestures.countdown(4.5) is None


@pytest.mark.parametrize("change", [Change("undo", False, 2.0), Change("point-1", True, 2.0)])
def test_the_countdown_ends_with_the_hold(change: Change) -> None:
    gestures = Gestures()
    gestures.change(Change("undo", True, 1.0))
    gestures.change(Change("roll", True, 1.0))
    assert gestures.countdown(1.5) is not None
    gestures.change(change)
    assert gestures.countdown(2.0) is None


def test_a_release_without_a_press_is_nothing() -> None:
    assert list(at_the_end([], 10.0)) == []
    assert Gestures().change(Change("roll", False, 1.0)) == []


# Seeded hands

INPUTS = ("point-1", "point-2", "roll-white", "roll-black", "undo")
ROLLS = ("roll-white", "roll-black")
GAPS = (0.01, 0.06, 0.09, 0.19, 0.21, 0.3, 0.6, 1.5)
QUICK = (0.01, 0.04, 0.09, 0.18, 0.25, 0.6)
SLOW = (0.6, 1.2, 3.3, 4.0, 5.4)
SEEDS = 3000


def hand(seed: int) -> list[Touch]:
    """Some touches; two of one input never overlap."""
    chance = Random(seed)
    free_from = dict.fromkeys(INPUTS, 0.0)
    lengths = chance.choice((QUICK, SLOW, QUICK + SLOW))
    now, touches = 1.0, []
    for _ in range(chance.choice((1, 2, 2, 3, 5, 9))):
        now += chance.choice(GAPS) * chance.uniform(0.9, 1.1)
        name = chance.choice([name for name in INPUTS if free_from[name] < now] or [""])
        if name:
            end = now + chance.choice(lengths) * chance.uniform(0.9, 1.1)
            free_from[name] = end + 0.009
            touches.append(Touch(name, now, end))
    return touches


def long_after(touches: list[Touch]) -> float:
    return max((touch.end for touch in touches), default=0.0) + 1.0


def overlap(one: Touch, other: Touch) -> bool:
    return one.start <= other.end and other.start <= one.end


def hands_off_times(touches: list[Touch]) -> list[tuple[float, float]]:
    """From when to when hands are off, as told."""
    rows = list(at_deadlines(touches, long_after(touches)))
    crowds = [(at, gesture) for at, gesture in rows if isinstance(gesture, Crowd)]
    begun, over = crowds[::2], crowds[1::2]
    assert all(isinstance(gesture, Crowd) and gesture.input for _, gesture in begun)
    assert [gesture for _, gesture in over] == [Crowd(None)] * len(begun)
    return [(start, end) for (start, _), (end, _) in zip(begun, over, strict=True)]


@pytest.mark.parametrize("first", range(0, SEEDS, 500))
def test_what_is_made_of_each_touch(first: int) -> None:
    for seed in range(first, first + 500):
        check_hand(hand(seed))


def check_hand(touches: list[Touch]) -> None:
    rows = list(at_deadlines(touches, long_after(touches)))
    taps = Counter(gesture for _, gesture in rows if isinstance(gesture, Tap))
    hands_off = hands_off_times(touches)
    for at, gesture in rows:
        if not isinstance(gesture, Crowd):
            assert not any(start < at < end for start, end in hands_off)
    for touch in touches:
        others = [other for other in touches if other is not touch]
        tapped = taps.pop(Tap(touch.input, touch.start), 0)
        held = sum(
            1 for at, gesture in rows
            if isinstance(gesture, Hold)
            and held_by(touch, gesture)
            and touch.start < at < touch.end + 2 * DEBOUNCE_SECONDS
        )  # fmt: skip
        assert tapped + held <= 1
        if any(overlap(touch, other) for other in others):
            assert not tapped
        if touch.input in ROLLS and in_a_crowd(touch, others):
            assert not tapped
        if all(abs(touch.start - other.end) > 0.55 < abs(other.start - touch.end)
               and not overlap(touch, other) for other in others):  # fmt: skip
            assert (tapped, held) == alone(touch)
    assert not taps, "a tap that nobody made"


def held_by(touch: Touch, gesture: Hold) -> bool:
    """Whether a hold is of that input: its own name, or both buttons'."""
    both = gesture.gesture == "roll+undo" and touch.input.split("-")[0] in ("roll", "undo")
    return both or gesture.gesture == touch.input


def in_a_crowd(touch: Touch, others: list[Touch]) -> bool:
    starts = [(touch.start, one.start, two.start) for one, two in combinations(others, 2)]
    return any(max(three) - min(three) < 0.2 for three in starts)


def alone(touch: Touch) -> tuple[int, int]:
    """How many taps and holds come of a touch with quiet all around it."""
    length = touch.end - touch.start
    if touch.input.startswith("point"):
        return (1, 0) if length < 5.0 else (0, 0)
    return (1, 0) if length < 1.0 else (0, 1)


@pytest.mark.parametrize("first", range(0, SEEDS, 500))
def test_asking_at_deadlines_is_asking_at_every_moment_is_asking_late(first: int) -> None:
    step = 1 / 512
    for seed in range(first, first + 500, 20):
        touches = hand(seed)
        until = long_after(touches)
        due = list(at_deadlines(touches, until))
        fine = list(finely(touches, until, step))
        assert [gesture for _, gesture in due] == [gesture for _, gesture in fine]
        assert all(at <= later < at + step for (at, _), (later, _) in zip(due, fine, strict=True))
        assert [gesture for _, gesture in due] == list(at_the_end(touches, until))
