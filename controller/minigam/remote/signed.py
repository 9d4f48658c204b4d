"""What a board signs: texts that nobody can take for another message, game or meeting."""

import json
from collections.abc import Callable, Mapping
from typing import Any

Sign = Callable[[bytes], str]
"""Signs bytes with a board's own key, as `keys.SigningKey.sign` does: 128 hex digits."""


def log_text(meeting: str | None, number: int, seq: int, head: str) -> bytes:
    """What is signed of a log: its game, how many entries it has, and its last link.

    `meeting`: None for a game outside meetings, which has the number 0.

    >>> log_text(None, 0, 2, "ab")
    b'minigam log 1:-:0:2:ab'
    """
    return f"minigam log 1:{meeting or '-'}:{number}:{seq}:{head}".encode("ascii")


def body_text(kind: str, body: Mapping[str, Any]) -> bytes:
    """What is signed of any other message: its kind and its fields, sorted by name.

    >>> body_text("join 1", {"v": 1, "player": "Ann"})
    b'minigam join 1:{"player":"Ann","v":1}'
    """
    return f"minigam {kind}:".encode("ascii") + json.dumps(
        body, sort_keys=True, separators=(",", ":")
    ).encode("ascii")
