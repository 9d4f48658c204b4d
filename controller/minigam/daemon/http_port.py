"""Binds the page's port early, and serves on it once there is a page."""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)

from aiohttp import web

from minigam.daemon.config import HERE
from minigam.errors import BusyError
from minigam.web.connections import ConnectionLimiter, Connections
from minigam.web.server import Server

EVERYWHERE = ("0.0.0.0", "::")
ACCEPTED_AT_ONCE = 8
"""Connections in one round of the event loop, where a tap waits meanwhile."""
WAITING_TO_CONNECT = 128
"""Connections that the kernel keeps until they are accepted."""


@contextmanager
def bound_port(port: int, listen: str | None = None) -> Iterator[Sequence[socket.socket]]:
    """Bind the page's port for the length of the block; raise `BusyError` where it is in use.

    `listen`: also at this address, or at all where it is empty. Who calls before there is a page
    waits for it.
    """
    with ExitStack() as doors:
        yield [doors.enter_context(door) for door in _doors(port, listen)]


def _doors(port: int, listen: str | None) -> Iterator[socket.socket]:
    if listen == "":
        every, sixth = EVERYWHERE
        yield _door(every, port)
        if _has_ipv6():
            yield _door(sixth, port)
        return
    yield _door(HERE, port)
    if listen not in (None, HERE):
        yield _door(listen, port)


def _door(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError as fault:
        where, other = (f"port {port}", "--port")
        if address not in (HERE, *EVERYWHERE):
            where, other = f"port {port} at {address}", "--port, or another address with --listen"
        why = os.strerror(fault.errno or errno.EADDRINUSE)
        raise BusyError(f"{where} cannot be used: {why}; choose another with {other}") from None


def _has_ipv6() -> bool:
    """Whether this machine has IPv6, which may be switched off."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def names_here() -> tuple[str, ...]:
    """What others in the network may call this machine.

    >>> all(name == name.lower() for name in names_here())
    True
    """
    whole = socket.gethostname().lower()
    first = whole.partition(".")[0]
    return tuple(dict.fromkeys(name for name in (f"{first}.local", first, whole) if first))


def addresses(port: int, listen: str | None) -> str:
    """Where the page is, and where others may see it, in words.

    >>> addresses(8080, None), addresses(8080, "192.168.1.7")
    ('http://127.0.0.1:8080/', 'http://127.0.0.1:8080/, for others http://192.168.1.7:8080/')
    """
    here, others = f"http://{HERE}:{port}/", address_for_others(port, listen)
    return f"{here}, for others {others}" if others else here


def address_for_others(port: int, listen: str | None) -> str | None:
    """Where others find the page; None where they cannot.

    >>> address_for_others(8080, None), address_for_others(8080, "fd00::7")
    (None, 'http://[fd00::7]:8080/')
    """
    if listen is None:
        return None
    host = listen or names_here()[0]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


@asynccontextmanager
async def listening(server: Server, doors: Sequence[socket.socket]) -> AsyncIterator[None]:
    """Serve a board's page at a port that was taken."""
    async with serving(server.runner(), server.connections, doors):
        yield


@asynccontextmanager
async def serving(
    runner: web.AppRunner, connections: Connections, doors: Sequence[socket.socket]
) -> AsyncIterator[None]:
    """Serve at a port that was taken, to no more visitors than `connections` has room for."""
    await runner.setup()
    assert runner.server is not None
    limiter = ConnectionLimiter(runner.server, connections)
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as served:
        served.push_async_callback(runner.cleanup)
        for door in doors:
            opened = await loop.create_server(limiter, sock=door, backlog=ACCEPTED_AT_ONCE)
            served.callback(opened.close)
            door.listen(WAITING_TO_CONNECT)
        yield
