"""Every template that the program and its page can say, read off their sources."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import minigam
from minigam.rules.ruleset import RULE_SETS
from minigam.words import is_plain

SOURCE = Path(minigam.__file__).parent
SAID_IN_PAGE = re.compile(r"""say\(\s*(['"`])(.*?)(?<!\\)\1""", re.DOTALL)
ANY_SAY = re.compile(r"""\bsay\((?!\s*['"`])""")


def in_program() -> set[str]:
    """First arguments of `Words`, titles of games, and lines of rules cards."""
    said = {text for _, call in _made() for text in _constants(call.args[0])}
    titles = {rules.title for rules in RULE_SETS.values()}
    return {text for text in said | titles | set(_on_cards()) if not is_plain(text)}


def _made() -> Iterator[tuple[Path, ast.Call]]:
    """Where `Words` are made of something."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Words" and node.args:
                yield path, node


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
        if not list(_constants(call.args[0]))
    ]


def _on_cards() -> Iterator[str]:
    for path in sorted((SOURCE / "web" / "cards").glob("*.json")):
        card = json.loads(path.read_text("utf-8"))
        yield card["title"]
        for section in card["sections"]:
            yield section["heading"]
            for line in section["lines"]:
                yield line if isinstance(line, str) else line["text"]


def in_page() -> set[str]:
    return {text for source in _scripts() for _, text in SAID_IN_PAGE.findall(source)}


def unreadable_in_page() -> list[str]:
    """Calls of `say` with anything but a literal."""
    return [found for source in _scripts() for found in ANY_SAY.findall(source)]


def _scripts() -> Iterator[str]:
    """The page's modules but the one that defines `say`."""
    for path in sorted((SOURCE / "web" / "static").glob("*.js")):
        if path.name != "words.js":
            yield path.read_text("utf-8")
