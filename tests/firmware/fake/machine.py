"""A Pico's pins, reset and watchdog for MicroPython's unix port.

What is on the pins stands in the file `wires`, which the test writes: whether the firmware hangs
(`h`), whether the chain is whole (`1`), then a digit an input. The parts on the board are wired as
`board.json` says, and behave as their data sheets say.
"""

import json
import os
import sys

import ffi

PWRON_RESET, WDT_RESET = 1, 3
FRONT, BACK = "0011", "1100"
"""The check bits around the sensors of each register board."""
RESTART = 75
"""The exit code of a restart that the firmware has asked for."""

_libc = ffi.open("libc.so.6")
_alarm = _libc.func("I", "alarm", "I")


def _all_wires() -> str:
    with open("wires") as file:
        wires = file.read()
    while wires[0] == "h":
        pass
    return wires


class _Chain:
    """Register boards, each input low while its sensor is occupied; all checks are right."""

    def __init__(self, scan: dict) -> None:
        self._scan = scan
        self._bits = ""
        self._at = 0

    def driven(self, pin: int, before: int, now: int) -> None:
        if pin == self._scan["load"] and not now:
            wires = _all_wires()
            sensors = wires[2 : 2 + self._scan["sensors"]]
            levels = "".join("0" if sensor != "0" else "1" for sensor in sensors)
            boards = [levels[place : place + 8] for place in range(0, len(levels), 8)]
            checked = "".join(FRONT + board + BACK for board in boards)
            self._bits = checked if wires[1] == "1" else ""
            self._at = 0
        if pin == self._scan["clock"] and now and not before:
            self._at += 1

    def level(self, _pin: int) -> int:
        """A line that nothing drives is pulled up."""
        return int(self._bits[self._at]) if self._at < len(self._bits) else 1


class _Multiplexers:
    """CD74HC4067s, which connect one sensor each with their line."""

    def __init__(self, scan: dict) -> None:
        self._scan = scan
        self._selected = [0, 0, 0, 0]

    def driven(self, pin: int, _before: int, now: int) -> None:
        if pin in self._scan["select"]:
            self._selected[self._scan["select"].index(pin)] = now

    def level(self, pin: int) -> int:
        channel = sum(bit << place for place, bit in enumerate(self._selected))
        sensor = 16 * self._scan["data"].index(pin) + channel
        return 0 if sensor < self._scan["sensors"] and _all_wires()[2 + sensor] != "0" else 1


def _board() -> dict:
    try:
        with open("board.json") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {"scan": None, "buttons": []}


_settings = _board()
_scan = _settings.get("scan")
_kind = {"74hc165": _Chain, "cd74hc4067": _Multiplexers}.get(_scan["kind"]) if _scan else None
_parts = _kind(_scan) if _kind else None
_sensors = _scan["sensors"] if _kind else 0


class Pin:
    """A pin; to call it reads it, or drives it."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, pin: int, _mode: int, _pull: int = -1, value: int = 0) -> None:
        self._pin = pin
        self._value = value

    def __call__(self, value: int | None = None) -> int | None:
        """Its level, or drive it to one."""
        if value is None:
            return self._level()
        before, self._value = self._value, value
        if _parts:
            _parts.driven(self._pin, before, value)
        return None

    def _level(self) -> int:
        if self._pin in _settings["buttons"]:
            place = 2 + _sensors + _settings["buttons"].index(self._pin)
            return 0 if _all_wires()[place] != "0" else 1
        return _parts.level(self._pin)


class SoftSPI:
    """Reads a bit after the clock's falling edge, and ends it with the rising one."""

    def __init__(self, _baudrate: int, polarity: int, phase: int, sck: Pin, mosi: Pin, miso: Pin):
        if (polarity, phase) != (1, 0):
            raise ValueError("expected a clock that rests high and reads at its first edge")
        self._clock, self._load, self._data = sck, mosi, miso

    def readinto(self, into: bytearray, out: int) -> None:
        """Fill `into`, most significant bits first; `out`: the byte that is sent meanwhile."""
        for place in range(len(into)):
            byte = 0
            for at in range(7, -1, -1):
                self._load(out >> at & 1)
                self._clock(0)
                byte = byte << 1 | self._data()
                self._clock(1)
            into[place] = byte


class WDT:
    """The kernel's alarm ends a process that does not feed it."""

    def __init__(self, timeout: int) -> None:
        """`timeout`: in ms."""
        self._seconds = timeout // 1000
        self.feed()

    def feed(self) -> None:
        _alarm(self._seconds)


def reset() -> None:
    sys.exit(RESTART)


def reset_cause() -> int:
    return int(os.getenv("RESET_CAUSE"))
