"""What the daemon holds while it runs: its folder, journal, trace and port."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from pathlib import Path

from minigam.board.profile import Profile
from minigam.daemon.recording import Recording
from minigam.errors import BusyError, ExistsError
from minigam.journal.lock import folder_locked
from minigam.journal.store import FILE_NAME, Journal
from minigam.kiosk.porter import Porter
from minigam.kiosk.server import Server

ADDRESS = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")


def only_one(folder: Path) -> AbstractContextManager[None]:
    """One daemon a data folder; raise `BusyError` for a second."""
    busy = f"another minigam is using {folder}: stop it, or give another folder with --data"
    return folder_locked(folder, "lock", busy)


@contextmanager
def open_journal(folder: Path) -> Iterator[Journal]:
    """The folder's journal."""
    journal = Journal(folder / FILE_NAME)
    try:
        yield journal
    finally:
        journal.close()


@contextmanager
def recording(path: Path | None, profile: Profile) -> Iterator[Recording | None]:
    """A trace being written into a new file, if one is wanted; raise `ExistsError` if it exists."""
    if path is None:
        yield None
        return
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise ExistsError(path) from None
    with file:
        yield Recording(file, profile.name, asyncio.get_running_loop().time)


@contextmanager
def port_taken(port: int, listen: str | None = None) -> Iterator[Sequence[socket.socket]]:
    """A port of this machine, kept for the page; raise `BusyError` where it is taken.

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
    yield _door(ADDRESS, port)
    if listen not in (None, ADDRESS):
        yield _door(listen, port)


def _door(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError as fault:
        where, other = (f"port {port}", "--port")
        if address not in (ADDRESS, *EVERYWHERE):
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


@asynccontextmanager
async def listening(server: Server, doors: Sequence[socket.socket]) -> AsyncIterator[None]:
    """Serve at a port that was taken."""
    runner = server.runner()
    await runner.setup()
    assert runner.server is not None
    porter, loop = Porter(runner.server), asyncio.get_running_loop()
    async with AsyncExitStack() as served:
        served.push_async_callback(runner.cleanup)
        for door in doors:
            served.callback((await loop.create_server(porter, sock=door)).close)
        yield
