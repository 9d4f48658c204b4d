"""Who gets a connection: so many from one address, so many from all others; this machine always."""

from __future__ import annotations

import asyncio
import socket
import sys

from aiohttp import web

from minigam.kiosk.limits import is_loopback, whose

MOST_OF_ONE = 64
"""Some pages behind one address: a browser opens six connections, and two WebSockets a page."""
MOST_OF_OTHERS = 400
"""Of all but this machine: what the daemon has open besides must never run out."""
DEAF_SECONDS = 30
"""How long a guest may take in nothing of what it is sent."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"


class Porter:
    """Makes the protocol of each new connection, as `loop.create_server` asks for it."""

    def __init__(self, server: web.Server) -> None:
        """Let guests in to `server`."""
        self._server = server

    def __call__(self) -> asyncio.Protocol:
        """Somebody knocks."""
        return _Knock(self)

    def let_in(self, transport: asyncio.Transport) -> None:
        """Hand a connection to the server, or close it when there are too many."""
        if self._is_full_for(_address(transport)):
            transport.write(FULL)
            transport.close()
            return
        _hurry(transport)
        handler = self._server()
        transport.set_protocol(handler)
        handler.connection_made(transport)

    def _is_full_for(self, address: str) -> bool:
        if is_loopback(address):
            return False
        inside = (_address(each.transport) for each in self._server.connections if each.transport)
        others = [whose(each) for each in inside if not is_loopback(each)]
        return len(others) >= MOST_OF_OTHERS or others.count(whose(address)) >= MOST_OF_ONE


class _Knock(asyncio.Protocol):
    """A connection before it is known whose it is."""

    def __init__(self, porter: Porter) -> None:
        self._porter = porter

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._porter.let_in(transport)


def _address(transport: asyncio.BaseTransport) -> str:
    return str((transport.get_extra_info("peername") or ("",))[0])


def _hurry(transport: asyncio.Transport) -> None:
    """Let the kernel end the connection to who takes in nothing (tcp(7), TCP_USER_TIMEOUT)."""
    line: socket.socket | None = transport.get_extra_info("socket")
    if line is not None and sys.platform == "linux":
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
