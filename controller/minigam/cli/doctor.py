"""`minigam doctor`: what is there, what is missing, and what to do about it."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from minigam.cli.common import add_board, add_data, add_json, add_port, print_json
from minigam.cli.doctor_checks import (
    Check,
    CheckStatus,
    DoctorTarget,
    Running,
    checkup,
    find_daemon,
)
from minigam.cli.output import path_to_write
from minigam.cli.support import of_this_machine, write_support
from minigam.daemon.config import Config
from minigam.errors import ExitStatus


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_board(parser)
    add_port(parser)
    add_data(parser)
    add_json(parser)
    text = "also pack what helps others to help, and nothing private, into a file"
    parser.add_argument("--support", type=path_to_write, metavar="FILE.zip", help=text)


def run(options: argparse.Namespace) -> int:
    """0: nothing is wrong. 1: something is."""
    config = Config(board=options.board, data=options.data, port=options.port)
    named = options.board is not None
    target = DoctorTarget(config.board_name, config.data_folder, config.port, named=named)
    running = find_daemon(config.port)
    checks = []
    for check in checkup(target, running):
        if not options.json:
            print(_line(check), flush=True)  # a Pico may take its time
        checks.append(check)
    if options.support:
        report = "".join(f"{_line(check)}\n" for check in checks)
        health = running.health if isinstance(running, Running) else None
        write_support(options.support, report, config.board_name, health, of_this_machine())
        if not options.json:
            print(f"packed into {options.support}: look into it before you send it")
    if options.json:
        print_json(to_json(checks, options.support))
    faulty = any(check.verdict is CheckStatus.FAULT for check in checks)
    return ExitStatus.NEGATIVE if faulty else ExitStatus.OK


def to_json(checks: Sequence[Check], support: Path | None) -> dict[str, Any]:
    """All that was looked at; and where it was packed into, if it was."""
    found = [{**vars(check), "verdict": check.verdict.value.lower()} for check in checks]
    return {"checks": found, "support": None if support is None else str(support)}


def _line(check: Check) -> str:
    return f"{check.verdict.value:6}{check.about:9}{check.text}"
