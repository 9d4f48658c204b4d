"""Games are read without changing them: where opening them would, a copy of them is opened.

That is so on a disk that cannot be written, such as a card mounted read only, since SQLite wants to
write beside a file even to read it, above all where commits still wait in its log.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from minigam.errors import JournalError
from minigam.journal.store import LOGS, Journal, is_plain_file


@contextmanager
def journal_to_read(path: Path) -> Iterator[Journal]:
    """The journal at a path; raise `JournalError` for one that cannot be read."""
    with readable(path) as place, closing(Journal(place, called=path)) as journal:
        yield journal


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """Where SQLite can read a database: at its own place, or in a copy that goes in the end."""
    if not _is_read_only(path):
        yield path
        return
    with TemporaryDirectory(prefix="minigam-") as folder:
        try:
            _copy(path, Path(folder))
        except OSError as fault:
            raise JournalError(f"{path} cannot be copied to be read: {fault.strerror}") from None
        yield Path(folder) / path.name


def _is_read_only(path: Path) -> bool:
    """Whether its disk is, even for root."""
    return path.exists() and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _copy(path: Path, folder: Path) -> None:
    for each in (path, *(path.with_name(f"{path.name}{ending}") for ending in LOGS)):
        if is_plain_file(each):
            shutil.copyfile(each, folder / each.name)
