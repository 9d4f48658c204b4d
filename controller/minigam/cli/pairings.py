"""`minigam pairings`: the phones that may touch the board."""

from __future__ import annotations

import argparse

from minigam.cli.common import add_data, add_port, data_of
from minigam.cli.known_phones import Asked, StoredPairing

MINUTE, HOUR = 60, 3600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--revoke", type=int, metavar="NUMBER", help="end this pairing at once")
    add_port(parser)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Ask the daemon where one answers at the port, else read its folder."""
    folder = data_of(options)
    pairings = Asked.at(options.port) or StoredPairing(folder)
    if options.revoke is not None:
        pairings.revoke(options.revoke)
        print(f"pairing {options.revoke} has ended")
        return 0
    listed = pairings.listed()
    for number, name, seconds in listed:
        print(f"{number:5}  {name:40}  {_left(seconds)}")
    if not listed:
        print("no phone is paired")
    return 0


def _left(seconds: float) -> str:
    """For how long more.

    >>> _left(41_000), _left(59)
    ('11 h 23 min left', '0 h 00 min left')
    """
    hours, rest = divmod(int(seconds), HOUR)
    return f"{hours} h {rest // MINUTE:02} min left"
