"""Reads sensors and buttons; each pulls its line to ground when it is occupied or pressed."""

import time

from debounce import UNKNOWN
from machine import Pin, SoftSPI

EMPTY, OCCUPIED = 0, 1
CHECKS = 0b0011_1100
"""The check bits of each board in a chain: four before its sensors, four behind them."""
BIT_HZ = 250_000
"""Of a chain: slow enough for the longest cables, and 32 boards are read in two milliseconds."""
HIGH = 0xFF
"""What goes out on the load line meanwhile: it stays high."""
NO_FAULT = (0, 0, False)
DOUBT = 50
"""How often a chain must be read without a fault, about 0.2 s, before it is believed again."""
CHANNELS = 16
SETTLE_US = 10
"""For a multiplexer's line to follow its select pins: its pull-up has to charge the wires."""


class Chain:
    """A chain of register boards with two 74HC165 shift registers each.

    A board sends four check bits, its eight sensors, and four more check bits, which are fixed:
    what comes instead says from which board on, and how, the chain is broken. Behind the last board
    nothing but ones may come: the check bits of another board say that there is one too many.
    Source: Texas Instruments SN74HCS165 data sheet: while SH/LD is low the inputs are loaded, and
    each rising edge of CLK moves them on towards QH; H comes out first. A bit is read
    when CLK falls, in the middle of its time.
    """

    def __init__(self, scan: dict) -> None:
        """`scan`: of the settings, with `load`, `clock`, `data`, `sensors`."""
        self.sensors = scan["sensors"]
        self.fault = NO_FAULT
        """The first board of the last `DOUBT` scans that is wrong: see `device.state_body`."""
        self._load = Pin(scan["load"], Pin.OUT, value=1)
        clock, data = Pin(scan["clock"], Pin.OUT, value=1), Pin(scan["data"], Pin.IN, Pin.PULL_UP)
        self._line = SoftSPI(BIT_HZ, polarity=1, phase=0, sck=clock, mosi=self._load, miso=data)
        self._levels = bytearray(self.sensors)
        self._sent = bytearray(self.sensors // 4 + 2)
        self._before = bytearray(self._sent)
        self._found = self._taken_in()
        self._doubt = 0
        self._named = 0
        """For how many more scans `fault` is named although only boards behind it are wrong."""

    def read(self, levels: bytearray) -> int:
        """Put the sensors' levels in front of `levels`; the first board that is wrong, or 0."""
        self._load(0)
        self._load(1)
        self._line.readinto(self._sent, HIGH)
        if self._sent != self._before:
            self._before[:] = self._sent
            self._found = self._taken_in()
        found = self._found
        if found[0] and (not self._named or found[0] < self.fault[0]):
            self.fault = found
        if 0 < found[0] <= self.fault[0]:
            self._named = DOUBT
        elif self._named:
            self._named -= 1
        if found[0]:
            self._doubt = DOUBT
        elif self._doubt:
            self._doubt -= 1
        if not self._doubt:
            levels[: self.sensors] = self._levels
            return 0
        levels[: self.sensors] = bytes([UNKNOWN] * self.sensors)
        return self.fault[0]

    def _taken_in(self) -> tuple[int, int, bool]:
        """Set the levels by what was sent, and say what is wrong."""
        sent, levels, first, wrong = self._sent, self._levels, NO_FAULT, 0
        for place in range(0, self.sensors, 8):
            front, back = sent[place >> 2], sent[(place >> 2) + 1]
            checks = front & 0xF0 | back & 0x0F
            if checks != CHECKS:
                wrong += 1
                if wrong == 1:
                    first = ((place >> 3) + 1, checks, place + 8 < self.sensors)
            sensors = front << 4 & 0xF0 | back >> 4
            for at in range(place, place + 8):
                sensors <<= 1
                levels[at] = EMPTY if sensors & 0x100 else OCCUPIED
        if not wrong and sent[-2] & 0xF0 | sent[-1] & 0x0F == CHECKS:
            return (self.sensors >> 3) + 1, CHECKS, False
        return first if wrong < 2 else (first[0], first[1], False)


class Multiplexers:
    """CD74HC4067 multiplexers that share their select pins; sensor 16 is the second one's first."""

    def __init__(self, scan: dict) -> None:
        """`scan`: of the settings, with `select` (S0 first), `data` (a pin each), `sensors`."""
        self.sensors = scan["sensors"]
        self.fault = NO_FAULT
        self._select = [Pin(pin, Pin.OUT, value=0) for pin in scan["select"]]
        self._data = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in scan["data"]]
        if self.sensors > CHANNELS * len(self._data):
            raise ValueError("more sensors than channels")

    def read(self, levels: bytearray) -> int:
        """Put the sensors' levels in front of `levels`; 0: a broken wire is not noticed."""
        for channel in range(min(CHANNELS, self.sensors)):
            for bit, pin in enumerate(self._select):
                pin(channel >> bit & 1)
            time.sleep_us(SETTLE_US)
            for place in range(channel, self.sensors, CHANNELS):
                levels[place] = EMPTY if self._data[place // CHANNELS]() else OCCUPIED
        return 0


class NoSensors:
    """A board with nothing but buttons."""

    sensors = 0
    fault = NO_FAULT

    def read(self, _levels: bytearray) -> int:
        """0: there is nothing that could be broken."""
        return 0


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
        """A level an input; behind them 0, or `UNKNOWN` + the board where the chain breaks."""
        levels = self._levels
        board = self._sensors.read(levels)
        levels[-1] = UNKNOWN + board if board else 0
        for place, button in enumerate(self._buttons, self._sensors.sensors):
            levels[place] = EMPTY if button() else OCCUPIED
        return levels

    def fault(self, levels: bytearray) -> tuple[int, int, bool]:
        """How the chain is broken, by levels that are certain: see `device.state_body`."""
        return self._sensors.fault if levels[-1] else NO_FAULT
