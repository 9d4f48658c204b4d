"""`minigam completion SHELL`: what switches completion on in a shell."""

from __future__ import annotations

import argparse

HELP = "print what makes a shell complete commands, options and names (docs/commands.md)"
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["minigam"], shell=options.shell))
    return 0
