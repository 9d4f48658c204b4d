"""Frames as ranges, one message at a time."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.link.messages import Light
from minigam.link.pixel_sender import (
    DOUBT_SECONDS,
    LOSSY,
    QUIET,
    REFRESH_SECONDS,
    FrameSender,
    changed_ranges,
)

SIZE = 600
FRAMES = st.binary(min_size=SIZE, max_size=SIZE)


class Strip:
    """Does what it is told, and remembers what it showed."""

    def __init__(self) -> None:
        self.memory = bytearray(b"?" * SIZE)
        self.shown: list[bytes] = []

    def take(self, light: Light) -> int:
        self.memory[light.first : light.first + len(light.data)] = light.data
        if light.show:
            self.shown.append(bytes(self.memory))
        return light.number


def drain(lights: FrameSender, strip: Strip, now: float) -> list[Light]:
    """Everything due, each answered at once."""
    sent = []
    while light := lights.due(now):
        sent.append(light)
        lights.answered(strip.take(light), now)
    return sent


def changed(frame: bytes, places: dict[int, int]) -> bytes:
    return bytes(places.get(place, byte) for place, byte in enumerate(frame))


def test_nothing_is_sent_then_the_whole_frame_then_what_has_changed() -> None:
    lights, strip, dark = FrameSender(SIZE), Strip(), bytes(SIZE)
    assert (lights.due(0), lights.deadline(0), lights.shown) == (None, inf, b"")
    lights.show(dark)
    assert [(light.first, len(light.data), light.show) for light in drain(lights, strip, 0)] == [
        (0, 244, False),
        (244, 244, False),
        (488, 112, True),
    ]
    lights.show(changed(dark, {3: 9, 5: 8, 599: 7}))
    assert [(light.first, light.data, light.show) for light in drain(lights, strip, 0)] == [
        (3, b"\x09\x00\x08", False),
        (599, b"\x07", True),
    ]
    lights.show(lights.shown)
    assert drain(lights, strip, 0) == []
    assert strip.shown == [dark, changed(dark, {3: 9, 5: 8, 599: 7})]


def test_a_light_is_repeated_with_growing_pauses_until_answered() -> None:
    lights, times, now = FrameSender(LOSSY.longest), [], 0.0
    lights.show(bytes(LOSSY.longest))
    for _ in range(6):
        light = lights.due(now)
        assert light is not None
        times.append((round(now, 3), light.number))
        now = lights.deadline(now)
    assert times == [(0.0, 1), (0.04, 1), (0.12, 1), (0.28, 1), (0.44, 1), (0.6, 1)]
    lights.answered(2, 1.0)
    assert lights.shown == b""
    lights.answered(1, 1.0)
    assert lights.shown == bytes(LOSSY.longest)


def test_messages_are_short_for_a_while_once_an_answer_was_missing() -> None:
    lights, strip, dark = FrameSender(SIZE), Strip(), bytes(SIZE)
    lights.show(dark)
    first = lights.due(0)
    assert first is not None
    assert (first.number, len(first.data)) == (1, QUIET.longest)
    late = lights.deadline(0)
    sent = drain(lights, strip, late)
    assert [light.number for light in sent] == list(range(4, 4 + len(sent)))
    assert {len(light.data) for light in sent[:-1]} <= {
        LOSSY.longest,
        QUIET.longest % LOSSY.longest,
    }
    assert b"".join(light.data for light in sent) == dark
    assert [light.show for light in sent] == [*[False] * (len(sent) - 1), True]
    assert strip.shown == [dark]
    lights.forget()
    assert {len(light.data) for light in drain(lights, strip, late + 1)} == {48, SIZE % 48}
    lights.forget()
    assert len(drain(lights, strip, late + DOUBT_SECONDS)) == 3


def test_an_answer_to_a_message_that_was_cut_shorter_since_is_not_taken_for_another() -> None:
    lights, strip = FrameSender(SIZE), Strip()
    lights.show(bytes(SIZE))
    long = lights.due(0)
    assert long is not None
    short = lights.due(lights.deadline(0))
    lights.answered(long.number, 0.05)
    assert lights.due(lights.deadline(0.05)) == short
    assert short is not None
    drain(lights, strip, 1.0)
    assert strip.shown == [bytes(SIZE)]


def test_a_frame_begun_is_finished_and_then_the_newest_counts() -> None:
    lights, strip = FrameSender(SIZE), Strip()
    frames = [bytes([color]) * SIZE for color in range(5)]
    lights.show(frames[0])
    first = lights.due(0)
    assert first is not None
    for frame in frames[1:]:
        lights.show(frame)
    lights.answered(strip.take(first), 0)
    drain(lights, strip, 0)
    assert strip.shown == [frames[0], frames[4]]


def test_the_whole_frame_is_sent_again_now_and_then_and_to_a_strip_that_may_show_anything() -> None:
    lights, strip = FrameSender(SIZE), Strip()
    lights.show(bytes(SIZE))
    drain(lights, strip, 0)
    assert lights.deadline(1) == REFRESH_SECONDS
    assert drain(lights, strip, REFRESH_SECONDS - 0.01) == []
    assert sum(len(light.data) for light in drain(lights, strip, REFRESH_SECONDS)) == SIZE
    lights.forget()
    assert sum(len(light.data) for light in drain(lights, strip, REFRESH_SECONDS + 1)) == SIZE


@given(st.lists(FRAMES, min_size=1, max_size=5), st.lists(st.booleans(), max_size=60))
def test_on_a_lossy_line_no_other_than_whole_frames_is_shown(
    frames: list[bytes], luck: list[bool]
) -> None:
    lights, strip, now = FrameSender(SIZE), Strip(), 0.0
    for frame in frames:
        lights.show(frame)
        for lucky in [*luck, *[True] * 30]:
            now += 0.6
            if light := lights.due(now):
                number = strip.take(light)
                if lucky:
                    lights.answered(number, now)
    assert set(strip.shown) <= set(frames)
    assert (strip.shown[-1], lights.shown) == (frames[-1], frames[-1])


@given(
    FRAMES,
    st.dictionaries(st.integers(0, SIZE - 1), st.integers(0, 255)),
    st.sampled_from([QUIET.gap, LOSSY.gap]),
)
def test_ranges_hold_every_change_and_lie_apart(
    old: bytes, places: dict[int, int], gap: int
) -> None:
    new = changed(old, places)
    ranges = changed_ranges(old, new, gap)
    covered = {place for first, end in ranges for place in range(first, end)}
    assert {place for place in range(SIZE) if old[place] != new[place]} <= covered
    assert all(old[place] != new[place] for first, end in ranges for place in (first, end - 1))
    assert all(after[0] - before[1] >= gap for before, after in pairwise(ranges))


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected 600 bytes of pixels, got 3$"):
        FrameSender(SIZE).show(bytes(3))
