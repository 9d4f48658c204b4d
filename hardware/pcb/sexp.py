"""S-expressions, the text format of KiCad's files: parse, build and format.

Format: KiCad developer documentation, "S-expression intro", dev-docs.kicad.org.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
ESCAPE = re.compile(r"\\(.)")
NAMESPACE = uuid.UUID("5a1f0c0e-8d5e-5e0b-9c5e-6d696e696761")
"""Of all identifiers that these programs make."""


@dataclass(frozen=True)
class Word:
    """A token without quotes: a keyword or a number."""

    text: str


@dataclass(frozen=True)
class Node:
    """A list: its first word, and what follows."""

    head: str
    items: tuple[Value, ...] = ()

    def __iter__(self) -> Iterator[Value]:
        """Iterate over what follows the first word."""
        return iter(self.items)

    def nodes(self, *heads: str) -> list[Node]:
        """The lists directly inside that begin with one of these words; all lists for none."""
        found = [item for item in self.items if isinstance(item, Node)]
        return [item for item in found if item.head in heads] if heads else found

    def find(self, head: str) -> Node | None:
        """The first list inside with that first word."""
        return next(iter(self.nodes(head)), None)

    def the(self, head: str) -> Node:
        """The list inside with that first word; `KeyError` if there is none."""
        found = self.find(head)
        if found is None:
            raise KeyError(f"expected a {head} in {self.head}")
        return found

    def text(self, at: int = 0) -> str:
        """An item as text, whether it has quotes or not."""
        item = self.items[at]
        if isinstance(item, Node):
            raise TypeError(f"expected text in {self.head}, got a list")
        return item.text if isinstance(item, Word) else item

    def number(self, at: int = 0) -> float:
        """An item as a number."""
        return float(self.text(at))

    def numbers(self) -> tuple[float, ...]:
        """All items as numbers."""
        return tuple(self.number(at) for at in range(len(self.items)))

    def plus(self, *items: Value) -> Node:
        """The same list with more at its end."""
        return replace(self, items=(*self.items, *items))

    def without(self, *heads: str) -> Node:
        """The same list without the lists inside that begin with one of these words."""
        kept = (i for i in self.items if not (isinstance(i, Node) and i.head in heads))
        return replace(self, items=tuple(kept))

    def having(self, at: int, item: Value) -> Node:
        """The same list with another item at that index."""
        return replace(self, items=(*self.items[:at], item, *self.items[at + 1 :]))


Value: TypeAlias = str | Word | Node


def node(head: str, *items: Value | float) -> Node:
    """Build a list: texts get quotes; numbers, truths and words do not.

    >>> format_node(node("at", 1.50, -0.0))
    '(at 1.5 0)'
    >>> format_node(node("hide", True))
    '(hide yes)'
    """
    return Node(head, tuple(_value(item) for item in items))


def _value(item: Value | float) -> Value:
    if isinstance(item, bool):
        return Word("yes" if item else "no")
    return Word(format_number(item)) if isinstance(item, int | float) else item


def format_number(value: float) -> str:
    """A number with up to six decimals, KiCad's resolution of 1 nm in mm.

    >>> format_number(2.50), format_number(-0.0000001)
    ('2.5', '0')
    """
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def parse(text: str) -> Node:
    """Parse one list; `ValueError` where brackets do not match.

    >>> parse('(pad "1" smd (at 0 -1))').the("at").numbers()
    (0.0, -1.0)
    """
    stack: list[list[Value]] = [[]]
    at = 0
    while found := TOKEN.match(text, at):
        at = found.end()
        opened, closed, quoted, word = found.groups()
        if opened:
            stack.append([])
        elif closed:
            if len(stack) < 2:
                raise ValueError("expected an opening bracket")
            done = stack.pop()
            stack[-1].append(_list(done))
        else:
            stack[-1].append(Word(word) if word is not None else _unescaped(quoted))
    if len(stack) != 1 or text[at:].strip():
        raise ValueError(f"expected a closing bracket before position {at}")
    (whole,) = stack[0]
    if not isinstance(whole, Node):
        raise ValueError("expected a list")
    return whole


def _list(items: list[Value]) -> Node:
    if not items or isinstance(items[0], Node):
        raise ValueError("expected a word after an opening bracket")
    head = items[0]
    return Node(head.text if isinstance(head, Word) else head, tuple(items[1:]))


def _unescaped(text: str) -> str:
    return ESCAPE.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def format_node(value: Value, depth: int = 0) -> str:
    """Format a list as KiCad does: a line for each list that holds lists."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t") + '"'
    if not value.nodes():
        return " ".join([f"({value.head}", *(format_node(item) for item in value)]) + ")"
    indent = "\n" + "\t" * (depth + 1)
    parts = [
        indent + format_node(item, depth + 1) if isinstance(item, Node) else " " + format_node(item)
        for item in value
    ]
    return f"({value.head}{''.join(parts)}\n" + "\t" * depth + ")"


def identifier(*names: object) -> str:
    """A UUID that depends on these names only, so that two runs write the same file."""
    return str(uuid.uuid5(NAMESPACE, "/".join(map(str, names))))


def uuid_node(*names: object) -> Node:
    """The identifier as KiCad writes it."""
    return node("uuid", identifier(*names))
