"""What a game came to, written down when it is over or abandoned.

Whoever changes the game afterwards must make a new seal as well. The journal alone cannot show
that; the game's code does, where a player has noted it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from minigam.errors import CannotHoldError, IllegalPlayError
from minigam.game.archive import record_of
from minigam.game.events import Sealed
from minigam.game.state import State
from minigam.rules.files.code import full_code

ABANDONED = "abandoned"


def sealed(state: State, entries: Sequence[bytes]) -> Sealed:
    """The seal of a game that is over or abandoned; `entries`: the JSON of all its events so far.

    >>> from minigam.game.events import Opened
    >>> from minigam.game.setup import Setup
    >>> from minigam.game.state import opened
    >>> sealed(opened(Opened(Setup(), started=True)), [b"{}"]).ended_by
    'abandoned'
    """
    won = state.result
    return Sealed(
        winner=won.winner if won else None,
        points=won.points if won else 0,
        kind=won.kind if won else "",
        ended_by=state.ended_by if won else ABANDONED,
        turns=len(state.plays),
        events=len(entries),
        digest=digest_of(entries),
        code=code_of(state),
    )


def digest_of(entries: Sequence[bytes]) -> str:
    """The SHA-256 of a journal's entries, each followed by a line feed.

    >>> digest_of([b"a", b"b"]) == digest_of([b"ab"])
    False
    """
    return hashlib.sha256(b"".join(entry + b"\n" for entry in entries)).hexdigest()


def code_of(state: State) -> str:
    """The game's code; empty for a moment that no file can hold, such as a corrected set-up."""
    try:
        return full_code(record_of(state))
    except (CannotHoldError, IllegalPlayError):
        return ""
