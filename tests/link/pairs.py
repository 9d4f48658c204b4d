"""The controller's session and a device, over lossy lines, at a time of the test's own."""

from __future__ import annotations

from collections.abc import Sequence

from minigam.drivers.simulated_pico import Strip, firmware_device
from minigam.link.messages import Level
from minigam.link.session import Expected, News, Reading, Session
from tests.link.lossy import Line

Levels = tuple[Level, ...]
HASH = "0123456789abcdef"
STEP = 0.002
"""Seconds of a turn."""


class Pico:
    """The firmware's side, with the time in seconds."""

    def __init__(self, known: Expected, now: float) -> None:
        self._strip = Strip(known.pixels)
        self._device = firmware_device(known, self._strip, False, _ms(now))

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


class Pair:
    """Both ends of a lossy cable."""

    def __init__(self, inputs: int, pixels: int, rate: float, seed: int) -> None:
        self.now = 0.0
        known = Expected("quarter-hall", HASH, inputs, pixels)
        self.session, self.pico = Session(known, self.now), Pico(known, self.now)
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
