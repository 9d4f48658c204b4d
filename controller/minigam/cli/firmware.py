"""`minigam firmware install` and `minigam firmware files DIR`: what runs on a board's Pico."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.errors import UnreadableError

if TYPE_CHECKING:
    from minigam.board.parts import Profile

HELP = "put the firmware and a board's settings onto its Pico"
INSTALL = "put them onto the Pico that is plugged in; needs mpremote"
FILES = "write them into a folder, to be copied by hand, such as with Thonny"
BOARD = "quarter-hall"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    install = actions.add_parser("install", help=INSTALL, description=INSTALL)
    install.add_argument(
        "--port", metavar="PORT", help="its serial port (default: the only Pico's)"
    )
    install.set_defaults(action=_install)
    files = actions.add_parser("files", help=FILES, description=FILES)
    files.add_argument("folder", type=Path, metavar="DIR", help="made where it is not there")
    files.set_defaults(action=_files)
    for action in (install, files):
        text = "a board profile's name or file (default: %(default)s)"
        action.add_argument("--board", metavar="PROFILE", default=BOARD, help=text)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.board.profile import load_profile

    profile = load_profile(options.board)
    if not profile.on_a_pico:
        raise UnreadableError(
            f"expected a board on a Pico, got {profile.name}: its pins are the Pi's own, and it "
            "needs no firmware; name another one with --board"
        )
    options.action(profile, options)
    return 0


def _install(profile: Profile, options: argparse.Namespace) -> None:
    from minigam.drivers.firmware import install
    from minigam.drivers.serialport import SerialPort, pico_path

    path = options.port or pico_path()
    for line in install(profile, path, partial(SerialPort, path)):
        print(line, flush=True)


def _files(profile: Profile, options: argparse.Namespace) -> None:
    from minigam.drivers.firmware import write_files

    for path in write_files(profile, options.folder):
        print(path)
