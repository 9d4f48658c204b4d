"""Replaces files of a data folder all together or not at all, also across a cut of power.

A folder cannot be exchanged by one call that Python has, since the lock, tables and backups in it
stay. So it is done in two steps (a journalled change, as file systems make them):

1. All that comes is made ready in a folder of its own, down to the medium. Then a small file, the
   intent, says what is to be moved. From its rename on the exchange has been decided.
2. What was there is moved aside, and what comes is moved in. Each step can be done again, so
   whoever opens the folder next goes on where a broken-off exchange has stopped.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from minigam.errors import JournalError
from minigam.files.ownership import give_to_owner
from minigam.files.small_files import SUFFIX, sync, write_whole

INTENT = "restore.json"
UNFINISHED = f"{INTENT}{SUFFIX}"
MOST_BYTES = 2**20
"""Of an intent."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_UNFOLLOWED = os.O_NOFOLLOW | os.O_NONBLOCK


@dataclass(frozen=True)
class Exchange:
    """What is to be moved: names of files and folders, none of them with a folder before it."""

    ready: str
    """The folder, within the data folder, in which all that comes has been made ready."""
    aside: str
    """The folder, within the data folder, which what was there is moved into; it may be missing."""
    going: tuple[str, ...]
    """What is moved aside."""
    coming: tuple[str, ...]


@dataclass(frozen=True)
class _Places:
    """The three folders, open: a link that is put there meanwhile leads nowhere else."""

    data: int
    ready: int
    aside: int

    def sync(self) -> None:
        """What was moved stays so through a cut of power."""
        for place in (self.ready, self.aside, self.data):
            os.fsync(place)


def exchange(data: Path, change: Exchange) -> None:
    """Exchange them; the caller holds the folder's lock.

    Raises `OSError`, with everything as before, where something cannot be moved.
    """
    _sync_tree(data / change.ready)
    _write_intent(data, change)
    finish(data)


def is_pending(data: Path) -> bool:
    """Whether an exchange was decided on, and is not at its end."""
    return os.path.lexists(data / INTENT)


def finish(data: Path) -> None:
    """Bring an exchange to its end, if one is pending; the caller holds the folder's lock.

    Raises `OSError`, with everything as before the exchange, where something cannot be moved, and
    `JournalError` for an intent that cannot be read.
    """
    if not is_pending(data):
        return
    change = _read_intent(data)
    try:
        with _opened(data, change) as places:
            try:
                _forward(places, change)
            except OSError:
                _back(places, change)
                _forget_intent(data, places.data)
                raise
            _forget_intent(data, places.data)
    finally:
        for left in (change.ready, change.aside):
            with suppress(OSError):
                (data / left).rmdir()  # where it is empty


def finish_broken_off(data: Path) -> None:
    """As `finish`, at the start of another command; raise `JournalError` where that cannot be."""
    try:
        finish(data)
    except JournalError:  # which is an OSError too
        raise
    except OSError as fault:
        raise JournalError(
            f"a restore into {data} was broken off, and cannot go on: {fault.strerror}; "
            "the games are as they were before it"
        ) from None


def _forward(places: _Places, change: Exchange) -> None:
    for name in change.going:
        if not _is_in(places.aside, name):  # else that has been done, and what is there came in
            _move(name, places.data, places.aside)
    for name in change.coming:
        _move(name, places.ready, places.data)
    places.sync()


def _back(places: _Places, change: Exchange) -> None:
    for name in change.coming:
        came = not _is_in(places.ready, name)
        if came and (name not in change.going or _is_in(places.aside, name)):
            _move(name, places.data, places.ready)
    for name in change.going:
        _move(name, places.aside, places.data)
    places.sync()


def _move(name: str, source: int, target: int) -> None:
    """Move it, unless that has been done."""
    if _is_in(source, name):
        os.rename(name, name, src_dir_fd=source, dst_dir_fd=target)


def _is_in(place: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=place, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _opened(data: Path, change: Exchange) -> Iterator[_Places]:
    with ExitStack() as stack:

        def opened(path: str | Path, place: int | None = None) -> int:
            handle = os.open(path, _FOLDER, dir_fd=place)
            stack.callback(os.close, handle)
            return handle

        folder = opened(os.path.realpath(data))
        with suppress(FileExistsError):
            os.mkdir(change.aside, 0o700, dir_fd=folder)
            give_to_owner(data, [data / change.aside])
        yield _Places(folder, opened(change.ready, folder), opened(change.aside, folder))


# The intent


def _write_intent(data: Path, change: Exchange) -> None:
    (data / UNFINISHED).unlink(missing_ok=True)  # it may be a link
    write_whole(data, INTENT, json.dumps(asdict(change)))


def _forget_intent(data: Path, folder: int) -> None:
    (data / INTENT).unlink()
    os.fsync(folder)


def _read_intent(data: Path) -> Exchange:
    path = data / INTENT
    try:
        with open(
            path, "rb", opener=lambda name, flags: os.open(name, flags | _UNFOLLOWED)
        ) as file:
            return _exchange_of(json.loads(file.read(MOST_BYTES)))
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        raise JournalError(
            f"expected in {path} how a broken-off restore goes on, got something else: the files "
            f"are in {data}, and in the folders there whose names begin with restoring- and "
            "before-. Put them right by hand, and delete it"
        ) from None


def _exchange_of(tree: dict[str, Any]) -> Exchange:
    found = Exchange(tree["ready"], tree["aside"], tuple(tree["going"]), tuple(tree["coming"]))
    for name in (found.ready, found.aside, *found.going, *found.coming):
        if not isinstance(name, str) or "/" in name or name in ("", ".", ".."):
            raise ValueError(name)
    return found


# Files and folders


def _sync_tree(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink():
            sync(path, os.O_RDONLY | _UNFOLLOWED)
    sync(folder)
