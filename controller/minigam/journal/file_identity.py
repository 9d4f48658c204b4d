"""Detects that the files of an open journal were deleted or replaced, by device and inode."""

import os
from contextlib import suppress
from pathlib import Path

from minigam.errors import JournalError

_OPEN = ("", "-wal", "-shm")
"""The files of an open journal, by what their names end in."""


class FileIdentity:
    """The files of a journal as they were when it was opened, by device and inode."""

    def __init__(self, path: Path, called: Path) -> None:
        """`called`: what the journal is called in messages."""
        self._path = path
        self._called = called
        self._opened = self._there()

    def _there(self) -> dict[str, tuple[int, int]]:
        found = {}
        for ending in _OPEN:
            with suppress(FileNotFoundError):
                status = os.stat(f"{self._path}{ending}")
                found[ending] = status.st_dev, status.st_ino
        return found

    def check(self) -> None:
        """Raise `JournalError` where a file has lost its name: what is written is lost with it."""
        there = self._there()
        for ending, opened in self._opened.items():
            if there.get(ending) != opened:
                done = "replaced" if ending in there else "deleted"
                raise JournalError(
                    f"the journal {self._called}{ending} was {done} while it was open: start "
                    "minigam again, and the game goes on as far as the journal there now has it"
                )
