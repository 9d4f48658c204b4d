"""The events of a finished game as one compressed value, a sixth of their size; and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from minigam.errors import UnreadableError

MOST_BYTES = 16_000_000
"""What one game may come to unpacked: a thousand times the usual."""
Row = tuple[str, str]
"""When an event was written, and its JSON."""


def pack(rows: Sequence[Row]) -> bytes:
    """The rows of a game as one value.

    >>> unpack(pack([("2026-01-31T19:05:00.000+00:00", '{"event":"shown"}')]))
    [('2026-01-31T19:05:00.000+00:00', '{"event":"shown"}')]
    """
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), level=9)


def unpack(packed: bytes) -> list[Row]:
    """The rows of `pack`; raise `UnreadableError` for anything else."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise UnreadableError("expected the whole of a packed game, got a part")
        return [_row(row) for row in json.loads(text)]
    except (zlib.error, ValueError, TypeError, RecursionError) as fault:
        raise UnreadableError(f"expected a packed game: {fault}") from None


def _row(row: object) -> Row:
    match row:
        case [str(at), str(body)]:
            return at, body
    raise UnreadableError("expected a time and an event in each row")
