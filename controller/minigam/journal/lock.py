"""One program at a time in a folder: the lock ends with the program, whatever ends it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minigam.errors import BusyError, JournalError
from minigam.journal.ownership import give_to_owner
from minigam.journal.store import is_plain_file


@contextmanager
def folder_locked(folder: Path, name: str, busy: str) -> Iterator[None]:
    """Hold a folder's lock file of that name.

    Raises `BusyError`, in those words, where another program holds it, and `JournalError` for a
    folder that cannot be used.
    """
    try:
        for missing in (folder.parent, folder):  # a folder's mode is not for those above it
            missing.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_plain_file(folder / name)
        lock = (folder / name).open("w")
        give_to_owner(folder, [folder / name])
    except JournalError:
        raise
    except OSError as fault:
        raise JournalError(
            f"the data folder {folder} cannot be used: {fault.strerror}; give another with --data"
        ) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BusyError(busy) from None
        yield
