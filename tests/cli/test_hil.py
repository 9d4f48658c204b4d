"""`minigam hil`: what is tried, and what keeps a bench from being tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigam.cli import main as cli
from minigam.hil.cases import CASES

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
            "unknown bench 'chess'; expected one of: quarter-buttons, quarter-hall, a path ",
        ),
        (["missing.toml"], "unknown bench 'missing.toml'"),
        (["quarter-hall", "--case", "x"], "unknown case 'x'; expected one of: ready, inputs, "),
        (["quarter-hall", "--compare", "no.json"], "No such file or directory: no.json"),
    ],
)
def test_what_is_not_there(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["hil", *arguments]) == 1
    assert capsys.readouterr().err.startswith(f"minigam: {text}")


def test_a_port_without_a_jig(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bench.toml").write_text(JIGLESS)
    assert cli.main(["hil", "bench.toml"]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bench.toml"]


def test_another_report_cannot_be_compared_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "last.json"
    file.write_text("{}")
    assert cli.main(["hil", "quarter-hall", "--compare", str(file)]) == 1
    assert capsys.readouterr().err.startswith("minigam: expected 'minigam bench report 1' as JSON")
