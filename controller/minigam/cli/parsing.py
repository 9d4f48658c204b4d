"""The parser of the command line and of every command."""

from __future__ import annotations

import argparse
from typing import NoReturn

from minigam.errors import bounded


class Parser(argparse.ArgumentParser):
    """As argparse has it, but a message shows only the ends of an argument that is very long."""

    def error(self, message: str) -> NoReturn:
        """End the program with status 2, after the usage and this message."""
        super().error(bounded(message))
