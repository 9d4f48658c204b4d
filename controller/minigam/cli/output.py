"""Files that a command writes for its user: whole, or as they were before."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_file(path: Path, content: bytes) -> None:
    """Write a file, or replace one; raise `OSError`, with what was there before as it was.

    A pipe or a device is written to. Where only the file itself may be written, and not its folder,
    it is written in place.
    """
    target = path.resolve()
    plain = not target.exists() or target.is_file()
    if not plain or not os.access(target.parent, os.W_OK):
        path.write_bytes(content)
        return
    with NamedTemporaryFile(dir=target.parent, prefix=".minigam-", delete=False) as file:
        new = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            new.chmod(_mode(target))
            new.replace(target)
        except BaseException:
            with suppress(OSError):
                new.unlink()
            raise


def write_or_print(path: Path | None, content: bytes) -> None:
    """As `write_file`, or to standard output where no file is named."""
    if path:
        write_file(path, content)
    else:
        sys.stdout.buffer.write(content)


def _mode(target: Path) -> int:
    """That of the file that is replaced, or a new file's."""
    with suppress(FileNotFoundError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
