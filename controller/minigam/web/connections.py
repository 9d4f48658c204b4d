"""Connections: whose they are, how many there may be, and how fast guests are read.

The board's own page and scripts run on this machine, as the user who runs minigam: they are served
at once. Everybody else is a guest. A guest's connection is read in small pieces, each in its turn,
so that the board's own work always comes between.
"""

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import Callable
from weakref import WeakKeyDictionary

from aiohttp import web

from minigam.http_policy import whose
from minigam.web import local_peers
from minigam.web.local_peers import End
from minigam.web.rate_limits import is_loopback
from minigam.web.round_robin import RoundRobin

HERE = ("127.0.0.1", "::1")
"""The addresses at which the board's own page is; whoever comes by another is a guest."""
MOST_OF_ONE = 64
"""Connections of one address: a browser opens six, and two WebSockets a page."""
MOST_OF_GUESTS = 1000
"""Of all guests: what the daemon has open besides must never run out."""
DEAF_SECONDS = 30
"""How long a guest may take in nothing of what it is sent."""
PIECE_BYTES = 2048
"""Read at once from a guest: less than most requests of a browser, many times a frame."""
END_OF_HEAD = b"\r\n\r\n"
SPOKEN_BYTES, SPOKEN_A_SECOND = 512, 32
"""What a WebSocket may send at once, and then a second: no more than pong and close."""
BANNED_SECONDS = 2.0
"""How long an address may not connect again that has talked out of turn."""
MOST_BANNED = 256
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"


class Connections:
    """Knows whose each connection is, and counts those of guests."""

    def __init__(
        self,
        user_of: Callable[[End, End], int | None] = local_peers.user_of,
        is_trusted: Callable[[int], bool] = local_peers.is_trusted,
    ) -> None:
        """`user_of` and `is_trusted`: see `web.local_peers`."""
        self.turns = RoundRobin()
        self._user_of = user_of
        self._is_trusted = is_trusted
        self._own: WeakKeyDictionary[asyncio.BaseTransport, bool] = WeakKeyDictionary()
        self._guests: Counter[str] = Counter()
        self._banned: dict[str, float] = {}
        """Until when, by address."""

    def is_own(self, transport: asyncio.BaseTransport) -> bool:
        """Whether a program of this machine's own user is at the other end; asked once for each."""
        if transport not in self._own:
            self._own[transport] = self._is_ours(transport)
        return self._own[transport]

    def _is_ours(self, transport: asyncio.BaseTransport) -> bool:
        peer, own = end_of(transport, "peername"), end_of(transport, "sockname")
        if own.address not in HERE or not is_loopback(peer.address):
            return False
        user = self._user_of(peer, own)
        return user is not None and self._is_trusted(user)

    def has_room(self, address: str) -> bool:
        """Whether one more guest may come from that address."""
        return self._guests.total() < MOST_OF_GUESTS and self._guests[whose(address)] < MOST_OF_ONE

    def ban(self, address: str, now: float) -> None:
        """Let an address not connect again for a while."""
        self._banned[whose(address)] = now + BANNED_SECONDS
        if len(self._banned) > MOST_BANNED:
            del self._banned[min(self._banned, key=self._banned.__getitem__)]

    def is_banned(self, address: str, now: float) -> bool:
        """Whether an address may not connect now."""
        return self._banned.get(whose(address), now) > now

    def enter(self, address: str) -> None:
        """A guest has come."""
        self._guests[whose(address)] += 1

    def leave(self, address: str) -> None:
        """A guest has gone."""
        self._guests[whose(address)] -= 1
        self._guests += Counter()  # nobody is remembered who has no connection


