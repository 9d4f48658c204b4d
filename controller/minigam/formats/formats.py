"""The file formats by name, and which of them a text is in."""

from collections.abc import Callable, Mapping, Sequence

from minigam.errors import UnknownNameError, UnreadableError
from minigam.formats.id_games import read_ids
from minigam.formats.ids import is_id
from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat import write_mat
from minigam.formats.mat_reader import read_mat
from minigam.formats.sgf import write_sgf
from minigam.formats.sgf_reader import read_sgf
from minigam.rules.record import Record

WRITERS: Mapping[str, Callable[[Sequence[Record]], str]] = {
    "json": write_json,
    "mat": write_mat,
    "sgf": write_sgf,
}
"""Each format's writer, by the ending of its files' names."""


def write(records: Sequence[Record], name: str) -> str:
    """Games as a file; raise `CannotHoldError` where the format has no room for one.

    >>> from minigam.rules.terms import Terms
    >>> write([Record(Terms("minigam"))], "json").splitlines()[1]
    '  "format": "minigam",'
    """
    if name not in WRITERS:
        raise UnknownNameError("format", name, WRITERS)
    return WRITERS[name](records)


def read(text: str) -> tuple[Record, ...]:
    """The games of a file in any of the formats, or from each XGID or GNU Backgammon ID on.

    Raises `UnreadableError`, `IllegalPlayError` or `AmbiguousPlayError` with line and column, and
    `UnreadableError` for a file without a game.

    >>> from minigam.rules.terms import Terms
    >>> read(write([Record(Terms("minigam"))], "json"))[0].terms.rules_id
    'minigam'
    """
    if not (records := _reader(text)(text)):
        raise UnreadableError("expected a file with a game, got one without any")
    return records


def _reader(text: str) -> Callable[[str], tuple[Record, ...]]:
    """The reader of the format that a text is in, by how it begins."""
    if is_id(text.strip().partition("\n")[0].strip()):
        return read_ids
    readers = {"{": read_json, "[": read_json, "(": read_sgf}
    return readers.get(text.lstrip()[:1], read_mat)
