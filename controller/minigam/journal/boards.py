"""The kind of board that a game is played on, as the journal's index knows it."""

from __future__ import annotations

import json
import zlib
from functools import lru_cache

from minigam.errors import MinigamError
from minigam.game.event_json import event_from_json
from minigam.game.events import Event, Opened

_START = 16_384
"""Bytes of a packed game in which its first event ends."""


def board_key(points: int, feels: bool) -> str:
    """The name of a kind of board in the index.

    >>> board_key(6, False), board_key(24, True)
    ('6', '24 feels')
    """
    return f"{points} feels" if feels else str(points)


def board_of(event: Event) -> str | None:
    """Where a game is played that this event opens; None for an imported game."""
    if not isinstance(event, Opened) or event.imported:
        return None
    return board_key(*event.setup.board)


def board_in(stored: object) -> str | None:
    """The same of a stored game: of its packed events, or the JSON of its first one.

    None where that cannot be read. Only the start of a packed game is unpacked.
    """
    try:
        return _board_in(_first(stored) if isinstance(stored, bytes) else str(stored))
    except (MinigamError, zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return None


def _first(packed: bytes) -> str:
    text = zlib.decompressobj().decompress(packed, _START).decode(errors="replace")
    (_, body), _ = json.JSONDecoder().raw_decode(text, 1)  # behind the list's bracket
    return str(body)


@lru_cache(maxsize=256)
def _board_in(body: str) -> str | None:
    """Games are often begun alike."""
    return board_of(event_from_json(json.loads(body)))
