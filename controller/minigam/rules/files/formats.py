"""The file formats by name, and which of them a text is in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from minigam.errors import UnknownNameError
from minigam.rules.files.jsonfile import read_json, write_json
from minigam.rules.files.mat import write_mat
from minigam.rules.files.mat_reader import read_mat
from minigam.rules.files.sgf import write_sgf
from minigam.rules.files.sgf_reader import read_sgf
from minigam.rules.record import Record

WRITERS: Mapping[str, Callable[[Sequence[Record]], str]] = {
    "json": write_json,
    "mat": write_mat,
    "sgf": write_sgf,
}
"""Each format's writer, by the ending of its files' names."""


def write(records: Sequence[Record], name: str) -> str:
    """Games as a file; raise `CannotHoldError` where the format has no room for one.

    >>> write([Record("minigam")], "json").splitlines()[1]
    '  "format": "minigam",'
    """
    if name not in WRITERS:
        raise UnknownNameError("format", name, WRITERS)
    return WRITERS[name](records)


def read(text: str) -> tuple[Record, ...]:
    """The games of a file in any of the formats.

    Raises `UnreadableError`, `IllegalPlayError` or `AmbiguousPlayError` with line and column.

    >>> read(write([Record("minigam")], "json"))[0].rules_id
    'minigam'
    """
    first = text.lstrip()[:1]
    if first in ("{", "["):
        return read_json(text)
    return read_sgf(text) if first == "(" else read_mat(text)
