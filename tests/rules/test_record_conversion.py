"""From records to actions and back again: the same game."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from minigam.errors import IllegalPlayError
from minigam.formats.jsonfile import read_json, write_json
from minigam.rules import actions
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.match import FRESH
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Proof, Record
from minigam.rules.record_conversion import (
    game_of,
    goes_on,
    imported,
    next_standing,
    record_of,
)
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Terms
from minigam.table.events import Opened
from minigam.table.state import opened
from tests.table.play import Play, agreed
from tests.table.random_games import CHOICES, random_match, random_state

GAMES = 64
"""Random games, four of each kind."""
AT = "2026-01-31T19:05:00Z"


@pytest.mark.slow
def test_the_random_games_are_of_all_kinds() -> None:
    games = [random_state(number).game for number in range(GAMES)]
    records = [record_of(game) for game in games]
    assert {record.terms.rules_id for record in records} == set(RULE_SETS)
    assert any(record.pawns for record in records)
    assert {game.ended_by for game in games if game.result} == {"off", "resigned", "dropped"}
    assert {bool(record.roll and record.steps) for record in records} == {True, False}
    assert {record.proof is None for record in records} == {True, False}
    assert any(isinstance(action, CubeAction) for record in records for action in record.actions)


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_comes_back_through_json_and_through_its_actions(number: int) -> None:
    game = random_state(number).game
    record = record_of(game, AT)
    text = write_json([record])
    assert read_json(text) == (record,)
    assert write_json(read_json(text)) == text
    again = Game.of(imported(record))
    assert again == game_of(record)
    assert again.shown_position == game.shown_position
    assert (again.result, again.score, again.cube) == (game.result, game.score, game.cube)
    assert record_of(again, AT) == record
    assert (again.terms.by_hand, again.terms.imported) == (record.proof is None, True)


@pytest.mark.parametrize("choice", [0, 1, 4, 7, 8, 9, 11, 14, 15])
def test_a_match_is_one_match_again(choice: int) -> None:
    length = CHOICES[choice][1].get("length", "0")
    states = random_match(choice, choice, most=5 if length == "0" else 20)
    records = [record_of(state.game) for state in states]
    again = [Game.of(imported(record)) for record in records]
    assert [record_of(game) for game in again] == records
    for game, following in pairwise(again):
        assert goes_on(game, following)
    assert not goes_on(again[-1], again[0])
    assert not goes_on(again[0], again[0])
    assert length == "0" or again[-1].match_over


def test_a_whole_record_becomes_these_actions() -> None:
    """Promised dice, a tie, changed colours, a cube, a clock, and a loss on time."""
    record = Record(
        Terms("backgammon-money", names=("Bob", "Ann"), clock=TimeControl("1:00+0")),
        opening=((3, 3), (3, 1)),
        swapped=True,
        actions=(
            Played(Side.BLACK, (3, 1), "8/5 6/5"),
            CubeAction(Side.WHITE, "double"),
            CubeAction(Side.BLACK, "take"),
        ),
        roll=(6, 2),
        steps=("24/18",),
        result=Result(Side.BLACK, 4, "single"),
        ended_by="time",
        proof=Proof("ab" * 32, (7, 8), "cd" * 32),
    )
    terms = Terms(
        "backgammon-money",
        names=("Ann", "Bob"),
        clock=TimeControl("1:00+0"),
        imported=True,
    )
    assert imported(record) == (
        actions.Begun(terms),
        actions.Committed("ab" * 32),
        actions.NumberGiven(Side.WHITE, 7),
        actions.NumberGiven(Side.BLACK, 8),
        actions.Rolled((3, 3)),
        actions.Rolled((3, 1)),
        actions.ColoursChanged(),
        actions.Stepped(17, 3),
        actions.Stepped(19, 1),
        actions.Confirmed(),
        CubeAction(Side.WHITE, "double"),
        CubeAction(Side.BLACK, "take"),
        actions.Rolled((6, 2)),
        actions.Stepped(1, 6),
        actions.TimePassed(60_000),
        actions.FlagFell(Side.WHITE),
        actions.Revealed("cd" * 32),
    )
    assert record_of(Game.of(imported(record))) == record


@pytest.mark.parametrize("starter", Side)
@pytest.mark.parametrize("loser", Side)
def test_either_side_may_have_resigned(loser: Side, starter: Side) -> None:
    record = Record(
        Terms("portes", starter=starter),
        result=Result(loser.other, 2, "gammon"),
        ended_by="resigned",
    )
    begun, resigned = imported(record)
    assert resigned == actions.Resigned(loser, 2)
    assert record_of(Game.of([begun, resigned])) == record


MONEY = Terms("backgammon-money")
UNOPENED = "expected an opening roll before the colours are changed"
UNROLLED = "expected no pawns where none are rolled"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"terms": MONEY, "swapped": True}, UNOPENED),
        ({"terms": replace(MONEY, starter=Side.WHITE), "swapped": True}, UNOPENED),
        ({"terms": MONEY, "swapped": True, "opening": ((3, 3),)}, UNOPENED),
        ({"pawns": (1, 2)}, UNROLLED),
        ({"opening": ((3, 3),), "opening_pawns": ((),)}, UNROLLED),
    ],
)
def test_what_cannot_have_been_is_refused_in_its_place(changes: dict[str, Any], said: str) -> None:
    record = replace(Record(Terms("backgammon-dice-basic")), **changes)
    with pytest.raises(IllegalPlayError, match=said):
        game_of(record)
    fields = json.loads(write_json([record]))
    if record.pawns:
        fields["games"][0]["pawns"] = list(record.pawns)
    if record.opening_pawns:
        fields["games"][0]["opening_pawns"] = [[]]
    with pytest.raises(IllegalPlayError, match=rf"line \d+, column \d+: {said}"):
        read_json(json.dumps(fields))


def test_a_record_that_would_come_out_otherwise_is_not_imported() -> None:
    """It is a legal game, and not written as games are written here."""
    played = Played(Side.WHITE, (5, 2), "13/8 13/11")
    record = Record(Terms("backgammon"), opening=((5, 2),), actions=(played,))
    assert game_of(record).entries == (Played(Side.WHITE, (5, 2), "13/11 13/8"),)
    with pytest.raises(IllegalPlayError, match="got another course of it"):
        imported(record)


def test_a_game_goes_on_only_where_the_table_went_on() -> None:
    first, second, *_ = (Game.of(imported(record_of(s.game))) for s in random_match(4, 4))
    assert goes_on(first, second)
    assert not goes_on(second, first)
    unfinished = replace(first, result=None)
    assert not goes_on(unfinished, second)
    for changes in (
        {"names": ("x", "y")},
        {"score": (0, 0)},
        {"seats": ("human", "hard")},
        {"stake": "1 EUR"},
        {"options": (("length", "7"),)},
        {"starter": Side.WHITE},
    ):
        other = replace(second, terms=replace(second.terms, **changes))
        assert not goes_on(first, other), changes


def test_a_game_that_is_played_on_belongs_to_no_series() -> None:
    first, second = (Game.of(imported(record_of(s.game))) for s in random_match(0, 0, 2))
    assert (goes_on(first, second), next_standing(first)) == (True, second.standing)
    terms = replace(first.terms, start=first.terms.first)
    assert goes_on(replace(first, terms=terms), second)  # in a file, which tells of the series
    played_on = replace(first, terms=replace(terms, imported=False))
    assert (goes_on(played_on, second), next_standing(played_on)) == (False, FRESH)
    assert not goes_on(first, played_on)


def test_a_series_goes_on_after_the_colours_were_changed() -> None:
    """In the second of three games."""
    setup = agreed("backgammon-money", dice="hand")
    play = Play(setup)
    games, opening = [], Opened(setup, started=True)
    for number in range(3):
        play.state = opened(opening)
        play.tap("point-3", "point-1")
        if number == 1:
            play.tap("hold undo", "Change colours")
        play.resign()
        games.append(play.state.game)
        play.tap("wait", "point-1")
        terms = play.state.game.terms
        opening = Opened(play.state.setup, terms.standing, True, terms.starter)
    assert [game.swapped for game in games] == [False, True, False]
    assert [goes_on(one, other) for one, other in pairwise(games)] == [True, True]
