"""Games are read without changing them: where opening them would, a copy of them is opened.

That is so on a disk that cannot be written, such as a card mounted read only, since SQLite wants to
write beside a file even to read it, above all where commits still wait in its log; and of an older
version's journal, which the next daemon brings up to ours.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from minigam.errors import JournalError
from minigam.journal.schema import APPLICATION_ID, VERSION
from minigam.journal.store import LOGS, Journal, is_plain_file

_VERSION, _APPLICATION = slice(60, 64), slice(68, 72)
"""Where SQLite's header has `user_version` and `application_id`."""


@contextmanager
def journal_to_read(path: Path) -> Iterator[Journal]:
    """The journal at a path; raise `JournalError` for one that cannot be read."""
    with readable(path) as place, closing(Journal(place, called=path)) as journal:
        yield journal


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """Where SQLite can read a database: at its own place, or in a copy that goes in the end."""
    if not (_is_read_only(path) or _is_older(path)):
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


def _is_older(path: Path) -> bool:
    """Whether an older minigam wrote it (https://www.sqlite.org/fileformat.html#the_database_header)."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return False  # the journal says why
    application, version = (int.from_bytes(header[at]) for at in (_APPLICATION, _VERSION))
    return application == APPLICATION_ID and version < VERSION


def _copy(path: Path, folder: Path) -> None:
    for each in (path, *(path.with_name(f"{path.name}{ending}") for ending in LOGS)):
        if is_plain_file(each):
            shutil.copyfile(each, folder / each.name)
