"""A Pi as its own jig: free pins, jumpered to its inputs and the strip's wire.

Coarser than a jig: it cannot read what the strip is sent, only when that begins, and its edges come
from a program. Its clock is the kernel's own, which also stamps the wire's first edge.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from minigam.drivers.jig_interface import Frame, Identity, ProgramJig
from minigam.drivers.pi import GROUP, INSTALL
from minigam.errors import HardwareError

NAME = "minigam hil"
HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip behind a Pi's header: of a Pi 5, a Pi 4, and those before. On a
Pi 5 it is the fifth or the first, as old as the kernel is."""
FIRST_CHIP, CHIPS = "gpiochip0", "gpiochip*"
NO_PI = "a loopback bench needs the pins of a Raspberry Pi: run it there, or `minigam hil sim` here"
FRAME_SECONDS = 0.01
"""A frame is over by then: only its first edge is wanted, and each costs the kernel some time."""
MOST_EDGES = 1024
"""Of one line the kernel keeps no more. Of too many it keeps the last, and the first is wanted."""
NANOSECONDS = 1e9


class Loopback(ProgramJig):
    """As `jig.Jig`, of this Pi's own pins."""

    def __init__(
        self, pins: Iterable[int], listens: int | None, devices: Path = Path("/dev")
    ) -> None:
        """`pins`: to pull inputs down with; `listens`: the one at the strip's data line.

        Raises `HardwareError` on a machine without such pins, where one cannot be had, or where
        gpiod is missing.
        """
        try:
            import gpiod
            from gpiod.line import Direction, Drive, Edge, Value
        except ImportError:
            if not next(devices.glob(CHIPS), None):
                text = f"expected {devices / FIRST_CHIP}, found none; {NO_PI}"
                raise HardwareError(text) from None
            raise HardwareError(
                f"a loopback bench needs the module gpiod, which is not installed; {INSTALL}"
            ) from None
        self._request, self._listens = gpiod.request_lines, listens
        self._chip = str(header_chip(devices))
        pins = tuple(pins)
        self.identity = Identity("loopback", pins)
        self._low, self._free = Value.INACTIVE, Value.ACTIVE
        open_drain = gpiod.LineSettings(
            direction=Direction.OUTPUT, drive=Drive.OPEN_DRAIN, output_value=self._free
        )
        self._rising = gpiod.LineSettings(direction=Direction.INPUT, edge_detection=Edge.RISING)
        self._wire: Any = None
        self._pins: Any = self._asked(dict.fromkeys(pins, open_drain))
        try:
            self._listen()
        except HardwareError:
            self.close()
            raise

    def drive(self, pin: int, low: bool) -> float:
        """See `jig.Jig.drive`."""
        self._pins.set_value(pin, self._low if low else self._free)
        return monotonic()

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        """See `jig.Jig.bounce`."""
        at, level = self.drive(pin, low), low
        for gap in gaps:
            sleep(gap)
            level = not level
            self.drive(pin, level)
        return at

    def frames(self, seconds: float) -> list[Frame]:
        """When the wire first moved since last asked, waited for so long; never what it carried."""
        if self._wire is None or not self._wire.wait_edge_events(seconds):
            return []
        first = self._wire.read_edge_events(1)[0]
        self._wire.release()
        self._wire = None
        sleep(FRAME_SECONDS)
        self._listen()
        return [Frame(first.timestamp_ns / NANOSECONDS, b"")]

    def close(self) -> None:
        """Give all pins back."""
        for lines in (self._pins, self._wire):
            if lines is not None:
                lines.release()
        self._pins = self._wire = None

    def _listen(self) -> None:
        if self._listens is not None:
            self._wire = self._asked({self._listens: self._rising})

    def _asked(self, lines: dict[Any, Any]) -> Any:
        if not lines:
            return None
        try:
            return self._request(
                self._chip, config=lines, consumer=NAME, event_buffer_size=MOST_EDGES
            )
        except OSError as fault:
            numbers = ", ".join(map(str, lines))
            raise HardwareError(
                f"GPIO {numbers} cannot be had: {fault}; {_remedy(fault)}"
            ) from fault


def header_chip(devices: Path) -> Path:
    """The chip whose lines are those of the header; the first one where none says so.

    `devices`: the folder of the machine's devices.
    """
    import gpiod

    for path in sorted(devices.glob(CHIPS)):
        with suppress(OSError), gpiod.Chip(str(path)) as chip:
            if chip.get_info().label in HEADER_CHIPS:
                return path
    return devices / FIRST_CHIP


def _remedy(fault: OSError) -> str:
    match fault:
        case FileNotFoundError():
            return NO_PI
        case PermissionError():
            return GROUP.format(group="gpio")
    return "choose pins that neither the board nor anything else uses"
