"""The controller's session and a device, over lossy lines, at a time of the test's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from minigam.link.device import Device
from minigam.link.messages import Level
from minigam.link.session import Expected, News, Reading, Session
from tests.firmware.loading import load
from tests.link.lossy import Line

Levels = tuple[Level, ...]
HASH = "0123456789abcdef"
STEP = 0.002
"""Seconds of a turn."""


class Pico(Protocol):
    """A device's side, with the time in seconds."""

    @property
    def shown(self) -> bytes: ...

    def sense(self, levels: Sequence[Level], chain_broken: bool, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> None: ...

    def due(self, now: float) -> bytes: ...


class Memory:
    """A strip for the firmware's device."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.shown = bytes(3 * pixels)
        self._memory = bytearray(self.shown)

    def write(self, first: int, data: bytes) -> bool:
        fits = first + len(data) <= len(self._memory)
        if fits:
            self._memory[first : first + len(data)] = data
        return fits

    def show(self) -> None:
        self.shown = bytes(self._memory)

    def dark(self) -> None:
        self._memory[:] = bytes(len(self._memory))
        self.show()


class FirmwareDevice:
    """The firmware's own side, which counts milliseconds."""

    def __init__(self, name: str, known: str, inputs: int, pixels: int, now: float) -> None:
        settings = {"name": name, "hash": known}
        unknown = bytes([Level.UNKNOWN] * inputs)
        self._strip = Memory(pixels)
        self._device = load("device").Device(settings, unknown, self._strip, False, _ms(now))

    @property
    def shown(self) -> bytes:
        return self._strip.shown

    def sense(self, levels: Sequence[Level], chain_broken: bool, now: float) -> None:
        self._device.sense(bytes(levels), chain_broken, _ms(now))

    def receive(self, data: bytes, now: float) -> None:
        self._device.receive(data, _ms(now))

    def due(self, now: float) -> bytes:
        due: bytes = self._device.due(_ms(now))
        return due


def simulated(name: str, known: str, inputs: int, pixels: int, now: float) -> Pico:
    return Device(name, known, inputs, pixels, now, restarted=False)


class Pair:
    """Both ends of a lossy cable."""

    def __init__(
        self, kind: type[FirmwareDevice] | None, inputs: int, pixels: int, rate: float, seed: int
    ) -> None:
        self.now = 0.0
        self.session = Session(Expected("quarter-hall", HASH, inputs, pixels), self.now)
        make = kind or simulated
        self.pico: Pico = make("quarter-hall", HASH, inputs, pixels, self.now)
        self.up, self.down = Line(rate, seed), Line(rate, seed + 1)
        self.news: list[News] = []
        self.readings: list[Levels] = []

    @property
    def frames(self) -> int:
        """Sent in both directions."""
        return self.up.frames + self.down.frames

    def sense(self, levels: Levels) -> None:
        self.pico.sense(levels, False, self.now)

    def turn(self) -> None:
        """Each end says what is due."""
        self.now += STEP
        self.pico.receive(self.down.carry(self.session.due(self.now)), self.now)
        said = self.up.carry(self.pico.due(self.now))
        news = self.session.receive(said, self.now)
        self.news += news
        self.readings += [each.levels for each in news if isinstance(each, Reading)]

    def settle(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.turn()


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
