"""What commands about stored games share: the argument GAME, the journal, and how people read."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from minigam.board.profile import load_profile
from minigam.cli.common import add_board, add_data, data_of
from minigam.daemon.config import Config
from minigam.daemon.settings_store import SettingsFile
from minigam.errors import JournalError
from minigam.journal.data_folder import finish_restore, journal_to_read
from minigam.journal.store import FILE_NAME, Journal, is_plain_file
from minigam.rules.ruleset import RuleSet
from minigam.words import ENGLISH, Language


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument GAME."""
    parser.add_argument("game", type=int, metavar="GAME", help="its number in `minigam games`")
    add_data(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The option `--board`, whose settings say how points are numbered."""
    add_board(parser)


def reading_of(options: argparse.Namespace, rules: RuleSet) -> Language:
    """English, with points numbered as a board's settings say."""
    config = Config(board=options.board, rules=rules.id)
    file = SettingsFile(data_of(options), load_profile(config.board_name))
    return file.load().settings.reading(ENGLISH)


@contextmanager
def journal_of(options: argparse.Namespace) -> Iterator[Journal]:
    """The journal in the data folder, to read; raise `JournalError` where there is none.

    Where the command names a board, it raises as `load_profile` does.
    """
    if getattr(options, "board", None):
        load_profile(options.board)  # a board that there is not is the first thing to say
    path = data_of(options) / FILE_NAME
    finish_restore(path.parent)
    if not is_plain_file(path):
        raise JournalError(
            f"expected games in {path.parent}, found none: play one with `minigam run`, "
            "or name another folder with --data"
        )
    with journal_to_read(path) as journal:
        yield journal
