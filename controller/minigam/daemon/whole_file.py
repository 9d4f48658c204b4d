"""Small files that a cut of power leaves whole: the new text or the one before."""

from __future__ import annotations

import os
from pathlib import Path

SUFFIX = ".new"
"""Of the unfinished file beside it."""


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file that is its owner's alone, and its folder; raise `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f"{path.name}{SUFFIX}")
    with open(unfinished, "w", encoding="utf-8", opener=_private) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    _sync(path.parent)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


def _sync(folder: Path) -> None:
    """The new name lasts, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
