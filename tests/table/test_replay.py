"""A game again, frame by frame: as it was seen when it was played."""

import pytest

from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record
from minigam.rules.record_conversion import record_of
from minigam.rules.terms import Terms
from minigam.table.play_list import plays_for_people
from minigam.table.replay import frames
from minigam.table.snapshot import snapshot
from tests.table.random_games import CHOICES, random_state


@pytest.mark.parametrize("rules_id", ["fevga", "plakoto"])
def test_where_nothing_is_hit_no_bars_are_drawn(rules_id: str) -> None:
    assert [frame["bars"] for frame in frames(Record(Terms(rules_id)))] == [False]


def test_the_frames_of_two_turns() -> None:
    actions = (
        Played(Side.WHITE, (5, 2), "bar/5 bar/2"),
        Played(Side.BLACK, (3, 1), "bar/3 bar/1"),
    )
    record = Record(Terms("minigam"), opening=((5, 2),), actions=actions)
    found = frames(record)
    assert [(frame["play"], frame["turn"], frame["position"]) for frame in found] == [
        (0, None, "H------h"),
        (1, "white", "H------h"),
        (1, "white", "G-A----h"),
        (1, "white", "F-A--A-h"),
        (2, "black", "F-A--A-h"),
        (2, "black", "F-A--Aag"),
        (2, "black", "F-A-aAaf"),
    ]
    assert [frame["step"] for frame in found[:4]] == [
        None,
        {"from": "bar-white", "via": [], "to": "point-2"},
        {"from": "bar-white", "via": [], "to": "point-5"},
        None,
    ]
    assert all(frame["bars"] for frame in found)
    assert [[die["used"] for die in frame["dice"]] for frame in found[:4]] == [
        [], [False, False], [False, True], [True, True]
    ]  # fmt: skip
    first, second = plays_for_people(record.terms.rules, record.actions)
    assert first == {
        "side": "white", "roll": [5, 2], "play": "bar/5 bar/2", "text": "bar/5 bar/2"
    }  # fmt: skip
    assert second == {
        "side": "black", "roll": [3, 1], "play": "bar/3 bar/1", "text": "bar/4 bar/6"
    }  # fmt: skip


def test_doubles_are_frames_too() -> None:
    record = Record(
        Terms("backgammon"),
        opening=((3, 1),),
        actions=(
            Played(Side.WHITE, (3, 1), "8/5 6/5"),
            CubeAction(Side.BLACK, "double"),
            CubeAction(Side.WHITE, "take"),
        ),
    )
    cubes = [frame["cube"] for frame in frames(record)[-3:]]
    assert cubes == [
        {"value": 1, "owner": None, "offered_by": None},
        {"value": 1, "owner": None, "offered_by": "black"},
        {"value": 2, "owner": "white", "offered_by": None},
    ]
    _, double, take = plays_for_people(record.terms.rules, record.actions)
    assert double == {"side": "black", "roll": None, "play": "double", "text": "doubles"}
    assert take == {"side": "white", "roll": None, "play": "take", "text": "takes"}


@pytest.mark.parametrize("number", range(2 * len(CHOICES)))
def test_a_random_game_ends_as_it_was_seen(number: int) -> None:
    """To its end, or left amid a turn."""
    state = random_state(number)
    record, seen = record_of(state.game), snapshot(state, 1)
    last = frames(record)[-1]
    assert (last["position"], last["checkers"]) == (seen["position"], seen["checkers"])
    assert last["play"] == len(record.actions) + (record.roll is not None)
    assert (last["cube"] is None) is (seen["cube"] is None)
