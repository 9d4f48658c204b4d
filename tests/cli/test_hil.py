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
from minigam.cli import main as cli
from minigam.errors import ExitStatus
from minigam.hil.cases import CASES
from minigam.hil.report import STOPPED, Report, Verdict, from_json, to_json
from tests.hil.benches import QUIET, mock_bench

SIM = load_profile("sim")
JIGLESS = """
title = "T"
board = "sim"
[jig]
port = "/dev/null"
"""


def test_without_a_bench_the_cases_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hil"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{case.name:10} {case.title}" for case in CASES]


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
def test_what_is_not_there(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["hil", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"minigam: {text}")


def test_a_port_without_a_jig(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bench.toml").write_text(JIGLESS)
    assert cli.main(["hil", "bench.toml"]) == 3
    assert "cannot be opened" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bench.toml"]


@pytest.mark.parametrize(
    ("name", "more"), [("r.html", ["--report", "r"]), ("bench-part.json", ["--case", "dark"])]
)
def test_a_report_that_could_not_be_written_is_told_before_all_is_tried(
    name: str,
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bench.toml").write_text(JIGLESS)
    Path(name).mkdir()
    assert cli.main(["hil", "bench.toml", *more]) == 2
    assert capsys.readouterr().err == f"minigam: Is a directory: {name}\n"
    assert {path.name for path in tmp_path.iterdir()} == {"bench.toml", name}


def test_another_report_cannot_be_compared_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "last.json"
    file.write_text("{}")
    assert cli.main(["hil", "quarter-hall", "--compare", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"minigam: {file}: expected 'minigam bench report 1' as JSON")
    assert said.endswith("; move it away, or give this report another name by --report\n")


def test_a_report_of_another_board_is_not_compared_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "last.json"
    file.write_text(to_json(Report("b", "Chess", {}, ())))
    assert cli.main(["hil", "quarter-hall", "--compare", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"minigam: {file}: expected a report of Quarter board that feels")
    assert said.endswith("got one of Chess: give this one another name by --report\n")


@pytest.mark.parametrize("name", ["", "/", "."])
def test_a_report_has_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        cli.main(["hil", "quarter-hall", "--report", name])
    assert refusal.value.code == 2
    assert "expected a file's name without its ending" in capsys.readouterr().err


def test_a_broken_pipe_leaves_the_whole_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = to_json(Report("sim", SIM.title, {}, ()))
    (tmp_path / "bench.json").write_text(whole)
    with mock_bench(tmp_path) as bench:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("minigam.hil.cases.CASES", CASES[:2])
        monkeypatch.setattr("minigam.hil.report.line", Mock(side_effect=BrokenPipeError))
        assert cli.main(["hil", str(bench)]) != 0
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
        ) as run:
            assert run.stdout
            assert run.stdout.readline().startswith(b"passed    inputs")
            run.send_signal(signal.SIGHUP)
            rest = run.stdout.read().decode()
    assert run.returncode == ExitStatus.INTERRUPTED
    assert rest.startswith(f"not done  quiet      an untouched board reports no input: {STOPPED}\n")
    report = from_json((tmp_path / "r.json").read_bytes())
    asked = "100 touches of 50 ms, 99 of 100 lit within 5000 ms; 10000 s of silence"
    assert report.facts["asked"] == asked
    found = report.findings
    assert [each.verdict for each in found] == [Verdict.PASSED, Verdict.NOT_DONE]
    assert list(left.iterdir()) == []
