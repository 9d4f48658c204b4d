"""A jig without a Pico: the jig's own firmware in a thread, with pins and a wire of the test's own.

    server = JigServer(lines)                   # lines.drive(pin, low) moves the real thing
    server.carried(monotonic(), frame)          # the strip's wire has carried these bytes
    with Jig(SerialPort(server.path)) as jig: ...

Its time is that of `monotonic`, less that of its start. Where there is a made-up clock, pass it in.
"""

import os
import pty
import select
import tty
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import Lock, Thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Protocol

from tests.firmware.loading import load_of_the_jig

LOOK_SECONDS = 0.002
MOST_WAITING = 64
ALL_PINS = (*range(22), 28)
"""Those that the jig's own firmware drives."""
STRIP = 22


class Lines(Protocol):
    """What the jig's pins are wired to."""

    def drive(self, pin: int, low: bool) -> None:
        """Pull a pin's line to ground, or let it go."""


class Pins:
    """As the firmware's `pins.Pins`, in front of `Lines`."""

    def __init__(
        self,
        lines: Lines,
        numbers: Iterable[int],
        clock: Callable[[], float],
        start: float,
        rest: Callable[[], None],
    ) -> None:
        self.numbers = tuple(numbers)
        self._rest = rest
        self._lines, self._clock, self._start = lines, clock, start
        self._held: set[int] = set()

    def drive(self, pin: int, low: bool, gaps: Sequence[int]) -> int:
        """Microseconds of the first edge."""
        at = self._put(pin, low)
        level = low
        for gap in gaps:
            sleep(gap / 1e6)
            level = not level
            self._put(pin, level)
        self._rest()
        return at

    def let_go(self) -> None:
        for pin in sorted(self._held):
            self._put(pin, False)

    def _put(self, pin: int, low: bool) -> int:
        at = round(1e6 * (self._clock() - self._start))
        (self._held.add if low else self._held.discard)(pin)
        self._lines.drive(pin, low)
        return at


class Wire:
    """As the firmware's `wire.Wire`; frames come from `carried`."""

    def __init__(self, pin: int, widths: Callable[[], Sequence[int] | None]) -> None:
        self.pin = pin
        self.lost = 0
        self._widths = widths
        self._frames: deque[tuple[int, bytes]] = deque()
        self._lock = Lock()

    def carried(self, at: int, data: bytes) -> None:
        """From any thread."""
        with self._lock:
            if len(self._frames) == MOST_WAITING:
                self._frames.popleft()
                self.lost += 1
            self._frames.append((at, data))

    def next(self) -> tuple[int, bytes] | None:
        with self._lock:
            return self._frames.popleft() if self._frames else None

    def forget(self) -> None:
        with self._lock:
            self._frames.clear()
            self.lost = 0

    def measure(self) -> None:
        """There is nothing to begin."""

    def measured(self) -> Sequence[int] | None:
        return self._widths()


class JigServer:
    """A jig at `path`, a pseudo-terminal, until it is closed."""

    def __init__(
        self,
        lines: Lines,
        pins: Iterable[int] = ALL_PINS,
        name: str = "virtual",
        clock: Callable[[], float] = monotonic,
        rest: Callable[[], None] = lambda: None,
        widths: Callable[[], Sequence[int] | None] = lambda: None,
        said: Callable[[], tuple[int, int] | None] = lambda: None,
    ) -> None:
        """`rest`: waits behind a touch, for what is slow to see it.

        `widths`: see `link.jig.Timed`; `said`: what the meter says, in millivolts, and microvolts
        over the shunt.
        """
        self._clock, self._start = clock, clock()
        self.wire = Wire(STRIP, widths)
        meter = SimpleNamespace(read=said)  # as the firmware's `ina219.Meter`
        wired = Pins(lines, pins, clock, self._start, rest)
        self._device = load_of_the_jig("device").Device(name, wired, self.wire, meter)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._end, self._ended = os.pipe()
        self._thread = Thread(target=self._run, name="jig", daemon=True)
        self._thread.start()

    def carried(self, at: float, data: bytes) -> None:
        """The wire has carried a frame, whose first bit rose `at` the clock's time."""
        self.wire.carried(round(1e6 * (at - self._start)), data)

    def close(self) -> None:
        """Pull its cable: what talks with it hears no more."""
        os.close(self._ended)
        self._thread.join()
        for descriptor in (self._end, self._slave, self._master):
            os.close(descriptor)

    def _run(self) -> None:
        device, master = self._device, self._master
        while self._end not in (ready := select.select([master, self._end], [], [], self._wait)[0]):
            if master in ready:
                device.receive(os.read(master, 4096), self._now())
            if due := device.due(self._now()):
                os.write(master, due)

    @property
    def _wait(self) -> float | None:
        """A jig that measures has to look by itself; else it has nothing to do unasked."""
        return LOOK_SECONDS if self._device.measuring else None

    def _now(self) -> int:
        return round(1000 * (self._clock() - self._start))
