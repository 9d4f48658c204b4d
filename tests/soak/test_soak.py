"""An hour of play, and a crowd of visitors: nothing is left behind; and a leak would be seen."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from minigam.daemon.config import Config
from minigam.table.events import Opened
from minigam.table.setup import Setup
from tests.daemon.rig import Rig
from tests.daemon.serving import Served, serve
from tests.soak.playing import Leak, Reading, check, folders, reading, soak
from tests.soak.served import visits

pytestmark = pytest.mark.slow
OPENING = Opened(Setup(black="easy", clock="10:00+12"))
VISITS, EVERY, PATIENCE_SECONDS = 120, 10, 500.0


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with folders(tmp_path) as data:
        yield data
        assert os.listdir(tempfile.gettempdir()) == []


def soaked(folder: Path, hours: float, leak: Leak = lambda _: None) -> list[Reading]:
    return list(soak(folder, OPENING, "sim", hours, leak))


def test_an_hour_of_play_leaves_nothing_behind(folder: Path) -> None:
    found = soaked(folder, 1.0)
    assert found[-1].games > 10
    check(found)


kept: list[object] = []


def keep_the_time(board: Rig) -> None:
    """Two numbers a touch."""
    kept.append((board.now, board.now + 1))


def leave_open(board: Rig) -> None:
    kept.append(os.open(board.journal.path, os.O_RDONLY))


@pytest.mark.parametrize(
    ("leak", "hours", "told"),
    [(keep_the_time, 0.5, "blocks all the while"), (leave_open, 0.2, "files")],
)
def test_a_planted_leak_is_seen(folder: Path, leak: Leak, hours: float, told: str) -> None:
    try:
        with pytest.raises(AssertionError, match=told):
            check(soaked(folder, hours, leak))
    finally:
        for each in kept:
            if isinstance(each, int):
                os.close(each)
        kept.clear()


def test_visitors_leave_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Reading] = []

    async def act(served: Served) -> None:
        found.extend(await visits(served, VISITS, EVERY))

    before = reading(0.0, 0)
    serve(Config(data=folder, board="sim"), monkeypatch, act, PATIENCE_SECONDS)
    after = replace(reading(0.0, VISITS), temporary=before.temporary)
    check([before, *found, after])
