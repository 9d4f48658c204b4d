"""`minigam display`: switches the kiosk's screen off while the board sleeps."""

import argparse
import asyncio

from minigam.cli.common import add_port
from minigam.daemon.display import follow
from minigam.drivers.display import switch

add_arguments = add_port


def run(options: argparse.Namespace) -> int:
    """Follow the board until Ctrl-C, or until the session ends."""
    asyncio.run(follow(options.port, switch))
    return 0
