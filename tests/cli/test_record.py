"""What `minigam record` says of its file."""

from pathlib import Path
from typing import Any

import pytest

from minigam.daemon import app
from minigam.table.trace import parse_trace
from tests.cli.commands import Run, Said
from tests.e2e.daemon import free_port


def record(run: Run, trace: Path) -> Said:
    there = ("--port", free_port(), "--data", trace.with_name("data"))
    return run("record", "--board", "sim", *there, trace)


def test_at_the_end_it_says_where_the_trace_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    open_table = app.Daemon.open_table

    def ends_at_once(self: app.Daemon, *arguments: Any) -> None:
        open_table(self, *arguments)
        self.end(0)

    monkeypatch.setattr(app.Daemon, "open_table", ends_at_once)
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
