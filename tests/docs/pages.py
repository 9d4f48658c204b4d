"""The documents as data: their fenced blocks, tables, links and generated parts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/*.md", "firmware/**/*.md", "hardware/*.md")
    for page in ROOT.glob(pattern)
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|\bsrc=\"([^\"]+)\"")
_ANCHOR = re.compile(r"<a id=\"([\w-]+)\"></a>")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block, and the one right below it if only blank lines lie between."""

    page: Path
    language: str
    text: str
    at: int
    """Where its text begins on the page."""
    output: str | None = None
    """The text of a `text` block right below it, if there is one."""
    output_at: int = 0
    """Where that text begins on the page."""

    def __str__(self) -> str:
        line = self.page.read_text("utf-8").count("\n", 0, self.at)
        return f"{self.page.relative_to(ROOT)}:{line}"


def blocks(page: Path, language: str) -> Iterator[Block]:
    text = page.read_text("utf-8")
    found = list(_FENCE.finditer(text))
    for match, after in zip_longest(found, found[1:]):
        if match[1] != language:
            continue
        if after and after[1] == "text" and not text[match.end() : after.start()].strip():
            yield Block(page, language, match[2], match.start(2), after[2], after.start(2))
        else:
            yield Block(page, language, match[2], match.start(2))


def links(page: Path) -> list[str]:
    """Where a page's links and pictures point to, outside fenced blocks."""
    prose = _FENCE.sub("", page.read_text("utf-8"))
    return [match[1] or match[2] for match in _LINK.finditer(prose)]


def anchors(page: Path) -> set[str]:
    """The names that a page can be linked by: its headings, as GitHub makes them, and `<a id>`."""
    text = _FENCE.sub("", page.read_text("utf-8"))
    headings = _HEADING.findall(text)
    return {*_ANCHOR.findall(text)} | {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "")).strip().lower().replace(" ", "-")
        for heading in headings
    }


def section(page: Path, heading: str) -> str:
    """What stands under a heading, up to the next one of any level."""
    text = page.read_text("utf-8")
    _, found, rest = text.partition(f"\n{heading}\n")
    if not found:
        raise AssertionError(f"expected the heading {heading!r} in {page.name}")
    following = _HEADING.search(_FENCE.sub(lambda match: " " * len(match[0]), rest))
    return rest[: following.start()] if following else rest


def rows(text: str) -> list[list[str]]:
    """The cells of every table in a text, without head lines."""
    found: list[list[str]] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("|") and not _is_head(lines, number):
            found.append([cell.strip() for cell in line.strip().strip("|").split(" |")])
    return found


def _is_head(lines: list[str], number: int) -> bool:
    rule = re.compile(r"\|[-| ]+\|")
    following = lines[number + 1] if number + 1 < len(lines) else ""
    return bool(rule.fullmatch(lines[number]) or rule.fullmatch(following))


def named(page: str, heading: str) -> list[str]:
    """The names in code letters that a section's tables explain: the first column's."""
    found = rows(section(ROOT / "docs" / page, heading))
    return [name for row in found for name in _CODE.findall(row[0])]


def generated(text: str, name: str) -> str:
    """The part of a page's text that a script writes."""
    found = _generated(name).search(text)
    assert found, f"expected the marks of {name!r}"
    return found[2]


def with_generated(text: str, name: str, part: str) -> str:
    """A page's text with one generated part put in."""
    return _generated(name).sub(lambda match: match[1] + part + match[3], text)


def _generated(name: str) -> re.Pattern[str]:
    """Blank lines keep the part and the marks around it apart."""
    return re.compile(rf"(<!-- begin {name}: [^>]*-->\n)(.*?)(<!-- end {name} -->)", re.DOTALL)
