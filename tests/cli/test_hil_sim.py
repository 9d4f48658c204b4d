"""`minigam hil sim`: a bench for anybody, its three reports, own cases, and how it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from junitparser import JUnitXml

from minigam import hil
from minigam.hil import Figure, Rig
from minigam.hil.cases import CASES
from minigam.hil.report import Verdict, to_json
from minigam.hil.suite import OMITTED
from tests.cli.commands import Run
from tests.docs.pages import ROOT, blocks, rows, section
from tests.hil.schema import SCHEMA, valid
from tests.hil.test_report import REPORT

BENCH_PAGE = ROOT / "docs" / "bench.md"

OWN = """
from minigam.hil import Figure, case

@case
def own_right(rig):
    '''The board is simulated.'''
    assert rig.page.state()["phase"] == "attract"
    return [Figure("boards", 1)]

@case
def own_wrong(rig):
    '''The board is of gold.'''
    assert rig.bench.board.title == "gold"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def body() -> dict[str, Any]:
    """A report that keeps to the schema."""
    text = "x"
    facts = dict.fromkeys(SCHEMA["properties"]["facts"]["required"], text)
    facts |= {"commit": "unknown", "when": "2026-01-02T03:04:05Z"}
    found: dict[str, Any] = {**json.loads(to_json(REPORT)), "facts": facts}
    return found


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((), None),
        (("form",), "minigam bench report 2"),
        (("facts", "commit"), "37cb2eb"),
        (("facts", "when"), "yesterday"),
        (("facts", "kernel"), 6),
        (("findings", 0, "verdict"), "well"),
        (("findings", 0, "seconds"), -1),
        (("findings", 0, "figures", 0, "value"), "12"),
    ],
)
def test_what_breaks_the_schema_is_found(place: tuple[str | int, ...], value: object) -> None:
    validator = Draft202012Validator(SCHEMA)
    whole = body()
    assert validator.is_valid(whole)
    part: Any = whole
    for key in place[:-1]:
        part = part[key]
    if place:
        part[place[-1]] = value
    else:
        del part["findings"]
    assert not validator.is_valid(whole)


def test_one_case_is_reported_in_three_forms(folder: Path, run: Run) -> None:
    said = run("hil", "sim", "--case", "ready", "--report", "r")
    assert said.status == 0
    assert {file.name for file in folder.iterdir()} == {"r.html", "r.json", "r.xml"}
    report = valid(folder / "r.json")
    assert (report.board, report.facts["jig"]) == ("Quarter board, simulated", "simulated")
    assert [finding.verdict for finding in report.findings] == [Verdict.PASSED]
    (suite,) = JUnitXml.fromfile(str(folder / "r.xml"))
    assert (suite.tests, suite.failures) == (1, 0)
    first, last = said.lines
    assert first.startswith("passed    ready      the daemon starts")
    assert last == "1 passed, 0 failed, 0 not done; written to r.html, r.json and r.xml"


def test_own_cases_pass_and_fail_like_all_others(folder: Path, run: Run) -> None:
    (folder / "own.py").write_text(OWN)
    said = run("hil", "sim", "--cases", "own.py", "--case", "own-right", "--case", "own-wrong")
    right, wrong, _ = said.lines
    assert said.status == 1
    assert right == "passed    own-right  The board is simulated: boards 1"
    assert wrong.startswith("failed    own-wrong  The board is of gold: this does not hold: assert")
    assert wrong.endswith("(own.py, line 13)")
    assert valid(folder / "bench-sim-part.json").facts["profile"] == "sim"


def test_own_cases_are_listed_behind_the_others(folder: Path, run: Run) -> None:
    (folder / "own.py").write_text(OWN)
    said = run("hil", "--cases", "own.py")
    names = [*(case.name for case in CASES), "own-right", "own-wrong"]
    assert (said.status, [line.split()[0] for line in said.lines]) == (0, names)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--cases", "none.py"], "none.py: expected a Python file with cases, found none; see "),
        (["--cases", "own.py", "--cases", "two.py"], "expected each case once, got 'own-right'"),
        (["--case", "own.py"], "unknown case 'own.py'; expected one of: ready, inputs, "),
        (["--board", "chess"], "unknown board profile 'chess'; expected one of: dice-16, "),
        (["--board", "broken.toml"], "the board profile cannot be used, 1 fault(s):\n  broken"),
        (["--board", "none.toml"], "unknown board profile 'none.toml'; expected one of: "),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], text: str, folder: Path, run: Run) -> None:
    for name in ("own.py", "two.py"):
        (folder / name).write_text(OWN)
    (folder / "broken.toml").write_text('extends = "sim"\ntitle = 7\n')
    before = sorted(folder.iterdir())
    said = run("hil", "sim", *arguments)
    assert said.status not in (0, 3)
    assert said.err.startswith(f"minigam: {text}")
    assert said.out == ""
    assert sorted(folder.iterdir()) == before


def test_where_nothing_could_be_tried_the_status_says_so(folder: Path, run: Run) -> None:
    assert run("hil", "sim", "--case", "wire").status == 3
    report = valid(folder / "bench-sim-part.json")
    assert [finding.verdict for finding in report.findings] == [Verdict.NOT_DONE]


def test_a_bench_of_ones_own_may_leave_cases_out(folder: Path, run: Run) -> None:
    text = 'title = "T"\nboard = "sim"\nomit = ["{}"]\n[jig]\nport = "simulated"\n'
    omitted = [case.name for case in CASES if case.name != "dark"]
    (folder / "b.toml").write_text(text.format('", "'.join(omitted)))
    assert run("hil", "b.toml").status == 0
    found = valid(folder / "bench-sim.json").findings
    assert [each.case for each in found if each.text == OMITTED] == omitted
    (folder / "b.toml").write_text(text.format("drak"))
    said = run("hil", "b.toml")
    assert said.status not in (0, 3)
    assert "unknown case 'drak'" in said.err


def test_the_own_case_that_the_docs_show_holds(folder: Path, run: Run) -> None:
    (example,) = (block for block in blocks(BENCH_PAGE, "python") if "@case" in block.text)
    (folder / "mine.py").write_text(example.text)
    assert run("hil", "sim", "--cases", "mine.py", "--case", "undo-puts-back").status == 0
    (found,) = valid(folder / "bench-sim-part.json").findings
    assert found.title == "Undo puts back the checker that was picked up"
    assert found.figures == (Figure("zones", 10),)


def test_the_docs_list_what_own_cases_use() -> None:
    listed = " ".join(row[0] for row in rows(section(BENCH_PAGE, "## Write your own cases")))
    names = re.findall(r"rig\.(\w+)", listed)
    assert names
    assert all(name in dir(Rig) or name in Rig.__annotations__ for name in names)
    assert set(hil.__all__) <= set(re.findall(r"\w+", BENCH_PAGE.read_text("utf-8")))
