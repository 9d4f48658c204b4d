"""`minigam dark`: put the lights out, for systemd after a crash of the daemon."""

from __future__ import annotations

import argparse

HELP = "put all lights out, such as after a crash of the daemon"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    parser.add_argument("--board", metavar="PROFILE", help="as for `minigam run`")


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.board.profile import load_profile
    from minigam.daemon.config import Config
    from minigam.daemon.parts import open_strip

    open_strip(load_profile(Config(board=options.board).board_name)).close()
    return 0
