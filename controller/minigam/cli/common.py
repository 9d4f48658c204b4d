"""What several commands share: the data folder, options, and a game's number."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.errors import JournalError, UnreadableError

if TYPE_CHECKING:
    from minigam.game.setup import Setup
    from minigam.journal.store import Journal
    from minigam.solver.tablefile import Shelf


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option `--data`."""
    text = "folder of the games (default: the user's data folder)"
    parser.add_argument("--data", type=Path, metavar="DIR", help=text)


def add_port(parser: argparse.ArgumentParser) -> None:
    """The option `--port`."""
    from minigam.daemon.config import DEFAULT_PORT

    parser.add_argument(
        "--port", type=_port, default=DEFAULT_PORT, help="the page's port (default: %(default)s)"
    )


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535, got {text!r}")


def shelf_of(options: argparse.Namespace) -> Shelf:
    """The tables of exact values in the data folder."""
    from minigam.daemon.config import default_data_folder, tables_folder
    from minigam.solver.tablefile import Shelf

    return Shelf(tables_folder(options.data or default_data_folder()))


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
    for name, value in (_pair(text, flag) for text in texts):
        if found.setdefault(name, value) != value:
            raise UnreadableError(
                f"expected one value for the option {name}, got {found[name]} and {value}: choose"
            )
    return tuple(found.items())


def _pair(text: str, flag: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnreadableError(f"expected {flag}NAME=VALUE, got {text!r}")
    return name, value


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument GAME."""
    parser.add_argument("game", type=int, metavar="GAME", help="its number in `minigam games`")
    add_data(parser)


def players(setup: Setup) -> tuple[str, str]:
    """White's and black's name, or their seats where nobody is named."""
    white, black = setup.names
    return white or setup.white, black or setup.black


@contextmanager
def journal_of(options: argparse.Namespace) -> Iterator[Journal]:
    """The journal in the data folder, to read; raise `JournalError` where there is none."""
    from minigam.daemon.config import default_data_folder
    from minigam.journal.reading import journal_to_read
    from minigam.journal.store import FILE_NAME, is_plain_file

    path = (options.data or default_data_folder()) / FILE_NAME
    if not is_plain_file(path):
        raise JournalError(
            f"expected games in {path.parent}, found none: play one with `minigam run`, "
            "or name another folder with --data"
        )
    with journal_to_read(path) as journal:
        yield journal
