"""Every template that the program and its page can say, read off their sources."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TypeAlias

import minigam
from minigam.rules.ruleset import RULE_SETS
from minigam.words import is_plain

SOURCE = Path(minigam.__file__).parent
SAID_IN_PAGE = re.compile(
    r"""say\('(?P<text>[^']*)'|sayCounted\('(?P<one>[^']*)', '(?P<many>[^']*)'"""
)
ANY_SAY = re.compile(r"""\b(?:say\((?!'[^']*')|sayCounted\((?!'[^']*', '[^']*'))""")
MAKERS = ("Words", "Words.counted")
AUDIENCES = ("page", "watching")
"""The arguments with a template for others than the people at the board."""
Text: TypeAlias = tuple[str, str]
"""A template, and for a counted text the one for many; else an empty text."""


def in_program() -> set[Text]:
    """What `Words` are made of, titles of games, and lines of rules cards."""
    said = {text for _, call in _made() for text in _texts(call)}
    titles = {(rules.title, "") for rules in RULE_SETS.values()}
    return {text for text in said | titles | set(_on_cards()) if not is_plain(text[0])}


def _made() -> Iterator[tuple[Path, ast.Call]]:
    """Where `Words` are made of something."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in MAKERS and node.args:
                yield path, node


def _texts(call: ast.Call) -> Iterator[Text]:
    """Templates with their plurals, and those for other audiences, where they are literals."""
    one, *more = (list(_constants(arg)) for arg in call.args[:2])
    many = more[0] if ast.unparse(call.func) == MAKERS[1] else [""]
    yield from product(one, many)
    for keyword in call.keywords:
        if keyword.arg in AUDIENCES:
            yield from ((text, "") for text in _constants(keyword.value) if text)


def _constants(node: ast.expr) -> Iterator[str]:
    """A literal, or both of a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def not_literal() -> list[str]:
    """Where `Words` is made of what cannot be read off the source."""
    return [
        f"{path.relative_to(SOURCE).as_posix()}: {ast.unparse(call)}"
        for path, call in _made()
        if not list(_texts(call))
    ]


def _on_cards() -> Iterator[Text]:
    for path in sorted((SOURCE / "web" / "cards").glob("*.json")):
        card = json.loads(path.read_text("utf-8"))
        yield card["title"], ""
        for section in card["sections"]:
            yield section["heading"], ""
            for line in section["lines"]:
                yield (line, "") if isinstance(line, str) else (line["text"], line.get("many", ""))


def in_page() -> set[Text]:
    """Arguments of `say`, and of `sayCounted`."""
    found = {match for source in _scripts() for match in SAID_IN_PAGE.finditer(source)}
    return {(match["text"] or match["one"], match["many"] or "") for match in found}


def unreadable_in_page() -> list[str]:
    """Calls of `say` or `sayCounted` with anything but literals."""
    return [found for source in _scripts() for found in ANY_SAY.findall(source)]


def _scripts() -> Iterator[str]:
    """The page's modules but the one that defines `say`."""
    for path in sorted((SOURCE / "web" / "static").glob("*.js")):
        if path.name != "words.js":
            yield path.read_text("utf-8")
