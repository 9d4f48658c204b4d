"""The lowest layer without hardware: mock pins that a hand can press, and a strip's captured bytes.

Everything above is the same as on a Pi: gpiozero's devices on its own mock factory, Adafruit's
NeoPixel class on a pin of Blinka's board for any operating system.
"""

import os
from collections.abc import Mapping
from typing import Any

from minigam.drivers.pixels import NeoPixelStrip
from minigam.errors import UnknownNameError
from minigam.words import Words

COMPUTE_MODULE = "a020a0"
"""The revision of a Pi with GPIO 0 to 45: more inputs than a header has pins for."""


def mock_factory() -> Any:
    """Mock pins of gpiozero; one factory a simulated board."""
    from gpiozero.pins.mock import MockFactory

    return MockFactory(revision=COMPUTE_MODULE)


class MockHand:
    """Presses the simulated board's inputs: it moves mock pins and nothing else."""

    def __init__(self, factory: Any, pins: Mapping[str, int]) -> None:
        """`pins`: each input's GPIO number."""
        self._pins = {name: factory.pin(number) for name, number in pins.items()}

    def press(self, name: str) -> None:
        """Close an input to ground; raise `UnknownNameError` for no input of this board."""
        pin = self._pin(name)
        pin.drive_low()
        pin.clear_states()  # it would keep every change for ever

    def release(self, name: str) -> None:
        """Let an input go."""
        pin = self._pin(name)
        pin.drive_high()
        pin.clear_states()

    def check(self, name: str) -> None:
        """Raise `UnknownNameError` for no input of this board."""
        if name not in self._pins:
            raise UnknownNameError(Words("input"), name, self._pins)

    def _pin(self, name: str) -> Any:
        self.check(name)
        return self._pins[name]


def captured_strip(pixels: int, order: str) -> NeoPixelStrip:
    """A strip that is not there: its bytes go nowhere but into `sent`."""
    os.environ["BLINKA_FORCECHIP"] = "OS_AGNOSTIC"
    os.environ["BLINKA_FORCEBOARD"] = "OS_AGNOSTIC_BOARD"
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    import board

    return NeoPixelStrip(pixels, order, board.NEOPIXEL, write=_nowhere)


def _nowhere(_pin: Any, _buffer: bytearray) -> None:
    """There is no strip."""
