"""The start of the real program takes as long with 100,000 stored games as with a few."""

import time
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon
from tests.e2e.many import write_games

FEW, STORED = 2, 100_000
MOST_SECONDS = 2.0
TRIES = 5
"""A busy machine makes a start slow now and then; no start is quicker than its work."""


def seconds_to_ready(data: Path, number: int) -> float:
    """The quickest of some starts; each ends as by a pulled plug."""
    found = []
    for _ in range(TRIES):
        began = time.monotonic()
        daemon = Daemon(data)
        found.append(time.monotonic() - began)
        try:
            assert f"game {number} goes on where it was left" in daemon.said[0]
            daemon.tap("roll")
        finally:
            daemon.kill()
    return min(found)


@pytest.mark.slow
def test_a_start_is_as_quick_with_many_games(tmp_path: Path) -> None:
    write_games(tmp_path / "few", FEW)
    write_games(tmp_path / "many", STORED)
    few = seconds_to_ready(tmp_path / "few", FEW + 1)
    many = seconds_to_ready(tmp_path / "many", STORED + 1)
    print(f"ready after {few:.2f} s with {FEW + 1} games, after {many:.2f} s with {STORED + 1}")
    assert many < MOST_SECONDS
