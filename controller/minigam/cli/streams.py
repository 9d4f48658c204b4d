"""A command's standard streams, of which the caller may have closed any."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from minigam.errors import RequestError, bounded

STANDARD = range(3)
"""The numbers of standard input, output and error."""


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
