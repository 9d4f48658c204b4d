"""Out of the journal and into it again: the same game."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from minigam.errors import IllegalPlayError
from minigam.game.archive import chapters, goes_on, record_of
from minigam.game.events import Held, Opened, Tapped
from minigam.game.machine import step
from minigam.game.replay import replay
from minigam.game.setup import Setup, games_for
from minigam.game.state import Phase, State, opened
from minigam.rules.files.jsonfile import read_json, write_json
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record, walked
from minigam.rules.ruleset import RULE_SETS
from tests.game.play import Play
from tests.game.random_games import CHOICES, random_match, random_state

GAMES = 64
"""Random games, four of each kind."""


def test_the_random_games_are_of_all_kinds() -> None:
    states = [random_state(number) for number in range(GAMES)]
    records = [record_of(state) for state in states]
    assert {record.rules_id for record in records} == set(RULE_SETS)
    assert any(record.pawns for record in records)
    assert {state.ended_by for state in states if state.result} == {"off", "resigned", "dropped"}
    assert {bool(record.roll and record.steps) for record in records} == {True, False}
    assert any(isinstance(action, CubeAction) for record in records for action in record.actions)


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_comes_back_through_json_and_through_taps(number: int) -> None:
    state = random_state(number)
    record = record_of(state, "2026-01-31T19:05:00Z")
    text = write_json([record])
    assert read_json(text) == (record,)
    assert write_json(read_json(text)) == text
    walk = walked(record)
    (events,) = chapters([record])
    again = replay(events)
    assert walk.position == again.position or record.roll
    assert again.shown_position == state.shown_position
    assert (again.result, again.score, again.cube) == (state.result, state.score, state.cube)
    kept = record.proof if state.result else None
    assert record_of(again, record.at) == replace(record, proof=kept)
    assert again.setup.by_hand is (kept is None)


@pytest.mark.parametrize("choice", [0, 1, 4, 7, 8, 9, 11, 14, 15])
def test_a_match_is_one_match_again(choice: int) -> None:
    length = CHOICES[choice][1].get("length", "0")
    states = random_match(choice, choice, most=5 if length == "0" else 20)
    records = [record_of(state) for state in states]
    again = [replay(events) for events in chapters(records)]
    assert [record_of(state) for state in again] == records
    for state, following in pairwise(again):
        assert state.phase is Phase.CLOSED
        assert goes_on(state, following)
    assert not goes_on(again[-1], again[0])
    assert not goes_on(again[0], again[0])
    assert length == "0" or again[-1].match_over


def test_an_imported_game_is_marked_and_begins_at_once() -> None:
    (events,) = chapters([Record("minigam", names=("a", "b"))])
    assert isinstance(events[0], Opened)
    assert events[0].imported
    assert events[0].setup.names == ("a", "b")
    assert replay(events).phase is Phase.OPENING


@pytest.mark.parametrize("starter", Side)
@pytest.mark.parametrize("loser", Side)
def test_either_side_may_have_resigned(loser: Side, starter: Side) -> None:
    record = Record(
        "portes",
        starter=starter,
        result=Result(loser.other, 2, "gammon"),
        ended_by="resigned",
    )
    (events,) = chapters([record])
    assert record_of(replay(events)) == record


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"rules_id": "backgammon-money", "swapped": True},
            "expected an opening throw before the colours are changed",
        ),
        (
            {"rules_id": "backgammon-money", "swapped": True, "starter": Side.WHITE},
            "expected an opening throw before the colours are changed",
        ),
        ({"pawns": (1, 2)}, "expected no pawns where none are thrown"),
        ({"opening": ((3, 3),), "opening_pawns": ((),)}, "expected no pawns where none are thrown"),
    ],
)
def test_what_cannot_have_been_is_refused_in_its_place(changes: dict[str, Any], said: str) -> None:
    record = replace(Record("backgammon-dice-basic"), **changes)
    with pytest.raises(IllegalPlayError, match=said):
        walked(record)
    fields = json.loads(write_json([record]))
    if record.pawns:
        fields["games"][0]["pawns"] = list(record.pawns)
    if record.opening_pawns:
        fields["games"][0]["opening_pawns"] = [[]]
    with pytest.raises(IllegalPlayError, match=rf"line \d+, column \d+: {said}"):
        read_json(json.dumps(fields))


def test_a_game_resigned_amid_a_turn_keeps_the_steps_that_were_made() -> None:
    """The turn is gone from the state: the steps are found from where the checkers stand."""
    first = Played(Side.WHITE, (3, 1), "8/5 6/5")
    record = Record(
        "backgammon",
        opening=((3, 1),),
        actions=(first,),
        roll=(6, 2),
        steps=("24/22", "22/16"),
        result=Result(Side.WHITE, 1, "single"),
        ended_by="resigned",
    )
    (events,) = chapters([record])
    again = record_of(replay(events))
    assert again.steps in (record.steps, ("24/18", "18/16"))
    assert replace(again, steps=record.steps) == record
    assert events[-2:] == [Tapped("roll-black", 0), Tapped("roll-white", 0)]
    assert Held("undo") in events


def test_a_game_goes_on_only_where_the_table_went_on() -> None:
    first, second, *_ = random_match(4, 4)
    closed = replay(chapters([record_of(first), record_of(second)])[0])
    following = replay(chapters([record_of(second)])[0])
    assert goes_on(closed, following)
    assert not goes_on(replay(chapters([record_of(first)])[0]), following)
    other: State = replace(following, setup=replace(following.setup, names=("x", "y")))
    assert not goes_on(closed, other)


def test_a_series_goes_on_after_the_colours_were_changed() -> None:
    """In the second of three games."""
    setup = Setup("backgammon-money", dice="hand", games=games_for(24))
    play = Play(setup)
    states, opening = [], Opened(setup, started=True)
    for number in range(3):
        play.state = opened(opening)
        play.tap("point-3", "point-1")
        if number == 1:
            play.do(Held("undo"))
            play.tap("point-6")
        play.resign()
        over = play.state
        closed, _ = step(play.state, Tapped("point-1", 0))
        assert closed.next_chapter
        opening = closed.next_chapter
        states.append(closed)
        assert over.result
    assert [goes_on(one, other) for one, other in pairwise(states)] == [True, True]
