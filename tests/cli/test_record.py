"""What `minigam record` says of its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from minigam.daemon import app
from minigam.table.trace import parse_trace
from tests.cli.commands import Run, Said
from tests.e2e.daemon import free_port


@pytest.fixture
def ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that is told to end as soon as its table stands."""
    make = app.Daemon.open_table

    def made(self: app.Daemon, *arguments: Any) -> None:
        make(self, *arguments)
        self.end(0)

    monkeypatch.setattr(app.Daemon, "open_table", made)


def record(run: Run, trace: Path) -> Said:
    there = ("--port", free_port(), "--data", trace.with_name("data"))
    return run("record", "--board", "sim", *there, trace)


@pytest.mark.usefixtures("ends_at_once")
def test_at_the_end_it_says_where_the_trace_is(tmp_path: Path, run: Run) -> None:
    trace = tmp_path / "my.trace"
    said = record(run, trace)
    assert (said.status, said.lines[-1], said.err) == (0, f"written to {trace}", "")
    assert parse_trace(trace.read_text("utf-8").splitlines())[0] == "sim"


def test_an_old_file_is_left_alone(tmp_path: Path, run: Run) -> None:
    trace = tmp_path / "my.trace"
    trace.write_text("an older session")
    told = f"minigam: {trace} exists already: choose another name, or delete it first\n"
    assert record(run, trace) == (2, "", told)
    assert trace.read_text() == "an older session"
