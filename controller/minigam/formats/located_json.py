"""A JSON parser that keeps the line and column of every value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from minigam.errors import (
    AmbiguousPlayError,
    CannotHoldError,
    IllegalPlayError,
    MinigamError,
    UnreadableError,
    shortened,
)
from minigam.validation import LIST, TABLE, TEXT, Kind

Parsed = TypeVar("Parsed")

_KEPT = (AmbiguousPlayError, CannotHoldError, IllegalPlayError)


@dataclass(frozen=True)
class Spot:
    """A place in a text."""

    line: int
    column: int
    """Both from 1."""

    def fault(self, expected: str, got: object) -> UnreadableError:
        """The error for something that is not what it should be."""
        return UnreadableError(f"{self}: expected {expected}, got {shortened(got)}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Put this line and column in front of the message of an error that the block raises."""
        try:
            yield
        except MinigamError as fault:
            kind = next((kind for kind in _KEPT if isinstance(fault, kind)), UnreadableError)
            raise kind(f"{self}: {fault}") from None

    def __str__(self) -> str:
        """As messages begin."""
        return f"line {self.line}, column {self.column}"


_TOKEN = re.compile(
    r"""
        (?P<mark>[][{}:,]) |
        (?P<text>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*") |
        (?P<number>-?(?:0|[1-9][0-9]{0,29})(?![0-9.eE])) |
        (?P<word>true|false|null)\b
    """,
    re.VERBOSE,
)
_SPACES = (" ", "\t", "\r", "\n")
_WORDS = {"true": True, "false": False, "null": None}
DEEPEST = 12
_NAME = Kind("a field's name in quotes", TEXT.fits)


@dataclass(frozen=True)
class Node:
    """A JSON value and its place; the values in objects and lists are nodes again."""

    value: Any
    spot: Spot

    def fault(self, expected: str) -> UnreadableError:
        """The error for a value that is not what it should be."""
        kinds: dict[type, str] = {dict: "an object", list: "a list"}
        shown = kinds.get(type(self.value))
        return self.spot.fault(expected, shown or json.dumps(self.value))

    def read(self, kind: Kind) -> Any:
        """The value, if it is of that kind."""
        if not kind.fits(self.value):
            raise self.fault(kind.expected)
        return self.value

    def parse(self, kind: Kind, parse: Callable[[Any], Parsed]) -> Parsed:
        """What a function makes of a value of that kind; its errors name the place."""
        value = self.read(kind)
        with self.spot.blamed():
            return parse(value)

    def pair(self, expected: str, kind: Kind) -> tuple[Any, Any]:
        """The two values of a list, both of a kind."""
        items = self.read(Kind(expected, LIST.fits))
        if len(items) != 2:
            raise self.spot.fault(expected, len(items))
        return items[0].read(kind), items[1].read(kind)

    def fields(self, needed: tuple[str, ...], others: tuple[str, ...] = ()) -> dict[str, Node]:
        """An object with those fields, and no more."""
        found: dict[str, Node] = self.read(Kind(f"an object with {', '.join(needed)}", TABLE.fits))
        for name, node in found.items():
            if name not in (*needed, *others):
                known = ", ".join((*needed, *others))
                raise node.spot.fault(f"one of the fields {known}", json.dumps(name))
        for name in needed:
            if name not in found:
                raise self.spot.fault(f"the field {name}", ", ".join(found) or "an empty object")
        return found


def read_json_tree(text: str) -> Node:
    """Read JSON; raise `UnreadableError` with line and column for anything else.

    Numbers are whole, a name comes once in an object, and nesting is shallow.

    >>> read_json_tree('{"a": [1]}').value["a"].value[0]
    Node(value=1, spot=Spot(line=1, column=8))
    """
    reader = _Reader(text)
    node = reader.node(0)
    reader.end()
    return node


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._spots = Lines(text)

    def node(self, depth: int) -> Node:
        match, spot = self._next("a JSON value")
        if depth > DEEPEST:
            raise spot.fault(f"at most {DEEPEST} levels", "one more")
        return Node(self._value(match, depth, spot), spot)

    def _next(self, expected: str) -> tuple[re.Match[str], Spot]:
        """The next token, and its place."""
        spot = self._skip()
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise spot.fault(expected, self._shown(self._at))
        self._at = match.end()
        return match, spot

    def _skip(self) -> Spot:
        """Go on to what is no space; its place."""
        while self._text[self._at : self._at + 1] in _SPACES:
            self._at += 1
        return self._spots.spot(self._at)

    def _shown(self, at: int) -> str:
        return repr(self._text[at : at + 12]) if at < len(self._text) else "the end of the file"

    def _value(self, match: re.Match[str], depth: int, spot: Spot) -> Any:
        if match["mark"]:
            if match["mark"] not in "{[":
                raise spot.fault("a JSON value", repr(match["mark"]))
            return self._object(depth) if match["mark"] == "{" else self._list(depth)
        if match["text"]:
            return json.loads(match["text"])
        return int(match["number"]) if match["number"] else _WORDS[match["word"]]

    def _list(self, depth: int) -> list[Node]:
        found: list[Node] = []
        while not self._closed("]", first=not found):
            found.append(self.node(depth + 1))
        return found

    def _object(self, depth: int) -> dict[str, Node]:
        found: dict[str, Node] = {}
        while not self._closed("}", first=not found):
            name = self.node(depth + 1)
            key = name.read(_NAME)
            if key in found:
                raise name.spot.fault("every name once", json.dumps(key))
            self._mark(":")
            node = self.node(depth + 1)
            found[key] = node
        return found

    def _closed(self, end: str, first: bool) -> bool:
        """Whether the list or object ends here; else the comma before the next value is taken."""
        before = self._at
        match, spot = self._next(f"{end!r} or {'a value' if first else 'a comma'}")
        if match["mark"] == end:
            return True
        if first:
            self._at = before
        elif match["mark"] != ",":
            raise spot.fault(f"a comma or {end!r}", self._shown(match.start()))
        return False

    def _mark(self, mark: str) -> None:
        match, spot = self._next(repr(mark))
        if match["mark"] != mark:
            raise spot.fault(repr(mark), self._shown(match.start()))

    def end(self) -> None:
        spot = self._skip()
        if self._at < len(self._text):
            raise spot.fault("the end of the file", self._shown(self._at))


class Lines:
    """Places in a text, asked for from left to right without counting from the start each time."""

    def __init__(self, text: str) -> None:
        """At the start of the text."""
        self._text = text
        self._line, self._start, self._seen = 1, 0, 0

    def spot(self, at: int) -> Spot:
        """The place of a character, which is not before the last one that was asked for."""
        ends = self._text.count("\n", self._seen, at)
        if ends:
            self._line += ends
            self._start = self._text.rfind("\n", self._seen, at) + 1
        self._seen = max(self._seen, at)
        return Spot(self._line, at - self._start + 1)
