"""A Pico that is not there: the device's side of the protocol, and a hand that moves its inputs.

It has no thread of its own: the one that reads its port lets its time pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition
from time import monotonic

from minigam.errors import HardwareError, UnknownNameError
from minigam.link.device import Device
from minigam.link.messages import Level
from minigam.link.session import Expected

PATIENCE = 5.0
"""Seconds that a hand waits for the controller to notice."""


class SimulatedPico:
    """A Pico with settings, a cable that can be pulled, and inputs that a hand can press."""

    def __init__(self, known: Expected, names: Sequence[str], sensors: int = 0) -> None:
        """`known`: what its settings say; `sensors`: how many of the inputs are on the chain."""
        self.stalled = False
        """It hears nothing and says nothing: while this is set."""
        self._known = known
        self._levels = dict.fromkeys(names, Level.EMPTY)
        self._sensors = list(names)[:sensors]
        self._chain_broken = False
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
            self._moved.wait_for(self._noticed_or_vain, PATIENCE)

    def wait_until_met(self, seconds: float) -> bool:
        """Wait for a controller that knows all inputs; return whether one came in time."""
        with self._moved:
            return self._moved.wait_for(lambda: self._device.all_seen, seconds)

    def break_chain(self, broken: bool = True) -> None:
        """Break the sensors' chain, or mend it."""
        self._chain_broken = broken
        self._sense()

    def unplug(self) -> None:
        """Pull the cable out; the Pico has no power."""
        self._change(self._pull)

    def replug(self) -> None:
        """Plug the cable in again; the Pico starts."""
        self._change(self._plug)

    def reset(self) -> None:
        """The watchdog starts it again; the cable stays."""
        self._change(lambda: self._start(restarted=True))

    def install(self, known: Expected) -> None:
        """Other settings, and a new start."""
        self._known = known
        self.reset()

    @property
    def shown(self) -> bytes:
        """What the strip shows, in its own colour order."""
        return self._device.shown

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
        with self._moved:
            self._check(cable)
            if not self.stalled:
                self._device.receive(data, monotonic())
            self._moved.notify_all()

    def give(self, cable: _Cable, seconds: float) -> bytes:
        """Bytes for a cable, as soon as there are any."""
        end = monotonic() + seconds
        with self._moved:
            while True:
                self._check(cable)
                now = monotonic()
                data = b"" if self.stalled else self._device.due(now)
                if data or cable.woken or now >= end:
                    cable.woken = False
                    return data
                until = end if self.stalled else min(end, self._device.deadline)
                self._moved.wait(max(0.0, until - now))

    def close(self, cable: _Cable) -> None:
        """Nobody holds this cable any more."""
        with self._moved:
            if cable is self._cable:
                self._cable = None
            self._moved.notify_all()

    def wake(self, cable: _Cable) -> None:
        """End a reader's waiting."""
        with self._moved:
            cable.woken = True
            self._moved.notify_all()

    def _check(self, cable: _Cable) -> None:
        if cable is not self._cable:
            raise OSError("the cable of the simulated Pico is not there any more")

    def _change(self, change: Callable[[], None]) -> None:
        with self._moved:
            change()
            self._moved.notify_all()

    def _sense(self) -> None:
        with self._moved:
            self._feel()
            self._moved.notify_all()
        self.wait_until_noticed()

    def _noticed_or_vain(self) -> bool:
        return self._device.all_seen or self._cable is None or self.stalled

    def _feel(self) -> None:
        unknown = self._sensors if self._chain_broken else []
        levels = {**self._levels, **dict.fromkeys(unknown, Level.UNKNOWN)}
        self._device.sense(list(levels.values()), self._chain_broken, monotonic())

    def _start(self, restarted: bool) -> None:
        known = self._known
        self._device = Device(
            known.name, known.hash, known.inputs, known.pixels, monotonic(), restarted
        )
        self._feel()

    def _pull(self) -> None:
        self._plugged, self._cable = False, None

    def _plug(self) -> None:
        self._plugged = True
        self._start(restarted=False)


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
