"""The events of an evening as JSON, and back: one object each, with `event` and `v`.

Fields that are not known are ignored. Another version is refused, and so is an unknown event.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from minigam.errors import ClubError, said
from minigam.json_text import parse_json
from minigam.remote.club.contest import Format, RoundTerms
from minigam.remote.club.evening_events import (
    Admitted,
    Entered,
    Event,
    Finished,
    GameRecorded,
    Opened,
    Paired,
    Returned,
    RoundCancelled,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.tie_breaks import TieBreak
from minigam.validation import FLAG, LIST, TABLE, TEXT, Kind, one_of, pair_of, whole

EVENT_VERSION = 1
EVENTS: Mapping[str, type[Event]] = {
    "open": Opened,
    "enter": Entered,
    "withdraw": Withdrawn,
    "return": Returned,
    "pair": Paired,
    "cancel-round": RoundCancelled,
    "admit": Admitted,
    "seat": Seated,
    "game": GameRecorded,
    "rule": Ruled,
    "lift-ruling": RulingLifted,
    "finish": Finished,
}
"""The name of each event in JSON."""
_NAMES = {kind: name for name, kind in EVENTS.items()}
LATER = {"key": "", "evidence": "", "computers": False}
"""Fields that the first files did not have, and what they are there."""
NUMBER = whole(0, 2**63 - 1)
NUMBER_OR_NULL = Kind("a whole number or null", lambda v: v is None or NUMBER.fits(v))
"""A player, or nobody."""


def _pairs(value: object) -> tuple[tuple[int, int | None], ...]:
    found = list[tuple[int, int | None]]()
    for pair in LIST.read(value):
        one, two = pair_of(NUMBER_OR_NULL).read(pair)
        found.append((NUMBER.read(one), two))
    return tuple(found)


def _terms(value: object) -> tuple[RoundTerms, ...]:
    rows = map(TABLE.read, LIST.read(value))
    return tuple(
        RoundTerms(NUMBER.read(row.get("length"), "length"), TEXT.read(row.get("clock"), "clock"))
        for row in rows
    )


def _options(value: object) -> tuple[tuple[str, str], ...]:
    return tuple((name, TEXT.read(text, name)) for name, text in TABLE.read(value).items())


def _one_of(kind: type[Enum]) -> Callable[[object], Any]:
    words = one_of([each.value for each in kind])
    return lambda value: kind(words.read(TEXT.read(value)))


def _tie_breaks(value: object) -> tuple[TieBreak, ...]:
    return tuple(map(_one_of(TieBreak), LIST.read(value)))


def _score(value: object) -> tuple[int, int]:
    white, black = pair_of(NUMBER).read(value)
    return white, black


_READERS: Mapping[str, Callable[[object], Any]] = {
    **dict.fromkeys(("id", "title", "rules_id", "name", "board", "key", "evidence"), TEXT.read),
    **dict.fromkeys(("ended_by", "reason"), TEXT.read),
    **dict.fromkeys(("rounds", "seed", "player", "round", "match", "number"), NUMBER.read),
    **dict.fromkeys(("points", "loser_points"), NUMBER.read),
    "winner": NUMBER_OR_NULL.read,
    **dict.fromkeys(("forfeit", "computers"), FLAG.read),
    "format": _one_of(Format),
    "tie_breaks": _tie_breaks,
    "options": _options,
    "terms": _terms,
    "pairs": _pairs,
    "score": _score,
}
"""What each field of an event is read by."""


def _written(value: object) -> object:
    """A field's value as JSON has it."""
    match value:
        case Enum():
            return value.value
        case RoundTerms(length, clock):
            return {"length": length, "clock": clock}
        case tuple():
            return [_written(item) for item in value]
        case _:
            return value


def event_text(event: Event) -> str:
    """An event as one line of JSON without spaces.

    >>> event_text(Entered("Zo\\u00eb"))
    '{"event":"enter","v":1,"name":"Zo\\\\u00eb"}'
    """
    held = {each.name: _written(getattr(event, each.name)) for each in fields(event)}
    if isinstance(event, Opened):
        held["options"] = dict(event.options)
    held = {name: value for name, value in held.items() if value != LATER.get(name, ...)}
    head = {"event": _NAMES[type(event)], "v": EVENT_VERSION}
    return json.dumps({**head, **held}, separators=(",", ":"))


def parse_event(text: str | bytes) -> Event:
    """The event of a JSON text; raise `ClubError` for anything else.

    >>> parse_event('{"event":"enter","v":1,"name":"Ann"}')
    Entered(name='Ann')
    >>> parse_event('{"event":"enter","v":2,"name":"Ann"}')
    Traceback (most recent call last):
    minigam.errors.ClubError: expected an event of version 1, got 2: use a newer minigam
    """
    try:
        held = TABLE.read(parse_json(text))
        kind = EVENTS[one_of([*EVENTS]).read(TEXT.read(held.get("event"), "event"), "event")]
        version = held.get("v")
        if type(version) is not int or version != EVENT_VERSION:
            raise ClubError(
                f"expected an event of version {EVENT_VERSION}, got {said(version)}: use a newer "
                "minigam"
            )
        return kind(**{each.name: _read(each.name, held) for each in fields(kind)})
    except ClubError:
        raise
    except ValueError as fault:
        raise ClubError(f"an event of an evening cannot be read: {fault}") from None


def _read(name: str, held: Mapping[str, object]) -> Any:
    if name not in held and name in LATER:
        return LATER[name]
    if name not in held:
        raise ValueError(f"{name} is missing")
    try:
        return _READERS[name](held[name])
    except ValueError as fault:
        raise ValueError(f"{name}: {fault}") from None
