"""Small files beside the games: written whole or not at all, and read within bounds."""

import os
from pathlib import Path

from minigam.files.ownership import give_to_owner

SUFFIX = ".new"
"""Of the unfinished file beside it."""
MOST_BYTES = 2**20


def write_whole(data: Path, name: str, text: str) -> None:
    """Put a text into a file of a data folder, which is its owner's alone; raise `OSError`.

    A cut of power leaves the new text or the one before. `name` may have one folder before it.
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


def small_text(path: Path, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of a small file; raise `OSError`, and `ValueError` for another encoding or size.

    A damaged file system may call any file huge: reading it to the end would take all memory.
    """
    with path.open("rb") as file:
        body = file.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise ValueError(f"expected a file of at most {MOST_BYTES} bytes, got a larger one")
    return body.decode(encoding, errors)


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