class ConnectionLimiter:
    """Makes the protocol of each new connection, as `loop.create_server` asks for it."""

    def __init__(self, server: web.Server, connections: Connections) -> None:
        """Serve by `server` whoever may come in."""
        self._server = server
        self._connections = connections

    def __call__(self) -> asyncio.Protocol:
        """Somebody connects."""
        return _Accepted(self)

    def admit(self, transport: asyncio.Transport) -> None:
        """Hand a connection to the server, or close it where there are too many."""
        connections, address = self._connections, end_of(transport, "peername").address
        now = asyncio.get_running_loop().time()
        if connections.is_own(transport):
            handler: asyncio.BaseProtocol = self._server()
        elif connections.is_banned(address, now):
            transport.abort()
            return
        elif connections.has_room(address):
            _give_up_on_the_deaf(transport)
            handler = GuestConnection(self._server, address, connections)
        else:
            transport.write(FULL)
            transport.close()
            return
        transport.set_protocol(handler)
        handler.connection_made(transport)


class _Accepted(asyncio.Protocol):
    """A connection of which nobody knows yet whose it is."""

    def __init__(self, limiter: ConnectionLimiter) -> None:
        self._limiter = limiter

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._limiter.admit(transport)


class GuestConnection(asyncio.BufferedProtocol):
    """A guest's connection: one piece is read a turn, and one request of a piece."""

    def __init__(
        self, server: Callable[[], asyncio.Protocol], address: str, connections: Connections
    ) -> None:
        """`server` makes what is given the pieces, at this guest's first turn."""
        self._server = server
        self._handler: asyncio.Protocol | None = None
        self._address = address
        self._connections = connections
        self._piece = bytearray(PIECE_BYTES)
        self._transport: asyncio.Transport | None = None
        self._silent_since: float | None = None
        """From when on it is a WebSocket that only listens."""
        self._spoken = 0
        """How many bytes it has sent since."""

    def only_listens(self) -> None:
        """From now on the guest has nothing to say: it is disconnected if it sends much."""
        self._silent_since = asyncio.get_running_loop().time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._connections.enter(self._address)
        # Now it would be overruled: asyncio begins to read after this.
        asyncio.get_running_loop().call_soon(self._wait)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio`."""
        self._transport = None
        self._connections.leave(self._address)
        if self._handler is not None:
            self._handler.connection_lost(exc)

    def get_buffer(self, _sizehint: int) -> bytearray:
        """See `asyncio`."""
        return self._piece

    def buffer_updated(self, nbytes: int) -> None:
        """A piece was read; the next one is not before this guest's next turn."""
        assert self._transport is not None
        assert self._handler is not None
        piece = bytes(self._piece[:nbytes])
        if self._says_too_much(piece):
            self._connections.ban(self._address, asyncio.get_running_loop().time())
            self._transport.abort()
            return
        self._wait()
        self._handler.data_received(piece)

    def _wait(self) -> None:
        """Read nothing until the next turn; it is asked for after that, lest it come before."""
        if self._transport is None:
            return
        self._transport.pause_reading()
        self._connections.turns.ask(self._read_on, heavy=True)

    def _read_on(self) -> None:
        if self._transport is None:
            return
        if self._handler is None:
            self._handler = self._server()
            self._handler.connection_made(self._transport)
        self._transport.resume_reading()

    def _says_too_much(self, piece: bytes) -> bool:
        """Whether it talks where it should listen, or does not wait for an answer."""
        if self._silent_since is None:
            return piece.count(END_OF_HEAD) > 1
        self._spoken += len(piece)
        passed = asyncio.get_running_loop().time() - self._silent_since
        return self._spoken > SPOKEN_BYTES + SPOKEN_A_SECOND * passed

    def eof_received(self) -> bool | None:
        """See `asyncio`."""
        return self._handler.eof_received() if self._handler is not None else None

    def pause_writing(self) -> None:
        """See `asyncio`."""
        assert self._handler is not None
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        """See `asyncio`."""
        assert self._handler is not None
        self._handler.resume_writing()


def end_of(transport: asyncio.BaseTransport, name: str) -> End:
    """One end of a connection, `peername` or `sockname`, without the network card's name."""
    found = transport.get_extra_info(name) or ("", 0)
    return End(str(found[0]).partition("%")[0], int(found[1]))


def _give_up_on_the_deaf(transport: asyncio.Transport) -> None:
    """Let the kernel end the connection to who takes in nothing (tcp(7), TCP_USER_TIMEOUT)."""
    line: socket.socket | None = transport.get_extra_info("socket")
    if line is not None and sys.platform == "linux":
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
