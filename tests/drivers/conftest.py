"""Ends of cables that several drivers are tried at."""

import os
import pty
import tty
from collections.abc import Iterator

import pytest

from tests.hil.jig_server import JigServer


class NoLines:
    """What a jig's pins are wired to."""

    def drive(self, pin: int, low: bool) -> None:
        raise AssertionError(f"expected no pin to be driven, got {pin}, {low}")


@pytest.fixture
def jig() -> Iterator[JigServer]:
    server = JigServer(NoLines())
    yield server
    server.close()


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal: its master, and the path of its other end."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)
