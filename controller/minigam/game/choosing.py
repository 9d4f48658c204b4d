"""Choosing by two buttons where no zone can be tapped: roll is yes, undo is the next choice."""

from __future__ import annotations

from dataclasses import replace

from minigam.game import between, stakes
from minigam.game.events import Browsed, Event, Tapped
from minigam.game.setup import Choice
from minigam.game.state import Phase, State
from minigam.game.throwing import is_live, presser
from minigam.rules.position import Side
from minigam.words import Words, joined

START, BACK = Choice("begin", Words("Begin the game")), Choice("back", Words("Back to the game"))
"""What no zone stands for; such choices have names of their own."""
ACCEPT, RESIGN = Choice("accept", Words("Accept")), Choice("accept", Words("Resign"))
PLAY_ON = Choice("back", Words("Play on"))


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
        case Phase.RESIGNING:
            agreed = ACCEPT if stakes.needs_consent(state) else RESIGN
            return (agreed, *_other_stakes(state), PLAY_ON)
        case Phase.DOUBLED | Phase.GAME_OVER:
            return between.choices(state)
    return ()


def _other_stakes(state: State) -> tuple[Choice, ...]:
    found = between.choices(state)
    return tuple(choice for choice in found if stakes.resign_for(state, choice.zone) != state)


def listed(state: State) -> tuple[Choice, ...]:
    """What there is to choose now, on any board."""
    return options(state) if state.setup.felt else between.choices(state)


def offered(state: State) -> Choice | None:
    """The choice that roll would take now, on such a board."""
    found = options(state) if state.setup.felt else ()
    return found[state.transient.cursor % len(found)] if found else None


def words(choice: Choice) -> Words:
    """A choice and its value.

    >>> words(Choice("point-2", Words("White"), Words("person"))), words(START)
    ('White: person', 'Begin the game')
    """
    return joined([choice.name, choice.value], ": ")


def meant(state: State, tap: Tapped) -> Event:
    """What a button means: undo goes on to the next choice, roll takes it, as a tap would.

    So what is written down does not depend on which choices there were, nor in what order.

    >>> from minigam.game.events import Opened
    >>> from minigam.game.setup import Setup
    >>> from minigam.game.state import opened
    >>> meant(opened(Opened(Setup(felt=True))), Tapped("undo", 5))
    Browsed()
    """
    choice = offered(state)
    if choice is None:
        return tap
    if tap.input == "undo":
        return Browsed()
    dead = state.transient.dead or (state.phase is Phase.DOUBLED and not is_live(state, tap))
    if dead or choice in (START, ACCEPT, RESIGN):
        return tap
    return replace(tap, input="undo" if choice in (BACK, PLAY_ON) else choice.zone)


def browse(state: State) -> State:
    """The next choice is offered."""
    return _at(state, (state.transient.cursor + 1) % max(1, len(options(state))))


def after(before: State, now: State) -> State:
    """Choosing begins anew where there is something else to choose."""
    if _about(now) == _about(before):
        return now
    if now.setup.felt and now.phase is Phase.RESIGNING:  # a second, impatient press must not resign
        now = replace(now, transient=replace(now.transient, dead=True))
    return _at(now, 0)


def _at(state: State, cursor: int) -> State:
    if cursor == state.transient.cursor:
        return state
    return replace(state, transient=replace(state.transient, cursor=cursor))


def _about(state: State) -> tuple[Phase, Side | None, int]:
    return state.phase, state.resigning, state.resign_points


def how_to_choose(state: State) -> Words:
    """What the two buttons do now, in a sentence; empty where they do what they always do."""
    choice = offered(state)
    if choice is None:
        return Words("")
    if choice.value:
        return Words(
            "{choice}. Roll changes it, undo goes to the next choice.", choice=words(choice)
        )
    text = Words("Roll: {choice}. Undo: the next choice.", choice=choice.name.lower())
    return joined([_who(state, choice), text])


def _who(state: State, choice: Choice) -> Words:
    """Whose roll button is live, where it is one side's alone."""
    if state.phase is Phase.DOUBLED or choice == ACCEPT:
        return Words("{side}:", side=presser(state).title)
    return Words("")
