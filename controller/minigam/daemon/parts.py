"""Opens a profile's hardware: the only place that knows which drivers a board needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from minigam.board.profile import Profile
from minigam.drivers.gpio import pi_factory
from minigam.drivers.pi import Pi
from minigam.drivers.pixels import NeoPixelStrip, pi_pin
from minigam.drivers.ports import Strip
from minigam.drivers.simulated import Hand, captured_strip, mock_factory


@dataclass(frozen=True)
class Parts:
    """A board's lowest layer."""

    factory: Any
    """gpiozero's pin factory."""
    strip: Strip
    hand: Hand | None
    """Presses the inputs of a simulated board."""


def open_parts(profile: Profile) -> Parts:
    """Open the strip and the pins; raise `HardwareError` where that fails."""
    return _OPENERS[profile.driver](profile)


def _open_gpio(profile: Profile) -> Parts:
    return Parts(pi_factory(Pi()), open_strip(profile), None)


def _open_simulated(profile: Profile) -> Parts:
    factory = mock_factory()
    return Parts(factory, open_strip(profile), Hand(factory, profile.inputs))


def open_strip(profile: Profile) -> Strip:
    """Open the strip alone."""
    strip = profile.strip
    if profile.driver == "simulated":
        return captured_strip(strip.pixels, strip.order)
    return NeoPixelStrip(strip.pixels, strip.order, pi_pin(Pi(), strip.gpio))


_OPENERS: dict[str, Callable[[Profile], Parts]] = {
    "gpio": _open_gpio,
    "simulated": _open_simulated,
}
