"""`minigam dark`: put the lights out, for systemd after a crash of the daemon."""

from __future__ import annotations

import argparse

from minigam.cli.common import add_board, board_of

HELP = "put all lights out, such as after a crash of the daemon"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_board(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.board.profile import load_profile
    from minigam.daemon.hardware import open_strip

    open_strip(load_profile(board_of(options))).close()
    return 0
