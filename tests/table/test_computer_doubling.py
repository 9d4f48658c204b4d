"""A computer seat that doubles: when it is asked, and what a person may do then."""

import pytest

from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, Standing
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.table.announcements import spoken
from minigam.table.computer_doubling import may_double
from minigam.table.effects import (
    COMPUTER_SECONDS,
    WITHDRAW_SECONDS,
    AnswerDouble,
    DecideDouble,
    Timer,
    timers,
    wants,
)
from minigam.table.events import Answered, Decided, Elapsed, Opened, PlayChosen
from minigam.table.machine import step
from minigam.table.setup import LEVELS, Setup
from minigam.table.state import Phase, resumed
from tests.table.play import Play, agreed, rolled, silent, to_throw

CUBE = Timer("cube", COMPUTER_SECONDS, (1, COMPUTER_SECONDS))
COMPUTER = Timer("computer", COMPUTER_SECONDS, (1, COMPUTER_SECONDS))
ANSWER = "White's bar takes the double, white's off tray drops it."


def against_gnubg(rules_id: str = "backgammon", **choices: str) -> Setup:
    """A person with white against gnubg, unless `choices` say otherwise."""
    return agreed(rules_id, **{"black": "gnubg", "gnubg": True, **choices})


def black_to_roll(
    setup: Setup, *dice: tuple[int, int], standing: Standing = FRESH, cube: Cube = CENTRED
) -> Play:
    """White has opened with 6-5."""
    opening = Opened(setup, standing, True)
    play = to_throw(setup, *dice, side=Side.BLACK, opening=opening, cube=cube)
    play.tap("wait")
    return play


def asked(play: Play) -> Play:
    """The computer's moment is over."""
    play.do(Elapsed("cube"))
    return play


def test_it_is_asked_a_moment_after_its_turn_began() -> None:
    play = black_to_roll(against_gnubg())
    assert (timers(play.state), wants(play.state)) == ((CUBE,), ())
    asked(play)
    state = play.state
    decide = DecideDouble(Side.BLACK, "gnubg", state.game.rules, state.position, CENTRED, FRESH)
    assert (timers(state), wants(state)) == ((), (decide,))
    assert play.decided == []


def test_it_doubles_and_a_person_takes() -> None:
    play = asked(black_to_roll(against_gnubg(), (3, 1)))
    before = play.state
    play.do(Decided(True))
    said = spoken(before, play.state)
    assert said
    assert said.text.startswith(f"Black, the computer, doubles to 2. {ANSWER}")
    assert play.prompt == f"Black, the computer, doubles to 2. {ANSWER}"
    assert play.seen["cube"] == {"value": 1, "owner": None, "offered_by": "black"}
    assert [*play.choices] == ["bar-white", "off-white"]
    play.tap("bar-white")
    assert (play.state.phase, play.state.game.cube) == (Phase.TO_THROW, Cube(1, Side.WHITE))
    assert play.state.game.entries[1:] == (
        CubeAction(Side.BLACK, "double"),
        CubeAction(Side.WHITE, "take"),
    )
    (timer,) = (timer for timer in timers(play.state) if timer.name != "notice")
    assert timer == COMPUTER
    play.do(Elapsed("computer"))
    assert rolled(play.state)[-1] == (3, 1)


def test_nobody_withdraws_its_double() -> None:
    play = asked(black_to_roll(against_gnubg()))
    play.do(Decided(True))
    assert not play.seen["controls"]["undo"]["live"]
    before = silent(play.state)
    play.tap("undo")
    assert (silent(play.state), play.said) == (before, ANSWER)


def test_it_redoubles_and_a_person_drops() -> None:
    cube = Cube(1, Side.BLACK)
    play = asked(black_to_roll(against_gnubg(), cube=cube))
    (decide,) = wants(play.state)
    assert isinstance(decide, DecideDouble)
    assert decide.cube == cube
    play.do(Decided(True))
    play.tap("off-white")
    assert play.seen["result"] == {"winner": "black", "points": 2, "kind": "dropped"}


def test_it_rolls_where_it_does_not_double() -> None:
    play = asked(black_to_roll(against_gnubg(), (3, 1)))
    play.do(Decided(False))
    assert (play.state.phase, rolled(play.state)[-1]) == (Phase.MOVING, (3, 1))


FIVE = {"length": "5"}


@pytest.mark.parametrize(
    ("setup", "standing", "cube"),
    [
        (against_gnubg("portes"), FRESH, Cube()),
        (against_gnubg(), FRESH, Cube(1, Side.WHITE)),
        (against_gnubg(**FIVE), Standing((1, 4)), Cube()),
    ],
)
def test_where_it_may_not_double_it_is_not_asked(
    setup: Setup, standing: Standing, cube: Cube
) -> None:
    """For the reasons that a person has; `test_who_may_double` has all."""
    play = black_to_roll(setup, standing=standing, cube=cube)
    assert (timers(play.state), wants(play.state)) == ((COMPUTER,), ())
    play.do(Decided(True))
    assert play.state.phase is Phase.TO_THROW


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_asked(level: str) -> None:
    play = asked(black_to_roll(against_gnubg(black=level), (3, 1)))
    (decide,) = wants(play.state)
    assert isinstance(decide, DecideDouble)
    assert decide.level == level
    play.do(Decided(True))
    assert play.seen["cube"] == {"value": 1, "owner": None, "offered_by": "black"}


