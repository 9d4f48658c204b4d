"""`minigam hil`: what is tried, its three reports, own cases, and what keeps a bench from it."""

import json
import os
import re
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from jsonschema import Draft202012Validator
from junitparser import JUnitXml

from minigam import hil
from minigam.board.profile import load_profile
from minigam.errors import ExitStatus
from minigam.hil import Figure, Rig
from minigam.hil.bench_report import STOPPED, CaseOutcome, Report, from_json, to_json
from minigam.hil.cases import CASES
from minigam.hil.suite import OMITTED
from tests.cli.commands import Run
from tests.docs.pages import ROOT, blocks, rows, section
from tests.hil.benches import QUIET, mock_bench
from tests.hil.test_bench_report import REPORT

BENCH_PAGE = ROOT / "docs" / "bench.md"
SCHEMA = json.loads((files("minigam") / "hil" / "report.schema.json").read_text("utf-8"))
BENCH = 'title = "T"\nboard = "sim"\nomit = ["{omit}"]\n[jig]\nport = "{port}"\n'
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


@pytest.fixture
def jigless(folder: Path) -> Path:
    """The current folder, with a bench whose jig is not there."""
    Path("bench.toml").write_text(BENCH.format(omit="dark", port="/dev/null"))
    return folder


def valid(file: str) -> Report:
    """A report that keeps to its schema, and is read again."""
    text = Path(file).read_text("utf-8")
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    return from_json(text)


# The report's schema


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
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    facts = dict.fromkeys(SCHEMA["properties"]["facts"]["required"], "x")
    facts |= {"commit": "unknown", "when": "2026-01-02T03:04:05Z"}
    whole = {**json.loads(to_json(REPORT)), "facts": facts}
    assert validator.is_valid(whole)
    part: Any = whole
    for key in place[:-1]:
        part = part[key]
    if place:
        part[place[-1]] = value
    else:
        del part["findings"]
    assert not validator.is_valid(whole)


# The cases and their reports


def test_without_a_bench_the_cases_are_listed_and_own_ones_behind_them(run: Run) -> None:
    listed = "".join(f"{case.name:10} {case.title}\n" for case in CASES)
    assert run("hil") == (0, listed, "")
    Path("own.py").write_text(OWN)
    own = "own-right  The board is simulated\nown-wrong  The board is of gold\n"
    assert run("hil", "--cases", "own.py") == (0, listed + own, "")


def test_one_case_is_reported_in_three_forms(folder: Path, run: Run) -> None:
    said = run("hil", "sim", "--case", "ready", "--report", "r")
    assert said.status == 0
    assert {file.name for file in folder.iterdir()} == {"r.html", "r.json", "r.xml"}
    report = valid("r.json")
    assert (report.board, report.facts["jig"]) == ("Quarter board, simulated", "simulated")
    assert [finding.verdict for finding in report.findings] == [CaseOutcome.PASSED]
    (suite,) = JUnitXml.fromfile("r.xml")
    assert (suite.tests, suite.failures) == (1, 0)
    first, last = said.lines
    assert first.startswith("passed    ready      the daemon starts")
    assert last == "1 passed, 0 failed, 0 not done; written to r.html, r.json and r.xml"


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize("board", ["sim", "full-24", "sim-hall"])
def test_a_quick_look_at_a_board_passes(board: str, run: Run) -> None:
    assert run("hil", "sim", "--board", board).status == 0
    report = valid(f"bench-{board}.json")
    assert [finding.case for finding in report.findings] == [case.name for case in CASES]
    assert not any(finding.verdict is CaseOutcome.FAILED for finding in report.findings)
    (suite,) = JUnitXml.fromfile(f"bench-{board}.xml")
    assert (suite.tests, suite.failures) == (len(CASES), 0)


def test_where_nothing_could_be_tried_the_status_says_so(run: Run) -> None:
    assert run("hil", "sim", "--case", "wire").status == 3
    report = valid("bench-sim-part.json")
    assert [finding.verdict for finding in report.findings] == [CaseOutcome.NOT_DONE]


def test_a_bench_of_ones_own_may_leave_cases_out(run: Run) -> None:
    omitted = [case.name for case in CASES if case.name != "dark"]
    Path("b.toml").write_text(BENCH.format(omit='", "'.join(omitted), port="simulated"))
    assert run("hil", "b.toml").status == 0
    found = valid("bench-sim.json").findings
    assert [each.case for each in found if each.text == OMITTED] == omitted


