"""Choosing by two buttons where no zone can be tapped: roll is yes, undo is the next choice."""

from __future__ import annotations

from dataclasses import replace

from minigam.game import between, stakes
from minigam.game.events import Tapped
from minigam.game.setup import Choice
from minigam.game.state import Phase, State
from minigam.game.throwing import is_live, refuse_button

START, BACK = Choice("", "Begin the game"), Choice("", "Back to the game")


def options(state: State) -> tuple[Choice, ...]:
    """What undo goes through, in that order; nothing in play.

    >>> from minigam.game.events import Opened
    >>> from minigam.game.setup import Setup
    >>> from minigam.game.state import opened
    >>> [choice.name for choice in options(opened(Opened(Setup(felt=True))))]
    ['Begin the game', 'Game', 'White', 'Black', 'Help', 'Match']
    """
    match state.phase:
        case Phase.ATTRACT:
            return (START, *between.choices(state))
        case Phase.MENU:
            return (*between.choices(state), BACK)
        case Phase.DOUBLED | Phase.GAME_OVER:
            return between.choices(state)
    return ()


def offered(state: State) -> Choice | None:
    """The choice that roll would take now, on such a board."""
    found = options(state) if state.setup.felt else ()
    return found[state.cursor % len(found)] if found else None


def words(choice: Choice) -> str:
    """A choice and its value.

    >>> words(Choice("point-2", "White", "person")), words(START)
    ('White: person', 'Begin the game')
    """
    return f"{choice.name}: {choice.value}" if choice.value else choice.name


def button(state: State, tap: Tapped) -> State:
    """Undo goes on to the next choice, roll takes it; in the attract scene it changes the value."""
    if tap.input == "undo":
        return replace(state, cursor=(state.cursor + 1) % len(options(state)))
    choice = offered(state)
    if choice is None or (state.phase is Phase.DOUBLED and not is_live(state, tap)):
        return refuse_button(state)
    if choice == START:
        return replace(state, phase=Phase.OPENING)
    return between.uncover(state) if choice == BACK else between.zone(state, choice.zone)


def how_to_choose(state: State) -> str:
    """What the two buttons do now, in a sentence; empty where they do what they always do."""
    choice = offered(state)
    if choice is None:
        return ""
    if choice.value:
        return f"{words(choice)}. Roll changes it, undo goes to the next choice."
    who = f"{stakes.answerer(state).value.capitalize()}: " if state.phase is Phase.DOUBLED else ""
    return f"{who}Roll: {choice.name.lower()}. Undo: the next choice."
