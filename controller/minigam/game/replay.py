"""A game again, from its events."""

from __future__ import annotations

from collections.abc import Iterable

from minigam.errors import UnreadableError
from minigam.game.events import Event, Opened
from minigam.game.machine import step
from minigam.game.state import State, opened


def replay(events: Iterable[Event]) -> State:
    """The durable state that a chapter's events lead to.

    What a pulled plug forgets is forgotten after every event: it only ever makes the machine
    refuse more, and a refused event is not in the journal. Raises `UnreadableError` unless the
    first event, and no other, opens a chapter.
    """
    state: State | None = None
    for event in events:
        if isinstance(event, Opened) is not (state is None):
            raise UnreadableError(f"expected one `opened` event, at the start; got {event}")
        state = opened(event) if isinstance(event, Opened) else _next(state, event)
    if state is None:
        raise UnreadableError("expected a chapter's events, got none")
    return state


def _next(state: State | None, event: Event) -> State:
    assert state is not None
    return step(state, event)[0].durable()
