"""`minigam import FILE`: games from a file into the journal."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from minigam.cli.common import add_data, data_of
from minigam.cli.output import standard_input
from minigam.errors import MinigamError, UnreadableError
from minigam.formats.formats import read
from minigam.formats.ids import is_id, read_id
from minigam.journal.data_folder import finish_restore
from minigam.journal.importing import add_games, lock_imports
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.record_conversion import imported
from minigam.rules.ruleset import BACKGAMMON

LARGEST = 16 * 1024 * 1024
"""Bytes; a long match has some 50,000."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file of `minigam export`, - for input, or an XGID or GNU Backgammon ID itself",
    )
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with nullcontext() if is_id(options.file) else _named(options.file):
        text = options.file if is_id(options.file) else _text(options.file)
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


def _text(file: str) -> str:
    """A file's text; raise `UnreadableError` for one that is too large or not UTF-8."""
    if file == "-":
        body = standard_input("games").read(LARGEST + 1)
    else:
        with Path(file).open("rb") as stream:
            body = stream.read(LARGEST + 1)
    if len(body) > LARGEST:
        raise UnreadableError(f"expected a file of at most {LARGEST} bytes, got a larger one")
    try:
        return body.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        before = body[: fault.start]
        line, column = before.count(b"\n") + 1, fault.start - before.rfind(b"\n")
        raise UnreadableError(
            f"line {line}, column {column}: expected UTF-8, got the byte {body[fault.start]}"
        ) from None


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Errors of a file's content name the file."""
    try:
        yield
    except MinigamError as fault:
        raise UnreadableError(f"{file}: {fault}") from None
