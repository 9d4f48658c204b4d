"""`minigam import FILE`: games from a file into the journal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minigam.cli.common import add_data
from minigam.errors import MinigamError, UnreadableError

HELP = "put the games of a file into the list of games"
LARGEST = 16 * 1024 * 1024
"""Bytes; a long match has some 50,000."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    parser.add_argument("file", metavar="FILE", help="a file of `minigam export`, or - for input")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.daemon.config import default_data_folder
    from minigam.game.archive import chapters
    from minigam.journal.store import FILE_NAME, Journal
    from minigam.rules.files.formats import read

    with _named(options.file):
        records = read(_text(options.file))
        events = chapters(records)
    folder = options.data or default_data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    journal = Journal(folder / FILE_NAME)
    try:
        numbers = journal.add(
            (record.at.replace("Z", ".000+00:00"), game)
            for record, game in zip(records, events, strict=True)
        )
    finally:
        journal.close()
    for number, record in zip(numbers, records, strict=True):
        white, black = record.names
        print(f"game {number}: {record.rules.title}, {white} - {black}")
    return 0


def _text(file: str) -> str:
    """A file's text; raise `UnreadableError` for one that is too large or not UTF-8."""
    if file == "-":
        body = sys.stdin.buffer.read(LARGEST + 1)
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
    """Errors of a file's content, told with its name."""
    try:
        yield
    except MinigamError as fault:
        raise UnreadableError(f"{file}: {fault}") from None
