"""`minigam hil sim` as it is run by hand: a quick look at boards of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from junitparser import JUnitXml

from minigam.cli.main import main
from minigam.hil.cases import CASES
from minigam.hil.report import Verdict
from tests.hil.schema import valid


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize("board", ["sim", "full-24", "sim-hall"])
def test_a_quick_look_at_a_board_passes(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["hil", "sim", "--board", board]) == 0
    report = valid(tmp_path / f"bench-{board}.json")
    assert [finding.case for finding in report.findings] == [case.name for case in CASES]
    assert not any(finding.verdict is Verdict.FAILED for finding in report.findings)
    (suite,) = JUnitXml.fromfile(str(tmp_path / f"bench-{board}.xml"))
    assert (suite.tests, suite.failures) == (len(CASES), 0)
