"""A computer on a board whose checkers are drawn only makes its own steps, one a second."""

import pytest

from minigam.rules.position import Side
from minigam.table.effects import COMPUTER_SECONDS, Timer, timers
from minigam.table.events import Elapsed
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.table.suggestions import chosen
from tests.table.play import Play, started, to_throw

ON_SCREEN = Setup(black="easy", on_screen=True)
BESIDE = Setup(black="easy")


def black_has_chosen(setup: Setup) -> Play:
    """Black, the computer, has rolled 2 and 5, and enters with both."""
    play = to_throw(setup, (2, 5), side=Side.BLACK)
    play.do(Elapsed("computer"))
    turn = play.state.turn
    assert turn is not None
    first = turn.next_steps[0]
    second = turn.play(first).next_steps[0]
    play.do(chosen((first, second), turn))
    return play


def step_timers(play: Play) -> list[Timer]:
    return [timer for timer in timers(play.state) if timer.name == "step"]


def test_it_makes_a_step_each_second_and_then_its_turn_is_over() -> None:
    play = black_has_chosen(ON_SCREEN)
    before = play.seen["checkers"]
    assert play.prompt == "The computer's step: black's bar to point 5."
    (first,) = step_timers(play)
    assert first.seconds == COMPUTER_SECONDS
    play.do(Elapsed("step"))
    (second,) = step_timers(play)
    assert second.mark != first.mark
    assert play.seen["checkers"] != before
    play.do(Elapsed("step"))
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, Side.WHITE)
    assert step_timers(play) == []


def test_a_tap_where_it_goes_makes_the_step_at_once_and_any_other_says_to_wait() -> None:
    play = black_has_chosen(ON_SCREEN)
    play.tap("wait", "point-1")
    message = play.seen["message"]
    assert message["text"] == "The computer makes its own steps: wait a moment."
    play.tap("point-5")
    assert play.state.turn
    assert len(play.state.turn.steps) == 1


def test_nobody_takes_its_steps_back() -> None:
    """Else a person could think about the next play for as long as the computer's is undone."""
    play = black_has_chosen(ON_SCREEN)
    play.do(Elapsed("step"))
    before, (timer,) = play.state.game, step_timers(play)
    assert not play.seen["controls"]["undo"]["live"]
    play.tap("undo")
    assert play.seen["message"]["text"] == "The computer makes its own steps: wait a moment."
    assert (play.state.game, step_timers(play)) == (before, [timer])


@pytest.mark.parametrize("setup", [BESIDE, Setup(black="easy", felt=True)], ids=["taps", "feels"])
def test_on_a_board_of_wood_a_person_makes_them(setup: Setup) -> None:
    play = black_has_chosen(setup)
    before = play.state
    assert step_timers(play) == []
    assert play.prompt.startswith("Move for black: black's bar to point 5")
    assert before.turn is not None
    assert before.turn.steps == ()


@pytest.mark.parametrize(
    ("on_screen", "said"),
    [
        (True, "The game begins anew: 5 and 2 is played from the start."),
        (False, "Put every checker where the lights show. Then 5 and 2 is played from the start."),
    ],
)
def test_a_corrected_set_up_asks_for_checkers_where_there_are_any(
    on_screen: bool, said: str
) -> None:
    play = started((5, 2), setup=Setup(on_screen=on_screen))
    play.set_up_again()
    assert play.seen["message"]["text"] == said
