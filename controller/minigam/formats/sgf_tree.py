"""The trees of an SGF file: nodes with properties, each value with its place."""

import re
from dataclasses import dataclass, field

from minigam.errors import UnreadableError
from minigam.formats.located_json import Lines, Spot

_SPACE = re.compile(r"\s*")
_TOKEN = re.compile(r"(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Value:
    """A property's value."""

    text: str
    spot: Spot

    def fault(self, expected: str) -> UnreadableError:
        """The error for a value that is not what it should be."""
        return self.spot.fault(expected, repr(self.text))


@dataclass
class Node:
    """A node's properties, in their order."""

    spot: Spot
    found: dict[str, list[Value]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The first value's text; empty where there is none."""
        value = self.one(name)
        return value.text if value else ""

    def one(self, name: str) -> Value | None:
        """The first value of a property."""
        values = self.found.get(name)
        return values[0] if values else None


Tree = list[Node]


@dataclass
class _Level:
    """An open bracket."""

    skipped: bool
    branched: bool = False
    """Whether a variation has begun in it."""


class _Parser:
    """Takes a text apart from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._games: list[Tree] = []
        self._open: list[_Level] = []
        self._name: str | None = None

    def games(self) -> list[Tree]:
        """Every game's main line."""
        at, lines = self._start(0), Lines(self._text)
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            spot = lines.spot(at)
            if match is None:
                raise spot.fault("a bracket, a semicolon or a property", self._shown(at))
            self._take(match, spot, self._shown(at))
            at = self._start(match.end())
        if self._open or not self._games:
            raise lines.spot(len(self._text)).fault("a game and its ')'", "the end")
        return self._games

    def _start(self, at: int) -> int:
        """Where the next token begins."""
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _shown(self, at: int) -> str:
        return repr(self._text[at : at + 12])

    def _take(self, match: re.Match[str], spot: Spot, shown: str) -> None:
        mark, name, value = match.groups()
        if mark == "(":
            self._begin(spot)
        elif not self._open:
            raise spot.fault("'(' and a game", shown)
        elif mark == ")":
            self._open.pop()
        elif self._open[-1].skipped:
            return
        elif mark == ";":
            self._node(spot)
        elif not self._games[-1]:
            raise spot.fault("';' and a node", shown)
        else:
            self._property(name, value, spot, shown)

    def _begin(self, spot: Spot) -> None:
        if not self._open:
            self._games.append([])
            self._open.append(_Level(skipped=False))
            return
        level = self._open[-1]
        if not self._games[-1]:
            raise spot.fault("';' and a node", "'('")
        self._open.append(_Level(level.skipped or level.branched))
        level.branched = True

    def _node(self, spot: Spot) -> None:
        if self._open[-1].branched:
            raise spot.fault("')' after variations", "';'")
        self._games[-1].append(Node(spot))
        self._name = None

    def _property(self, name: str | None, value: str | None, spot: Spot, shown: str) -> None:
        found = self._games[-1][-1].found
        if name is not None:
            self._name = "".join(filter(str.isupper, name)) or name
            found.setdefault(self._name, [])
        elif value is None or self._name is None:
            raise spot.fault("a property's name", shown)
        else:
            text = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
            found[self._name].append(Value(text, Spot(spot.line, spot.column + 1)))


def read_trees(text: str) -> list[Tree]:
    """Every game's main line; raise `UnreadableError` with line and column for anything else.

    >>> [node.text("W") for node in read_trees("(;GM[6];W[31hefe])")[0]]
    ['', '31hefe']
    """
    return _Parser(text).games()
