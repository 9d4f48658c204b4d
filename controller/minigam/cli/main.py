"""`minigam COMMAND`: finds the command, runs it, and turns errors into one line and a status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from minigam import __version__
from minigam.errors import MinigamError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

INTERRUPTED, UNHEARD = 130, 141
"""What shells say of a program that ended by SIGINT, or by SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status: 0 done, 1 failed, 2 for arguments that cannot be used."""
    try:
        try:
            return _run(arguments)
        finally:
            _flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return UNHEARD
    except MinigamError as fault:
        print(f"minigam: {fault}", file=sys.stderr)
    except OSError as fault:
        where = f": {fault.filename}" if fault.filename else ""
        print(f"minigam: {fault.strerror or fault}{where}", file=sys.stderr)
    return 1


def _run(arguments: Sequence[str] | None) -> int:
    import logging  # here, where Ctrl-C is heard; so are the commands

    if isinstance(sys.stdout, io.TextIOWrapper):  # a name may not fit where it is printed
        sys.stdout.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(arguments)
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
    """Write what was said, where a fault can be told; Python's own try at the end must not fail."""
    try:
        if sys.stdout:  # it may be closed
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _parser() -> ArgumentParser:
    import argparse

    from minigam.cli import (
        backup,
        calibrate,
        check,
        dark,
        display,
        doctor,
        engine,
        export,
        facts,
        firmware,
        games,
        hil,
        import_,
        pairings,
        record,
        report,
        restore,
        run,
        settings,
        show,
        solve,
        statistics,
        test_board,
        verify,
    )

    parser = argparse.ArgumentParser(prog="minigam", description="A wooden board made smart.")
    parser.add_argument("--version", action="version", version=f"minigam {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="log what happens")
    commands, helps = parser.add_subparsers(metavar="COMMAND"), dict[str, str]()
    parser.set_defaults(command=partial(_list, helps))
    commands_in_order = (
        *(run, record, settings, games, show, statistics, verify, report, export, import_),
        *(backup, restore),
        *(solve, facts, engine, check, calibrate, test_board, firmware, hil),
        *(pairings, doctor, dark, display),
    )
    for module in commands_in_order:
        name = module.__name__.rpartition(".")[2].rstrip("_").replace("_", "-")
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
        command.set_defaults(command=module.run)
    return parser
