"""A command's standard streams, and the files that it writes for its user."""

import os
import sys
from argparse import ArgumentTypeError
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from minigam.errors import RequestError, bounded

STANDARD_OUTPUT = "-"
"""What stands for it where a file is named."""
STANDARD = range(3)
"""The numbers of standard input, output and error."""


def path_to_write(text: str) -> Path:
    """An argument that names a file, or a folder, to write; `-` names none.

    Raises `ArgumentTypeError` for it.

    >>> path_to_write("./-").name
    '-'
    """
    if text == STANDARD_OUTPUT:
        raise ArgumentTypeError("expected a name, got -: this is not written to standard output")
    return Path(text)


def path_or_output(text: str) -> Path | None:
    """An argument that names a file to write; None for `-`, which is standard output."""
    return None if text == STANDARD_OUTPUT else Path(text)


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
    try:
        _replace(target, content)
    except OSError as fault:  # it names the file that was to become this one
        raise OSError(fault.errno, fault.strerror, str(path)) from fault


def _replace(target: Path, content: bytes) -> None:
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


def open_closed_streams() -> None:
    """Let a closed standard stream lead nowhere, as `/dev/null` does.

    Else the next file that is opened, such as the journal, gets its number, and whatever a library
    or a child prints is written into that file. Standard input is `None` still: see
    `standard_input`.
    """
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (number := os.open(os.devnull, os.O_RDWR)) in STANDARD:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def standard_input(what: str) -> BinaryIO:
    """The bytes of standard input; raise `RequestError` where it is closed. `what`: it should hold.

    >>> sys.stdin = None
    >>> standard_input("a game")
    Traceback (most recent call last):
    minigam.errors.RequestError: expected a game on standard input, got a closed one: open it
    """
    if sys.stdin is None:
        raise RequestError(f"expected {what} on standard input, got a closed one: open it")
    return sys.stdin.buffer


def complain(message: object) -> None:
    """Print what is wrong on standard error, however long what was got is."""
    print(f"minigam: {bounded(message)}", file=sys.stderr)
