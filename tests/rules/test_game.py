"""A game held to its rules, action by action."""

from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules import actions
from minigam.rules.actions import Action, Confirmed, Rolled, Stepped
from minigam.rules.clock import TimeControl
from minigam.rules.cube import Cube
from minigam.rules.game import MOST_OPENING_ROLLS, Game
from minigam.rules.match import HIGHEST_SCORE, added
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record, without_clock
from minigam.rules.record_conversion import begun, game_of
from minigam.rules.terms import Terms

WHITE, BLACK = Side.WHITE, Side.BLACK
FIRST = Played(WHITE, (5, 2), "13/11 13/8")
DOUBLE = CubeAction(BLACK, "double")
TAKE, DROP = CubeAction(WHITE, "take"), CubeAction(WHITE, "drop")
BEGUN = Record(Terms("backgammon", (("length", "5"),)), opening=((5, 2),), actions=(FIRST,))


def record(*actions: Played | CubeAction, **others: object) -> Record:
    """A game of a match to five points after white's first play."""
    values = {"opening": ((5, 2),), **others}
    agreed = {name: values.pop(name) for name in ("score", "seats", "clock") if name in values}
    terms = replace(BEGUN.terms, **agreed)  # type: ignore[arg-type]
    return Record(terms, actions=(FIRST, *actions), **values)  # type: ignore[arg-type]


TIMED: dict[str, Any] = {"clock": TimeControl("10:00+12"), "ended_by": "time"}


def test_whose_time_is_over_loses_a_single_game_or_drops() -> None:
    lost = Result(WHITE, 2, "single")
    assert game_of(record(DOUBLE, TAKE, result=lost, **TIMED)).result == lost
    won = Result(BLACK, 1, "single")
    assert game_of(record(DOUBLE, DROP, result=won, **TIMED)).result == won
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
        game_of(game)


def test_an_opening_and_a_score_are_of_a_size_that_can_be_played() -> None:
    ties = ((1, 1),) * (MOST_OPENING_ROLLS - 1)
    assert begun(Record(Terms("minigam"), opening=(*ties, (1, 2)))).side is BLACK
    with pytest.raises(IllegalPlayError, match="at most 1000 opening rolls"):
        begun(Record(Terms("minigam"), opening=(*ties, (1, 1), (1, 2))))
    assert begun(Record(Terms("minigam", score=(HIGHEST_SCORE, 0)))).standing.score == (
        999_999_999,
        0,
    )
    with pytest.raises(IllegalPlayError, match="at most 999999999 points"):
        begun(Record(Terms("minigam", score=(HIGHEST_SCORE + 1, 0))))
    money = Terms("backgammon").rules
    assert added(money, (HIGHEST_SCORE, 0), Result(WHITE, 1, "single")) == (HIGHEST_SCORE, 0)


def test_ties_double_the_stake_where_the_rules_say_so() -> None:
    money = Record(Terms("backgammon-money"), opening=((3, 3), (1, 1), (2, 5)), roll=(2, 5))
    assert (game_of(money).cube, game_of(money).side) == (Cube(2), BLACK)
    plain = Record(Terms("backgammon"), opening=((3, 3), (2, 5)), roll=(2, 5))
    assert game_of(plain).cube == Cube()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Record(Terms("backgammon"), opening=((5, 2),)), "the roll that is being played, got none"),
        (Record(Terms("backgammon"), opening=((5, 2), (1, 2))), "no further opening roll"),
        (
            Record(Terms("backgammon"), actions=(FIRST,)),
            "expected an opening roll, got white's action",
        ),
        (record(opening=((2, 5),)), "expected black to act, got white"),
        (record(opening=((5, 1),)), r"expected \(5, 1\) to be played, got \(5, 2\)"),
        (record(FIRST), "expected black to act, got white"),
        (record(score=(5, 0)), r"expected points below 5 before a game, got \(5, 0\)"),
        (record(TAKE), "expected a double before, got 'take'"),
        (record(DOUBLE, CubeAction(BLACK, "take")), "expected white to act, got black"),
        (record(DOUBLE, DOUBLE), "black may not double: a roll or an answer comes first"),
        (record(DOUBLE, Played(BLACK, (1, 2), "pass")), "the double to be taken or dropped"),
        (record(DOUBLE, score=(0, 4)), "may not double: this is the Crawford game"),
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
        game_of(game)


