"""Shared by all commands: the argument parser, common options and the data folder."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from minigam.daemon.config import (
    DEFAULT_PORT,
    Config,
    default_data_folder,
    tables_folder,
    weights_folder,
)
from minigam.daemon.judges import Judges
from minigam.daemon.trained_players import TrainedPlayers
from minigam.errors import ProgramError, UnreadableError, bounded
from minigam.players.review import Review
from minigam.rules.ruleset import RULE_SETS
from minigam.solver.tablebase import TablebaseStore

JSON_VERSION = 1
"""Of what `--json` prints: another one where a field goes, or means something else."""


class Parser(argparse.ArgumentParser):
    """As argparse has it, but a message shows only the ends of an argument that is very long."""

    def error(self, message: str) -> NoReturn:
        """End the program with status 2, after the usage and this message."""
        super().error(bounded(message))


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option `--data`."""
    text = "folder of the games (default: the user's data folder)"
    parser.add_argument("--data", type=Path, metavar="DIR", help=text)


def data_of(options: argparse.Namespace) -> Path:
    """The folder of the games."""
    data: Path | None = options.data
    return data or default_data_folder()


def add_board(parser: argparse.ArgumentParser) -> None:
    """The option `--board`: in every command the one way to name a board."""
    text = (
        "a board profile's name or file, or sim, the simulated board "
        "(default: quarter-buttons on a Pi, else sim)"
    )
    parser.add_argument("--board", metavar="PROFILE", help=text)


def board_of(options: argparse.Namespace) -> str:
    """The name or file of the board that is meant: see `Config.board_name`."""
    return Config(board=options.board).board_name


def add_port(parser: argparse.ArgumentParser) -> None:
    """The option `--port`."""
    parser.add_argument(
        "--port", type=_port, default=DEFAULT_PORT, help="the page's port (default: %(default)s)"
    )


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535, got {text!r}")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option `--json`."""
    text = "print one JSON document instead; its fields are in docs/commands.md"
    parser.add_argument("--json", action="store_true", help=text)


def print_json(fields: Mapping[str, object]) -> None:
    """Print a command's JSON document. In ASCII, since a terminal may not know other letters."""
    print(json.dumps({"version": JSON_VERSION, **fields}, indent=2))


def table_store_of(options: argparse.Namespace) -> TablebaseStore:
    """The tables of exact values in the data folder."""
    return TablebaseStore(tables_folder(data_of(options)), options.data)


def add_gnubg(parser: argparse.ArgumentParser) -> None:
    """The option `--gnubg`, of a command that judges games."""
    text = "have GNU Backgammon judge, in the games that it knows; it takes about a second a turn"
    parser.add_argument("--gnubg", action="store_true", help=text)


def judges_of(options: argparse.Namespace, gnubg: bool = False) -> Judges:
    """Who judges games: the tables in the data folder, and the networks, or GNU Backgammon.

    Raises `ProgramError` where it is asked for and not installed.
    """
    tables, trained = table_store_of(options), TrainedPlayers(weights_folder(data_of(options)))
    if not gnubg:
        return Judges(tables, trained)
    from minigam.drivers.gnubg import Gnubg, find_gnubg  # here, as it imports asyncio

    program = find_gnubg()
    if program is None:
        raise ProgramError("gnubg is not installed: sudo apt install gnubg, or leave out --gnubg")
    return Judges(tables, trained, Gnubg(program))


def say_judging(what: str) -> None:
    """Tell who waits at a terminal what is being judged: it can take minutes."""
    if sys.stderr.isatty():
        print(f"judging {what} ...", file=sys.stderr)


def say_unknown_to_gnubg(judges: Judges, reviews: Iterable[Review]) -> None:
    """Say who has judged the games that GNU Backgammon was asked to judge and does not know."""
    if judges.gnubg is None:
        return
    from minigam.daemon.gnubg_judge import GAMES  # here, as it imports asyncio

    others = {r.rules.title: r.judge for r in reviews if r.rules.id not in GAMES}
    for title, judge in others.items():
        text = f"GNU Backgammon does not know {title}; judged by {judge}"
        print(f"minigam: {text}", file=sys.stderr)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options `--rules` and `--option`, of a command about a game that is not on the board."""
    parser.add_argument(
        "--rules", choices=list(RULE_SETS), default="minigam", help="the game (default: minigam)"
    )
    add_option(parser)


def add_option(parser: argparse.ArgumentParser) -> None:
    """The option `--option`."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule set's option, such as second_die=must; may be given again",
    )


def pairs(texts: Sequence[str], flag: str = "--option ") -> tuple[tuple[str, str], ...]:
    """The names and values of `--option`, or another flag; raise `UnreadableError` for others."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UnreadableError(f"expected {flag}NAME=VALUE, got {text!r}")
        if found.setdefault(name, value) != value:
            raise UnreadableError(
                f"expected one value for the option {name}, got {found[name]} and {value}: choose"
            )
    return tuple(found.items())
