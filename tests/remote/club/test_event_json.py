"""Events as JSON: each comes back as it was, and anything else is refused in a sentence."""

import json
import re
from typing import Any, get_args

import pytest

from minigam.errors import ClubError
from minigam.remote.club.contest import Format
from minigam.remote.club.evening_events import (
    Admitted,
    Entered,
    Event,
    Finished,
    GameRecorded,
    Paired,
    Returned,
    RoundCancelled,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.event_json import EVENTS, event_text, parse_event
from tests.remote.club.evenings import ID, Played, opened

WRITTEN: dict[Event, str] = {
    Entered("Zoë 👍"): '{"event":"enter","v":1,"name":"Zo\\u00eb \\ud83d\\udc4d"}',
    Withdrawn(3): '{"event":"withdraw","v":1,"player":3}',
    Returned(3): '{"event":"return","v":1,"player":3}',
    Paired(1, ((3, 1), (2, None))): '{"event":"pair","v":1,"round":1,"pairs":[[3,1],[2,null]]}',
    RoundCancelled(1): '{"event":"cancel-round","v":1,"round":1}',
    Admitted("oak", "0c" * 32): f'{{"event":"admit","v":1,"board":"oak","key":"{"0c" * 32}"}}',
    Seated(7, "oak"): '{"event":"seat","v":1,"match":7,"board":"oak"}',
    GameRecorded(7, 1, None, 0, 0, (0, 0), "off"): (
        '{"event":"game","v":1,"match":7,"number":1,"winner":null,"points":0,"loser_points":0,'
        '"score":[0,0],"ended_by":"off"}'
    ),
    Ruled(7, 3, (5, 0), True, "late"): (
        '{"event":"rule","v":1,"match":7,"winner":3,"score":[5,0],"forfeit":true,"reason":"late"}'
    ),
    Seated(8, "ash", "0c" * 32): (
        f'{{"event":"seat","v":1,"match":8,"board":"ash","key":"{"0c" * 32}"}}'
    ),
    Finished(): '{"event":"finish","v":1}',
    RulingLifted(7): '{"event":"lift-ruling","v":1,"match":7}',
    opened(): (
        f'{{"event":"open","v":1,"id":"{ID}","title":"Friday","rules_id":"backgammon",'
        '"format":"swiss","terms":[{"length":3,"clock":"off"},{"length":3,"clock":"off"},'
        '{"length":5,"clock":"10:00+12"}],"rounds":5,"options":{},"seed":27,'
        '"tie_breaks":["buchholz","sonneborn-berger","difference","direct-encounter"]}'
    ),
}
"""Files that were written so are read for ever: add to them, and change none."""


@pytest.mark.parametrize("event", WRITTEN, ids=lambda event: type(event).__name__)
def test_each_event_is_written_so_and_comes_back(event: Event) -> None:
    assert event_text(event) == WRITTEN[event]
    assert parse_event(WRITTEN[event]) == event


def test_every_event_has_a_name_and_an_example() -> None:
    assert {*EVENTS.values()} == {*get_args(Event)} == {*map(type, WRITTEN)}


@pytest.mark.parametrize("form", Format)
def test_whole_evenings_come_back(form: Format) -> None:
    events = Played(form, 6).whole().events
    assert [parse_event(event_text(event)) for event in events] == events


def test_unknown_fields_are_ignored() -> None:
    assert parse_event('{"event":"enter","v":1,"name":"Ann","club":"north"}') == Entered("Ann")


def changed(event: Event, **changes: Any) -> str:
    held = {**json.loads(event_text(event)), **changes}
    return json.dumps({name: value for name, value in held.items() if value != "left out"})


GAME = GameRecorded(7, 1, 3, 1, 0, (1, 0), "off")
PAIRED = Paired(1, ((3, 1), (2, None)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "invalid JSON at line 1, column 1"),
        ("[]", "expected a table, got []"),
        ("{}", "event: expected a text, got None"),
        ("[" * 200 + "]" * 200, "nested more than 100 levels deep"),
        ('{"event":"fly","v":1}', "event: expected one of open, enter,"),
        ('{"event":["enter"],"v":1}', "event: expected a text"),
        ('{"event":"enter","name":"Ann"}', "expected an event of version 1, got None"),
        ('{"event":"enter","v":true,"name":"Ann"}', "expected an event of version 1, got True"),
        ('{"event":"enter","v":2,"name":"Ann"}', "got 2: use a newer minigam"),
        ('{"event":"enter","v":1,"v":1,"name":"Ann"}', "every name may be given once"),
        (changed(GAME, match="left out"), "match is missing"),
        (changed(GAME, match="7"), "match: expected a whole number from 0 to"),
        (changed(GAME, match=True), "match: expected a whole number from 0 to"),
        (changed(GAME, match=10**30), "match: expected a whole number from 0 to"),
        (changed(GAME, points=-1), "points: expected a whole number from 0 to"),
        (changed(GAME, winner=0.5), "winner: expected a whole number or null, got 0.5"),
        (changed(GAME, score=[1]), "score: expected two of: a whole number from 0 to"),
        (changed(GAME, score=None), "score: expected two of"),
        (changed(GAME, ended_by=None), "ended_by: expected a text, got None"),
        (changed(Ruled(7, 3, (5, 0), True, ""), forfeit=1), "forfeit: expected true or false"),
        (changed(PAIRED, pairs={}), "pairs: expected a list, got {}"),
        (changed(PAIRED, pairs=[[1, 2, 3]]), "pairs: expected two of: a whole number or null"),
        (changed(PAIRED, pairs=[[None, 2]]), "pairs: expected a whole number from 0 to"),
        (changed(opened(), format="swizz"), "format: expected one of round-robin, swiss,"),
        (changed(opened(), format=["swiss"]), "format: expected a text"),
        (changed(opened(), terms=[5]), "terms: expected a table, got 5"),
        (changed(opened(), terms=[{"length": 5}]), "terms: clock: expected a text, got None"),
        (changed(opened(), options=[["a", "b"]]), "options: expected a table"),
        (changed(opened(), options={"jacoby": True}), "options: jacoby: expected a text"),
        (changed(opened(), tie_breaks=["luck"]), "tie_breaks: expected one of buchholz,"),
    ],
)
def test_anything_else_is_refused(text: str, message: str) -> None:
    with pytest.raises(ClubError, match=re.escape(message)):
        parse_event(text)
