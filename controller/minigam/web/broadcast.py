"""Broadcast: how listeners learn that something is new, and what of."""

import asyncio
from collections.abc import Callable, Hashable


class Broadcast:
    """Notifies its listeners that something is new; who is slow misses what was overtaken."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: set[asyncio.Event] = set()
        self._texts: dict[Hashable, str] = {}

    @property
    def is_followed(self) -> bool:
        """Whether anybody listens; may be asked from any thread.

        Who joins later is due at once, and misses nothing that was not published before.
        """
        return bool(self._listeners)

    def publish(self) -> None:
        """Something is new."""
        self._texts.clear()
        for listener in self._listeners:
            listener.set()

    def text(self, kind: Hashable, make: Callable[[], str]) -> str:
        """What there is to send to one kind of listener: made once, for all of them.

        >>> feed = Broadcast()
        >>> feed.text("en", lambda: "made"), feed.text("en", lambda: "made again")
        ('made', 'made')
        """
        if kind not in self._texts:
            self._texts[kind] = make()
        return self._texts[kind]

    def join(self) -> asyncio.Event:
        """A new listener, due at once."""
        self._texts.clear()  # what tells the time is as old as the last change
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """That listener is gone."""
        self._listeners.discard(listener)
