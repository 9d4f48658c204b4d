"""What the command line makes of a bad day around it: closed pipes, full disks, Ctrl-C."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from types import NoneType
from typing import get_type_hints
from unittest.mock import Mock

import pytest

from minigam.cli import main as cli
from tests.cli.commands import Run, begin_game, parsers
from tests.e2e.daemon import MINIGAM, PATIENCE_SECONDS

LINES = b"{}\n" * 1000
"""More replies than a buffer holds."""
COMMANDS = (("engine",), ("show", "1"), ("--help",))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, with one game."""
    folder = tmp_path / "minigam"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    begin_game(folder)
    return folder


def run_into(command: tuple[str, ...], stdout: int) -> tuple[int, str]:
    """The exit status, and what is on standard error. A buffer fails at the end, if at all."""
    done = subprocess.run(
        [*MINIGAM, *command],
        input=LINES,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=PATIENCE_SECONDS,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_nobody_listens_any_more(command: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert run_into(command, writer) == (141, "")
    finally:
        os.close(writer)


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_full_disk_is_told_in_one_line(command: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        assert run_into(command, full.fileno()) == (3, "minigam: No space left on device\n")


def test_a_user_without_a_home_is_asked_for_a_folder(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", Mock(side_effect=KeyError("no such user")))
    told = "minigam: expected a home folder to keep the games in, got none: name a folder with"
    for command in (["games"], ["show", "1"], ["run", "--board", "sim"]):
        assert run(*command) == (3, "", f"{told} --data\n")


def test_without_a_command_each_is_listed_in_a_line(run: Run) -> None:
    known = re.findall(r"^    ([a-z-]+) ", run("--help").out, re.MULTILINE)
    said = run()
    assert said.status == 0
    title, empty, *lines = said.lines
    assert (title, empty) == (
        "A wooden board made smart: `minigam run` plays, `minigam COMMAND --help` says more.",
        "",
    )
    assert [line.split()[0] for line in lines] == known
    assert lines[0] == "  run         run the board: inputs, dice, lights and the page"


def test_ctrl_c_before_a_command_is_there_is_silent(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(cli, "_parser", Mock(side_effect=KeyboardInterrupt))
    assert run() == (130, "", "")


def test_an_option_has_one_value(tmp_path: Path, run: Run) -> None:
    twice = ("--option", "second_die=must", "--option", "second_die=free")
    told = "minigam: expected one value for the option second_die, got must and free: choose\n"
    assert run("run", "--board", "sim", "--data", tmp_path, *twice) == (2, "", told)


def test_a_board_is_named_in_one_way_in_every_command() -> None:
    """By `--board PROFILE`, and by nothing else."""
    found = {}
    for name, parser in parsers(cli._parser(cli.COMMANDS)):
        for action in parser._actions:
            if action.metavar == "PROFILE" or action.dest in {"board", "profile"}:
                found[name] = (action.option_strings, action.metavar, action.required)
    assert {"run", "settings", "check", "calibrate", "test-board", "doctor"} < set(found)
    assert found == dict.fromkeys(found, (["--board"], "PROFILE", False))


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_a_command_is_a_module_with_two_functions(name: str) -> None:
    """mypy does not see what a module has that is imported by its name."""
    run = dict(parsers(cli._parser([name])))[name].get_default("command")
    add_arguments = sys.modules[run.__module__].add_arguments
    assert get_type_hints(run) == {"options": argparse.Namespace, "return": int}
    assert get_type_hints(add_arguments) == {"parser": argparse.ArgumentParser, "return": NoneType}
