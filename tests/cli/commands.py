"""Commands run within the test."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from minigam.cli.main import main
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun
from minigam.rules.match import FRESH, Standing
from minigam.table.setup import Setup

SETUP = Setup()


class Said(NamedTuple):
    """A command's exit status and both outputs."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Said]
"""Runs a command with these words."""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Said:
    capsys.readouterr()
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as ended:
        status = int(ended.code or 0)
    return Said(status, *capsys.readouterr())


def begin_game(
    folder: Path, *actions: Action, setup: Setup = SETUP, before: Standing = FRESH
) -> int:
    """The number of a new game in a folder, in which these actions were taken."""
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return journal.begin([Begun(setup.terms(before)), *actions], board_key(*setup.board))


def parsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command and every action of one."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield name, inner
                yield from parsers(inner)
