"""A computer seat that resigns: when it is asked, and what a person may do then."""

from dataclasses import replace

import pytest

from minigam.rules.actions import Resigned
from minigam.rules.cube import CENTRED
from minigam.rules.match import FRESH
from minigam.rules.position import Side
from minigam.table.announcements import spoken
from minigam.table.effects import JudgeToResign, wants
from minigam.table.events import Command, Commanded, Elapsed, JudgedToResign
from minigam.table.prompts import outcome
from minigam.table.setup import Setup
from minigam.table.state import Phase
from tests.table.felt_board import felt_setup
from tests.table.play import Play, after_a_turn, agreed

HOW = "White's bar accepts, white's off tray declines; undo plays on."
RESIGNS = "Black, the computer, resigns a gammon: 2 points."


def portes(**choices: object) -> Setup:
    return agreed("portes", **{"black": "expert", **choices})


def bearing_off(setup: Setup, off: int) -> Play:
    """White has so many off, and the rest before that; black is to roll, all on its bar."""
    play = Play(setup, [(3, 1)] * 9)
    layout, start = setup.rules.layout, setup.rules.start
    left = layout.checkers - off
    white = (*[0] * (layout.off - 1), left, off)
    black = (layout.checkers, *[0] * layout.off)
    pawns = start.pawns
    if pawns:
        last = tuple(["regular0"] * left)
        pawns = replace(pawns, white=(*[()] * (layout.off - 1), last))
    position = replace(start, white=white, black=black, pawns=pawns)
    play.state = after_a_turn(play.state, Side.BLACK, "bar/5 bar/6", position=position)
    return play


def asked(play: Play) -> bool:
    return JudgeToResign in [type(effect) for effect in wants(play.state)]


def resigning(points: int = 2, setup: Setup | None = None) -> Play:
    play = bearing_off(setup or portes(), 3)
    play.do(JudgedToResign(points))
    play.tap("wait")
    return play


def test_after_the_menu_it_resigns_again() -> None:
    play = resigning()
    play.do(Commanded(Command.MENU))
    assert play.state.cover is Phase.MENU
    play.tap("undo")
    assert asked(play)
    play.do(JudgedToResign(2))
    play.tap("wait")
    assert play.state.phase is Phase.RESIGNING


def test_it_is_asked_at_the_first_turn_of_a_game_that_is_played_on() -> None:
    state = bearing_off(portes(), 3).state
    game = replace(state.game, entries=())
    assert JudgeToResign in [type(effect) for effect in wants(replace(state, game=game))]


def test_it_is_asked_what_it_could_still_win_before_its_roll() -> None:
    play = bearing_off(portes(), 3)
    state = play.state
    judge = JudgeToResign(Side.BLACK, "expert", state.game.rules, state.position, CENTRED, FRESH)
    assert wants(state) == (judge,)
    play.do(JudgedToResign(0))
    assert (wants(play.state), play.state.phase, play.decided) == ((), Phase.TO_THROW, [])
    play.do(Elapsed("computer"))
    assert play.state.phase is Phase.MOVING


@pytest.mark.parametrize(
    ("game", "offs"),
    [
        ("minigam", [1, 2, 3]),
        ("backgammon", [*range(1, 11)]),
        ("fevga", [*range(1, 11)]),
        ("backgammon-dice-basic", [1, 2]),
        ("hypergammon", []),
    ],
)
def test_it_is_asked_once_the_person_bears_off_until_one_roll_may_end_the_game(
    game: str, offs: list[int]
) -> None:
    setup = agreed(game, black="easy")
    checkers = setup.rules.layout.checkers
    assert [off for off in range(checkers) if asked(bearing_off(setup, off))] == offs


@pytest.mark.parametrize(
    "setup",
    [portes(white="hard"), portes(black="human"), portes(black="human", white="hard")],
    ids=["two computers", "two people", "the other side's turn"],
)
def test_nobody_else_is_asked(setup: Setup) -> None:
    assert not asked(bearing_off(setup, 3))


def test_dice_that_are_being_entered_are_played() -> None:
    play = bearing_off(portes(dice="hand"), 3)
    play.state = replace(play.state, entered=(3,))
    assert not asked(play)
    before = play.state
    play.do(JudgedToResign(2))
    assert play.state == before


def test_it_says_what_it_resigns_and_waits_for_the_person() -> None:
    play = bearing_off(portes(), 3)
    before = play.state
    play.do(JudgedToResign(2))
    said = spoken(before, play.state)
    assert said
    assert said.text.startswith(RESIGNS)
    assert play.prompt == f"{RESIGNS} {HOW}"
    assert play.seen["proposal"] == {
        "what": "resignation",
        "by": "black",
        "answers": "white",
        "points": 2,
    }
    assert play.choices == {"bar-white": "Accept", "off-white": "Decline"}
    assert play.seen["waits_for"] == "white"
    assert (wants(play.state), play.decided) == ((), [])


def test_in_a_game_of_single_wins_it_just_resigns() -> None:
    play = resigning(1, agreed("minigam", black="hard"))
    assert play.prompt.startswith("Black, the computer, resigns: 1 point.")


@pytest.mark.parametrize("touch", ["bar-white", "roll-white"])
def test_a_person_accepts(touch: str) -> None:
    play = resigning()
    play.tap(touch)
    resigned, *_ = play.decided
    assert resigned == Resigned(Side.BLACK, 2)
    assert play.seen["result"] == {"winner": "white", "points": 2, "kind": "resigned"}
    assert outcome(play.state.game) == "White wins a gammon by resignation: 2 points."


@pytest.mark.parametrize("touch", ["off-white", "undo"])
def test_a_person_plays_on_and_is_left_in_peace(touch: str) -> None:
    play = resigning()
    play.tap(touch)
    assert (play.state.phase, play.state.proposal, play.decided) == (Phase.TO_THROW, None, [])
    assert not asked(play)
    play.do(Elapsed("computer"))
    assert play.state.phase is Phase.MOVING


def test_it_offers_more_later_but_never_the_same_again() -> None:
    play = resigning(1)
    play.tap("off-white")
    later = replace(play.state.transient, judged_to_resign=0)
    play.state = replace(play.state, transient=later)
    assert asked(play)
    once = play.state
    play.do(JudgedToResign(1))
    assert (play.state.phase, asked(play)) == (Phase.TO_THROW, False)
    play.state = once
    play.do(JudgedToResign(2))
    assert (play.state.phase, play.state.resign_points) == (Phase.RESIGNING, 2)


@pytest.mark.parametrize("touch", ["roll-black", "roll", "bar-black", "point-3"])
def test_what_answers_nothing_is_refused(touch: str) -> None:
    play = resigning()
    play.tap(touch)
    assert (play.state.phase, play.said) == (Phase.RESIGNING, HOW)


def test_on_a_board_that_feels_checkers_roll_accepts_after_a_moment() -> None:
    """A press that was meant for its roll must not."""
    play = bearing_off(replace(felt_setup("portes"), black="easy"), 3)
    play.do(JudgedToResign(2))
    play.tap("roll")
    assert play.state.phase is Phase.RESIGNING
    play.tap("wait", "roll")
    assert play.state.game.result is not None


def test_a_person_may_still_resign_to_it_afterwards() -> None:
    play = resigning(2)
    play.tap("off-white")
    play.do(Elapsed("computer"))
    play.do(Commanded(Command.RESIGN))
    assert (play.state.resign_points, play.state.proposal) == (1, None)
