"""Choosing by roll and undo, on a board without zones to tap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minigam.errors import UnknownNameError
from minigam.game.choosing import offered, options, words
from minigam.game.events import Elapsed, Event, Held, Opened
from minigam.game.prompts import prompt
from minigam.game.replay import replay
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
    play.tap("undo", "undo")
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


def test_a_display_is_told_what_there_is_and_what_is_offered() -> None:
    play = started((5, 2), setup=FELT)
    play.do(Held("undo"))
    told = snapshot(play.state, 1)
    assert [choice["zone"] for choice in told["choices"]] == [
        "point-1", "point-3", "point-4", "point-5", "back"
    ]  # fmt: skip
    offered = [told["offered"]]
    for _ in told["choices"]:
        play.tap("undo")
        offered.append(snapshot(play.state, 1)["offered"])
    assert offered == ["point-1", "point-3", "point-4", "point-5", "back", "point-1"]


def test_where_zones_are_tapped_nothing_is_offered() -> None:
    assert snapshot(Play(Setup()).state, 1)["offered"] is None


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


def resigning(setup: Setup) -> Play:
    """The side that plays a five and a two is about to resign."""
    play = started((5, 2), setup=setup)
    play.do(Held("undo"))
    while now(play) != "Resign":
        play.tap("undo")
    play.tap("confirm")
    assert play.state.phase is Phase.RESIGNING
    return play


def test_what_a_resignation_is_for_is_chosen_too() -> None:
    """Then it is offered to the other side, whose button alone accepts."""
    play = resigning(felt_setup("backgammon"))
    assert [words(choice) for choice in options(play.state)] == [
        "Accept", "Resign a gammon", "Resign a backgammon", "Black resigns instead", "Play on",
    ]  # fmt: skip
    play.tap("undo", "confirm")
    assert (
        prompt(play.state) == "White resigns a gammon. Black: Roll: accept. Undo: the next choice."
    )
    play.tap("roll-white")
    assert play.state.phase is Phase.RESIGNING
    play.tap("roll-black")
    assert (play.state.phase, play.state.score) == (Phase.GAME_OVER, (0, 2))


def test_the_other_side_resigns_instead_or_nobody_does() -> None:
    play = resigning(felt_setup("minigam"))
    play.tap("undo", "confirm")
    assert prompt(play.state) == "Black resigns. White: Roll: accept. Undo: the next choice."
    play.tap("undo")
    assert now(play) == "White resigns instead"
    play.tap("undo")
    assert now(play) == "Play on"
    play.tap("roll")
    assert play.state.phase is Phase.MOVING


def test_against_a_computer_roll_resigns() -> None:
    play = resigning(replace(felt_setup("minigam"), black="easy"))
    assert [words(choice) for choice in options(play.state)] == ["Resign", "Play on"]
    assert prompt(play.state) == "White resigns. Roll: resign. Undo: the next choice."
    play.tap("roll")
    assert (play.state.phase, play.state.score) == (Phase.GAME_OVER, (0, 1))


def test_an_impatient_press_neither_resigns_nor_begins_a_rematch() -> None:
    play = resigning(replace(felt_setup("minigam"), black="easy"))
    play.tap("undo", "roll")
    play.do(Held("undo"))
    while now(play) != "Resign":
        play.tap("undo")
    play.tap("roll", "roll")
    assert (play.state.phase, play.code) == (Phase.RESIGNING, "too-soon")
    play.do(Elapsed("dead"))
    play.tap("roll", "roll")
    assert (play.state.phase, play.code) == (Phase.GAME_OVER, "too-soon")


def test_resigning_comes_back_from_the_journal() -> None:
    setup = felt_setup("backgammon")
    play = Play(setup, [(5, 2)])
    events: list[Event] = [Opened(setup)]
    play.accepted = events
    play.tap("roll", "roll-white", "roll-black")
    play.do(Held("undo"))
    while now(play) != "Resign":
        play.tap("undo")
    for name in ("confirm", "undo", "undo", "confirm", "roll"):
        play.tap(name)
        assert replay(events) == play.state.durable()
    assert play.state.score == (0, 3)


def test_dice_by_hand_cannot_be_tapped_in() -> None:
    with pytest.raises(UnknownNameError, match="kind of dice for a board that feels 'hand'"):
        Setup(felt=True, dice="hand")
