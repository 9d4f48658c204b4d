"""`minigam dark`: put the lights out, for systemd after a crash of the daemon."""

import argparse

from minigam.board.profile import load_profile
from minigam.cli.common import add_board, board_of
from minigam.daemon.hardware import open_strip

add_arguments = add_board


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    open_strip(load_profile(board_of(options))).close()
    return 0
