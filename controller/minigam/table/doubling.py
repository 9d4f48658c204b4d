"""Doubling: the offer, the answer, and what a resignation is offered for."""

from dataclasses import replace

from minigam.rules.actions import Resigned
from minigam.rules.match import most_points, resigned
from minigam.rules.plays import KINDS
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.table import proposals, refusal_messages, turns
from minigam.table.notices import is_refused, notify, refuse
from minigam.table.rolling import THROWS_ITSELF, refuse_button
from minigam.table.setup_choices import Choice
from minigam.table.state import Phase, State, act
from minigam.table.waiting_words import waiting_words
from minigam.words import Words

RESIGN = {
    "single": Words("Resign a single game", page="Single game"),
    "gammon": Words("Resign a gammon", page="Gammon"),
    "backgammon": Words("Resign a backgammon", page="Backgammon"),
}

WITHDRAW = Words("Withdraw", page="With\u00addraw")
"""Said on a page with the place where the word may be parted: a phone's button is narrow."""


def offer(state: State, by: Side | None) -> State:
    """The side on turn doubles before its roll.

    `by`: whose roll button was held for it; None where that cannot be known.
    """
    side = state.game.side
    if state.phase is not Phase.TO_THROW or side is None:
        text = Words("A double comes before a roll, while no menu is open.")
        return refuse(state, "no-double", text)
    if state.computer_moves:
        return refuse(state, "computer-throws", THROWS_ITSELF)
    if by not in (None, side):
        return refuse_button(state)
    if state.entered:
        return refuse(
            state, "too-late", Words("A die has already been entered: offer a double before that.")
        )
    if why := state.game.why_no_double(side):
        return refuse(state, "no-double", refusal_messages.no_double(why, side))
    return doubled(state, side)


def may_offer(state: State) -> bool:
    """Whether a person may double now."""
    return not is_refused(state, offer(state, None))


def doubled(state: State, side: Side) -> State:
    """That side, about to roll, has doubled."""
    return act(state, CubeAction(side, "double"))


def answerer(state: State) -> Side:
    """Who has to answer a double."""
    assert state.game.offered_by is not None
    return state.game.offered_by.other


def answer_choices(state: State) -> tuple[Choice, ...]:
    """The zones of the side that was doubled: its bar takes, its off tray drops.

    Where zones are tapped, the other side's bar withdraws: nobody else may take a double back.
    """
    side = answerer(state)
    if not state.is_person(side):
        return ()
    found = Choice(f"bar-{side.value}", Words("Take")), Choice(f"off-{side.value}", Words("Drop"))
    if state.setup.felt or not may_withdraw(state):
        return found
    return (*found, Choice(f"bar-{side.other.value}", WITHDRAW))


def answer_tap(state: State, zone: str) -> State:
    """A zone is tapped while a double waits for an answer."""
    if zone not in [choice.zone for choice in answer_choices(state)]:
        return refuse(state, "doubled", how_to_answer(state), zone)
    if zone.startswith("off-"):
        return drop(state)
    return take(state) if zone == f"bar-{answerer(state).value}" else withdraw(state)


def how_to_answer(state: State) -> Words:
    """What the side that was doubled may do."""
    side = answerer(state)
    if not state.is_here(side):
        return waiting_words(state)
    if state.is_computer(side):
        return Words("The computer answers the double.")
    if not may_withdraw(state):
        return Words(
            "{name}'s bar takes the double, {side}'s off tray drops it.",
            page="{name} may take or drop it.",
            watching="{name} has to answer.",
            **{"name": side.title, "side": side.word},
        )
    return Words(
        "{name}'s bar takes the double, {side}'s off tray drops it; {other}'s bar withdraws it.",
        page="{name} may take or drop it; {other} may withdraw it.",
        watching="{name} has to answer.",
        **{"name": side.title, "side": side.word, "other": side.other.word},
    )


def take(state: State) -> State:
    """The double is taken: the game goes on for twice as much."""
    side = answerer(state)
    taken = act(state, CubeAction(side, "take"))
    text = Words(
        "{name} takes: the cube is {value}, and {side}'s.",
        **{"name": side.title, "value": taken.game.cube.value, "side": side.word},
    )
    return notify(taken, "taken", text)


def drop(state: State) -> State:
    """The double is dropped: the game is lost for what it was worth before."""
    side = answerer(state)
    dropped = turns.end(act(state, CubeAction(side, "drop")))
    return notify(dropped, "dropped", Words("{side} drops the double.", side=side.title))


def undo(state: State) -> State:
    """Undo is pressed while a double waits: it is nobody's, so no person's answer is cut off.

    A computer's double stands.
    """
    if state.setup.is_human(answerer(state)) or not may_withdraw(state):
        return refuse(state, "doubled", how_to_answer(state))
    return withdraw(state)


def withdraw(state: State) -> State:
    """The double was a slip of the finger, says the side that doubled, before the answer."""
    assert state.game.side is not None
    return act(state, CubeAction(state.game.side, "withdraw"))


def may_withdraw(state: State) -> bool:
    """Whether the double is a person's; between two boards it stands."""
    if state.game.terms.shared:
        return False
    return state.game.offered_by is not None and state.setup.is_human(state.game.offered_by)


def answer(state: State, take_it: bool) -> State:
    """A computer seat's answer; dropped if the double was withdrawn."""
    if not state.game.doubled:
        return state
    return take(state) if take_it else drop(state)


def resign_choices(state: State) -> tuple[Choice, ...]:
    """What a resignation can be offered for, where a win is not always single."""
    most = most_points(state.game.rules, state.game.cube)
    kinds = KINDS[:most] if most > 1 else ()
    return tuple(
        Choice(f"point-{number}", RESIGN[kind]) for number, kind in enumerate(kinds, start=1)
    )


def resign_for(state: State, zone: str) -> State:
    """A point is tapped before a resignation is offered: what it is offered for."""
    zones = [choice.zone for choice in resign_choices(state)]
    if zone in zones and state.proposal is None:
        return replace(state, resign_points=zones.index(zone) + 1)
    return refuse(state, "resigning", proposals.how_to_answer(state))


def resign(state: State, side: Side) -> State:
    """A side has resigned, with the other's consent."""
    text = Words("{side} has resigned.", side=side.title)
    worth = resigned(state.game.rules, state.game.cube, side.other, state.resign_points)
    bare = replace(state, cover=None, proposal=None)
    return notify(turns.end(act(bare, Resigned(side, worth.points))), "resigned", text)
