"""A machine that plays slowly is waited for; one that stands still is not."""

import subprocess

from tests.power.machine import lines


def started(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_each_line_is_waited_for_anew() -> None:
    with started("echo one; echo two; echo three") as machine:
        assert list(lines(machine)) == ["one\n", "two\n", "three\n"]
        assert machine.wait() == 0


def test_one_that_prints_nothing_is_killed() -> None:
    with started("echo one; exec cat") as machine:  # cat waits for a line that never comes
        assert list(lines(machine, 3)) == ["one\n"]
        assert machine.wait() == -9
