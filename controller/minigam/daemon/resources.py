"""What the daemon holds while it runs: its folder, journal, trace and port."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import (
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from pathlib import Path

from minigam.board.profile import Profile
from minigam.daemon.recording import Recording
from minigam.errors import BusyError, ExistsError, JournalError
from minigam.journal.atomic_replace import finish_broken_off, is_pending
from minigam.journal.lock import folder_locked
from minigam.journal.memory import MemoryJournal
from minigam.journal.recovery import clear_name, sound_journal
from minigam.journal.store import FILE_NAME, Journal
from minigam.web.connections import ConnectionLimiter
from minigam.web.server import Server

ADDRESS = "127.0.0.1"
LOCK = "lock"
"""The file that keeps a second daemon out of a data folder."""
EVERYWHERE = ("0.0.0.0", "::")
ACCEPTED_AT_ONCE = 8
"""Connections in one round of the event loop, where a tap waits meanwhile."""
WAITING_TO_CONNECT = 128
"""Connections that the kernel keeps until they are accepted."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the data folder's lock, finish a broken-off restore; raise `BusyError` if it is held.

    A restore that was broken off is brought to its end first.
    """
    busy = f"another minigam is using {folder}: stop it, or give another folder with --data"
    with folder_locked(folder, LOCK, busy):
        finish_broken_off(folder)
        yield


def make_whole(folder: Path) -> None:
    """Finish a restore that was broken off; raise `BusyError` while one is under way."""
    if is_pending(folder):
        with only_one(folder):
            pass


@contextmanager
def journal_in(folder: Path, say: Callable[[str], None]) -> Iterator[Journal]:
    """The folder's journal, for one daemon; recovered first where it was damaged.

    Where nothing can be written it is one without games, whose `fault` says why: the board lights
    up all the same, and its page says what to do. Raises `BusyError` for a second daemon, and
    `JournalError` for what is no folder.
    """
    path = folder / FILE_NAME
    with ExitStack() as held:
        try:
            clear_name(folder / LOCK)
            held.enter_context(only_one(folder))
            journal = sound_journal(path, say=say)
        except JournalError as fault:
            if not folder.is_dir():  # somebody has given the wrong one
                raise
            say(f"nothing can be played: {fault}")
            journal = MemoryJournal(path, fault)
        held.callback(journal.close)
        yield journal


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


def addresses(port: int, listen: str | None) -> str:
    """Where the page is, and where others may see it, in words.

    >>> addresses(8080, None), addresses(8080, "192.168.1.7")
    ('http://127.0.0.1:8080/', 'http://127.0.0.1:8080/, for others http://192.168.1.7:8080/')
    """
    here = f"http://{ADDRESS}:{port}/"
    if listen is None:
        return here
    host = listen or names_here()[0]
    return f"{here}, for others http://{f'[{host}]' if ':' in host else host}:{port}/"


@asynccontextmanager
async def listening(server: Server, doors: Sequence[socket.socket]) -> AsyncIterator[None]:
    """Serve at a port that was taken."""
    runner = server.runner()
    await runner.setup()
    assert runner.server is not None
    limiter = ConnectionLimiter(runner.server, server.connections)
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as served:
        served.push_async_callback(runner.cleanup)
        for door in doors:
            opened = await loop.create_server(limiter, sock=door, backlog=ACCEPTED_AT_ONCE)
            served.callback(opened.close)
            door.listen(WAITING_TO_CONNECT)
        yield
