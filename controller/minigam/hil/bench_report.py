"""A bench run's results as JSON, HTML and JUnit XML. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from html import escape
from math import isfinite
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from minigam.errors import UnreadableError
from minigam.hil.measuring import Figure

TITLE = "minigam bench report 1"
"""What a report's JSON begins with; the number is of its form."""
NO_REPORT = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .5rem; text-align: left; vertical-align: top; }
th, td { border-bottom: 1px solid #8888; }
.number { text-align: right; white-space: nowrap; }
.passed { color: #1b6e20; } .failed { color: #b3261e; font-weight: 700; } .not-done { color: #666; }
.why { color: #888; overflow-wrap: anywhere; }
.passed, .failed, .not-done { white-space: nowrap; }
@media (prefers-color-scheme: dark) {
  .passed { color: #81c784; } .failed { color: #ff8a80; } .not-done { color: #aaa; }
}
"""


STOPPED = "stopped by Ctrl-C"
"""Why a case was not done that was to be."""
NUMBERS = {"seconds", "is", "was", "ratio"}
"""The heads of columns of numbers."""
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no room for."""


class CaseOutcome(Enum):
    """How a case ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_DONE = "not done"


@dataclass(frozen=True)
class CaseResult:
    """What came of a case."""

    case: str
    title: str
    verdict: CaseOutcome
    text: str = ""
    """Why it failed, or could not be done."""
    figures: tuple[Figure, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Report:
    """All of it."""

    bench: str
    board: str
    facts: Mapping[str, str]
    """When, on what machine, with which versions: by name."""
    findings: tuple[CaseResult, ...]

    @property
    def stopped(self) -> bool:
        """Whether it was ended before all was tried."""
        return any(finding.text == STOPPED for finding in self.findings)

    @property
    def holds(self) -> bool:
        """Whether something could be tried, and nothing has failed."""
        verdicts = {finding.verdict for finding in self.findings}
        return CaseOutcome.PASSED in verdicts and CaseOutcome.FAILED not in verdicts


def to_json(report: Report) -> str:
    """As text; `from_json` is its way back.

    >>> report = Report("b", "sim", {}, (CaseResult("dark", "it is dark", CaseOutcome.PASSED),))
    >>> from_json(to_json(report)) == report
    True
    """
    findings = [
        {**asdict(finding), "verdict": finding.verdict.value} for finding in report.findings
    ]
    body = {"form": TITLE, **asdict(report), "findings": findings}
    return json.dumps(body, indent=2, ensure_ascii=False) + "\n"


def from_json(text: str | bytes) -> Report:
    """A report from its text; raise `UnreadableError` for anything else."""
    try:
        body = json.loads(text)
        if body["form"] != TITLE:
            raise ValueError(body["form"])
        findings = tuple(map(_finding, body["findings"]))
        facts = {_text(name): _text(fact) for name, fact in body["facts"].items()}
        return Report(_text(body["bench"]), _text(body["board"]), facts, findings)
    except NO_REPORT as fault:
        raise UnreadableError(f"expected {TITLE!r} as JSON, got something else: {fault}") from None


def _finding(body: Mapping[str, Any]) -> CaseResult:
    figures = tuple(
        Figure(_text(each["name"]), _number(each["value"]), _text(each["unit"]))
        for each in body["figures"]
    )
    verdict, seconds = CaseOutcome(body["verdict"]), _number(body["seconds"])
    case, title, text = (_text(body[key]) for key in ("case", "title", "text"))
    return CaseResult(case, title, verdict, text, figures, seconds)


def _text(value: object) -> str:
    """As it can be written down: half a character cannot."""
    return str(value).encode().decode()


def _number(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"{number} is no figure")
    return number


def line(finding: CaseResult) -> str:
    """A finding for a terminal.

    >>> print(line(CaseResult("dark", "it is dark", CaseOutcome.NOT_DONE, "no jig")))
    not done  dark       it is dark: no jig
    """
    figures = "; ".join(f"{each.name} {amount(each)}" for each in finding.figures)
    rest = finding.text or figures
    head = f"{finding.verdict.value:8}  {finding.case:10} {finding.title}"
    return f"{head}: {rest}" if rest else head


def summary(report: Report) -> str:
    """How many cases ended how.

    >>> summary(Report("b", "sim", {}, (CaseResult("dark", "it is dark", CaseOutcome.PASSED),)))
    '1 passed, 0 failed, 0 not done'
    """
    verdicts = [finding.verdict for finding in report.findings]
    return ", ".join(f"{verdicts.count(each)} {each.value}" for each in CaseOutcome)


def amount(figure: Figure) -> str:
    """A figure's value, with three digits that count.

    >>> amount(Figure("touch", 12.3456, "ms")), amount(Figure("inputs", 1300))
    ('12.3 ms', '1300')
    """
    value = figure.value
    digits = f"{value:.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.3g}"
    return f"{digits} {figure.unit}".rstrip()


def to_html(report: Report, before: Report | None = None) -> str:
    """One page that needs nothing else; with what it was `before`, where there was a report."""
    title = f"{report.bench}: the bench's report"
    body = "".join(
        (_summary(report, before), _cases(report, before), _figures(report, before), _facts(report))
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}</main>\n</body>\n</html>\n"
    )


def _summary(report: Report, before: Report | None) -> str:
    last = ""
    if before:
        facts = (f"{name} {fact}" for name, fact in before.facts.items())
        last = f" Compared with: {escape(', '.join((before.bench, *facts)))}."
    return f"<p>{escape(report.board)}: {summary(report)}.{last}</p>\n"


def _cases(report: Report, before: Report | None) -> str:
    known = {finding.case: finding for finding in before.findings} if before else {}
    rows = (_case_row(finding, known.get(finding.case)) for finding in report.findings)
    head = ("case", "what has to hold", "verdict", "seconds")
    return _table("Cases", (*head, "before") if before else head, rows)


def _case_row(finding: CaseResult, before: CaseResult | None) -> Sequence[str]:
    why = f'<div class="why">{escape(finding.text)}</div>' if finding.text else ""
    seconds = "" if finding.verdict is CaseOutcome.NOT_DONE else f"{finding.seconds:.1f}"
    return (
        f"<td>{escape(finding.case)}</td>",
        f"<td>{escape(finding.title)}{why}</td>",
        _verdict(finding),
        f'<td class="number">{seconds}</td>',
        _verdict(before) if before else "<td></td>",
    )


def _verdict(finding: CaseResult) -> str:
    word = finding.verdict.value
    return f'<td class="{word.replace(" ", "-")}">{word}</td>'


def _figures(report: Report, before: Report | None) -> str:
    known = dict(_measured(before)) if before else {}
    rows = (_figure_row(key, figure, known.get(key)) for key, figure in _measured(report))
    head = ("case", "figure", "is")
    return _table("Figures", (*head, "was", "ratio") if before else head, rows)


def _measured(report: Report) -> Iterator[tuple[tuple[str, str], Figure]]:
    for finding in report.findings:
        for figure in finding.figures:
            yield (finding.case, figure.name), figure


def _figure_row(key: tuple[str, str], figure: Figure, before: Figure | None) -> Sequence[str]:
    before = before if before and before.unit == figure.unit else None
    ratio = f"{figure.value / before.value:.2f}" if before and before.value else ""
    return (
        *(f"<td>{escape(word)}</td>" for word in key),
        f'<td class="number">{escape(amount(figure))}</td>',
        f'<td class="number">{escape(amount(before)) if before else ""}</td>',
        f'<td class="number">{ratio}</td>',
    )


def _facts(report: Report) -> str:
    rows = (
        (f"<td>{escape(name)}</td>", f"<td>{escape(text)}</td>")
        for name, text in report.facts.items()
    )
    return _table("On what", ("what", "which"), rows)


def _table(caption: str, head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    heads = "".join(map(_head, head))
    lines = "".join(f"<tr>{''.join(row[: len(head)])}</tr>\n" for row in rows)
    return (
        f'<div class="scroll"><table>\n<caption>{caption}</caption>\n'
        f"<tr>{heads}</tr>\n{lines}</table></div>\n"
    )


def _head(word: str) -> str:
    number = ' class="number"' if word in NUMBERS else ""
    return f'<th scope="col"{number}>{word}</th>'


def to_junit(report: Report) -> str:
    """The report as a JUnit test suite: a case that failed is a failure, one not done is skipped.

    Facts are properties of the suite; what has to hold, and the figures, are a case's output.
    """
    verdicts = [finding.verdict for finding in report.findings]
    seconds = sum(finding.seconds for finding in report.findings)
    counts = {
        "tests": str(len(verdicts)),
        "failures": str(verdicts.count(CaseOutcome.FAILED)),
        "errors": "0",
        "skipped": str(verdicts.count(CaseOutcome.NOT_DONE)),
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


def _case(finding: CaseResult, report: Report) -> Element:
    """Classes are named by profile: the same case on another board is another test."""
    board = report.facts.get("profile", "board")
    case = Element(
        "testcase",
        classname=_plain(f"minigam.hil.{board}"),
        name=_plain(finding.case),
        time=f"{finding.seconds:.3f}",
    )
    text = _plain(finding.text)
    if finding.verdict is CaseOutcome.FAILED:
        SubElement(case, "failure", message=text, type="failed").text = text
    elif finding.verdict is CaseOutcome.NOT_DONE:
        SubElement(case, "skipped", message=text)
    SubElement(case, "system-out").text = _plain("\n".join(_output(finding)))
    return case


def _output(finding: CaseResult) -> Iterator[str]:
    yield finding.title
    for figure in finding.figures:
        yield f"{figure.name}: {amount(figure)}"


def _plain(text: str) -> str:
    """Without what XML cannot hold."""
    return NOT_XML.sub("?", text)