def test_a_turn_is_a_roll_its_steps_and_a_confirmation() -> None:
    game = begun(Record(Terms("backgammon"), opening=((5, 2),)))
    whole, two, five = game.apply(FIRST), Stepped(12, 2), Stepped(12, 5)
    with pytest.raises(IllegalPlayError, match="expected a step to take back, got none"):
        game.apply(actions.StepTakenBack())
    game = game.follow([two, five, actions.StepTakenBack(), actions.StepTakenBack(), five])
    with pytest.raises(IllegalPlayError, match="expected 2 to be played too: it can be"):
        game.apply(Confirmed())
    with pytest.raises(IllegalPlayError, match=r"expected \(5, 2\) to be played, got another"):
        game.apply(Rolled((5, 2)))
    assert game.follow([two, Confirmed()]) == whole


# ---- From a journal ------------------------------------------------------------------------------

TERMS = Terms("backgammon", by_hand=True, clock=TimeControl("10:00+12"))


@pytest.mark.parametrize(
    ("actions", "got"),
    [
        ([], "got None"),
        ([Confirmed()], "got Confirmed"),
        ([Rolled((5, 2)), actions.Begun(TERMS)], "got Rolled"),
    ],
)
def test_a_stored_game_begins_with_its_beginning(actions: list[Action], got: str) -> None:
    with pytest.raises(UnreadableError, match=f"expected a game's beginning, {got}"):
        Game.of(actions)


def test_a_stored_game_begins_once() -> None:
    with pytest.raises(IllegalPlayError, match="expected no such action now, got Begun"):
        Game.of([actions.Begun(TERMS), actions.Begun(TERMS)])


NO_MORE: tuple[Action | Played, ...] = (
    actions.Begun(TERMS),
    actions.Committed("ab" * 32),
    actions.NumberGiven(WHITE, 7),
    Rolled((3, 1)),
    actions.RollTakenBack(),
    Stepped(12, 5),
    actions.StepTakenBack(),
    Confirmed(),
    actions.PlayTakenBack(),
    *(CubeAction(WHITE, name) for name in ("double", "take", "drop", "withdraw")),
    actions.Resigned(WHITE, 1),
    actions.SetUpCorrected(),
    actions.ColoursChanged(),
    actions.TimePassed(5),
    actions.FlagFell(WHITE),
    actions.Abandoned(),
    FIRST,
)


@pytest.mark.parametrize("action", NO_MORE, ids=lambda action: type(action).__name__)
@pytest.mark.parametrize(
    "end", [actions.Abandoned(), actions.Resigned(WHITE, 1)], ids=["abandoned", "resigned"]
)
@pytest.mark.parametrize("made", [1, 2, 4], ids=["unplayed", "begun", "played"])
def test_after_its_end_nothing_more_happens_in_a_game(
    made: int, end: Action, action: Action | Played
) -> None:
    turn: tuple[Action, ...] = (Rolled((5, 2)), Stepped(12, 2), Stepped(12, 5), Confirmed())
    game = Game.of([actions.Begun(TERMS), *turn[:made], end])
    with pytest.raises(IllegalPlayError):
        game.apply(action)


def test_after_its_end_its_dice_are_revealed_it_is_closed_and_somebody_is_named() -> None:
    terms = replace(TERMS, by_hand=False)
    promised = (
        actions.Committed("ab" * 32),
        actions.NumberGiven(WHITE, 1),
        actions.NumberGiven(BLACK, 2),
    )
    closed = actions.Closed(None, 0, "", "abandoned", 0, 6, "0c" * 32)
    game = Game.of([actions.Begun(terms), *promised, Rolled((5, 2))])
    game = game.follow([actions.Abandoned(), actions.Revealed("cd" * 32), closed])
    assert (game.secret, game.closed) == ("cd" * 32, closed)
    for again in (actions.Revealed("cd" * 32), closed):
        with pytest.raises(IllegalPlayError, match="expected no such action now"):
            game.apply(again)
    named = game.apply(actions.Named(("Ann", "Ben")))
    assert (named.terms.names, named.closed) == (("Ann", "Ben"), None)
    assert named.apply(closed).closed == closed
