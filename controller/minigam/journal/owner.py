"""Whose the files of a data folder are, where root works in that of a service."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

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
            with suppress(NotADirectoryError):  # a link, as O_NOFOLLOW has it
                _give(folder, path.relative_to(folder).parts, owner)


def _give(folder: Path, parts: tuple[str, ...], owner: os.stat_result) -> None:
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            above, place = place, os.open(part, _FOLDER, dir_fd=place)
            os.close(above)
        os.chown(parts[-1], owner.st_uid, owner.st_gid, dir_fd=place, follow_symlinks=False)
    finally:
        os.close(place)


def need_owner(folder: Path) -> None:
    """Raise `JournalError` for root in somebody's folder: its files would not be theirs."""
    place = next((each for each in (folder, *folder.absolute().parents) if each.exists()), folder)
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
