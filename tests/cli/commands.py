"""Commands run within the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from minigam.cli.main import main


class Said(NamedTuple):
    """A command's exit status and both outputs."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Those of standard output."""
        return self.out.splitlines()


Run = Callable[..., Said]
"""Runs a command with these words."""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Said:
    """Run a command, however it ends."""
    capsys.readouterr()
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as ended:
        status = int(ended.code or 0)
    return Said(status, *capsys.readouterr())
