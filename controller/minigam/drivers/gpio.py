"""Inputs on GPIO pins, through gpiozero.

`DigitalInputDevice`, not `Button`: a button starts a thread for its holds, which are timed
elsewhere. A callback must never raise: one exception ends lgpio's only thread, and every pin is
dead from then on. For the same reason no input is closed before the end.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

from minigam.drivers.ports import OnEdge
from minigam.errors import HardwareError

log = logging.getLogger(__name__)


class GpioInputs:
    """Every input of a board; an input that closes to ground is pressed."""

    def __init__(self, factory: Any, pins: Mapping[str, int], on_edge: OnEdge) -> None:
        """Open each pin of a gpiozero factory; raise `HardwareError` for the first that fails."""
        from gpiozero import DigitalInputDevice

        self._devices: dict[str, Any] = {}
        for name, pin in pins.items():
            try:
                device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            except Exception as fault:
                self.close()
                raise HardwareError(f"input {name}: GPIO {pin} cannot be used: {fault}") from fault
            device.when_activated = _guarded(on_edge, name, True)
            device.when_deactivated = _guarded(on_edge, name, False)
            self._devices[name] = device

    def levels(self) -> dict[str, bool]:
        """See `ports.Inputs`."""
        return {name: bool(device.is_active) for name, device in self._devices.items()}

    def close(self) -> None:
        """See `ports.Inputs`."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()


def _guarded(on_edge: OnEdge, name: str, pressed: bool) -> Callable[[], None]:
    def callback() -> None:
        try:
            on_edge(name, pressed)
        except Exception:
            log.exception("input %s: an edge was lost", name)

    return callback


def lgpio_factory() -> Any:
    """The Pi's own pins; raise `HardwareError` where there are none. One a process."""
    try:
        (entry,) = entry_points(group="gpiozero_pin_factories", name="lgpio")
        return entry.load()()
    except Exception as fault:
        raise HardwareError(
            f"the Pi's pins cannot be opened: {fault}; "
            "on a Pi run `pip install minigam[pi]`, elsewhere use `--board sim`"
        ) from fault
