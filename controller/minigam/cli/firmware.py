"""`minigam firmware install` and `minigam firmware files DIR`: what runs on a Pico."""

import argparse
from functools import partial

from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile
from minigam.cli.output import path_to_write
from minigam.drivers.firmware import firmware_files, install, install_jig, jig_files, write_files
from minigam.drivers.serialport import A_BOARDS, A_JIGS, SerialPort, pico_path
from minigam.errors import UnreadableError

INSTALL = "put them onto the Pico that is plugged in; needs mpremote"
FILES = "write them into a folder, to be copied by hand, such as with Thonny"
JIG = "the firmware of a jig instead, which works a board on a bench; it needs no settings"
BOARD = "quarter-hall"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    install = actions.add_parser("install", help=INSTALL, description=INSTALL)
    install.add_argument(
        "--port", metavar="PORT", help="its serial port (default: the only Pico's)"
    )
    install.set_defaults(action=_install)
    files = actions.add_parser("files", help=FILES, description=FILES)
    files.add_argument(
        "folder", type=path_to_write, metavar="DIR", help="made where it is not there"
    )
    files.set_defaults(action=_files)
    for action in (install, files):
        kind = action.add_mutually_exclusive_group()
        text = "a board profile's name or file (default: %(default)s)"
        kind.add_argument("--board", metavar="PROFILE", default=BOARD, help=text)
        kind.add_argument("--jig", action="store_true", help=JIG)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    options.action(None if options.jig else _profile(options.board), options)
    return 0


def _profile(name: str) -> Profile:
    profile = load_profile(name)
    if not profile.on_a_pico:
        raise UnreadableError(
            f"expected a board on a Pico, got {profile.name}: its pins are the Pi's own, and it "
            "needs no firmware; name another one with --board"
        )
    return profile


def _install(profile: Profile | None, options: argparse.Namespace) -> None:
    whose = A_BOARDS if profile else A_JIGS
    path = options.port or pico_path(whose=whose)
    open_port = partial(SerialPort, path, whose)
    lines = install(profile, path, open_port) if profile else install_jig(path, open_port)
    for line in lines:
        print(line, flush=True)


def _files(profile: Profile | None, options: argparse.Namespace) -> None:
    contents = firmware_files(profile) if profile else jig_files()
    for path in write_files(contents, options.folder):
        print(path)
