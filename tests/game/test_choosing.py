"""Choosing by roll and undo, on a board without zones to tap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minigam.errors import UnknownNameError
from minigam.game.choosing import offered, options, words
from minigam.game.events import Held
from minigam.game.prompts import prompt
from minigam.game.scene import scene
from minigam.game.setup import Setup
from minigam.game.snapshot import snapshot
from minigam.game.state import Phase
from tests.game.felt_board import felt_setup
from tests.game.play import Play, started

FELT = felt_setup("minigam")


def now(play: Play) -> str:
    choice = offered(play.state)
    assert choice is not None
    return words(choice)


def test_undo_goes_round_and_roll_changes_what_it_is_on() -> None:
    play = Play(FELT)
    seen = []
    for _ in options(play.state):
        seen.append(now(play))
        play.tap("undo")
    assert seen == [
        "Begin the game", "Game: Minigam", "White: person", "Black: person", "Help: none",
        "Match: single games",
    ]  # fmt: skip
    assert now(play) == "Begin the game"
    play.tap("undo", "undo", "undo", "roll")
    assert now(play) == "Black: computer, easy"
    assert play.state.setup.black == "easy"


def test_the_first_choice_begins() -> None:
    play = Play(FELT)
    play.tap("roll-black")
    assert play.state.phase is Phase.OPENING


def test_only_what_is_offered_is_lit() -> None:
    play = Play(FELT)
    marks = [{zone: mark.meaning.value for zone, mark in scene(play.state).marks.items()}]
    play.tap("undo", "undo")
    marks.append({zone: mark.meaning.value for zone, mark in scene(play.state).marks.items()})
    assert set(marks[0].values()) == {"attract"}
    assert [zone for zone, meaning in marks[1].items() if meaning == "choice"] == ["point-2"]


def test_the_menu_has_a_way_back() -> None:
    play = started((5, 2), setup=FELT)
    play.do(Held("undo"))
    assert (play.state.phase, now(play)) == (Phase.MENU, "Show position")
    play.tap("undo", "undo", "undo")
    assert now(play) == "Resign"
    while now(play) != "Back to the game":
        play.tap("undo")
    play.tap("roll")
    assert play.state.phase is Phase.MOVING
    play.do(Held("undo"))
    assert now(play) == "Show position"


def test_the_words_and_the_buttons_say_it() -> None:
    play = Play(FELT)
    assert prompt(play.state) == "Roll: begin the game. Undo: the next choice."
    assert snapshot(play.state, 1)["controls"] == {
        "roll": {"live": True, "label": "Begin the game"},
        "undo": {"live": True, "label": "Next choice", "held": None},
    }
    play.tap("undo")
    assert prompt(play.state) == ("Game: Minigam. Roll changes it, undo goes to the next choice.")


def test_a_double_is_answered_by_the_side_that_was_doubled() -> None:
    play = started((5, 2), setup=felt_setup("backgammon"))
    play.state = replace(play.state, phase=Phase.TO_THROW, turn=None)
    play.do(Held("roll"))
    side = play.state.offered_by
    assert side is not None
    assert (play.state.phase, now(play)) == (Phase.DOUBLED, "Take")
    play.tap(f"roll-{side.value}")
    assert play.state.phase is Phase.DOUBLED
    play.tap("undo")
    assert now(play) == "Drop"
    play.tap(f"roll-{side.other.value}")
    assert (play.state.phase, play.state.ended_by) == (Phase.GAME_OVER, "dropped")


def test_dice_by_hand_cannot_be_tapped_in() -> None:
    with pytest.raises(UnknownNameError, match="kind of dice for a board that feels 'hand'"):
        Setup(felt=True, dice="hand")
