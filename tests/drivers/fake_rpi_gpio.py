"""A library that stands in for RPi.GPIO below gpiozero's own factory: as much as inputs need."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

OnChange = Callable[[int], None]


class FakeRpiGpio:
    """`RPi.GPIO` with pins in memory; its callbacks come from the thread that drives a pin."""

    BCM, PUD_OFF, PUD_UP, PUD_DOWN = 11, 20, 22, 21
    OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 0, 1, 40, 41, 42, 43, -1
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self._listeners: dict[int, OnChange] = {}

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        assert not on

    def setup(self, pin: int, function: int, pull: int) -> None:
        assert function == self.IN
        self.levels[pin] = int(pull == self.PUD_UP)

    def gpio_function(self, pin: int) -> int:
        return self.IN if pin in self.levels else self.UNKNOWN

    def input(self, pin: int) -> int:
        return self.levels[pin]

    def add_event_detect(self, pin: int, edge: int, callback: OnChange, bouncetime: int) -> None:
        assert (edge, bouncetime) == (self.BOTH, -666)
        self._listeners[pin] = callback

    def remove_event_detect(self, pin: int) -> None:
        self._listeners.pop(pin, None)

    def cleanup(self, pin: int | None = None) -> None:
        for closed in [pin] if pin else list(self.levels):
            self.levels.pop(closed, None)

    def drive(self, pin: int, level: int) -> None:
        """Change a level, as a hand does."""
        self.levels[pin] = level
        if pin in self._listeners:
            self._listeners[pin](pin)


def install(monkeypatch: pytest.MonkeyPatch) -> FakeRpiGpio:
    """Let `RPi` be this, on what says that it is a Pi 4, for a test."""
    import gpiozero.pins.local

    gpio = FakeRpiGpio()
    bring: Any = SimpleNamespace(GPIO=gpio)
    monkeypatch.setitem(sys.modules, "RPi", bring)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xC03112)
    return gpio