# Own cases


def test_own_cases_pass_and_fail_like_all_others(run: Run) -> None:
    Path("own.py").write_text(OWN)
    said = run("hil", "sim", "--cases", "own.py", "--case", "own-right", "--case", "own-wrong")
    right, wrong, _ = said.lines
    assert said.status == 1
    assert right == "passed    own-right  The board is simulated: boards 1"
    assert wrong.startswith("failed    own-wrong  The board is of gold: this does not hold: assert")
    assert wrong.endswith("(own.py, line 13)")
    assert valid("bench-sim-part.json").facts["profile"] == "sim"


def test_the_own_case_that_the_docs_show_holds(run: Run) -> None:
    (example,) = (block for block in blocks(BENCH_PAGE, "python") if "@case" in block.text)
    Path("mine.py").write_text(example.text)
    assert run("hil", "sim", "--cases", "mine.py", "--case", "undo-puts-back").status == 0
    (found,) = valid("bench-sim-part.json").findings
    assert found.title == "Undo puts back the checker that was picked up"
    assert found.figures == (Figure("zones", 10),)


def test_the_docs_list_what_own_cases_use() -> None:
    listed = " ".join(row[0] for row in rows(section(BENCH_PAGE, "## Write your own cases")))
    names = re.findall(r"rig\.(\w+)", listed)
    assert names
    assert all(name in dir(Rig) or name in Rig.__annotations__ for name in names)
    assert set(hil.__all__) <= set(re.findall(r"\w+", BENCH_PAGE.read_text("utf-8")))


# What keeps a bench from being tried

FILES = {
    "own.py": OWN,
    "two.py": OWN,
    "drak.toml": BENCH.format(omit="drak", port="simulated"),
    "broken.toml": 'extends = "sim"\ntitle = 7\n',
    "none.json": "{}",
    "chess.json": to_json(Report("b", "Chess", {}, ())),
}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("chess", "unknown bench 'chess'; expected one of: quarter-buttons, quarter-hall, sim, a "),
        ("missing.toml", "No such file or directory: missing.toml"),
        ("drak.toml", "unknown case 'drak'; expected one of: ready, inputs, "),
        ("sim --cases none.py", "none.py: expected a Python file with cases, found none; see "),
        ("sim --cases own.py --cases two.py", "expected each case once, got 'own-right'"),
        ("sim --case own.py", "unknown case 'own.py'; expected one of: ready, inputs, "),
        ("sim --board chess", "unknown board profile 'chess'; expected one of: dice-16, "),
        ("sim --board broken.toml", "the board profile cannot be used, 1 fault(s):\n  broken"),
        ("sim --board none.toml", "unknown board profile 'none.toml'; expected one of: "),
        ("quarter-hall --compare no.json", "No such file or directory: no.json"),
        (
            "quarter-hall --compare none.json",
            "none.json: expected 'minigam bench report 1' as JSON, got something else: 'form'; "
            "move it away, or give this report another name by --report\n",
        ),
        (
            "quarter-hall --compare chess.json",
            "chess.json: expected a report of Quarter board that feels its checkers, "
            "got one of Chess: give this one another name by --report\n",
        ),
    ],
)
def test_a_mistake_is_one_sentence(arguments: str, text: str, folder: Path, run: Run) -> None:
    for name, content in FILES.items():
        (folder / name).write_text(content)
    status, out, err = run("hil", *arguments.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"minigam: {text}")
    assert {file.name for file in folder.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", ["", "/", "."])
def test_a_report_has_a_name(name: str, run: Run) -> None:
    said = run("hil", "quarter-hall", "--report", name)
    assert said.status == 2
    assert "expected a file's name without its ending" in said.err


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


# How it ends


def test_a_broken_pipe_leaves_the_whole_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    whole = to_json(Report("sim", load_profile("sim").title, {}, ()))
    Path("bench.json").write_text(whole)
    with mock_bench(tmp_path) as bench:
        monkeypatch.setattr("minigam.hil.cases.CASES", CASES[:2])
        monkeypatch.setattr("minigam.hil.bench_report.line", Mock(side_effect=BrokenPipeError))
        assert run("hil", bench).status != 0
    assert Path("bench.json").read_text() == whole
    found = from_json(Path("bench-part.json").read_bytes()).findings
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
    assert [each.verdict for each in found] == [CaseOutcome.PASSED, CaseOutcome.NOT_DONE]
    assert list(left.iterdir()) == []
