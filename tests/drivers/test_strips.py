"""What every `interfaces.Strip` promises, and the thread that feeds one."""

import sys
import threading
from collections.abc import Callable, Iterator
from itertools import permutations
from queue import Queue
from time import monotonic
from typing import Any

import pytest

from minigam.board.animation import Animation, Playing, still
from minigam.board.lighting import Frame
from minigam.drivers.interfaces import Strip
from minigam.drivers.pico import PicoBoard
from minigam.drivers.pixels import STUCK_SECONDS, NeoPixelStrip, StripThread
from minigam.drivers.simulated import captured_strip
from minigam.errors import HardwareError
from tests.drivers.pico_rig import Rig, over_a_terminal, simulated
from tests.firmware.backend import FirmwareStrip

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
PATIENCE = 10.0
"""Seconds after which a thread that says nothing has failed."""


class Sending:
    """A strip, and a way to wait until it has sent what it was shown."""

    def __init__(self, strip: Strip, wait: Callable[[], object] = lambda: None) -> None:
        self.strip = strip
        self.wait = wait

    def show(self, shown: Frame) -> bytes:
        self.strip.show(shown)
        self.wait()
        return self.strip.sent


Open = Callable[..., Sending]


def captured(pixels: int, order: str) -> Sending:
    return Sending(captured_strip(pixels, order))


def threaded(pixels: int, order: str) -> Sending:
    sent: Queue[None] = Queue()
    strip = StripThread(captured_strip(pixels, order), lambda: sent.put(None))
    return Sending(strip, lambda: sent.get(timeout=PATIENCE))


def pico(pixels: int, order: str, make: Callable[[int], Rig] = simulated) -> Sending:
    rig = make(pixels)
    return Sending(rig.start(order), rig.wait_for_a_frame)


def pico_over_a_terminal(pixels: int, order: str) -> Sending:
    return pico(pixels, order, over_a_terminal)


def firmware(pixels: int, order: str) -> Sending:
    return Sending(FirmwareStrip(pixels, order))


IN_MICROPYTHON = pytest.param(firmware, marks=pytest.mark.micropython)


