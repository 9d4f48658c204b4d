"""`minigam display`: for the kiosk's session; it switches the display as the board says."""

from __future__ import annotations

import argparse

from minigam.cli.common import add_port

HELP = "switch the kiosk's display off and on as the board is set; its session starts this"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_port(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`. It ends only with Ctrl-C, or with the session."""
    import asyncio

    from minigam.daemon.display import follow
    from minigam.drivers.display import switch

    asyncio.run(follow(options.port, switch))
    return 0