def test_after_the_crawford_game_it_may() -> None:
    assert may_double(black_to_roll(against_gnubg(**FIVE), standing=Standing((4, 1), True)).state)


def test_a_play_can_be_taken_back_until_it_decides() -> None:
    """And then it is asked about the new position."""
    play = Play(against_gnubg(), [(6, 5), (3, 1)])
    play.tap("roll", "roll", "point-24", "point-18", "point-18", "point-13", "confirm")
    asked(play)
    (decide,) = wants(play.state)
    assert isinstance(decide, DecideDouble)
    play.tap("undo")
    assert wants(play.state) == ()
    play.do(Decided(True))  # it comes too late
    assert play.state.phase is Phase.TURN_OVER
    play.tap("confirm")
    assert [timer.name for timer in timers(play.state)] == ["cube"]
    asked(play)
    play.do(Decided(True))
    play.tap("bar-white")
    assert play.state.game.cube == Cube(1, Side.WHITE)
    assert play.replayed == play.state.game


def test_a_menu_holds_the_question_up() -> None:
    play = asked(black_to_roll(against_gnubg(), (3, 1)))
    play.tap("hold undo")
    play.do(Decided(True))
    assert play.state.phase is Phase.MENU
    play.tap("undo")
    assert (timers(play.state), wants(play.state)) == ((CUBE,), ())


def test_hand_thrown_dice_wait_for_its_decision() -> None:
    play = black_to_roll(against_gnubg(dice="hand"))
    for _ in range(2):
        assert play.prompt == ("Black, the computer, decides whether to double.")
        play.tap("point-3")
        assert (play.code, play.state.entered) == ("computer-decides", ())
        play.do(Elapsed("notice"))
        asked(play)
    play.do(Decided(False))
    assert (timers(play.state), wants(play.state)) == ((), ())
    play.tap("point-3", "point-1")
    assert rolled(play.state)[-1] == (3, 1)


def test_a_pulled_plug_asks_again_and_keeps_a_double() -> None:
    play = asked(black_to_roll(against_gnubg(dice="hand")))
    play.do(Decided(False))
    again = resumed(play.state.game, play.state.setup)
    assert [timer.name for timer in timers(again)] == ["cube"]
    after = step(again, Elapsed("cube"))
    assert [type(effect) for effect in wants(after)] == [DecideDouble]
    doubled = step(after, Decided(True))
    assert resumed(doubled.game, doubled.setup).phase is Phase.DOUBLED


def doubled_by_a_person() -> Play:
    """White has doubled, and black, a computer, is about to answer."""
    play = to_throw(agreed(black="hard"))
    play.answers_doubles = False
    play.tap("hold roll-white")
    return play


def test_it_answers_a_double_a_moment_later() -> None:
    play = doubled_by_a_person()
    seconds = Timer("cube", WITHDRAW_SECONDS, (1, WITHDRAW_SECONDS))
    assert (timers(play.state), wants(play.state)) == ((seconds,), ())
    asked(play)
    assert timers(play.state) == ()
    (answer,) = wants(play.state)
    assert isinstance(answer, AnswerDouble)
    assert (answer.side, answer.level) == (Side.BLACK, "hard")
    play.do(Answered(True))
    assert (play.state.phase, play.state.game.cube) == (Phase.TO_THROW, Cube(1, Side.BLACK))


def test_a_double_that_is_withdrawn_in_that_moment_is_not_answered() -> None:
    play = doubled_by_a_person()
    play.tap("undo")
    withdrawn = silent(play.state)
    assert (play.state.phase, play.state.game.doubled) == (Phase.TO_THROW, False)
    for late in (Elapsed("cube"), Answered(False)):
        play.do(late)
        assert silent(play.state) == withdrawn


def test_after_a_restart_it_still_answers() -> None:
    before = doubled_by_a_person().state
    play = Play(before.setup)
    play.state = resumed(before.game, before.setup)
    assert [timer.name for timer in timers(play.state)] == ["cube"]
    asked(play)
    assert play.state.game.cube == Cube(1, Side.BLACK)


def test_two_gnubgs_double_each_other() -> None:
    play = asked(black_to_roll(against_gnubg(white="gnubg"), (3, 1)))
    play.do(Decided(True))
    assert (play.state.phase, play.state.game.cube) == (Phase.TO_THROW, Cube(1, Side.WHITE))
    play.do(Elapsed("computer"))
    play.do(PlayChosen(((17, 3), (19, 1))))
    play.tap("wait", "roll", "roll")
    assert may_double(play.state)
