"""A report is kept, compared with the last, and shown as one page."""

import re
from dataclasses import replace

import pytest

from minigam.errors import UnreadableError
from minigam.hil.bench_report import (
    CaseOutcome,
    CaseResult,
    Report,
    from_json,
    line,
    to_html,
    to_json,
)
from minigam.hil.measuring import Figure

TOUCH = CaseResult(
    "touch",
    "how long",
    CaseOutcome.PASSED,
    "",
    (Figure("median", 12.5, "ms"), Figure("n", 20)),
    3.25,
)
DARK = CaseResult("dark", "<it> is dark", CaseOutcome.FAILED, "expected a & b", seconds=1.0)
QUIET = CaseResult("quiet", "it is quiet", CaseOutcome.NOT_DONE, "needs a jig")
REPORT = Report("bench", "sim", {"kernel": "6 <x>"}, (TOUCH, DARK, QUIET))


def test_a_report_comes_back_from_its_text() -> None:
    assert from_json(to_json(REPORT)) == REPORT


def test_a_board_holds_if_something_was_tried_and_nothing_failed() -> None:
    assert replace(REPORT, findings=(TOUCH, QUIET)).holds
    assert not REPORT.holds
    assert not replace(REPORT, findings=(QUIET,)).holds
    assert not replace(REPORT, findings=()).holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"form": "minigam bench report 2"}',
        to_json(REPORT).replace('"passed"', '"well"'),
        to_json(REPORT).replace("12.5", "null"),
        to_json(REPORT).replace('"figures"', '"numbers"'),
        "[" * 100_000,
        to_json(REPORT).replace("12.5", "Infinity"),
        to_json(REPORT).replace("12.5", "1" * 400),
        to_json(REPORT).replace("6 <x>", "\\ud800"),
        b"\xff" + to_json(REPORT).encode(),
    ],
)
def test_what_is_no_report_is_refused(text: str | bytes) -> None:
    with pytest.raises(UnreadableError, match="expected 'minigam bench report 1' as JSON"):
        from_json(text)


def test_a_report_by_another_hand_can_be_shown() -> None:
    theirs = from_json(to_json(REPORT).replace('"6 <x>"', '["<b>"]').replace('"sim"', "7"))
    assert theirs == replace(REPORT, board="7", facts={"kernel": "['<b>']"})
    assert cells(to_html(theirs, theirs), "On what") == [["kernel", "[&#x27;&lt;b&gt;&#x27;]"]]


def test_lines_for_a_terminal() -> None:
    assert [line(finding) for finding in REPORT.findings] == [
        "passed    touch      how long: median 12.5 ms; n 20",
        "failed    dark       <it> is dark: expected a & b",
        "not done  quiet      it is quiet: needs a jig",
    ]


def cells(page: str, caption: str) -> list[list[str]]:
    """A table of the page, without its head."""
    table = page.partition(f"<caption>{caption}</caption>")[2].partition("</table>")[0]
    rows = re.findall(r"<tr>(<td.*)</tr>", table)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]


def why(text: str) -> str:
    return f'<div class="why">{text}</div>'


def test_the_page_of_a_first_report() -> None:
    page = to_html(REPORT)
    assert "1 passed, 1 failed, 1 not done" in page
    assert cells(page, "Cases") == [
        ["touch", "how long", "passed", "3.2"],
        ["dark", f"&lt;it&gt; is dark{why('expected a &amp; b')}", "failed", "1.0"],
        ["quiet", f"it is quiet{why('needs a jig')}", "not done", ""],
    ]
    figures = [["touch", "median", "12.5 ms"], ["touch", "n", "20"]]
    assert cells(page, "Figures") == figures
    assert cells(page, "On what") == [["kernel", "6 &lt;x&gt;"]]


def test_the_heads_of_numbers_stand_where_these_do() -> None:
    heads = re.findall(r'<th scope="col"( class="number")?>(.*?)</th>', to_html(REPORT, REPORT))
    assert [word for number, word in heads if number] == ["seconds", "is", "was", "ratio"]
    assert "" not in [word for _, word in heads]


def test_the_page_says_what_was_before() -> None:
    slower = replace(TOUCH, figures=(Figure("median", 10.0, "ms"),))
    page = to_html(
        REPORT, Report("old & gone", "sim", {"kernel": "5"}, (slower, replace(DARK, text="")))
    )
    assert [row[-1] for row in cells(page, "Cases")] == ["passed", "failed", ""]
    assert cells(page, "Figures")[0] == ["touch", "median", "12.5 ms", "10 ms", "1.25"]
    assert "1 not done. Compared with: old &amp; gone, kernel 5.</p>" in page
    other = replace(TOUCH, figures=(Figure("median", 10.0, "s"),))
    page = to_html(REPORT, Report("bench", "sim", {}, (other,)))
    assert cells(page, "Figures")[0] == ["touch", "median", "12.5 ms", "", ""]
