"""Events as JSON: what was written reads back, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.game import events
from minigam.game.event_json import event_from_json, event_to_json
from minigam.game.events import Event
from minigam.game.setup import Setup
from minigam.game.zones import all_zones
from minigam.rules.position import Layout, Side
from minigam.words import Words

BUTTONS = ("roll", "roll-white", "roll-black", "undo")
ONE_OF_EACH: tuple[Event, ...] = (
    events.Opened(Setup(options=(("second_die", "must"),), black="hard"), (2, 1), started=True),
    events.Opened(Setup(clock="usual", flag="told"), banks=(60_000, 59_000)),
    events.Tapped("point-3", 1_700_000_000_000_000),
    events.Held("roll+undo"),
    events.Asked(),
    events.HandsOff(True, "undo"),
    events.Full(True),
    events.Named(("Ann", "Ψ" * 20)),
    events.Named(("", "")),
    events.Browsed(),
    events.Shown(),
    events.Committed("ab" * 32),
    events.Ready(Side.BLACK, 7),
    events.Thrown(3, (5, 2)),
    events.Chosen(((0, 5), (5, 2))),
    events.Followed(3, ((0, 2), (2, 5)), lifted="bar-white"),
    events.Followed(0, (), ("half- 3/4",)),
    events.Stood(),
    events.Rebuilding(Side.WHITE),
    events.Rebuilding(None),
    events.Felt(),
    events.Felt("put-right", Words("Put it back."), (("point-3", "missing-white", 2),)),
    events.Hinted(()),
    events.Assessed(3, 0.036, 0.072, "bar/off"),
    events.Unknown(),
    events.Answered(True),
    events.Decided(True),
    events.Elapsed("pass"),
    events.Clocked(12_345),
    events.Flagged(Side.BLACK),
    events.Revealed("cd" * 32),
    events.Sealed(Side.BLACK, 2, "gammon", "off", 30, 99, "0d" * 32, "0c" * 32),
)
BAD: tuple[Any, ...] = (
    None,
    [],
    {},
    {"event": []},
    {"event": "guessed"},
    {"event": "tapped"},
    {"event": "clocked", "spent": 1.5},
    {"event": "flagged", "side": "green"},
    {"event": "opened", "setup": {"games": ["minigam"], "clock": "long", "options": []}},
    {"event": "tapped", "input": 3, "at": 1},
    *(
        {"event": "tapped", "input": name, "at": 1}
        for name in (
            *("", "point", "point-", "point-x", "point-0", "point-01", "point-25", "point-99"),
            *("bar", "bar-green", "off-", "roll-", "roll-green", "undo-white", "roll+undo", None),
        )
    ),
    {"event": "tapped", "input": "roll", "at": True},
    {"event": "tapped", "input": "roll", "at": 1, "hand": "left"},
    {"event": "thrown", "number": 1, "dice": [5, 7]},
    {"event": "thrown", "number": 1, "dice": "52"},
    {"event": "chosen", "steps": [[0, 5], [0]]},
    {"event": "chosen", "steps": 5},
    {"event": "ready", "side": "red", "at": 1},
    {"event": "opened", "setup": {"rules_id": "chess"}},
    {"event": "opened", "setup": [], "score": [0, 0]},
    *(
        {"event": "opened", "setup": {"games": ["minigam"], "options": [], **wrong}}
        for wrong in (
            {"games": ["minigam", "chess"]},
            {"games": ["minigam", "backgammon"]},
            {"games": ["minigam", []]},
            {"hints": 1},
        )
    ),
    {"event": "held", "gesture": "\ud800"},
    {"event": "committed", "commitment": "ab\n"},
    {"event": "opened", "setup": None, "score": [0]},
    {"event": "handsoff", "active": 1},
    {"event": "named", "names": ["Ann"]},
    {"event": "named", "names": ["Ann", None]},
    {"event": "named", "names": ["Ann", "x" * 21]},
    {"event": "named", "names": ["Ann", "two\nlines"]},
)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_every_event_reads_back(event: Event) -> None:
    assert event_from_json(event_to_json(event)) == event


def test_no_event_is_forgotten_here() -> None:
    kinds = {event_to_json(event)["event"] for event in ONE_OF_EACH}
    with pytest.raises(UnreadableError) as refusal:
        event_from_json({})
    assert (
        str(refusal.value)
        == f"expected an event with one of {', '.join(kinds_in_order())}, got {{}}"
    )
    assert kinds == set(kinds_in_order())


def kinds_in_order() -> list[str]:
    return list(dict.fromkeys(type(event).__name__.lower() for event in ONE_OF_EACH))


@pytest.mark.parametrize("body", BAD, ids=str)
def test_anything_else_is_unreadable(body: Any) -> None:
    with pytest.raises(UnreadableError, match="expected a"):
        event_from_json(body)


@pytest.mark.parametrize("name", [*all_zones(Layout(24, 15, rising=False)), *BUTTONS])
def test_every_input_that_a_board_may_have_is_read(name: str) -> None:
    event = events.Tapped(name, 1)
    assert event_from_json(event_to_json(event)) == event
