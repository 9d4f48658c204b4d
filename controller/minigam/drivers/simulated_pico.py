"""A simulated Pico: the real firmware's `device.py`, and a hand that moves its inputs.

It has no thread of its own: the one that reads its port lets its time pass.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Condition
from time import monotonic
from types import ModuleType
from typing import Any

from minigam.errors import HardwareError, UnknownNameError
from minigam.link.messages import ChainFault, Level
from minigam.link.session import Expected

MILLISECOND = 0.001
"""What the firmware counts in."""
NO_FAULT = (0, 0, False)
"""A whole chain, as the firmware has it."""
CUT = ChainFault(board=1, checks=0b1111_1111, alone=False)
"""Where the first cable's DATA is cut."""
PATIENCE = 5.0
"""Seconds that a hand waits for the controller to notice."""


class Strip:
    """The strip of a simulated Pico, as the firmware's `strip.Strip`."""

    def __init__(self, pixels: int) -> None:
        """All dark."""
        self.pixels = pixels
        self.shown = bytes(3 * pixels)
        """What it shows, three bytes a pixel, in its own colour order."""
        self._memory = bytearray(self.shown)

    def write(self, first: int, data: bytes) -> bool:
        """Take in colours from that byte on; whether they fit."""
        fits = first + len(data) <= len(self._memory)
        if fits:
            self._memory[first : first + len(data)] = data
        return fits

    def show(self) -> None:
        """Light what was taken in."""
        self.shown = bytes(self._memory)

    def dark(self) -> None:
        """Put all of it out."""
        self._memory[:] = bytes(len(self._memory))
        self.show()


def firmware_device(known: Expected, strip: Strip, restarted: bool, now: int) -> Any:
    """The firmware's `Device`, its inputs unknown; `now`: in milliseconds."""
    sys.modules["codec"] = _firmware("codec")
    try:
        device = _firmware("device")
    finally:
        del sys.modules["codec"]
    settings = {"name": known.name, "hash": known.hash}
    unknown = bytes([Level.UNKNOWN] * known.inputs)
    return device.Device(settings, unknown, strip, restarted, now)


def _firmware(name: str) -> ModuleType:
    """A module of the firmware that runs without MicroPython, by the name it has there."""
    path = Path(__file__).parents[1] / "firmware" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _ms() -> int:
    return int(1000 * monotonic())


class SimulatedPico:
    """A Pico with settings, a cable that can be pulled, and inputs that a hand can press."""

    def __init__(self, known: Expected, names: Sequence[str], sensors: int = 0) -> None:
        """`known`: what its settings say; `sensors`: how many of the inputs are on the chain."""
        self.stalled = False
        """It hears nothing and says nothing: while this is set."""
        self._known = known
        self._levels = dict.fromkeys(names, Level.EMPTY)
        self._sensors = list(names)[:sensors]
        self._fault: ChainFault | None = None
        self._moved = Condition()
        self._cable: _Cable | None = None
        self._plugged = True
        self._start(restarted=False)

    # The hand

    def press(self, name: str) -> None:
        """Press a button or put a checker there; raise `UnknownNameError` for no input."""
        self.put(name, Level.NORTH)

    def release(self, name: str) -> None:
        """Let a button go or take the checker away."""
        self.put(name, Level.EMPTY)

    def check(self, name: str) -> None:
        """Raise `UnknownNameError` for no input of this board."""
        if name not in self._levels:
            raise UnknownNameError("input", name, self._levels)

    def put(self, name: str, level: Level) -> None:
        """Let an input say this; returns once the controller, if there is one, has noticed."""
        self.check(name)
        self._levels[name] = level
        self._sense()

    def wait_until_noticed(self) -> None:
        """Return once the controller knows all inputs; soon also where it is not, or will not."""
        with self._moved:
            self._moved.wait_for(
                lambda: self._all_seen() or self._cable is None or self.stalled, PATIENCE
            )

    def wait_until_met(self, seconds: float) -> bool:
        """Wait for a controller that knows all inputs; return whether one came in time."""
        with self._moved:
            return self._moved.wait_for(self._all_seen, seconds)

    def break_chain(self, fault: ChainFault | None = CUT) -> None:
        """Break the sensors' chain, or repair it."""
        self._fault = fault
        self._sense()

    def unplug(self) -> None:
        """Pull the cable out; the Pico has no power."""
        with self._changing():
            self._plugged, self._cable = False, None

    def replug(self) -> None:
        """Plug the cable in again; the Pico starts."""
        with self._changing():
            self._plugged = True
            self._start(restarted=False)

    def reset(self) -> None:
        """The watchdog starts it again; the cable stays."""
        with self._changing():
            self._start(restarted=True)

    def install(self, known: Expected) -> None:
        """Other settings, and a new start."""
        self._known = known
        self.reset()

    @property
    def shown(self) -> bytes:
        """What the strip shows, in its own colour order."""
        return self._strip.shown

    # The cable

    def open(self) -> _Cable:
        """Its port; raise `HardwareError` while it is unplugged."""
        with self._moved:
            if not self._plugged:
                raise HardwareError("the board's Pico is not there: plug its USB cable into the Pi")
            self._cable = _Cable(self)
            return self._cable

    def take(self, cable: _Cable, data: bytes) -> None:
        """Bytes have come through a cable."""
        with self._changing():
            self._check(cable)
            if not self.stalled:
                self._device.receive(data, _ms())

    def give(self, cable: _Cable, seconds: float) -> bytes:
        """Bytes for a cable, as soon as there are any."""
        end = monotonic() + seconds
        with self._moved:
            while True:
                self._check(cable)
                data = b"" if self.stalled else self._due()
                now = monotonic()
                if data or cable.woken or now >= end:
                    cable.woken = False
                    return data
                until = end if self.stalled else min(end, self._device.deadline / 1000)
                self._moved.wait(max(MILLISECOND, until - now))

    def close(self, cable: _Cable) -> None:
        """Nobody holds this cable any more."""
        with self._changing():
            if cable is self._cable:
                self._cable = None

    def wake(self, cable: _Cable) -> None:
        """End a reader's waiting."""
        with self._changing():
            cable.woken = True

    def _check(self, cable: _Cable) -> None:
        if cable is not self._cable:
            raise OSError("the cable of the simulated Pico is not there any more")

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._moved:
            yield
            self._moved.notify_all()

    def _sense(self) -> None:
        with self._changing():
            self._feel()
        self.wait_until_noticed()

    def _all_seen(self) -> bool:
        seen: bool = self._device.all_seen
        return seen

    def _due(self) -> bytes:
        due: bytes = self._device.due(_ms())
        return due

    def _feel(self) -> None:
        unknown = self._sensors if self._fault else []
        levels = {**self._levels, **dict.fromkeys(unknown, Level.UNKNOWN)}
        fault = astuple(self._fault) if self._fault else NO_FAULT
        self._device.sense(bytes(levels.values()), fault, _ms())

    def _start(self, restarted: bool) -> None:
        self._strip = Strip(self._known.pixels)
        self._device = firmware_device(self._known, self._strip, restarted, _ms())
        self._feel()


class _Cable:
    """A `serialport.Port`; it ends when the plug is pulled or another one is opened."""

    def __init__(self, pico: SimulatedPico) -> None:
        self.woken = False
        self._pico = pico

    def read(self, seconds: float) -> bytes:
        return self._pico.give(self, seconds)

    def write(self, data: bytes) -> None:
        self._pico.take(self, data)

    def wake(self) -> None:
        self._pico.wake(self)

    def close(self) -> None:
        self._pico.close(self)
