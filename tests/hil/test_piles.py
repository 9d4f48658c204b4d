"""Turns of which a board does not feel all, and what hands answer when it asks."""

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import call, create_autospec

import pytest

from minigam.board.profile import load_profile
from minigam.errors import BenchError
from minigam.hil.hands import Hands
from minigam.hil.piles import piled_turn
from minigam.hil.rig import Rig
from minigam.rules.position import Side, format_position
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RuleSet

SPREAD = "-c----D-D---dD---d-d----C-"
"""Four checkers on a point at most."""
PILED = "-b----F-B---eE---c-e----B-"
"""A sixth white checker lies on point 6, which has five places."""
HIDDEN = "--b-F-G--b-b-B----------i-"
"""White's only play of a 4 and a 2 goes from seven checkers on point 6 to six on point 4."""


def begun(
    position: str, *dice: int, rules: RuleSet = BACKGAMMON, used: int = 0, **changed: Any
) -> dict[str, Any]:
    """A snapshot of white's turn."""
    shown = [{"value": value, "used": number < used} for number, value in enumerate(dice)]
    state = {"phase": "moving", "turn": "white", "selected": None, "dice": shown, "plays": []}
    names = {"rules": rules.id, "options": rules.option_values()}
    return {**state, **names, "position": position, "message": None, **changed}


def moved(board: str, state: dict[str, Any]) -> list[str] | None:
    """The steps of the turn that is made whole; None where it is not."""
    sensors = load_profile(board).sensors
    assert sensors is not None
    found = piled_turn(sensors, state)
    return [f"{step.source}/{step.target}" for step in found.turn.steps] if found else None


@pytest.mark.parametrize(
    "state",
    [
        begun(SPREAD, 6, 5),
        begun(PILED, 6, 5, used=1),
        begun(PILED, 6, 5, selected="point-6"),
        begun(PILED, 6, 5, phase="turn-over"),
    ],
    ids=["all are felt", "a die is used", "a checker is in the air", "the turn is over"],
)
def test_a_turn_that_is_felt_or_has_begun_is_made_by_steps(state: dict[str, Any]) -> None:
    assert moved("full-24-hall", state) is None


def test_a_turn_is_made_whole_if_any_play_of_it_may_end_on_a_full_point() -> None:
    """A checker that is lifted may lie there by then."""
    start = format_position(BACKGAMMON.start, BACKGAMMON.layout)
    assert moved("full-24-hall", begun(start, 6, 5)) == ["17/22", "17/23"]
    assert moved("full-24-hall", begun(start, 4, 4)) is None
    assert moved("full-24-hall", begun(PILED, 6, 6)) == ["17/23", "17/23", "12/18", "12/18"]


def test_games_with_as_many_places_as_checkers_are_made_by_steps() -> None:
    position = format_position(MINIGAM.start, MINIGAM.layout)
    assert moved("quarter-hall", begun(position, 6, 5, rules=MINIGAM)) is None


STATE = begun(PILED, 2, 1)
"""White's last step of each die leads a checker from point 6 over point 5 to point 3."""
AFTER = "-b-A--E-B---eE---c-e----B-"
YES, NO = call("roll-white"), call("undo")


def asks(play: str) -> dict[str, Any]:
    text = f"Was it {play}? Roll: yes. Undo: another play."
    return {**STATE, "message": {"code": "which-play", "text": text}}


def counted(position: str) -> dict[str, Any]:
    return {**STATE, "position": position, "plays": [{}]}


def made(
    states: Sequence[dict[str, Any]], begins: dict[str, Any] = STATE
) -> tuple[list[Any], list[Any]]:
    """What hands do, and which buttons they press, while the board shows these states."""
    coming = iter(states)

    def until(fits: Callable[[dict[str, Any]], bool], _what: str, _seconds: float) -> Any:
        return next(state for state in coming if fits(state))

    rig, hands = create_autospec(Rig, instance=True), create_autospec(Hands, instance=True)
    rig.levels.return_value = []
    rig.instead.return_value = "it read nothing, and says nothing"
    rig.until_state.side_effect = until
    sensors = load_profile("full-24-hall").sensors
    assert sensors is not None
    turn = piled_turn(sensors, begins)
    assert turn is not None
    turn.play(rig, hands, begins)
    return hands.mock_calls, rig.tap.mock_calls


def test_a_play_that_counts_by_itself_is_not_asked_about() -> None:
    moves, pressed = made([STATE, counted(AFTER)])
    white = Side.WHITE
    assert moves == [
        call.lift("point-6", white),
        call.put("point-5", white),
        call.lift("point-5", white),
        call.put("point-3", white),
    ]
    assert pressed == []


def test_another_play_is_denied_and_this_one_confirmed() -> None:
    """A question that has been answered stands until the board asks the next."""
    other, this = asks("8/6 4/3"), asks("6/3")
    _, pressed = made([STATE, other, other, this, this, counted(AFTER)])
    assert pressed == [NO, YES]


def test_a_play_of_other_steps_that_ends_alike_is_confirmed() -> None:
    """3/2(2) 4/3(2) leaves what 4/2(2) leaves; the board may name either."""
    ended = "-bIA----A---bB---a-aa--hB-"
    begins = begun("-bGAB---A---bB---a-aa--hB-", 1, 1, 1, 1)
    _, pressed = made([asks("4/2(2)"), counted(ended)], begins)
    assert pressed == [YES]


def test_roll_says_that_there_was_a_play_where_nothing_was_felt() -> None:
    moves, pressed = made([asks("6/4"), counted("--b-G-F--b-b-B----------i-")], begun(HIDDEN, 4, 2))
    assert moves == [call.lift("point-6", Side.WHITE), call.put("point-4", Side.WHITE)]
    assert pressed == [YES, YES]


def test_a_board_that_never_names_the_play_is_reported() -> None:
    said = r"^6/3: expected a question about 6/3, got only \['Was it 8/5.*, and says nothing$"
    with pytest.raises(BenchError, match=said):
        made([asks("8/5"), asks("8/6 4/3"), asks("8/5")])


def test_a_board_that_counts_another_play_is_reported() -> None:
    with pytest.raises(BenchError, match="to count, got "):
        made([counted(PILED)])
