"""`minigam completion SHELL`: what switches completion on in a shell."""

from __future__ import annotations

import argparse

from argcomplete.shell_integration import shellcode

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    print(shellcode(["minigam"], shell=options.shell))
    return 0
