"""The session with the firmware, over good and bad lines."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.drivers.simulated_pico import Strip, firmware_device
from minigam.link.codec import Decoder, encode
from minigam.link.messages import FIRMWARE, Level, Seen, State, read_message
from minigam.link.session import SILENT, Expected, LinkSession, News, Reading, Trouble
from tests.faults import STATES, note
from tests.link.lossy import Line

Levels = tuple[Level, ...]
STEP = 0.002
"""Seconds of a turn."""
INPUTS, PIXELS = 83, 96
KNOWN = Expected("quarter-hall", "0123456789abcdef", INPUTS, PIXELS)
HOST_LOST_SECONDS = 5.0
"""As long as the firmware waits for a controller that is silent."""
DARK = bytes(3 * PIXELS)


class Pair:
    """Both ends of a lossy cable."""

    def __init__(self, rate: float, seed: int) -> None:
        self.now = 0.0
        self.session, self.strip = LinkSession(KNOWN, self.now), Strip(PIXELS)
        self.device = firmware_device(KNOWN, self.strip, False, self.ms)
        self.up, self.down = Line(rate, seed), Line(rate, seed + 1)
        self.news: list[News] = []
        self.readings: list[Levels] = []

    @property
    def ms(self) -> int:
        return round(1000 * self.now)

    def sense(self, levels: Levels) -> None:
        self.device.sense(bytes(levels), (0, 0, False), self.ms)

    def turn(self) -> None:
        """Each end says what is due."""
        self.now += STEP
        self.device.receive(self.down.carry(self.session.due(self.now)), self.ms)
        said = self.up.carry(self.device.due(self.ms))
        news = self.session.receive(said, self.now)
        self.news += news
        self.readings += [each.levels for each in news if isinstance(each, Reading)]

    def settle(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.turn()


def some_levels(random: Random) -> Levels:
    return tuple(random.choices(list(Level), k=INPUTS))


def joined(rate: float = 0.0, seed: int = 1) -> Pair:
    pair = Pair(rate, seed)
    pair.sense((Level.EMPTY,) * INPUTS)
    while not pair.readings:
        pair.turn()
    pair.settle(0.5)
    return pair


def test_the_firmware_of_this_package_says_the_version_that_is_expected() -> None:
    board = joined().session.board
    assert board is not None
    assert board.firmware == FIRMWARE


@pytest.mark.slow
@given(st.lists(st.integers(0, 40), max_size=12), st.integers())
def test_every_state_arrives_in_order_on_a_bad_line(pauses: list[int], seed: int) -> None:
    pair, random = joined(0.01, seed), Random(seed)
    sensed = []
    for pause in pauses:
        sensed.append(some_levels(random))
        pair.sense(sensed[-1])
        for _ in range(pause):
            pair.turn()
    pair.settle(10)
    assert pair.readings[1:] == sensed
    assert Trouble(SILENT) not in pair.news


@given(st.lists(st.binary(min_size=len(DARK), max_size=len(DARK)), min_size=1, max_size=4))
def test_the_newest_frame_is_lit_on_a_bad_line(frames: list[bytes]) -> None:
    pair = joined(0.01)
    for frame in frames:
        pair.session.show(frame)
        pair.settle(0.05)
    pair.settle(3)
    assert (pair.strip.shown, pair.session.shown) == (frames[-1], frames[-1])


def test_of_more_changes_than_wait_the_last_arrives() -> None:
    pair, random = joined(), Random(2)
    sensed = [some_levels(random) for _ in range(100)]
    for levels in sensed:
        pair.sense(levels)
    pair.settle(1)
    read = pair.readings[1:]
    assert read[:15] == sensed[:15]
    assert read[-1] == sensed[-1]
    assert len(read) <= 17


def test_a_state_is_repeated_until_its_own_number_has_been_seen() -> None:
    pair = joined()
    device, levels = pair.device, (Level.SOUTH,) * INPUTS
    pair.sense(levels)
    said = Decoder().feed(device.due(pair.ms))
    (state,) = [read_message(payload) for payload in said]
    assert isinstance(state, State)
    assert state.levels == levels
    device.receive(encode(Seen(state.number - 1).payload()), pair.ms)
    assert device.due(pair.ms + 30) == encode(state.payload())
    device.receive(encode(Seen(state.number).payload()), pair.ms + 30)
    assert device.due(pair.ms + 500) == b""


def test_a_heartbeat_a_second_keeps_both_ends_content() -> None:
    pair = joined()
    pair.settle(2)
    before = pair.up.frames, pair.down.frames
    pair.settle(60)
    assert (pair.up.frames - before[0], pair.down.frames - before[1]) == (60, 60)
    assert pair.news[1:] == [Trouble(None)]


def test_without_a_controller_the_strip_goes_dark_and_later_on_again() -> None:
    pair = joined()
    frame = bytes(range(144)) * 2
    pair.session.show(frame)
    pair.settle(0.1)

    def alone(seconds: float) -> bytes:
        pair.now += seconds
        pair.device.due(pair.ms)
        return pair.strip.shown

    assert alone(HOST_LOST_SECONDS - 0.2) == frame
    assert alone(0.2) == DARK
    pair.settle(5)
    assert pair.strip.shown == frame


def test_leaving_puts_the_strip_out() -> None:
    pair = joined()
    pair.session.show(b"\xff" * len(DARK))
    pair.settle(0.1)
    pair.session.leave(pair.now)
    pair.settle(0.1)
    assert (pair.session.over, pair.strip.shown, pair.session.shown) == (True, DARK, DARK)


def test_a_light_beyond_the_strip_is_not_done() -> None:
    pair = joined()
    pair.session = LinkSession(replace(KNOWN, pixels=PIXELS + 1), 0.0)
    pair.settle(0.1)
    pair.session.show(b"\xff" * (len(DARK) + 3))
    pair.settle(0.1)
    assert (pair.strip.shown, pair.session.shown) == (DARK, b"")


@given(st.binary(max_size=600))
def test_garbage_harms_no_device(garbage: bytes) -> None:
    pair = joined()
    pair.device.receive(garbage, pair.ms)
    levels = (Level.NORTH,) * INPUTS
    pair.sense(levels)
    pair.settle(1)
    assert pair.readings[-1] == levels


@pytest.mark.slow
def test_a_hundred_thousand_frames_lose_no_state() -> None:
    """With changes and lights as in a game."""
    pair, random = joined(0.01), Random(3)
    sensed: list[Levels] = []
    while pair.up.frames + pair.down.frames < 100_000:
        sensed.append(some_levels(random))
        pair.sense(sensed[-1])
        if random.random() < 0.3:
            pair.session.show(random.randbytes(len(DARK)))
        pair.settle(0.05 * random.random())
        while len(sensed) - len(pair.readings) > 8:
            pair.turn()
    pair.settle(10)
    assert pair.readings[1:] == sensed
    harmed = pair.up.harmed + pair.down.harmed
    assert harmed > 10_000
    note("a byte on the Pico's cable damaged or lost", 1, harmed, STATES)
