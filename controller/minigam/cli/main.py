"""`minigam COMMAND`: finds the command, runs it, and turns errors into one line and a status."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence

from minigam import __version__
from minigam.cli import dark, engine, games, run, show, verify
from minigam.errors import MinigamError

COMMANDS = (run, games, show, verify, engine, dark)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status: 0 done, 1 failed, 2 for arguments that cannot be used."""
    options = _parser().parse_args(arguments)
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        status: int = options.command(options)
    except MinigamError as fault:
        print(f"minigam: {fault}", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"minigam: {fault.strerror or fault}: {fault.filename}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="minigam", description="A wooden board made smart.")
    parser.add_argument("--version", action="version", version=f"minigam {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="log what happens")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in COMMANDS:
        name = module.__name__.rpartition(".")[2]
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.add_argument(  # also after the command, where people put it
            "-v",
            "--verbose",
            action="store_true",
            default=argparse.SUPPRESS,
            help="log what happens",
        )
        command.set_defaults(command=module.run)
    return parser
