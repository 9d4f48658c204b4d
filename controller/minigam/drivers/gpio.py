"""Inputs on GPIO pins, through gpiozero.

`DigitalInputDevice`, not `Button`: a button starts a thread for its holds, which are timed
elsewhere. A callback must never raise: one exception ends lgpio's only thread, and every pin is
dead from then on. For the same reason no input is closed before the end: edges at that moment end
the thread too, and lgpio stops looking at the other pins.
"""

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from functools import cache
from importlib.metadata import entry_points
from tempfile import TemporaryDirectory
from typing import Any

from minigam.drivers.interfaces import OnEdge
from minigam.drivers.pi import GPIO_CHIP, GROUP, INSTALL, OFF_A_PI, Access, Pi, installed_version
from minigam.errors import HardwareError

log = logging.getLogger(__name__)

LIBRARIES = {"lgpio": "lgpio", "RPi": "rpigpio"}
"""What can drive a Pi's pins, best first: its module, and gpiozero's name of the factory."""
SAME_MODULE = ("RPi.GPIO", "rpi-lgpio")
"""Distributions that bring the same files."""


class GpioInputs:
    """Every input of a board; an input that closes to ground is pressed."""

    look_seconds = 0.25
    """See `interfaces.Inputs`: a busy kernel may drop an edge."""

    def __init__(self, factory: Any, pins: Mapping[str, int], on_edge: OnEdge) -> None:
        """Open each pin of a gpiozero factory; raise `HardwareError` for the first that fails."""
        self._devices: dict[str, Any] = {}
        for name, pin in pins.items():
            try:
                self._open(factory, name, pin, on_edge)
            except Exception as fault:
                self.close()
                raise HardwareError(f"input {name}: GPIO {pin} cannot be used: {fault}") from fault
        self._thread = _notify_thread(factory)

    def _open(self, factory: Any, name: str, pin: int, on_edge: OnEdge) -> None:
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        self._devices[name] = device
        device.when_activated = _guarded(on_edge, name, True, lambda: device.active_time)
        device.when_deactivated = _guarded(on_edge, name, False, lambda: device.inactive_time)

    @property
    def alive(self) -> bool:
        """See `interfaces.Inputs`."""
        return self._thread is None or self._thread.is_alive()

    def levels(self) -> dict[str, bool]:
        """See `interfaces.Inputs`."""
        return {name: bool(device.is_active) for name, device in self._devices.items()}

    def close(self) -> None:
        """See `interfaces.Inputs`.

        gpiozero asks for each pin once more when it closes it, which lgpio's thread may still be
        watching: "GPIO busy". The kernel gives it back when this process ends.
        """
        for name, device in self._devices.items():
            try:
                device.close()
            except Exception:
                log.info("input %s: its pin was not given back", name, exc_info=True)
        self._devices.clear()


def _guarded(
    on_edge: OnEdge, name: str, pressed: bool, lasted: Callable[[], float | None]
) -> Callable[[], None]:
    """`lasted`: since the edge. lgpio hands on the kernel's own time of it, where that is of the
    same clock (Linux 5.7 and later): else it is from now, or from the future."""

    def callback() -> None:
        try:
            on_edge(name, pressed, max(lasted() or 0.0, 0.0))
        except Exception:
            log.exception("input %s: an edge was lost", name)

    return callback


def _notify_thread(factory: Any) -> threading.Thread | None:
    """The one thread from which lgpio calls back; None where the factory uses another library."""
    library = getattr(sys.modules[type(factory).__module__], "lgpio", None)
    return getattr(library, "_notify_thread", None)


def pin_faults(pi: Pi) -> Iterator[str]:
    """What keeps a Pi's pins from being used, as far as can be seen without opening them."""
    if not pi.is_a_pi:
        yield f"expected a Raspberry Pi, got {pi.model or 'another machine'}; {OFF_A_PI}"
        return
    if not any(map(pi.has_module, LIBRARIES)):
        yield f"the Pi's pins need lgpio or RPi.GPIO, got neither; {INSTALL}"
    if pi.access(GPIO_CHIP) is not Access.OPEN:
        yield _remedy(pi)


@cache
def pi_factory(pi: Pi) -> Any:
    """The Pi's own pins, the same at every call: a second factory would share the first's.

    Through lgpio, or through RPi.GPIO where lgpio is not installed; nothing else stands in for
    them. Raises `HardwareError` where that fails.
    """
    names = [name for module, name in LIBRARIES.items() if pi.has_module(module)]
    if not names:
        text = f"the Pi's pins need lgpio or RPi.GPIO, got neither; on a Pi {INSTALL}"
        raise HardwareError(f"{text}, {OFF_A_PI}")
    _tell_of_the_same_module()
    try:
        return _factory_class(names[0])()
    except Exception as fault:
        remedy = _remedy(pi)
        raise HardwareError(f"the Pi's pins cannot be opened: {fault}; {remedy}") from fault


def _factory_class(name: str) -> Callable[[], Any]:
    """lgpio, when imported, makes a pipe in the working folder: one that is gone right after it."""
    (entry,) = entry_points(group="gpiozero_pin_factories", name=name)
    with TemporaryDirectory(prefix="minigam-pins-") as folder, chdir(folder):
        found: Callable[[], Any] = entry.load()
        return found


def _remedy(pi: Pi) -> str:
    if not pi.is_a_pi:
        return OFF_A_PI
    access = pi.access(GPIO_CHIP)
    if access is Access.MISSING:
        return f"expected /{GPIO_CHIP}, got none; use Raspberry Pi OS with its own kernel"
    if access is Access.REFUSED:
        return f"/{GPIO_CHIP} is not for this user; {GROUP.format(group='gpio')}"
    return INSTALL


def _tell_of_the_same_module() -> None:
    if all(map(installed_version, SAME_MODULE)):
        names = " and ".join(SAME_MODULE)
        fix = f"run `pip uninstall {' '.join(SAME_MODULE)}`, then {INSTALL}"
        log.warning("%s are both installed, one over the other: %s", names, fix)
