"""What commands about files of games share: the argument FILE, and how it is read."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minigam.cli.output import standard_input
from minigam.errors import MinigamError, UnreadableError
from minigam.formats.ids import is_id

LARGEST = 16 * 1024 * 1024
"""Bytes; a long match has some 50,000."""


def add_file(parser: argparse.ArgumentParser) -> None:
    """The argument FILE."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file of `minigam export`, - for input, or an XGID or GNU Backgammon ID itself",
    )


def text_of(file: str) -> str:
    """A file's text, or the ID that is named in its place.

    Raises `UnreadableError` for a file that is too large or not UTF-8.

    >>> text_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")[:9]
    'XGID=-b--'
    """
    if is_id(file):
        return file
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
def named(file: str) -> Iterator[None]:
    """Errors of a file's content name the file; those of an ID do not."""
    try:
        yield
    except MinigamError as fault:
        if is_id(file):
            raise
        raise UnreadableError(f"{file}: {fault}") from None
