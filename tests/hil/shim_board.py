"""`shim_board SOCKET ...`: the program `minigam` over the shim, on the real lgpio.

Its lines are moved by a jig behind a socket; only the strip's last write goes there too.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from minigam.board.profile import Profile
from minigam.cli.main import main
from minigam.drivers.pixels import NeoPixelStrip
from minigam.drivers.simulated import captured_strip
from tests.drivers.shim.wires import drive
from tests.hil.bridge import tapped


def move(pin: int, low: bool) -> None:
    """Change a line of the shim."""
    drive(pin, 0 if low else 1)


def run(place: str, *arguments: str) -> int:
    """The program's end."""
    strip_of = tapped(captured_strip, place, move)

    def open_strip(profile: Profile) -> NeoPixelStrip:
        return strip_of(profile.strip.pixels, profile.strip.order)

    with patch("minigam.daemon.parts.open_strip", open_strip):
        return main(arguments)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
