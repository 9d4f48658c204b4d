"""What a board's inputs said and what came of it, line by line, to be played again by a test.

The first line is `minigam trace 2 BOARD`. Each further one has the seconds since then, and either
an input's new level (`point-3/2 1`; `?` where nobody knows it), a command of a page (`double !`),
a checker that it moves (`{"move": ["point-8", "point-3"]}`), what was filled into its form
(`{"set-up": ...}`), the terms that a game is played on with (`{"play-on": ...}`, as the action
`begin`), or an action of the game as JSON.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from minigam.errors import UnreadableError
from minigam.rules.action_json import action_from_json, action_to_json
from minigam.rules.actions import Action, Begun
from minigam.table.events import Command, Commanded, Moved, PlayedOn, Requested

TITLE = "minigam trace 2"
LEVELS = {"0": False, "1": True, "?": None}
COMMANDED = "!"
"""What stands after a command, in the place of a level."""
SET_UP, PLAY_ON = "set-up", "play-on"


@dataclass(frozen=True)
class Level:
    """An input has changed."""

    seconds: float
    input: str
    pressed: bool | None
    """None: nobody knows."""


@dataclass(frozen=True)
class Happened:
    """Something was decided in the game."""

    seconds: float
    action: Action


@dataclass(frozen=True)
class Asked:
    """A page has asked for something by its meaning."""

    seconds: float
    event: Requested


@dataclass(frozen=True)
class Arranged:
    """A page has filled in the set-up."""

    seconds: float
    values: Mapping[str, object]


Line = Level | Asked | Arranged | Happened


def first_line(board: str) -> str:
    """What a trace begins with.

    >>> first_line("quarter-hall")
    'minigam trace 2 quarter-hall'
    """
    return f"{TITLE} {board}"


def format_line(line: Line) -> str:
    """A line of a trace.

    >>> format_line(Level(1.5, "point-3/2", True))
    '1.500000 point-3/2 1'
    """
    return f"{line.seconds:.6f} {_said(line)}"


def _said(line: Line) -> str:
    match line:
        case Level(_, name, pressed):
            (level,) = (text for text, each in LEVELS.items() if each is pressed)
            return f"{name} {level}"
        case Asked(_, Commanded(command)):
            return f"{command.value} {COMMANDED}"
        case Asked(_, Moved(start, end)):
            return _compact({"move": [start, end]})
        case Asked(_, PlayedOn(terms)):
            return _compact({PLAY_ON: action_to_json(Begun(terms))})
        case Arranged(_, values):
            return _compact({SET_UP: values})
        case Happened(_, action):
            return _compact(action_to_json(action))
    raise TypeError(f"expected a line of a trace, got {line!r}")


def _compact(body: object) -> str:
    return json.dumps(body, separators=(",", ":"))


def parse_trace(lines: Iterable[str]) -> tuple[str, tuple[Line, ...]]:
    """The board's name and the lines; raise `UnreadableError` with the number of a bad one.

    >>> parse_trace(["minigam trace 2 quarter-hall", "1.500000 roll-white 0"])
    ('quarter-hall', (Level(seconds=1.5, input='roll-white', pressed=False),))
    """
    numbered = iter(enumerate(lines, start=1))
    _, first = next(numbered, (1, ""))
    title, _, board = first.strip().rpartition(" ")
    if title != TITLE:
        raise UnreadableError(f"line 1: expected {TITLE!r} and a board's name, got {first!r}")
    return board, tuple(_parsed(numbered))


def _parsed(numbered: Iterator[tuple[int, str]]) -> Iterator[Line]:
    for number, text in numbered:
        try:
            yield _line(text)
        except (ValueError, RecursionError) as fault:
            raise UnreadableError(f"line {number}: {fault}") from None


def _line(text: str) -> Line:
    seconds, _, rest = text.strip().partition(" ")
    if rest.startswith("{"):
        body = json.loads(rest)
        if SET_UP in body:
            return Arranged(float(seconds), body[SET_UP])
        match body:
            case {"move": [str(start), (str() | None) as end]}:
                return Asked(float(seconds), Moved(start, end))
        if PLAY_ON in body:
            return Asked(float(seconds), _played_on(body[PLAY_ON]))
        return Happened(float(seconds), action_from_json(body))
    name, _, level = rest.rpartition(" ")
    if level == COMMANDED:
        return Asked(float(seconds), Commanded(Command(name)))
    if not name or level not in LEVELS:
        raise UnreadableError(f"expected seconds, an input and 0, 1 or ?, got {text.strip()!r}")
    return Level(float(seconds), name, LEVELS[level])


def _played_on(body: object) -> PlayedOn:
    begun = action_from_json(body)
    if not isinstance(begun, Begun):
        raise UnreadableError(f"expected a game's beginning, got {begun}")
    return PlayedOn(begun.terms)
