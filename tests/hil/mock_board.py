"""`mock_board SOCKET ...`: the program `minigam`, its mock pins moved by a jig behind a socket."""

from __future__ import annotations

import sys
from unittest.mock import patch

from minigam.cli.main import main
from minigam.drivers.simulated import captured_strip, mock_factory
from tests.hil.bridge import tapped


def run(place: str, *arguments: str) -> int:
    """The program's end."""
    factory = mock_factory()

    def move(pin: int, low: bool) -> None:
        mock = factory.pin(pin)
        mock.drive_low() if low else mock.drive_high()

    with (
        patch("minigam.daemon.parts.mock_factory", lambda: factory),
        patch("minigam.daemon.parts.captured_strip", tapped(captured_strip, place, move)),
    ):
        return main(arguments)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
