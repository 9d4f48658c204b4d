"""Files that this program or a person writes beside the games: a few lines of text each."""

from __future__ import annotations

from pathlib import Path

MOST_BYTES = 2**20


def small_text(path: Path, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of such a file; raise `OSError`, and `ValueError` for another encoding or size.

    A damaged file system may call any file huge: reading it to the end would take all memory.
    """
    with path.open("rb") as file:
        body = file.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise ValueError(f"expected a file of at most {MOST_BYTES} bytes, got a larger one")
    return body.decode(encoding, errors)
