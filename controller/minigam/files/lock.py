"""One program at a time: a lock ends with the program that holds it, whatever ends that."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from minigam.errors import BusyError


def file_locked(path: Path, busy: str) -> AbstractContextManager[None]:
    """Hold a lock file, made where there is none; raise as `folder_locked` does."""
    return _locked(path, os.O_CREAT | os.O_RDWR, busy)


def folder_locked(path: Path, busy: str) -> AbstractContextManager[None]:
    """Hold a folder itself.

    Raises `BusyError`, in those words, where another program holds it, and `OSError` where it
    cannot be opened, such as a link.
    """
    return _locked(path, os.O_RDONLY | os.O_DIRECTORY, busy)


@contextmanager
def _locked(path: Path, flags: int, busy: str) -> Iterator[None]:
    handle = os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BusyError(busy) from None
        yield
    finally:
        os.close(handle)
