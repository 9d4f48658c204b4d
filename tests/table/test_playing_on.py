"""A new game from a position of an earlier one: which position, who plays it, and what is left."""

from dataclasses import replace
from random import Random

import pytest

from minigam.errors import UnknownNameError
from minigam.rules.actions import Abandoned, Begun, Rolled
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.game import Game
from minigam.rules.plays import result
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import DROPPED, CubeAction, Played, Record
from minigam.rules.record_conversion import game_of, record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Start, Terms
from minigam.table.events import DiskFull, HandsOff, Opened, PlayedOn
from minigam.table.light_scene import position_marks, scene
from minigam.table.machine import step
from minigam.table.playing_on import PlayOnError
from minigam.table.replay import frames, terms_at
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, opened, resumed
from minigam.table.summary import summary_of
from tests.table.play import Play, agreed, started
from tests.table.random_games import CHOICES, random_state

WHITE, BLACK = Side
MINIGAM = RULE_SETS["minigam"]
PLAYED = (
    Played(WHITE, (5, 2), "bar/5 bar/2"),
    Played(BLACK, (3, 1), "bar/3 bar/1"),
)
SOME = 2
"""Of a game's places."""
AGREED = Setup(black="hard", names=("Ann", ""), hints=True, stake="1 coffee")


def minigam(position: str, starter: Side | None) -> Terms:
    return Terms("minigam", starter=starter, start=Start(parse_position(position, MINIGAM.layout)))


TERMS = minigam("F-A--A-h", BLACK)


def played_on(play: Play, terms: Terms = TERMS) -> Play:
    play.do(PlayedOn(terms))
    return play


def test_in_a_turn_it_begins_anew_and_after_it_the_other_side_rolls() -> None:
    record = Record(
        Terms("minigam"), opening=((5, 2),), actions=PLAYED, roll=(6, 4), steps=("bar/6",)
    )
    game = game_of(record)
    assert [frame["play"] for frame in frames(record_of(game))] == [0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert [terms_at(game, at) for at in range(9)] == [
        minigam("H------h", None),  # an opening roll, as at the start of that one
        minigam("H------h", WHITE),
        minigam("H------h", WHITE),
        minigam("F-A--A-h", BLACK),
        minigam("F-A--A-h", BLACK),
        minigam("F-A--A-h", BLACK),
        minigam("F-A-aAaf", WHITE),
        minigam("F-A-aAaf", WHITE),
        minigam("F-A-aAaf", WHITE),
    ]
    for at in (-1, 9):
        with pytest.raises(UnknownNameError, match=f"unknown step '{at}'; expected one of: 0 to 8"):
            terms_at(game, at)


def test_of_a_match_it_is_a_single_game_with_the_cube_as_it_was() -> None:
    """Whoever doubled rolls next, whether the double was taken or dropped."""
    options = (("length", "7"), ("crawford", "false"))
    double = CubeAction(BLACK, "double")
    for answer, ended_by in (("take", "off"), ("drop", DROPPED)):
        plays = (Played(WHITE, (5, 2), "13/8 13/11"), double, CubeAction(WHITE, answer))
        begun = Game.begin(Terms("backgammon", options, by_hand=True))
        game = begun.follow([Rolled((5, 2)), *plays])
        assert game.ended_by == ended_by
        taken = Cube(1, WHITE) if answer == "take" else CENTRED
        assert [terms_at(game, at) for at in (3, 4, 5)] == [
            Terms(
                "backgammon",
                (("crawford", "false"),),
                starter=BLACK,
                start=Start(game.position, cube),
            )
            for cube in (CENTRED, CENTRED, taken)
        ]


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_places_of_a_random_game_are_played_on_from_their_turns(number: int) -> None:
    """To its end, or left amid a turn; where pawns have faces no game is."""
    game = random_state(number).game
    rules, shown = game.rules, frames(record_of(game))
    over = game.result is not None and game.ended_by == "off"
    last = len(shown) - 1
    chance = Random(number)
    for at in {0, last, *(chance.randint(0, last) for _ in range(SOME))}:
        frame = shown[at]
        if at == last and over:
            with pytest.raises(PlayOnError, match="The game is over there"):
                terms_at(game, at)
            continue
        terms = terms_at(game, at)
        beginning = next(each for each in shown if each["play"] == frame["play"])
        if frame["step"]:
            expected = (beginning["position"], frame["turn"])
        elif at < last and shown[at + 1]["dice"]:
            expected = (frame["position"], shown[at + 1]["turn"] if at else None)
        else:
            continue  # the end of a game that is not over, and doubles: see above
        assert terms.start
        side = terms.starter.value if terms.starter else None
        position = terms.start.position
        assert (format_position(position, rules.layout), side) == expected
        assert terms.rules == replace(rules, length=terms.rules.length)
        assert terms.rules.length == 0
        assert not result(rules, position)
        if not rules.pawn_die:
            assert Game.begin(terms).position == position


def test_a_game_on_the_board_is_left_for_it_and_stays_in_the_list() -> None:
    play = started((5, 2), setup=AGREED)
    before = play.state
    left = step(before, PlayedOn(TERMS))
    assert (left.phase, left.decided) == (Phase.CLOSED, (Abandoned(),))
    played_on(play)
    (begun, *_) = play.decided
    assert begun == Begun(replace(AGREED.terms(starter=BLACK), start=TERMS.start))
    state = play.state
    assert [summary_of(each.game).played_on for each in (before, state)] == [False, True]
    assert (state.phase, state.setup, state.agreed) == (Phase.OPENING, AGREED, AGREED)
    assert format_position(state.game.position, MINIGAM.layout) == "F-A--A-h"
    assert play.seen["message"]["text"].startswith("The game is played on from there: put every")
    assert play.seen["message"]["page"] == "The game is played on from there."
    assert play.prompt == "For the dice: white presses roll."
    play.dice = iter([(3, 1)])
    play.tap("roll")
    assert (play.state.game.side, play.state.phase) == (BLACK, Phase.TO_THROW)
    assert play.state.game.rolls == ()  # nobody rolls for the start


@pytest.mark.parametrize("by", ["set-up", "first-game", "over", "menu"])
def test_wherever_the_board_is_it_begins(by: str) -> None:
    play = Play(Setup(), [(5, 2), (3, 1)])
    if by == "first-game":
        play.tap("bar-black")
        assert play.state.tutorial
    elif by != "set-up":
        play.tap("roll", "roll", "roll")
        play.resign() if by == "over" else play.tap("hold undo")
    decided = step(play.state, PlayedOn(TERMS)).decided
    assert decided == ((Abandoned(),) if by == "menu" else ())
    played_on(play)
    assert (play.state.phase, play.state.game.terms.start) == (Phase.OPENING, TERMS.start)
    assert (play.state.tutorial, play.state.agreed) == (None, Setup())


def test_what_it_is_played_with_is_that_of_the_set_up_and_comes_back_after_it() -> None:
    """Its rules are those of the earlier game: the set-up keeps its own, and its match."""
    match = replace(AGREED, options=(("length", "5"),))
    terms = replace(TERMS, options=(("second_die", "must"),))
    play = played_on(Play(match), terms)
    assert play.state.game.terms == replace(
        match.terms(starter=BLACK, start=TERMS.start), options=terms.options
    )
    assert (play.state.setup.options, play.state.agreed) == (terms.options, match)
    assert resumed(play.state.game, match) == replace(play.state, transient=Play().state.transient)
    play.do(Opened(play.state.agreed))
    assert play.state.setup == match
    left = resumed(replace(played_on(Play(match), terms).state.game, abandoned=True), match)
    assert left.next_game == Opened(match)


def test_a_rematch_is_played_on_from_there_again_with_the_sides_swapped_too() -> None:
    """The side to roll belongs to the position, so it stays; the points start anew."""
    play = played_on(Play(AGREED, [(3, 1)]))
    play.tap("roll", "wait")
    play.resign()
    assert play.seen["score"] == {"white": 0, "black": 1}
    play.tap("wait", "point-1")
    assert play.state.game.terms == AGREED.terms(starter=BLACK, start=TERMS.start)
    assert play.state.agreed == AGREED
    play.tap("roll", "wait")
    play.resign()
    play.tap("wait", "point-2")
    swapped = AGREED.swapped()
    assert play.state.game.terms == swapped.terms(starter=BLACK, start=TERMS.start)
    assert (play.state.setup, play.state.agreed) == (swapped, AGREED)


def test_who_is_not_there_for_that_game_is_stood_in_for() -> None:
    perfect = Setup(black="perfect", solved=("minigam",))
    assert played_on(Play(perfect)).state.setup.black == "perfect"
    strict = replace(TERMS, options=(("second_die", "must"),))
    assert played_on(Play(perfect), strict).state.setup.black == "expert"


def test_with_real_dice_the_side_on_turn_rolls_at_once() -> None:
    play = played_on(Play(Setup(dice="hand")))
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, BLACK)
    play.tap("point-3", "point-1")
    assert (play.state.phase, play.state.game.rolls) == (Phase.MOVING, (((3, 1), ()),))


