"""Games of meetings in the journal: found by their meeting, stored with what a board keeps beside.

What a board keeps is JSON that the journal does not look into: see `remote.kept.Kept`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.journal.store import Journal
from minigam.rules.actions import Action, Begun


@dataclass(frozen=True)
class MeetingEntry:
    """What is stored of a game between two boards in one transaction."""

    actions: Sequence[Action] = ()
    """New ones, in their order; the first one of a new game is `Begun`."""
    kept: Mapping[str, Any] | None = None
    """What the board keeps beside the game from now on, as JSON values; None: as before."""
    seed: bytes | None = None
    """The seed of the board's secrets for the dice, with its promise; None: as before."""


def store(journal: Journal, board: str, game: int | None, entry: MeetingEntry) -> int:
    """Store all of an entry, or nothing of it; the game's number.

    `board`: see `schema.board_key`. `game`: None for a new one. Raises `JournalError` where that
    cannot be done.
    """
    actions = list(entry.actions)
    with journal.writing() as db:
        if game is None:
            game = journal.begin(actions, board)
        elif actions:
            assert not isinstance(actions[0], Begun)
            journal.append(game, actions)
        if entry.seed is not None:
            db.execute("UPDATE game SET secret = ? WHERE id = ?", (entry.seed, game))
        if entry.kept is not None:
            text = json.dumps(entry.kept, separators=(",", ":"))
            db.execute("UPDATE meeting SET kept = ? WHERE game = ?", (text, game))
    return game


def game_of_meeting(journal: Journal, meeting: str, number: int) -> int | None:
    """The number of a meeting's game in this journal; None where it has none.

    `meeting`: its id. `number`: which game of it.
    """
    found: int | None = journal.value(
        "SELECT max(game) FROM meeting WHERE id = ? AND number = ?"
        " AND game IN (SELECT id FROM game)",
        meeting,
        number,
    )
    return found


def last_games(journal: Journal, most: int) -> list[int]:
    """The numbers of the last games of meetings, newest first."""
    query = (
        "SELECT game FROM meeting WHERE game IN (SELECT id FROM game) ORDER BY game DESC LIMIT ?"
    )
    return [number for (number,) in journal.rows(query, most)]


def kept_beside(journal: Journal, game: int) -> object:
    """What a board keeps beside a game, as JSON values; None for nothing, or where it is damaged.

    The other board sends its part of it again, and this board's part too.
    """
    text = journal.value("SELECT CAST(kept AS BLOB) FROM meeting WHERE game = ?", game)
    try:
        return json.loads(text) if isinstance(text, bytes) else None
    except (ValueError, RecursionError):
        return None
