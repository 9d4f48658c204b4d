"""A game held to its rules, action by action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules.cube import Cube
from minigam.rules.files.clockless import without_clock
from minigam.rules.match import HIGHEST_SCORE, added
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import (
    MOST_OPENING_THROWS,
    CubeAction,
    Played,
    Record,
    Walk,
    check_name,
    check_time,
    follows,
    opening_for,
    walked,
)
from minigam.rules.timecontrol import TimeControl

WHITE, BLACK = Side.WHITE, Side.BLACK
FIRST = Played(WHITE, (5, 2), "13/11 13/8")
DOUBLE, TAKE, DROP = (
    CubeAction(BLACK, "double"),
    CubeAction(WHITE, "take"),
    CubeAction(WHITE, "drop"),
)
BEGUN = Record("backgammon", (("length", "5"),), opening=((5, 2),), actions=(FIRST,))


def record(*actions: Played | CubeAction, **others: object) -> Record:
    """A game of a match to five points after white's first play."""
    values = {"opening": ((5, 2),), "options": (("length", "5"),), **others}
    return Record("backgammon", actions=(FIRST, *actions), **values)  # type: ignore[arg-type]


def test_a_double_that_is_taken_goes_on_with_the_doubler() -> None:
    walk = walked(record(DOUBLE, TAKE))
    assert (walk.side, walk.cube, walk.doubled) == (BLACK, Cube(1, WHITE), False)


def test_a_double_that_is_dropped_ends_the_game() -> None:
    won = Result(BLACK, 1, "single")
    assert walked(record(DOUBLE, DROP, result=won, ended_by="dropped")).result == won


TIMED: dict[str, Any] = {"clock": TimeControl("10:00+12"), "ended_by": "time"}


def test_whose_time_is_over_loses_a_single_game_or_drops() -> None:
    lost = Result(WHITE, 2, "single")
    assert walked(record(DOUBLE, TAKE, result=lost, **TIMED)).result == lost
    won = Result(BLACK, 1, "single")
    assert walked(record(DOUBLE, DROP, result=won, **TIMED)).result == won
    assert without_clock(record(DOUBLE, DROP, result=won, **TIMED)).ended_by == "dropped"
    assert without_clock(record(DOUBLE, TAKE, result=lost, **TIMED)).ended_by == "resigned"


@pytest.mark.parametrize(
    "game",
    [
        record(result=Result(WHITE, 1, "single"), ended_by="time"),
        record(
            result=Result(WHITE, 1, "single"), **{**TIMED, "clock": TimeControl("1:00+0", "told")}
        ),
        record(result=Result(WHITE, 1, "single"), seats=("human", "hard"), **TIMED),
        record(result=Result(BLACK, 1, "single"), **TIMED),
        record(result=Result(WHITE, 2, "gammon"), **TIMED),
        record(DOUBLE, result=Result(WHITE, 1, "single"), **TIMED),
        record(DOUBLE, DROP, result=Result(WHITE, 1, "single"), **TIMED),
    ],
    ids=["no clock", "a warning", "a computer", "not on turn", "a gammon", "unanswered", "winner"],
)
def test_nobody_loses_so_on_time(game: Record) -> None:
    with pytest.raises(IllegalPlayError):
        walked(game)


def test_who_loses_a_match_on_time_plays_no_further_game_of_it() -> None:
    lost = record(result=Result(WHITE, 1, "single"), **TIMED)
    assert not follows(lost, record(score=(1, 0)))
    assert follows(replace(lost, ended_by="resigned"), record(score=(1, 0)))


def test_an_opening_and_a_score_are_of_a_size_that_can_be_played() -> None:
    ties = ((1, 1),) * (MOST_OPENING_THROWS - 1)
    assert Walk(Record("minigam", opening=(*ties, (1, 2)))).side is BLACK
    with pytest.raises(IllegalPlayError, match="at most 1000 opening throws"):
        Walk(Record("minigam", opening=(*ties, (1, 1), (1, 2))))
    assert Walk(Record("minigam", score=(HIGHEST_SCORE, 0))).standing.score == (999_999_999, 0)
    with pytest.raises(IllegalPlayError, match="at most 999999999 points"):
        Walk(Record("minigam", score=(HIGHEST_SCORE + 1, 0)))
    money = Record("backgammon").rules
    assert added(money, (HIGHEST_SCORE, 0), Result(WHITE, 1, "single")) == (HIGHEST_SCORE, 0)


