"""Keeps files owned by the service's user when root runs a command."""

import os
import pwd
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from minigam.errors import JournalError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def give_to_owner(folder: Path, paths: Iterable[Path]) -> None:
    """What root has put into somebody's folder is theirs; raise `OSError` where that cannot be.

    What a link on the way to it leads elsewhere stays root's, whenever that link was put there.
    """
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for path in paths:
        if path != folder:
            with suppress(NotADirectoryError), _parent(folder, path) as place:
                os.chown(path.name, owner.st_uid, owner.st_gid, dir_fd=place, follow_symlinks=False)


def open_within(folder: Path, path: Path) -> IO[bytes]:
    """A file of somebody's folder, to read; raise `OSError` where a link is on the way to it.

    A pipe that was put there is empty, and not waited for.
    """
    with _parent(folder, path) as place:
        handle = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=place)
    return os.fdopen(handle, "rb")


@contextmanager
def _parent(folder: Path, path: Path) -> Iterator[int]:
    """The folder that a path is in; raise `NotADirectoryError` where a link leads there."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in path.relative_to(folder).parts[:-1]:
            above, place = place, os.open(part, _FOLDER, dir_fd=place)
            os.close(above)
        yield place
    finally:
        os.close(place)


def nearest_folder(path: Path) -> Path:
    """The path, or the first of the folders above it that is there."""
    return next(each for each in (path, *path.absolute().parents) if each.exists())


def need_owner(folder: Path) -> None:
    """Raise `JournalError` for root in somebody's folder: its files would not be theirs."""
    place = nearest_folder(folder)
    owner = place.stat().st_uid
    if os.geteuid() == 0 and owner != 0:
        name = _name(owner)
        raise JournalError(
            f"expected {name}, whose the folder {place} is, got root: begin the command with "
            f"sudo -u {name}"
        )


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"'#{uid}'"
