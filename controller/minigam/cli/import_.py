"""`minigam import FILE`: games from a file into the journal."""

import argparse
import sys
from contextlib import closing

from minigam.cli.common import add_data, data_of
from minigam.cli.game_files import add_file, named, text_of
from minigam.formats.formats import read
from minigam.formats.ids import is_id, read_id
from minigam.journal.data_folder import finish_restore
from minigam.journal.importing import add_games, lock_imports
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.record_conversion import imported
from minigam.rules.ruleset import BACKGAMMON


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_file(parser)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with named(options.file):
        text = text_of(options.file)
        records = read(text)
        actions = [imported(record) for record in records]
    _remark(text)
    folder = data_of(options)
    finish_restore(folder)
    games = [
        (record.at.replace("Z", ".000+00:00"), game)
        for record, game in zip(records, actions, strict=True)
    ]
    with lock_imports(folder), closing(Journal(folder / FILE_NAME, new=True)) as journal:
        numbers = add_games(journal, games)
    for number, record in zip(numbers, records, strict=True):
        white, black = record.terms.names
        print(f"game {number}: {record.terms.rules.title}, {white} - {black}")
    return 0


def _remark(text: str) -> None:
    """What an ID says that is not played here."""
    ids = [line.strip() for line in text.split("\n") if line.strip()]
    if not (ids and is_id(ids[0])):
        return
    if any(read_id(found, BACKGAMMON.layout).beavers for found in ids):
        print("minigam: beavers are allowed there, and are not played here", file=sys.stderr)
