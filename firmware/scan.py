"""Reads sensors and buttons; each pulls its line to ground when it is occupied or pressed."""

import time

from debounce import UNKNOWN
from machine import Pin

EMPTY, OCCUPIED = 0, 1
CHANNELS = 16
SETTLE_US = 10
"""For a multiplexer's line to follow its select pins: its pull-up has to charge the wires."""


class Chain:
    """A chain of 74HC165 shift registers; one more at its end always says the same pattern.

    Source: Nexperia 74HC165 data sheet, section 6: while PL is low the inputs are loaded, and each
    rising edge of CP moves them on towards Q7; D7 comes out first.
    """

    def __init__(self, scan: dict) -> None:
        """`scan`: of the settings, with `load`, `clock`, `data`, `sensors`, `pattern`."""
        self.sensors = scan["sensors"]
        self._load = Pin(scan["load"], Pin.OUT, value=1)
        self._clock = Pin(scan["clock"], Pin.OUT, value=0)
        self._data = Pin(scan["data"], Pin.IN, Pin.PULL_UP)
        self._pattern = scan["pattern"]

    def read(self, levels: bytearray) -> bool:
        """Put the sensors' levels in front of `levels`; is the chain whole?"""
        self._load(0)
        self._load(1)
        clock, data = self._clock, self._data
        for place in range(self.sensors):
            levels[place] = EMPTY if data() else OCCUPIED
            clock(1)
            clock(0)
        whole = self._pattern_read() == self._pattern
        if not whole:
            levels[: self.sensors] = bytes([UNKNOWN] * self.sensors)
        return whole

    def _pattern_read(self) -> int:
        pattern = 0
        for _ in range(8):
            pattern = pattern << 1 | self._data()
            self._clock(1)
            self._clock(0)
        return pattern


class Multiplexers:
    """CD74HC4067 multiplexers that share their select pins; sensor 16 is the second one's first."""

    def __init__(self, scan: dict) -> None:
        """`scan`: of the settings, with `select` (S0 first), `data` (a pin each), `sensors`."""
        self.sensors = scan["sensors"]
        self._select = [Pin(pin, Pin.OUT, value=0) for pin in scan["select"]]
        self._data = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in scan["data"]]
        if self.sensors > CHANNELS * len(self._data):
            raise ValueError("more sensors than channels")

    def read(self, levels: bytearray) -> bool:
        """Put the sensors' levels in front of `levels`; a broken wire cannot be told."""
        for channel in range(min(CHANNELS, self.sensors)):
            for bit, pin in enumerate(self._select):
                pin(channel >> bit & 1)
            time.sleep_us(SETTLE_US)
            for place in range(channel, self.sensors, CHANNELS):
                levels[place] = EMPTY if self._data[place // CHANNELS]() else OCCUPIED
        return True


class NoSensors:
    """A board with nothing but buttons."""

    sensors = 0

    def read(self, _levels: bytearray) -> bool:
        """There is nothing that could be broken."""
        return True


KINDS = {"74hc165": Chain, "cd74hc4067": Multiplexers}


class Scanner:
    """Every input of a board: the sensors, then the buttons."""

    def __init__(self, settings: dict) -> None:
        """Raise `KeyError`, `TypeError` or `ValueError` for settings that are none."""
        scan = settings["scan"]
        self._sensors = KINDS[scan["kind"]](scan) if scan else NoSensors()
        self._buttons = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in settings["buttons"]]
        self.inputs = self._sensors.sensors + len(self._buttons)
        self._levels = bytearray(self.inputs + 1)

    def read(self) -> bytearray:
        """A level an input, and behind them 1 where the sensors cannot be read."""
        levels = self._levels
        levels[-1] = not self._sensors.read(levels)
        for place, button in enumerate(self._buttons, self._sensors.sensors):
            levels[place] = EMPTY if button() else OCCUPIED
        return levels
