"""`minigam hil`: what is tried, and what keeps a bench from being tried."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from minigam.board.profile import load_profile
from minigam.errors import ExitStatus
from minigam.hil.cases import CASES
from minigam.hil.report import STOPPED, Report, Verdict, from_json, to_json
from tests.cli.commands import Run
from tests.hil.benches import QUIET, mock_bench

SIM = load_profile("sim")
JIGLESS = """
title = "T"
board = "sim"
[jig]
port = "/dev/null"
"""


def test_without_a_bench_the_cases_are_listed(run: Run) -> None:
    listed = "".join(f"{case.name:10} {case.title}\n" for case in CASES)
    assert run("hil") == (0, listed, "")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ["chess"],
            "unknown bench 'chess'; expected one of: quarter-buttons, quarter-hall, sim, a path ",
        ),
        (["missing.toml"], "No such file or directory: missing.toml"),
        (["quarter-hall", "--case", "x"], "unknown case 'x'; expected one of: ready, inputs, "),
        (["quarter-hall", "--compare", "no.json"], "No such file or directory: no.json"),
    ],
)
def test_what_is_not_there(arguments: list[str], text: str, run: Run) -> None:
    said = run("hil", *arguments)
    assert said.status == 2
    assert said.err.startswith(f"minigam: {text}")


@pytest.fixture
def jigless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bench."""
    monkeypatch.chdir(tmp_path)
    Path("bench.toml").write_text(JIGLESS)
    return tmp_path


def test_a_port_without_a_jig(jigless: Path, run: Run) -> None:
    said = run("hil", "bench.toml")
    assert said.status == 3
    assert "cannot be opened" in said.err
    assert [path.name for path in jigless.iterdir()] == ["bench.toml"]


@pytest.mark.parametrize(
    ("name", "more"), [("r.html", ["--report", "r"]), ("bench-part.json", ["--case", "dark"])]
)
def test_a_report_that_could_not_be_written_is_told_before_all_is_tried(
    name: str, more: list[str], jigless: Path, run: Run
) -> None:
    Path(name).mkdir()
    said = run("hil", "bench.toml", *more)
    assert (said.status, said.err) == (2, f"minigam: Is a directory: {name}\n")
    assert {path.name for path in jigless.iterdir()} == {"bench.toml", name}


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        (
            "{}",
            "expected 'minigam bench report 1' as JSON",
            "; move it away, or give this report another name by --report\n",
        ),
        (
            to_json(Report("b", "Chess", {}, ())),
            "expected a report of Quarter board that feels",
            "got one of Chess: give this one another name by --report\n",
        ),
    ],
    ids=["no report", "of another board"],
)
def test_what_is_no_report_of_this_board_cannot_be_compared_with(
    text: str, begins: str, ends: str, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "last.json"
    file.write_text(text)
    said = run("hil", "quarter-hall", "--compare", file)
    assert said.status == 2
    assert said.err.startswith(f"minigam: {file}: {begins}")
    assert said.err.endswith(ends)


@pytest.mark.parametrize("name", ["", "/", "."])
def test_a_report_has_a_name(name: str, run: Run) -> None:
    said = run("hil", "quarter-hall", "--report", name)
    assert said.status == 2
    assert "expected a file's name without its ending" in said.err


def test_a_broken_pipe_leaves_the_whole_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    whole = to_json(Report("sim", SIM.title, {}, ()))
    (tmp_path / "bench.json").write_text(whole)
    with mock_bench(tmp_path) as bench:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("minigam.hil.cases.CASES", CASES[:2])
        monkeypatch.setattr("minigam.hil.report.line", Mock(side_effect=BrokenPipeError))
        assert run("hil", bench).status != 0
    assert (tmp_path / "bench.json").read_text() == whole
    found = from_json((tmp_path / "bench-part.json").read_bytes()).findings
    assert [each.case for each in found] == ["ready"]


def test_a_closed_terminal_ends_it_in_order(tmp_path: Path) -> None:
    with mock_bench(tmp_path) as bench:
        bench.write_text(bench.read_text().replace(f"quiet = {QUIET}", "quiet = 10000"))
        left = tmp_path / "left"
        left.mkdir()
        words = ["--report", str(tmp_path / "r"), "--case", "inputs", "--case", "quiet"]
        with subprocess.Popen(
            [sys.executable, "-m", "minigam", "hil", str(bench), *words],
            env={**os.environ, "TMPDIR": str(left)},
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout
            assert process.stdout.readline().startswith(b"passed    inputs")
            process.send_signal(signal.SIGHUP)
            rest = process.stdout.read().decode()
    assert process.returncode == ExitStatus.INTERRUPTED
    assert rest.startswith(f"not done  quiet      an untouched board reports no input: {STOPPED}\n")
    report = from_json((tmp_path / "r.json").read_bytes())
    asked = "100 touches of 50 ms, 99 of 100 lit within 5000 ms; 10000 s of silence"
    assert report.facts["asked"] == asked
    found = report.findings
    assert [each.verdict for each in found] == [Verdict.PASSED, Verdict.NOT_DONE]
    assert list(left.iterdir()) == []