def test_ties_double_the_stake_where_the_rules_say_so() -> None:
    money = Record("backgammon-money", opening=((3, 3), (1, 1), (2, 5)), roll=(2, 5))
    assert (walked(money).cube, walked(money).side) == (Cube(2), BLACK)
    plain = Record("backgammon", opening=((3, 3), (2, 5)), roll=(2, 5))
    assert walked(plain).cube == Cube()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Record("backgammon", opening=((5, 2),)), "the roll that is being played, got none"),
        (Record("backgammon", opening=((5, 2), (1, 2))), "no further opening throw"),
        (Record("backgammon", actions=(FIRST,)), "expected an opening throw, got white's action"),
        (record(opening=((2, 5),)), "expected black to act, got white"),
        (record(opening=((5, 1),)), r"expected the opening throw \(5, 1\), got \(5, 2\)"),
        (record(FIRST), "expected black to act, got white"),
        (record(score=(5, 0)), r"expected points below 5 before a game, got \(5, 0\)"),
        (record(TAKE), "expected a double before, got 'take'"),
        (record(DOUBLE, CubeAction(BLACK, "take")), "expected white to act, got black"),
        (record(DOUBLE, DOUBLE), "black may not double: a throw or an answer comes first"),
        (record(DOUBLE, Played(BLACK, (1, 2), "pass")), "the double to be taken or dropped"),
        (record(DOUBLE, score=(0, 4)), "may not double: This is the Crawford game"),
        (record(Played(BLACK, (1, 2), "pass")), "expected a legal play of 1-2 for black"),
        (record(DOUBLE, DROP), r"black wins 1 \(single, dropped\), got none"),
        (record(DOUBLE, DROP, FIRST), "nothing after the result, got white's action"),
        (record(steps=("13/8",)), "the roll that is being played, got none"),
        (record(roll=(6, 1), steps=("13/8",)), "expected one of 24/18, .*got '13/8'"),
        (
            record(result=Result(WHITE, 4, "single"), ended_by="resigned"),
            "expected a resignation for 1, 2, 3 points, got 4",
        ),
        (
            record(result=Result(WHITE, 2, "single"), ended_by="resigned"),
            r"white wins 2 \(gammon, resigned\), got white wins 2 \(single, resigned\)",
        ),
    ],
)
def test_what_the_rules_forbid_is_refused(game: Record, message: str) -> None:
    with pytest.raises(IllegalPlayError, match=message):
        walked(game)


def test_a_turn_must_be_played_to_its_end() -> None:
    walk = Walk(Record("backgammon", opening=((5, 2),)))
    turn = walk.turn(WHITE, (5, 2))
    with pytest.raises(IllegalPlayError, match="expected 5 to be played too: it can be"):
        walk.make(turn, (5, 2), [step for step in turn.next_steps if step.die == 2][:1])


def test_a_game_may_be_left_in_the_middle_of_a_turn() -> None:
    assert walked(record(roll=(6, 1), steps=("8/7", "13/7"))).side is BLACK


def test_an_opening_throw_is_not_a_double() -> None:
    assert opening_for(WHITE, (2, 5)) == ((5, 2),)
    with pytest.raises(IllegalPlayError, match="two different dice in the opening throw"):
        opening_for(WHITE, (3, 3))


NAMES = {
    "Latin": "Zoë O'Neil",
    "Persian": "\u0645\u0647\u200c\u0622\u0633\u0627",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a heart on fire": "\u2764\ufe0f\u200d\U0001f525",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_a_name_is_of_any_script(name: str) -> None:
    assert check_name(name) == name


UNSEEN = ("\u200d", "a\u200d", "\u200ca", "a\u200c b", "a\u200d\u200cb", "a\u200bb", "a\u202eb")


@pytest.mark.parametrize("text", ["", " a", "a\n", "\ud800", "x" * 61, 7, None, *UNSEEN])
def test_a_name_fits_on_a_line(text: object) -> None:
    with pytest.raises(UnreadableError, match="expected a name of 1 to 60 letters"):
        check_name(text)


@pytest.mark.parametrize(
    "text",
    ["", "2026-01-31", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z"],
)
def test_a_time_is_one_that_was(text: str) -> None:
    assert check_time("2024-02-29T23:59:59Z")
    with pytest.raises(UnreadableError, match="expected a time like 2026-01-31T19:05:00Z, got"):
        check_time(text)
