"""The tables of what is shown, from made-up reports."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.drawing.tables import table
from minigam.hil.bench_report import CaseOutcome, CaseResult, Report, to_json
from minigam.hil.cases import CASES
from minigam.hil.measuring import Figure
from tests import faults, proven
from tests.proven import COLUMNS, FELT, PARTS, PROMISED, TIERS, Claim

TOUCH = CaseResult(
    "touch",
    "",
    CaseOutcome.PASSED,
    figures=(
        Figure("touch to light, median", 40.0, "ms"),
        Figure("touch to light, 99 of 100", 60.0, "ms"),
        Figure("edge to event, median", 15.0, "ms"),
        Figure("edge to event, 99 of 100", 17.0, "ms"),
        Figure("settling", 8.0, "ms"),
        Figure("the frame on the wire", 3.0, "ms"),
    ),
    seconds=9.6,
)
INPUTS = CaseResult("inputs", "", CaseOutcome.PASSED, figures=(Figure("inputs", 13),), seconds=2.0)
DARK = CaseResult("dark", "", CaseOutcome.FAILED, "expected darkness", seconds=5.0)
WIRE = CaseResult("wire", "", CaseOutcome.NOT_DONE, "needs a jig")
REPORT = Report("bench", "sim", {}, (INPUTS, TOUCH, WIRE, DARK))
FOUND = dict.fromkeys(TIERS, REPORT)


def test_what_came_of_each_case_is_told() -> None:
    words = {"inputs": "passed", "touch": "passed", "dark": "failed"}
    found = {**FOUND, "mock": replace(REPORT, findings=(DARK,))}
    rows = [
        (f"`{name}`", "failed" if name == "dark" else "not done", *[word] * (len(TIERS) - 1))
        for name, word in ((case.name, words.get(case.name, "not done")) for case in CASES)
    ]
    sums = ("passed", "0 in 5 s", *["2 in 17 s"] * (len(TIERS) - 1))
    assert proven.cases(found) == table(("case", *TIERS.values()), [*rows, sums])


def test_a_touch_is_told_in_parts_that_make_up_the_median() -> None:
    parts = ("60 ms", "40 ms", "8 ms", "7 ms", "25 ms", "3 ms")
    untimed = replace(REPORT, findings=(INPUTS, replace(TOUCH, verdict=CaseOutcome.FAILED)))
    rows = [(name, *parts) for key, name in TIERS.items() if key != "unix"]
    found = proven.latency({**FOUND, "unix": untimed}, PROMISED)
    assert found == table(("tier", *PARTS), [PROMISED, *rows])


def test_boards_that_feel_their_checkers_have_tables_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proven, "BENCHES", tmp_path)
    for name in FELT:
        (tmp_path / f"{name}.json").write_text(to_json(REPORT), "utf-8")
    shown_figure = proven.of_boards("inputs", "inputs", ["simulated", "emulated"])
    monkeypatch.setattr(proven, "FELT_CLAIMS", (Claim("felt", shown_figure, "one", "1"),))
    sixth = replace(INPUTS, figures=(Figure("inputs", 6),))
    other = to_json(replace(REPORT, findings=(sixth, TOUCH)))
    (tmp_path / "full-24-hall-emulated.json").write_text(other, "utf-8")
    shown = proven.of_felt()
    felt = (
        "inputs: `quarter-hall` 13 (1), 13 (4); `dice-16-hall` 13 (1), 13 (4); "
        "`full-24-hall` 13 (1), 6 (4)"
    )
    assert shown["felt-claims"] == table(COLUMNS, [("felt", "1", "`make test-all`", felt, "one")])
    assert shown["felt-cases"].splitlines()[0] == f"| case | {' | '.join(FELT.values())} |"
    assert [line.split(" | ")[0] for line in shown["felt-latency"].splitlines()[2:]] == [
        f"| {tier}" for tier in FELT.values()
    ]
    (tmp_path / "quarter-hall-unix.json").unlink()
    with pytest.raises(SystemExit, match="no report of quarter-hall-unix: run"):
        proven.of_felt()


def test_a_promise_stands_beside_what_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "NOTES", tmp_path)
    for times in (2000, 40):
        faults.note("kill -9 within a turn", 1, times, "the same game")
    shown = (
        Claim("heard", proven.of_all("inputs", "inputs"), "one"),
        Claim("goes on", proven.done("kill -9"), "two", "5", "a test"),
        Claim("lit", "not shown", "three", "none", ""),
        Claim("let in", proven.of_all("touch", "settling", ["mock"]), "", "1", "a test"),
    )
    monkeypatch.setattr(proven, "CLAIMS", shown)
    heard = "inputs: 13 (1), 13 (2), 13 (3), 13 (4), 13 (5)"
    assert proven.claims(FOUND) == table(
        COLUMNS,
        [
            ("heard", "1, 2, 3, 4, 5", "`make test-all`", heard, "one"),
            ("goes on", "5", "a test", "2,040 times", "two"),
            ("lit", "none", "", "not shown", "three"),
            ("let in", "1", "a test", "settling: 8 ms (1)", "needs no board"),
        ],
    )


def test_the_reports_of_the_last_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proven, "BENCHES", tmp_path)
    for name in TIERS:
        (tmp_path / f"{name}.json").write_text(to_json(REPORT), "utf-8")
    assert proven.reports() == FOUND
    (tmp_path / "unix.json").unlink()
    with pytest.raises(SystemExit, match="no report of unix: run `make test-all` as root first"):
        proven.reports()
