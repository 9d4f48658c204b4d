"""The start of the real program takes as much work with 100,000 stored games as with a few."""

import os
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon
from tests.e2e.many import write_games

FEW, STORED = 2, 100_000
MOST_TIMES = 1.5
TRIES = 5
"""A busy machine makes a start slow now and then; no start is quicker than its work."""


def work_to_ready(data: Path, number: int) -> float:
    """Seconds of a processor that a start takes; it ends as by a pulled plug."""
    daemon = Daemon(data)
    try:
        fields = Path(f"/proc/{daemon.process.pid}/stat").read_text().rpartition(")")[2].split()
        assert f"game {number} goes on where it was left" in daemon.said[0]
        daemon.tap("roll")
    finally:
        daemon.kill()
    user, system = map(int, fields[11:13])  # proc(5): utime and stime, in clock ticks
    return (user + system) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
def test_a_start_is_as_quick_with_many_games(tmp_path: Path) -> None:
    write_games(tmp_path / "few", FEW)
    write_games(tmp_path / "many", STORED)
    found = [
        (work_to_ready(tmp_path / "few", FEW + 1), work_to_ready(tmp_path / "many", STORED + 1))
        for _ in range(TRIES)
    ]
    few, many = map(min, zip(*found, strict=True))
    print(f"ready after {few:.2f} s of work with {FEW + 1} games, {many:.2f} s with {STORED + 1}")
    assert many < MOST_TIMES * few
