"""The actions of a finished game as one compressed value, a sixth of their size; and back.

Of the chain of hashes only the head is kept: hashes cannot be compressed, and each follows from the
actions before it.
"""

import json
import zlib
from collections.abc import Sequence

from minigam.errors import UnreadableError
from minigam.rules.hash_chain import FIRST, next_hash

MOST_BYTES = 16_000_000
"""What one game may come to unpacked: a thousand times the usual."""
Row = tuple[str, str, str]
"""When an action was written, its JSON, and its link in the chain."""


def pack(rows: Sequence[Row]) -> bytes:
    """The rows of a game as one value; of their links the last one.

    >>> row = ("2026-01-31T19:05:00.000+00:00", '{"action":"confirm","v":1}')
    >>> unpack(pack([(*row, next_hash(FIRST, row[1].encode()))]))[0][:2] == row
    True
    """
    head = rows[-1][2] if rows else FIRST
    stored = [*((at, body) for at, body, _ in rows), head]
    return zlib.compress(json.dumps(stored, separators=(",", ":")).encode(), level=9)


def unpack(packed: bytes) -> list[Row]:
    """The rows of `pack`; raise `UnreadableError` for anything else."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise UnreadableError("expected the whole of a packed game, got a part")
        *pairs, head = json.loads(text)
        rows = _linked(pairs)
    except (zlib.error, ValueError, TypeError, RecursionError) as fault:
        raise UnreadableError(f"expected a packed game: {fault}") from None
    if head != (rows[-1][2] if rows else FIRST):
        raise UnreadableError("its actions are not those that were packed: their code differs")
    return rows


def _linked(pairs: Sequence[object]) -> list[Row]:
    rows, head = list[Row](), FIRST
    for pair in pairs:
        match pair:
            case [str(at), str(body)]:
                head = next_hash(head, body.encode())
                rows.append((at, body, head))
            case _:
                raise UnreadableError("expected a time and an action in each row")
    return rows
