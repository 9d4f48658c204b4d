"""The console's driver, with a shell of this machine at its other end."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi.console import Console, NotSeenError

SECONDS = 60.0


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    """A shell that has no terminal, and so echoes nothing."""
    with subprocess.Popen(
        ["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as shell:
        console = Console(shell, tmp_path / "log")
        yield console
        console.close()


def test_a_command_is_answered_with_its_status_and_all_it_prints(console: Console) -> None:
    assert console.run("echo one; echo two >&2; (exit 3)", SECONDS) == (3, "one\ntwo\n")
    assert console.run("printf unended", SECONDS) == (0, "unended")


def test_a_command_has_no_input_to_take_from_the_next_one(console: Console) -> None:
    assert console.run("cat", SECONDS) == (0, "")
    assert console.ask("echo next", SECONDS) == "next\n"


def test_a_command_that_has_to_succeed_and_does_not_shows_what_it_said(console: Console) -> None:
    with pytest.raises(AssertionError, match=r"ended with 1: no such luck"):
        console.ask("echo no such luck; false", SECONDS)


def test_a_file_arrives_whole(console: Console, tmp_path: Path) -> None:
    text = "".join(f'line {number}: it\'s "$HOME" \\n\n' for number in range(200))
    console.put(text, str(tmp_path / "file"), SECONDS)
    assert (tmp_path / "file").read_text() == text


def test_a_machine_that_has_ended_is_not_waited_for(console: Console) -> None:
    console.program.kill()
    with pytest.raises(NotSeenError, match="expected 'login'"):
        console.wait_for("login", SECONDS)


def test_everything_is_kept_in_the_log(console: Console, tmp_path: Path) -> None:
    console.ask("echo kept", SECONDS)
    assert "kept\n" in (tmp_path / "log").read_text()
