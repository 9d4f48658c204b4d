"""`minigam hil BENCH`: try a board on a bench, real or simulated, and report how it went."""

from __future__ import annotations

import argparse
from pathlib import Path

from minigam.cli.bench import list_or_try


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = "sim (no hardware), or a bench's name or file; none: list the cases (docs/bench.md)"
    parser.add_argument("bench", nargs="?", metavar="BENCH", help=text)
    text = "another board profile's name or file than the one that the bench names"
    parser.add_argument("--board", metavar="PROFILE", help=text)
    text = "only this case; may be given again"
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help=text)
    text = "also the cases that the bench leaves out of a quick look"
    parser.add_argument("--all", action="store_true", help=text)
    text = "also your own cases, from a Python file; may be given again"
    parser.add_argument(
        "--cases", action="append", default=[], type=Path, metavar="FILE.py", help=text
    )
    text = "write NAME.html, NAME.json and NAME.xml (default: bench, of a simulated bench bench-"
    text += "PROFILE; with -part behind it where only a part was tried)"
    parser.add_argument("--report", type=_name, metavar="NAME", help=text)
    text = "a report's JSON to compare with (default: what NAME.json held before)"
    parser.add_argument("--compare", type=Path, metavar="FILE", help=text)


def _name(text: str) -> Path:
    if not Path(text).name:
        raise argparse.ArgumentTypeError(f"expected a file's name without its ending, got {text!r}")
    return Path(text)


def run(options: argparse.Namespace) -> int:
    """0: no case has failed. 1: some have. 3: nothing could be tried."""
    return list_or_try(options)
