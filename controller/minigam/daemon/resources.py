"""What the daemon holds while it runs: its folder, journal, trace and port."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path

from aiohttp import web

from minigam.board.profile import Profile
from minigam.daemon.recording import Recording
from minigam.errors import BusyError, ExistsError
from minigam.journal.lock import folder_locked
from minigam.journal.store import FILE_NAME, Journal
from minigam.kiosk.server import Server

ADDRESS = "127.0.0.1"


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
def port_taken(port: int) -> Iterator[socket.socket]:
    """A port of this machine, kept for the page; raise `BusyError` where it is taken.

    Who calls before there is a page waits for it.
    """
    try:
        door = socket.create_server((ADDRESS, port))
    except OSError as fault:
        raise BusyError(
            f"port {port} cannot be used: {os.strerror(fault.errno or errno.EADDRINUSE)}; "
            "choose another with --port"
        ) from None
    with door:
        yield door


@asynccontextmanager
async def listening(server: Server, door: socket.socket) -> AsyncIterator[None]:
    """Serve at a port that was taken."""
    runner = server.runner()
    await runner.setup()
    try:
        await web.SockSite(runner, door).start()
        yield
    finally:
        await runner.cleanup()
