"""The report as JUnit XML, read again by a library that reads such files."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from minigam.hil.bench_report import CaseOutcome, CaseResult, Report, to_junit
from tests.hil.test_bench_report import DARK, QUIET, TOUCH

FACTS = {"profile": "sim", "when": "2026-01-02T03:04:05Z", "kernel": "6 <x>"}
REPORT = Report("Bench & co", "Quarter board", FACTS, (TOUCH, DARK, QUIET))
COUNTS = {"tests", "failures", "errors", "skipped", "time", "timestamp"}
KNOWN: dict[str, tuple[set[str], set[str]]] = {
    "testsuites": (set(), {"testsuite"}),
    "testsuite": ({"name", *COUNTS}, {"properties", "testcase"}),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "testcase": ({"name", "classname", "time"}, {"failure", "skipped", "system-out"}),
    "failure": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
    "system-out": (set(), set()),
}
"""Of each element, the attributes and elements in it that we use of Jenkins' junit-10.xsd."""


def suite_of(report: Report, folder: Path) -> TestSuite:
    file = folder / "bench.xml"
    file.write_text(to_junit(report), "utf-8")
    (suite,) = JUnitXml.fromfile(str(file))
    assert isinstance(suite, TestSuite)
    return suite


def test_ci_servers_read_the_suite(tmp_path: Path) -> None:
    suite = suite_of(REPORT, tmp_path)
    assert suite.name == "Bench & co: Quarter board"
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (3, 1, 0, 1)
    assert (suite.time, suite.timestamp) == (4.25, "2026-01-02T03:04:05")
    properties = ElementTree.parse(tmp_path / "bench.xml").iter("property")
    assert {each.get("name"): each.get("value") for each in properties} == FACTS


def test_ci_servers_read_the_cases(tmp_path: Path) -> None:
    touch, dark, quiet = suite_of(REPORT, tmp_path)
    assert all(isinstance(each, TestCase) for each in (touch, dark, quiet))
    assert (touch.classname, touch.name, touch.time) == ("minigam.hil.sim", "touch", 3.25)
    assert (touch.result, touch.system_out) == ([], "how long\nmedian: 12.5 ms\nn: 20")
    (failure,) = dark.result
    assert isinstance(failure, Failure)
    assert failure.message == failure.text == "expected a & b"
    assert failure.type == "failed"
    (skipped,) = quiet.result
    assert isinstance(skipped, Skipped)
    assert skipped.message == "needs a jig"


def test_nothing_is_written_that_jenkins_does_not_know() -> None:
    for element in ElementTree.fromstring(to_junit(REPORT)).iter():
        attributes, elements = KNOWN[element.tag]
        assert element.attrib.keys() <= attributes
        assert {child.tag for child in element} <= elements


@pytest.mark.parametrize("text", ["\x1b[31mred\x00", "\ud800", "\ufffe", "a\tb\nc", "]]>"])
def test_what_a_board_says_is_never_broken_xml(text: str, tmp_path: Path) -> None:
    """A daemon's last words may hold anything."""
    finding = CaseResult("dark", text, CaseOutcome.FAILED, text)
    (case,) = suite_of(Report(text, text, {"kernel": text}, (finding,)), tmp_path)
    assert case.name == "dark"


def test_a_report_of_nothing_is_a_suite(tmp_path: Path) -> None:
    suite = suite_of(Report("b", "sim", {}, ()), tmp_path)
    assert (suite.tests, suite.time, suite.timestamp, list(suite)) == (0, 0.0, None, [])