@pytest.fixture(params=[captured, threaded, pico, pico_over_a_terminal, IN_MICROPYTHON])
def opened(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens strips, and closes those that the test has left open."""
    strips: list[Strip] = []

    def make(pixels: int, order: str = "GRB") -> Sending:
        sending: Sending = request.param(pixels, order)
        strips.append(sending.strip)
        return sending

    yield make
    for strip in strips:
        strip.close()


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("RGB")])
def test_bytes_are_in_the_strips_own_order(opened: Open, order: str) -> None:
    one, two = {"R": 1, "G": 2, "B": 3}, {"R": 40, "G": 50, "B": 60}
    sent = opened(2, order).show(((1, 2, 3), (40, 50, 60)))
    assert sent == bytes([*(one[color] for color in order), *(two[color] for color in order)])


def test_each_frame_follows_the_last(opened: Open) -> None:
    strip = opened(1)
    shown = [strip.show((color,)) for color in (RED, GREEN, BLUE)]
    assert shown == [b"\x00\xff\x00", b"\xff\x00\x00", b"\x00\x00\xff"]


def test_a_strip_is_alive_before_its_first_frame_and_after_it(opened: Open) -> None:
    strip = opened(1)
    before = strip.strip.sent, strip.strip.alive
    strip.show((RED,))
    assert (before, strip.strip.alive) == ((b"", True), True)


def test_two_strips_keep_their_own_bytes(opened: Open) -> None:
    one, other = opened(1, "RGB"), opened(2, "BGR")
    one.show((RED,))
    other.show((RED, BLUE))
    one.show((GREEN,))
    assert (one.strip.sent, other.strip.sent) == (b"\x00\xff\x00", b"\x00\x00\xff\xff\x00\x00")


@pytest.fixture(params=[threaded, pico])
def playing(request: pytest.FixtureRequest) -> Iterator[Sending]:
    """A strip that plays animations."""
    sending: Sending = request.param(1, "RGB")
    yield sending
    sending.strip.close()


def test_an_animation_plays_on_by_itself_until_something_else_is_shown(playing: Sending) -> None:
    strip, sent = playing.strip, list[bytes]()
    assert isinstance(strip, StripThread | PicoBoard)
    strip.play(Playing(BLINKING, monotonic()))
    for _ in range(4):
        playing.wait()
        sent.append(strip.sent)
    assert sent == [bytes(RED), bytes(BLUE)] * 2
    strip.show((GREEN,))
    while strip.sent != bytes(GREEN):
        playing.wait()


def test_closing_leaves_the_strip_dark(opened: Open) -> None:
    strip = opened(2).strip
    strip.show((RED, BLUE))
    strip.close()
    assert strip.sent == bytes(6)


@pytest.fixture
def pin() -> Any:
    captured_strip(1, "RGB").close()  # chooses the board of any operating system
    import board

    return board.NEOPIXEL


def refusing(_pin: Any, buffer: bytearray) -> None:
    raise OSError(f"no wire for {len(buffer)} bytes")


def test_bytes_go_out_through_the_write_function(pin: Any) -> None:
    wire: list[bytes] = []
    strip = NeoPixelStrip(1, "GRB", pin, lambda _pin, buffer: wire.append(bytes(buffer)))
    strip.show((RED,))
    strip.close()
    assert wire == [b"\x00\xff\x00", b"\x00\x00\x00"]


def test_every_frame_comes_in_the_same_buffer(pin: Any) -> None:
    """On a Pi up to the 4, Blinka opens the strip anew for another one, and sends nothing."""
    buffers: list[bytearray] = []
    strip = NeoPixelStrip(1, "GRB", pin, lambda _pin, buffer: buffers.append(buffer))
    for frame in (RED, BLUE):
        strip.show((frame,))
    strip.close()
    assert [buffer is buffers[0] for buffer in buffers] == [True] * 3


def test_a_wire_that_fails_is_a_hardware_error(pin: Any) -> None:
    strip = NeoPixelStrip(1, "GRB", pin, refusing)
    with pytest.raises(HardwareError) as caught:
        strip.show((RED,))
    assert str(caught.value) == "the strip cannot be lit: no wire for 3 bytes"
    assert strip.sent == b""
    with pytest.raises(HardwareError) as caught:
        strip.close()
    assert str(caught.value) == "the strip cannot be darkened: no wire for 3 bytes"


def test_a_frame_of_another_length_is_a_hardware_error(pin: Any) -> None:
    strip = NeoPixelStrip(2, "GRB", pin, lambda _pin, _buffer: None)
    with pytest.raises(HardwareError, match=r"^the strip cannot be lit: "):
        strip.show((RED,))
    strip.close()


def test_a_strip_that_cannot_be_opened_is_a_hardware_error(pin: Any) -> None:
    with pytest.raises(HardwareError, match=r"^the strip on .* cannot be used: "):
        NeoPixelStrip(1, "XYZ", pin)


def test_a_library_that_cannot_be_loaded_is_a_hardware_error(
    pin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "neopixel", None)
    with pytest.raises(HardwareError, match=r"^the strip on .* cannot be used: .*neopixel"):
        NeoPixelStrip(1, "GRB", pin)


# The thread


BLINKING = Animation(4, lambda number: (RED,) if number < 2 else (BLUE,))


class Gate:
    """A slow strip: each frame waits at the gate until it is let through."""

    alive = True

    def __init__(self) -> None:
        self.sent = b""
        self.shown: list[Frame] = []
        self.arrived: Queue[Frame] = Queue()
        self.through: Queue[HardwareError | None] = Queue()
        self.closed_by: list[threading.Thread] = []

    def show(self, shown: Frame) -> None:
        self.arrived.put(shown)
        fault = self.through.get(timeout=PATIENCE)
        if fault:
            raise fault
        self.shown.append(shown)

    def close(self) -> None:
        self.closed_by.append(threading.current_thread())


def threads() -> set[threading.Thread]:
    return set(threading.enumerate())


def test_of_the_waiting_frames_the_newest_is_sent() -> None:
    gate, sent = Gate(), Queue[None]()
    strip = StripThread(gate, lambda: sent.put(None))
    strip.show((RED,))
    gate.arrived.get(timeout=PATIENCE)
    for color in (BLUE, RED, BLUE, GREEN):
        strip.show((color,))
    for _ in range(2):
        gate.through.put(None)
        sent.get(timeout=PATIENCE)
    strip.close()
    assert gate.shown == [(RED,), (GREEN,)]
    assert sent.empty()


def test_the_thread_sleeps_until_the_next_frame_differs() -> None:
    """It looks at the clock once for each time it wakes up."""
    looks, gate, sent = list[float](), Gate(), Queue[None]()

    def now() -> float:
        looks.append(monotonic())
        return looks[-1]

    before = Playing(BLINKING, 0.0)
    assert [before.frame(number / 20) for number in range(4)]  # all is drawn already
    strip = StripThread(gate, lambda: sent.put(None), now)
    strip.play(Playing(BLINKING, monotonic()))
    for _ in range(10):
        gate.arrived.get(timeout=PATIENCE)
        gate.through.put(None)
        sent.get(timeout=PATIENCE)
    strip.close()
    assert len(gate.shown) == 10
    # For each frame: when it is due, when it goes out, and when it was sent.
    assert len(looks) <= 3 * 10 + 1


def test_what_is_shown_already_is_sent_again_only_if_asked_for() -> None:
    gate, sent = Gate(), Queue[None]()
    strip = StripThread(gate, lambda: sent.put(None))

    def goes_out() -> None:
        gate.arrived.get(timeout=PATIENCE)
        gate.through.put(None)
        sent.get(timeout=PATIENCE)

    strip.show((RED,))
    goes_out()
    strip.play(still((RED,)))
    strip.play(still((BLUE,)))
    goes_out()
    strip.show((BLUE,))
    goes_out()
    strip.close()
    assert gate.shown == [(RED,), (BLUE,), (BLUE,)]


def test_showing_never_waits_for_a_slow_strip_and_closing_does() -> None:
    before, gate = threads(), Gate()
    strip = StripThread(gate)
    strip.show((RED,))
    gate.arrived.get(timeout=PATIENCE)
    strip.show((BLUE,))
    closer = threading.Thread(target=strip.close)
    closer.start()
    assert gate.closed_by == []
    gate.through.put(None)
    closer.join(PATIENCE)
    assert (gate.shown, len(gate.closed_by)) == ([(RED,)], 1)
    assert threads() <= before


def test_closing_does_not_wait_for_a_strip_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    before, gate = threads(), Gate()
    strip = StripThread(gate, close_seconds=0.0)
    (thread,) = threads() - before
    strip.show((RED,))
    gate.arrived.get(timeout=PATIENCE)
    strip.close()
    assert (gate.closed_by, caplog.messages) == (
        [],
        ["the strip takes nothing any more, and may stay lit: look at its wires"],
    )
    gate.through.put(None)
    thread.join(PATIENCE)
    assert gate.closed_by == [thread]  # it alone speaks to the strip


def test_a_strip_that_cannot_be_darkened_is_told_to_who_closes_it(pin: Any) -> None:
    strip = StripThread(NeoPixelStrip(1, "GRB", pin, refusing))
    with pytest.raises(HardwareError) as caught:
        strip.close()
    assert str(caught.value) == "the strip cannot be darkened: no wire for 3 bytes"


def test_a_failed_frame_is_no_sign_of_life_and_told_at_a_later_one() -> None:
    before, gate, told = threads(), Gate(), list[str]()
    strip = StripThread(gate, lambda: told.append("sent"))
    fault = HardwareError("the strip cannot be lit: no wire")
    gate.through.put(fault)
    strip.show((RED,))
    gate.arrived.get(timeout=PATIENCE)
    end = monotonic() + PATIENCE
    while strip.alive and monotonic() < end:
        pass
    assert not strip.alive
    with pytest.raises(HardwareError) as caught:
        strip.show((BLUE,))
    with pytest.raises(HardwareError):
        strip.check()
    strip.close()
    assert caught.value is fault
    assert (gate.shown, told) == ([], [])
    assert threads() <= before


def test_a_frame_that_cannot_be_drawn_is_a_fault_of_the_thread(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before, gate = threads(), Gate()
    strip = StripThread(gate)
    (thread,) = threads() - before
    strip.play(Playing(Animation(1, lambda number: ((1 // number, 0, 0),))))
    thread.join(PATIENCE)
    with pytest.raises(HardwareError, match=r"^the strip's thread has failed: .* by zero$"):
        strip.check()
    strip.close()
    assert (strip.alive, gate.closed_by) == (False, [thread])
    assert caplog.messages == ["the strip's thread has failed"]


def test_a_strip_that_is_never_shown_anything_ends_too() -> None:
    before, gate = threads(), Gate()
    strip = StripThread(gate)
    (thread,) = threads() - before
    strip.close()
    assert (gate.shown, gate.closed_by) == ([], [thread])
    assert threads() <= before


def test_a_frame_that_does_not_get_out_is_no_sign_of_life() -> None:
    """Long after the last frame there is nothing to wait for."""
    now = [0.0]
    gate, sent, seen = Gate(), Queue[None](), []
    strip = StripThread(gate, lambda: sent.put(None), lambda: now[0])

    def look(at: float) -> None:
        now[0] = at
        seen.append((at, strip.alive))

    look(100.0)
    strip.show((RED,))
    gate.arrived.get(timeout=PATIENCE)
    look(100.0 + STUCK_SECONDS)
    look(100.1 + STUCK_SECONDS)
    strip.show((BLUE,))
    gate.through.put(None)
    gate.arrived.get(timeout=PATIENCE)
    look(105.2 + STUCK_SECONDS)
    look(105.0)
    gate.through.put(None)
    strip.close()
    assert seen == [(100.0, True), (105.0, True), (105.1, False), (110.2, False), (105.0, True)]
    assert not strip.alive
