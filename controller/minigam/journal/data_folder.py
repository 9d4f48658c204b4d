"""Locks the data folder, finishes an interrupted restore, and opens the journal."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from minigam.errors import JournalError
from minigam.journal import schema
from minigam.journal.atomic_replace import finish_broken_off, is_pending
from minigam.journal.file_identity import FileIdentity
from minigam.journal.lock import data_locked
from minigam.journal.recovery import clear_name, sound_journal
from minigam.journal.schema import utc_now
from minigam.journal.store import FILE_NAME, LOGS, Journal, is_plain_file

LOCK = "lock"
"""The file that keeps a second daemon out of a data folder."""
SIDE_FILES_BYTES = 2**18
"""Room for what SQLite writes beside a file, with some to spare."""
MEMORY = "/dev/shm"
"""Where there may be room though the disk is full."""


class MemoryJournal(Journal):
    """Empty, and gone with the process; `fault` says why there is no other one."""

    def __init__(self, path: Path, fault: JournalError) -> None:
        """`path`: where the journal should be."""
        self.path = self._file = path
        self.fault = fault
        self._now = utc_now
        self._presence = FileIdentity(Path("/"), path)
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        schema.create(self._db)


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Hold the data folder's lock; raise `BusyError` where another program holds it.

    A restore that was broken off is brought to its end first.
    """
    busy = f"another minigam is using {folder}: stop it, or give another folder with --data"
    with data_locked(folder, LOCK, busy):
        finish_broken_off(folder)
        yield


def finish_restore(folder: Path) -> None:
    """Finish a restore that was broken off; raise `BusyError` while one is under way."""
    if is_pending(folder):
        with lock_data_folder(folder):
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
            held.enter_context(lock_data_folder(folder))
            journal = sound_journal(path, say=say)
        except JournalError as fault:
            if not folder.is_dir():  # somebody has given the wrong one
                raise
            say(f"nothing can be played: {fault}")
            journal = MemoryJournal(path, fault)
        held.callback(journal.close)
        yield journal


@contextmanager
def journal_to_read(path: Path) -> Iterator[Journal]:
    """The journal at a path; raise `JournalError` for one that cannot be read."""
    with readable(path) as place, closing(Journal(place, called=path)) as journal:
        yield journal


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """Where SQLite can read a database: at its own place, or in a copy that goes in the end."""
    if not _is_unwritable(path):
        yield path
        return
    with TemporaryDirectory(prefix="minigam-", dir=_roomy(path)) as folder:
        try:
            for each in _parts(path):
                shutil.copyfile(each, Path(folder) / each.name)
        except OSError as fault:
            raise JournalError(f"{path} cannot be copied to be read: {fault.strerror}") from None
        yield Path(folder) / path.name


def _is_unwritable(path: Path) -> bool:
    """Whether SQLite could write nothing beside it: its disk is read only, or has no room.

    What a daemon has open has its side files, and needs no room to be read.
    """
    if not path.exists():
        return False
    disk = os.statvfs(path)
    if disk.f_flag & os.ST_RDONLY:
        return True
    is_open = path.with_name(f"{path.name}-shm").exists()
    return disk.f_bavail * disk.f_frsize < SIDE_FILES_BYTES and not is_open


def _roomy(path: Path) -> str | None:
    """A folder for temporary files that has room for a copy; None where it is the usual one."""
    needed = sum(each.stat().st_size for each in _parts(path)) + SIDE_FILES_BYTES
    there = (folder for folder in (gettempdir(), MEMORY) if os.path.isdir(folder))
    return next((folder for folder in there if shutil.disk_usage(folder).free > needed), None)


def _parts(path: Path) -> Iterator[Path]:
    """The file, and the logs that are beside it."""
    beside = (path.with_name(f"{path.name}{ending}") for ending in LOGS)
    return (each for each in (path, *beside) if is_plain_file(each))
