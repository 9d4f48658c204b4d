"""A journal for a board that cannot be played on, since nothing can be written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from minigam.errors import JournalError
from minigam.journal import schema
from minigam.journal.file_identity import FileIdentity
from minigam.journal.store import Journal
from minigam.journal.times import utc_now


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
