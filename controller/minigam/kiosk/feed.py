"""How listeners hear that something is new."""

from __future__ import annotations

import asyncio


class Feed:
    """Tells its listeners that something is new; who is slow misses what was overtaken."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: set[asyncio.Event] = set()

    def tell(self) -> None:
        """Something is new."""
        for listener in self._listeners:
            listener.set()

    def join(self) -> asyncio.Event:
        """A new listener, due at once."""
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """That listener is gone."""
        self._listeners.discard(listener)
