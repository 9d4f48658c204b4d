"""`minigam COMMAND`: finds the command, runs it, and turns errors into one line and a status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from minigam import __version__
from minigam.cli.output import complain, open_closed_streams
from minigam.errors import ExitStatus, MinigamError, status_of

if TYPE_CHECKING:
    from argparse import Namespace

    from minigam.cli.common import Parser

COMMANDS = {
    "run": "run the board: inputs, dice, lights and the page",
    "record": (
        "as run, and write what the inputs say and what comes of it into a file, for a report"
    ),
    "settings": "print a board's settings, or change them while it does not run",
    "games": "list the games that were played, with their results",
    "show": "print one game in words",
    "statistics": "say who won how often, and how even the dice fell",
    "verify": (
        "play a game again by the rules; "
        "compare its dice with their promise, its end with the journal"
    ),
    "report": "judge every turn of a game: its cost, the best play, luck and skill",
    "analyse": (
        "judge the games of a file, such as a match played elsewhere, as `minigam report` does"
    ),
    "export": "write a game, or its whole match, as a file",
    "import": "put the games of a file into the list of games",
    "backup": "write games and settings into one new file",
    "restore": "put back the games and settings of a backup; what is there now is kept aside",
    "rescue": (
        "write what can be read of damaged games, and of journals put aside, into a new folder"
    ),
    "update": "install a newer, signed release from a USB stick or an address",
    "solve": "solve a small game exactly: every position's value, with a proven bound",
    "facts": "print what the exact values of a game say: openings, blunders, how long games are",
    "train": (
        "train a computer player for a game: networks that learn from games against themselves"
    ),
    "engine": "answer questions about positions: a JSON line in, a JSON line out",
    "check": "look for faults in a board profile, and draw its pins and sensors",
    "calibrate": (
        "find out which sensor lies under which place, by the lights, and write a new profile"
    ),
    "test-board": "light every light in turn, then show what the inputs say",
    "firmware": "put the firmware and a board's settings onto its Pico, or make one a jig",
    "hil": (
        "try a board on a bench, where a jig touches it and watches its lights; write a report"
    ),
    "pairings": "list the phones that are paired, or end a pairing",
    "doctor": "say what is there for the board to be played on, and what is missing",
    "completion": (
        "print what makes a shell complete commands, options and names (docs/commands.md)"
    ),
    "provision": (
        "make the board's own network, where a phone sets it up, or apply a minigam.toml"
    ),
    "club": "set up the broker of a club, where boards meet, and run a club's evening",
    "dark": "put all lights out, such as after a crash of the daemon",
    "display": "switch the kiosk's display off and on as the board is set; its session starts this",
}
"""In the order of the help.

Each has a module of its name in `minigam.cli`, with functions `add_arguments` and `run`.
"""
MODULES = {"import": "import_"}
"""Where that name is a word of Python's."""
BUG = "this is a bug in minigam: please report it, with these lines"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status, as `ExitStatus` has it."""
    try:
        open_closed_streams()
        try:
            return _run(arguments)
        finally:
            _flush()
    except (Exception, KeyboardInterrupt) as fault:
        _report(fault)
        return status_of(fault)


def _report(fault: BaseException) -> None:
    """Say on standard error what has ended a command; a bug with its traceback."""
    status = status_of(fault)
    if status in (ExitStatus.INTERRUPTED, ExitStatus.BROKEN_PIPE):
        return
    if status is ExitStatus.INTERNAL:
        import traceback

        traceback.print_exception(fault)
        complain(BUG)
    elif isinstance(fault, OSError) and not isinstance(fault, MinigamError):
        where = f": {fault.filename}" if fault.filename else ""
        complain(f"{fault.strerror or fault}{where}")
    else:
        complain(fault)


def _run(arguments: Sequence[str] | None) -> int:
    import logging  # here, where Ctrl-C is handled, as are the commands

    if isinstance(sys.stdout, io.TextIOWrapper):  # a name may not fit where it is printed
        sys.stdout.reconfigure(errors="backslashreplace")
    if "_ARGCOMPLETE" in os.environ:  # a shell asks while somebody types
        from minigam.cli.completion import complete

        complete(_parser(os.environ.get("COMP_LINE", "").split()))
    words = sys.argv[1:] if arguments is None else arguments
    options, unknown = _parser(words).parse_known_args(words)
    if unknown:
        options.parser.error(f"expected no more arguments, got: {' '.join(unknown)}")
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    status: int = options.command(options)
    return status


def _list(_options: Namespace) -> int:
    """What there is, for who has named no command."""
    print("A wooden board made smart: `minigam run` plays, `minigam COMMAND --help` says more.\n")
    for name, text in COMMANDS.items():
        print(f"  {name:11} {text}")
    return 0


def _flush() -> None:
    """Write what was printed while a fault can be reported: Python's own flush must not fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _parser(words: Collection[str]) -> Parser:
    """For a command line of these words: only the commands among them are loaded."""
    import argparse
    from importlib import import_module

    from minigam.cli.common import Parser

    parser = Parser(prog="minigam", description="A wooden board made smart.")
    parser.add_argument("--version", action="version", version=f"minigam {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="log what happens")
    parser.set_defaults(command=_list, parser=parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name not in words:
            continue
        module = import_module(f"minigam.cli.{MODULES.get(name, name.replace('-', '_'))}")
        module.add_arguments(command)
        command.add_argument(  # also after the command, where people put it
            "-v",
            "--verbose",
            action="store_true",
            default=argparse.SUPPRESS,
            help="log what happens",
        )
        command.set_defaults(command=module.run, parser=command)
    return parser