def test_until_the_first_roll_the_lights_show_where_the_checkers_go() -> None:
    play = played_on(Play(Setup(), [(3, 1)]))
    play.tap("roll")
    assert not play.state.transient.showing
    assert scene(play.state).marks == dict(position_marks(play.state))
    play.tap("hold undo")
    assert scene(play.state).marks != dict(position_marks(play.state))
    play.tap("undo", "roll", "roll")
    assert play.state.phase is Phase.MOVING
    assert scene(play.state).marks != dict(position_marks(play.state))


def test_a_board_that_feels_its_checkers_asks_for_one_side_at_a_time() -> None:
    """As after a spill: it cannot tell whose they are."""
    assert played_on(Play(Setup(felt=True))).state.rebuilding is WHITE
    assert played_on(Play(Setup())).state.rebuilding is None


@pytest.mark.parametrize(
    ("terms", "setup", "why"),
    [
        (Terms("backgammon"), Setup(), "That game needs a board of 24 points."),
        (
            Terms("backgammon-dice-basic"),
            agreed("backgammon-dice-simple"),
            "A game whose pawns have faces cannot be played on.",
        ),
        (
            TERMS,
            Setup("minigam-full-entry", games=("minigam-full-entry",)),
            "Minigam is not offered here: see the settings.",
        ),
    ],
)
def test_what_cannot_be_played_on_here_says_why(terms: Terms, setup: Setup, why: str) -> None:
    state = opened(Opened(setup))
    with pytest.raises(PlayOnError, match=why):
        step(state, PlayedOn(terms))


@pytest.mark.parametrize(
    ("event", "code"), [(DiskFull(True), "disk-full"), (HandsOff(True, "roll"), "hands-off")]
)
def test_where_no_game_can_begin_the_one_on_the_board_is_not_left(
    event: DiskFull | HandsOff, code: str
) -> None:
    play = started((5, 2))
    play.do(event)
    game = play.state.game
    played_on(play)
    assert play.state.transient.notice
    assert (play.state.transient.notice.code, play.state.game) == (code, game)


def test_it_cannot_be_asked_for_while_another_game_is_being_opened() -> None:
    state: State = step(started((5, 2)).state, PlayedOn(TERMS))
    again = step(state, PlayedOn(minigam("H------h", WHITE)))
    assert again.next_game == state.next_game
