"""A chapter's dice secret: what is thrown by it, and what is written when the game ends."""

from __future__ import annotations

from collections.abc import Callable

from minigam.dice import fair
from minigam.errors import JournalError
from minigam.game.effects import Reveal, Seal
from minigam.game.events import Event, Revealed
from minigam.game.seal import sealed
from minigam.game.state import State
from minigam.journal.store import Journal

Write = Callable[[], None]
"""Puts an event into the journal."""


def roll(
    journal: Journal, chapter: int, state: State, number: int, pawns: int = 0
) -> tuple[int, ...]:
    """Roll `number` of a chapter: two dice, and the pawns that are thrown with them.

    Raises `JournalError` where the secret or a side's number is missing.
    """
    white, black = state.entropy
    if white is None or black is None:
        raise JournalError(
            f"expected both sides' numbers in game {chapter} before throw {number}, "
            f"got {white} and {black}: move its journal aside to start a new one"
        )
    return fair.throw(journal.secret(chapter), (white, black), number, pawns)


def closing(
    effect: Reveal | Seal, journal: Journal, chapter: int, state: State
) -> tuple[Event, Write | None]:
    """What ends a chapter's records, and how it is written; None: as any other event."""
    if isinstance(effect, Seal):
        return sealed(state, journal.entries(chapter)), None
    event = Revealed(journal.secret(chapter).hex())
    return event, lambda: journal.reveal_secret(chapter, event)
