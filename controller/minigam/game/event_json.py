"""Events as JSON for the journal, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, get_args

from minigam.board.lighting import Meaning
from minigam.errors import UnreadableError
from minigam.game.events import BUTTONS, Event, Opened
from minigam.game.names import kept_player
from minigam.game.setup import Setup
from minigam.game.zones import all_zones
from minigam.rules.cube import Cube
from minigam.rules.position import Layout, Side, format_position, parse_position
from minigam.rules.record import Start, check_start
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.steps import FACES, check_roll
from minigam.words import Words, joined

INPUTS = frozenset({*all_zones(Layout(24, 15, rising=False)), *BUTTONS})
"""Every input that some board has."""
_KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


MOST_TURNS = 999
"""How often the cube may have been turned before a game; no more is read."""


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON values.

    >>> from minigam.game.events import Thrown
    >>> event_to_json(Thrown(1, (5, 2)))
    {'event': 'thrown', 'number': 1, 'dice': [5, 2], 'pawns': []}
    """
    body = asdict(event)
    if isinstance(event, Opened):
        body["setup"] = event.setup.to_json()
        if event.start is None:
            del body["start"]
        else:
            body["start"] = _start_to_json(event.start, event.setup.rules.layout)
    return {"event": type(event).__name__.lower(), **_plain(body)}


def _start_to_json(start: Start, layout: Layout) -> dict[str, Any]:
    position = format_position(start.position, layout)
    return {"position": position, "exponent": start.cube.exponent, "owner": start.cube.owner}


def _start_from_json(value: Any, setup: Setup) -> Start:
    """The start in an agreed game; raise `ValueError` or `KeyError` for anything else."""
    exponent = value["exponent"]
    if type(exponent) is not int or not 0 <= exponent <= MOST_TURNS:
        raise ValueError(f"expected a cube turned 0 to {MOST_TURNS} times, got {exponent!r}")
    cube = Cube(exponent, _maybe_side(value["owner"]))
    start = Start(parse_position(value["position"], setup.rules.layout), cube)
    check_start(setup.rules, start)
    return start


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Side) else value


def event_from_json(body: Any) -> Event:
    """The event of `event_to_json`; raise `UnreadableError` for anything else.

    >>> event_from_json({"event": "thrown", "number": 1, "dice": [5, 2]})
    Thrown(number=1, dice=(5, 2), pawns=())
    """
    name = body.get("event") if isinstance(body, dict) else None
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if name is None or kind is None:
        raise UnreadableError(f"expected an event with one of {', '.join(_KINDS)}, got {body!r}")
    given = {name: value for name, value in body.items() if name != "event"}
    if kind is Opened:
        given.setdefault("consent", False)
    known = {field.name for field in fields(kind)}
    if not given.keys() <= known:
        raise UnreadableError(f"expected a {body['event']} event of {sorted(known)}, got {body!r}")
    start = given.pop("start", None)
    try:
        read = {field: _read(name, field, value) for field, value in given.items()}
        if start is not None:
            read["start"] = _start_from_json(start, read["setup"])
        event: Event = kind(**read)
    except (TypeError, ValueError, KeyError) as fault:
        raise UnreadableError(f"expected a {body['event']} event, got {body!r}: {fault}") from None
    return event


def _read(event: str, name: str, value: Any) -> Any:
    """A field's value; raise `UnreadableError` or `ValueError` for one of another type."""
    reader = _READERS.get(f"{event}.{name}") or _READERS.get(name)
    if reader:
        return reader(value)
    kind = _PLAIN[name]
    if type(value) is not kind or (isinstance(value, str) and not _is_plain(value)):
        raise ValueError(f"{name}: expected {kind.__name__}, got {value!r}")
    return value


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _setup(value: Any) -> Setup:
    setup = Setup.from_json(value)
    boards = {RULE_SETS[name].layout.points for name in setup.games}
    flags = {type(flag) for flag in (setup.hints, setup.teacher, setup.felt)}
    if flags != {bool} or len(boards) > 1:
        raise ValueError(f"expected help on or off, and games of one board, got {value!r}")
    return setup


def _input(value: Any) -> str:
    if not isinstance(value, str) or value not in INPUTS:
        raise ValueError(f"expected an input such as point-1, bar-white or roll, got {value!r}")
    return value


def _pairs(value: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list of pairs, got {value!r}")
    return tuple(_pair(item) for item in value)


def _pair(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or [type(item) for item in value] != [int, int]:
        raise ValueError(f"expected two numbers, got {value!r}")
    return value[0], value[1]


def _numbers(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise ValueError(f"expected a list of numbers, got {value!r}")
    if any(number not in FACES for number in value):
        raise ValueError(f"expected numbers from 1 to 6, got {value!r}")
    return tuple(value)


def _names(value: Any) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != len(Side):
        raise ValueError(f"expected two names, got {value!r}")
    white, black = map(kept_player, value)
    return white, black


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(t, str) and _is_plain(t) for t in value):
        raise ValueError(f"expected a list of texts, got {value!r}")
    return tuple(value)


def _words(value: Any) -> Words:
    if not isinstance(value, str) or not _is_plain(value):
        raise ValueError(f"expected a text, got {value!r}")
    return joined([value])


def _marks(value: Any) -> tuple[tuple[str, str, int], ...]:
    known = {meaning.value for meaning in Meaning}
    if not isinstance(value, list) or not all(isinstance(mark, list) for mark in value):
        raise ValueError(f"expected a list of marks, got {value!r}")
    for mark in value:
        if (
            len(mark) != 3
            or mark[0] not in INPUTS
            or mark[1] not in known
            or type(mark[2]) is not int
        ):
            raise ValueError(f"expected a zone, a meaning and a number, got {mark!r}")
    return tuple((zone, meaning, count) for zone, meaning, count in value)


def _zone_or_none(value: Any) -> str:
    return "" if value == "" else _input(value)


def _banks(value: Any) -> tuple[int, int] | None:
    return None if value is None else _pair(value)


def _maybe_side(value: Any) -> Side | None:
    return None if value is None else Side.parse(value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "setup": _setup,
    "tapped.input": _input,
    "side": Side.parse,
    "rebuilding.side": _maybe_side,
    "dice": check_roll,
    "score": _pair,
    "banks": _banks,
    "starter": _maybe_side,
    "steps": _pairs,
    "pawns": _numbers,
    "ways": _texts,
    "marks": _marks,
    "names": _names,
    "lifted": _zone_or_none,
    "felt.text": _words,
    "sealed.winner": _maybe_side,
}
_PLAIN: dict[str, type] = {
    "started": bool,
    "active": bool,
    "crawford_played": bool,
    "imported": bool,
    "consent": bool,
    "take": bool,
    "double": bool,
    "at": int,
    "number": int,
    "turn": int,
    "spent": int,
    "points": int,
    "turns": int,
    "events": int,
    "win": float,
    "equity": float,
    **dict.fromkeys(("input", "gesture", "timer", "commitment", "secret", "best", "code"), str),
    **dict.fromkeys(("kind", "ended_by", "digest"), str),
}
