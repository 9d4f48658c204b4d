"""Connections of strangers: few at once, each for a short time and of few bytes.

Whoever has the code is in the setup network, and may be anybody near who has recorded how a phone
joins. What they can take of this machine's memory and time is bounded here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MOST_CONNECTIONS = 24
"""At once. A browser opens six."""
MOST_BYTES = 65536
"""That one may send: a form has some hundred, a browser's headers a few thousand."""
MOST_SECONDS = 20.0
"""That one may last. A browser opens another when it needs one."""


class Guests:
    """Makes the connections of a server; those that are too many end at once."""

    def __init__(self, server: Callable[[], asyncio.Protocol]) -> None:
        """`server`: makes what is given the bytes."""
        self._server = server
        self.count = 0
        """How many there are now."""

    def __call__(self) -> asyncio.Protocol:
        """Somebody connects."""
        return _Guest(self, self._server())


class _Guest(asyncio.Protocol):
    def __init__(self, guests: Guests, handler: asyncio.Protocol) -> None:
        self._guests = guests
        self._handler = handler
        self._left = MOST_BYTES
        self._is_in = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._guests.count >= MOST_CONNECTIONS:
            transport.abort()
            return
        self._is_in = True
        self._guests.count += 1
        loop = asyncio.get_running_loop()
        self._end = loop.call_later(MOST_SECONDS, transport.abort)
        self._handler.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._left -= len(data)
        if self._left < 0:
            self._transport.abort()
        else:
            self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return self._handler.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_in:
            self._is_in = False
            self._guests.count -= 1
            self._end.cancel()
            self._handler.connection_lost(exc)

    def pause_writing(self) -> None:
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        self._handler.resume_writing()
