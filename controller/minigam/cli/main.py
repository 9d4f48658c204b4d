"""`minigam COMMAND`: finds the command, runs it, and turns errors into one line and a status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from minigam import __version__
from minigam.cli.streams import complain, open_closed_streams
from minigam.errors import ExitStatus, MinigamError, status_of

if TYPE_CHECKING:
    from argparse import Namespace

    from minigam.cli.common import Parser

COMMANDS = (
    *("run", "record", "settings", "games", "show", "statistics", "verify", "report"),
    *("export", "import", "backup", "restore", "rescue", "solve", "facts", "engine", "check"),
    *("calibrate", "test-board", "firmware", "hil", "pairings", "doctor", "completion"),
    *("dark", "display"),
)
"""In the order of the help; each has a module of its name in `minigam.cli`."""
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
    parser = _parser()
    if "_ARGCOMPLETE" in os.environ:  # a shell asks while somebody types
        from minigam.cli.completers import complete

        complete(parser)
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        options.parser.error(f"expected no more arguments, got: {' '.join(unknown)}")
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    status: int = options.command(options)
    return status


def _list(helps: Mapping[str, str], _options: Namespace) -> int:
    """What there is, for who has named no command."""
    print("A wooden board made smart: `minigam run` plays, `minigam COMMAND --help` says more.\n")
    for name, text in helps.items():
        print(f"  {name:11} {text}")
    return 0


def _flush() -> None:
    """Write what was printed while a fault can be reported: Python's own flush must not fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _parser() -> Parser:
    import argparse
    from importlib import import_module

    from minigam.cli.common import Parser

    parser = Parser(prog="minigam", description="A wooden board made smart.")
    parser.add_argument("--version", action="version", version=f"minigam {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="log what happens")
    commands, helps = parser.add_subparsers(metavar="COMMAND"), dict[str, str]()
    parser.set_defaults(command=partial(_list, helps), parser=parser)
    for name in COMMANDS:
        module = import_module(f"minigam.cli.{MODULES.get(name, name.replace('-', '_'))}")
        helps[name] = module.HELP
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
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
