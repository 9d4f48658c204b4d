"""Around the game: attract scene, menu, pause, resignation, and what follows a result."""

from __future__ import annotations

from dataclasses import replace

from minigam.game import moving
from minigam.game.events import Opened, Tapped
from minigam.game.notices import notify, refuse
from minigam.game.setup import Choice, setup_choices, with_next_choice
from minigam.game.state import Phase, State
from minigam.game.throwing import is_live, refuse_button, resigner
from minigam.rules.plays import Result

MENU = (
    Choice("point-1", "Show position"),
    Choice("point-2", "Hint"),
    Choice("point-3", "Pause"),
    Choice("point-4", "Resign"),
)
AFTERWARDS = (
    Choice("point-1", "Rematch"),
    Choice("point-2", "Rematch, sides swapped"),
    Choice("point-3", "New set-up"),
)


def choices(state: State) -> tuple[Choice, ...]:
    """What zones stand for in this phase."""
    match state.phase:
        case Phase.ATTRACT:
            return setup_choices(state.setup)
        case Phase.MENU:
            return MENU
        case Phase.GAME_OVER:
            return AFTERWARDS
    return ()


def zone(state: State, tapped: str) -> State:
    """A zone is tapped outside play."""
    match state.phase:
        case Phase.ATTRACT:
            return _set(state, tapped)
        case Phase.MENU:
            return _menu(state, tapped)
        case Phase.PAUSED:
            return uncover(state)
        case Phase.GAME_OVER:
            return _afterwards(state, tapped)
    return refuse(state, "resigning", "Press roll to accept the resignation, undo to play on.")


def roll(state: State, tap: Tapped) -> State:
    """Roll is pressed outside play."""
    match state.phase:
        case Phase.RESIGNING:
            return _resigned(state) if is_live(state, tap) else refuse_button(state)
        case Phase.GAME_OVER:
            return _afterwards(state, "point-1")
    return uncover(state)


def undo(state: State) -> State:
    """Undo is pressed outside play."""
    if state.phase is Phase.GAME_OVER:
        return refuse(state, "nothing-to-undo", "The game is over and its dice are revealed.")
    return uncover(state)


def uncover(state: State) -> State:
    """Back from a menu, pause or resignation to the game."""
    return replace(state, phase=state.under)


def cover(state: State, phase: Phase) -> State:
    """A menu, pause or resignation laid over the game."""
    return replace(state, phase=phase, under=state.active_phase)


def open_menu(state: State) -> State:
    """Undo is held: the menu opens, in a game only."""
    if state.phase in (Phase.ATTRACT, Phase.GAME_OVER, Phase.THROWING, Phase.CLOSED):
        return state
    return cover(state, Phase.MENU)


def new_game(state: State) -> State:
    """Roll and undo are held together: the attract scene; an unfinished game stays in the list."""
    return _close(state, Opened(state.setup))


def _close(state: State, chapter: Opened) -> State:
    return replace(cover(state, Phase.CLOSED), next_chapter=chapter)


def show_position(state: State) -> State:
    """The lights show where the game believes the checkers are."""
    return replace(state, transient=replace(state.transient, showing=True))


def _set(state: State, tapped: str) -> State:
    setup = with_next_choice(state.setup, tapped)
    if setup is None:
        text = "Points 1 to 5 set up the game; roll starts it."
        return refuse(state, "no-choice", text, tapped)
    return replace(state, setup=setup, position=setup.rules.start)


def _menu(state: State, tapped: str) -> State:
    match tapped:
        case "point-1":
            return show_position(uncover(state))
        case "point-2":
            return moving.ask_hint(uncover(state))
        case "point-3":
            return cover(state, Phase.PAUSED)
        case "point-4":
            return cover(state, Phase.RESIGNING)
    text = "Points 1 to 4 are the menu; undo goes back to the game."
    return refuse(state, "no-choice", text, tapped)


def _resigned(state: State) -> State:
    winner = resigner(state).other
    after = replace(
        state,
        position=state.shown_position,
        selected=None,
        plan=None,
        turn=None,
        entered=(),
        result=Result(winner, 1, "single"),
        resigned=True,
    )
    text = f"{winner.other.value.capitalize()} has resigned."
    return notify(moving.end(after), "resigned", text)


def _afterwards(state: State, tapped: str) -> State:
    setup, score = state.setup, state.score
    match tapped:
        case "point-1":
            return _close(state, Opened(setup, score, started=True))
        case "point-2":
            return _close(state, Opened(setup.swapped(), (score[1], score[0]), started=True))
        case "point-3":
            return _close(state, Opened(setup))
    text = "Point 1: rematch. Point 2: rematch with sides swapped. Point 3: new set-up."
    return refuse(state, "no-choice", text, tapped)
