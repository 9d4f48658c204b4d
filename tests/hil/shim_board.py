"""`shim_board SOCKET ...`: the program `minigam` over the shim, on the real lgpio.

Its lines are moved by a jig behind a socket; only the strip's last write goes there too.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from minigam.board.profile import Profile
from minigam.cli.main import main
from minigam.drivers.pixels import NeoPixelStrip
from minigam.drivers.simulated import captured_strip
from minigam.drivers.simulated_jig import JigLink
from tests.drivers.shim.wires import drive


def move(pin: int, low: bool) -> None:
    drive(pin, 0 if low else 1)


def run(path: str, *arguments: str) -> int:
    def open_strip(profile: Profile) -> NeoPixelStrip:
        strip = captured_strip(profile.strip.pixels, profile.strip.order)
        link = JigLink(Path(path), move)
        strip._write = lambda _pin, buffer: link.sent(bytes(buffer))
        return strip

    with patch("minigam.daemon.hardware.open_strip", open_strip):
        return main(arguments)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
