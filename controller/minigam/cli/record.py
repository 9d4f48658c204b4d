"""`minigam record`: runs the board and writes a trace of its inputs."""

import argparse
from pathlib import Path

from minigam.cli import run as run_command
from minigam.cli.output import path_to_write
from minigam.errors import ExistsError, UnreadableError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    run_command.add_arguments(parser)
    text = "the trace; must not exist yet"
    parser.add_argument("trace", type=path_to_write, metavar="FILE", help=text)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    _check(options.trace)
    status = run_command.run(options)
    print(f"written to {options.trace}")
    return status


def _check(trace: Path) -> None:
    """Refuse, before anything is made, a name that cannot be a new file."""
    if trace.exists():
        raise ExistsError(trace)
    if not trace.parent.is_dir():
        raise UnreadableError(
            f"{trace}: expected a folder {trace.parent}, found none: make it first"
        )
