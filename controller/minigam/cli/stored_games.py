"""What commands about stored games share: the argument GAME, and the journal to read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from minigam.cli.common import add_data, data_of
from minigam.errors import JournalError
from minigam.journal.data_folder import finish_restore, journal_to_read
from minigam.journal.store import FILE_NAME, Journal, is_plain_file


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument GAME."""
    parser.add_argument("game", type=int, metavar="GAME", help="its number in `minigam games`")
    add_data(parser)


@contextmanager
def journal_of(options: argparse.Namespace) -> Iterator[Journal]:
    """The journal in the data folder, to read; raise `JournalError` where there is none."""
    path = data_of(options) / FILE_NAME
    finish_restore(path.parent)
    if not is_plain_file(path):
        raise JournalError(
            f"expected games in {path.parent}, found none: play one with `minigam run`, "
            "or name another folder with --data"
        )
    with journal_to_read(path) as journal:
        yield journal
