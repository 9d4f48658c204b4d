"""Games are read without changing them: where opening them would, a copy of them is opened.

That is so on a disk that cannot be written, such as a card mounted read only or a full one, since
SQLite wants to write beside a file even to read it, above all where commits still wait in its log.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from minigam.errors import JournalError
from minigam.journal.store import LOGS, Journal, is_plain_file

SIDE_FILES_BYTES = 2**18
"""Room for what SQLite writes beside a file, with some to spare."""
MEMORY = "/dev/shm"
"""Where there may be room though the disk is full."""


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
            _copy(path, Path(folder))
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


def _copy(path: Path, folder: Path) -> None:
    for each in _parts(path):
        shutil.copyfile(each, folder / each.name)


def _parts(path: Path) -> Iterator[Path]:
    """The file, and the logs that are beside it."""
    beside = (path.with_name(f"{path.name}{ending}") for ending in LOGS)
    return (each for each in (path, *beside) if is_plain_file(each))
