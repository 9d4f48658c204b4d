"""`mock_board SOCKET ...`: the program `minigam`, its mock pins moved by a jig behind a socket."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any
from unittest.mock import patch

from minigam.cli.main import main
from minigam.drivers import simulated
from minigam.drivers.pixels import NeoPixelStrip
from tests.hil.bridge import Inside


def run(place: str, *arguments: str) -> int:
    """The program's end."""
    factory = simulated.mock_factory()

    def move(pin: int, low: bool) -> None:
        mock = factory.pin(pin)
        mock.drive_low() if low else mock.drive_high()

    @cache
    def inside() -> Inside:
        return Inside(place, move)

    def tapped(pixels: int, order: str) -> NeoPixelStrip:
        strip = simulated.captured_strip(pixels, order)

        def write(_pin: Any, buffer: bytearray) -> None:
            inside().sent(bytes(buffer))

        strip._write = write
        return strip

    with (
        patch("minigam.daemon.parts.mock_factory", lambda: factory),
        patch("minigam.daemon.parts.captured_strip", tapped),
    ):
        return main(arguments)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
