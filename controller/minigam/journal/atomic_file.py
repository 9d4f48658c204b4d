"""Small files that a cut of power leaves whole: the new text or the one before."""

from __future__ import annotations

import os
from pathlib import Path

from minigam.journal.ownership import give_to_owner

SUFFIX = ".new"
"""Of the unfinished file beside it."""


def write_whole(data: Path, name: str, text: str) -> None:
    """Put a text into a file of a data folder, which is its owner's alone; raise `OSError`.

    `name` may have one folder before it.
    """
    path = data / name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f"{path.name}{SUFFIX}")
    with open(unfinished, "w", encoding="utf-8", opener=private) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    give_to_owner(data, [path.parent, unfinished])
    unfinished.replace(path)
    sync(path.parent)


def private(path: str, flags: int) -> int:
    """Opens a file as its owner's alone, and no link: an `opener` for `open`."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


def sync(path: Path, flags: int = os.O_RDONLY) -> None:
    """Let a file's content, or a folder's new, moved and deleted names, survive a cut of power."""
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
