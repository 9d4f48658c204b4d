"""A bench's report as JUnit XML, as Jenkins, GitLab and GitHub's actions read it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from minigam.hil.report import Finding, Report, Verdict, amount

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no room for."""


def to_junit(report: Report) -> str:
    """The report as a JUnit test suite: a case that failed is a failure, one not done is skipped.

    Facts are properties of the suite; what has to hold, and the figures, are a case's output.
    """
    verdicts = [finding.verdict for finding in report.findings]
    seconds = sum(finding.seconds for finding in report.findings)
    counts = {
        "tests": str(len(verdicts)),
        "failures": str(verdicts.count(Verdict.FAILED)),
        "errors": "0",
        "skipped": str(verdicts.count(Verdict.NOT_DONE)),
        "time": f"{seconds:.3f}",
    }
    suites = Element("testsuites")
    suite = SubElement(
        suites, "testsuite", {"name": _plain(f"{report.bench}: {report.board}"), **counts}
    )
    if when := report.facts.get("when"):
        suite.set("timestamp", _plain(when.removesuffix("Z")))
    properties = SubElement(suite, "properties")
    for name, value in report.facts.items():
        SubElement(properties, "property", name=_plain(name), value=_plain(value))
    for finding in report.findings:
        suite.append(_case(finding, report))
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _case(finding: Finding, report: Report) -> Element:
    """Classes are named by profile: the same case on another board is another test."""
    board = report.facts.get("profile", "board")
    case = Element(
        "testcase",
        classname=_plain(f"minigam.hil.{board}"),
        name=_plain(finding.case),
        time=f"{finding.seconds:.3f}",
    )
    text = _plain(finding.text)
    if finding.verdict is Verdict.FAILED:
        SubElement(case, "failure", message=text, type="failed").text = text
    elif finding.verdict is Verdict.NOT_DONE:
        SubElement(case, "skipped", message=text)
    SubElement(case, "system-out").text = _plain("\n".join(_output(finding)))
    return case


def _output(finding: Finding) -> Iterator[str]:
    yield finding.title
    for figure in finding.figures:
        yield f"{figure.name}: {amount(figure)}"


def _plain(text: str) -> str:
    """Without what XML cannot hold."""
    return NOT_XML.sub("?", text)
