"""Doubling: the offer, the answer, and what a resignation is offered for."""

from __future__ import annotations

from dataclasses import replace

from minigam.game import moving
from minigam.game.notices import notify, refuse
from minigam.game.setup import Choice
from minigam.game.state import Phase, State
from minigam.game.throwing import THROWS_ITSELF, resigner
from minigam.rules.match import most_points, why_no_double
from minigam.rules.plays import KINDS, Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.words import Words

RESIGN = {
    "single": Words("Resign a single game"),
    "gammon": Words("Resign a gammon"),
    "backgammon": Words("Resign a backgammon"),
}


def offer(state: State) -> State:
    """Roll is held before a throw: the side on turn doubles."""
    side = state.side
    assert side is not None
    if state.computer_moves:
        return refuse(state, "computer-throws", THROWS_ITSELF)
    if state.entered:
        return refuse(
            state, "too-late", Words("A die is entered already: a double comes before it.")
        )
    why = why_no_double(state.rules, state.standing, state.cube, side)
    if why:
        return refuse(state, "no-double", why)
    offered = _with(state, side, "double")
    return replace(offered, phase=Phase.DOUBLED, under=Phase.TO_THROW, offered_by=side)


def answerer(state: State) -> Side:
    """Who has to answer a double."""
    assert state.offered_by is not None
    return state.offered_by.other


def answer_choices(state: State) -> tuple[Choice, ...]:
    """The zones of the side that was doubled: its bar takes, its off tray drops."""
    if not state.setup.is_human(answerer(state)):
        return ()
    side = answerer(state).value
    return Choice(f"bar-{side}", Words("Take")), Choice(f"off-{side}", Words("Drop"))


def answer_tap(state: State, zone: str) -> State:
    """A zone is tapped while a double waits for an answer."""
    taps = dict(zip((choice.zone for choice in answer_choices(state)), (take, drop), strict=False))
    if zone in taps:
        return taps[zone](state)
    return refuse(state, "doubled", how_to_answer(state), zone)


def how_to_answer(state: State) -> Words:
    """What the side that was doubled may do."""
    if not state.setup.is_human(answerer(state)):
        return Words("The computer answers the double.")
    side = answerer(state)
    return Words(
        "{name}'s bar takes the double, {side}'s off tray drops it.",
        **{"name": side.title, "side": side.word},
    )


def take(state: State) -> State:
    """The double is taken: the game goes on for twice as much."""
    side = answerer(state)
    taken = replace(_with(state, side, "take"), cube=state.cube.taken_by(side))
    text = Words(
        "{name} takes: the cube is {value}, and {side}'s.",
        **{"name": side.title, "value": taken.cube.value, "side": side.word},
    )
    return notify(replace(taken, phase=state.under, offered_by=None), "taken", text)


def drop(state: State) -> State:
    """The double is dropped: the game is lost for what it was worth before."""
    assert state.offered_by is not None
    side = answerer(state)
    dropped = replace(_with(state, side, "drop"), offered_by=None, turn=None)
    ended = moving.end(dropped, Result(side.other, state.cube.value, KINDS[0]), "dropped")
    return notify(ended, "dropped", Words("{side} drops the double.", side=side.title))


def withdraw(state: State) -> State:
    """Undo before the answer: the double was a slip of the finger."""
    return replace(state, phase=state.under, offered_by=None, actions=state.actions[:-1])


def answer(state: State, take_it: bool) -> State:
    """A computer seat's answer; dropped if the double was withdrawn."""
    if state.phase is not Phase.DOUBLED:
        return state
    return take(state) if take_it else drop(state)


def _with(state: State, side: Side, action: str) -> State:
    return replace(state, actions=(*state.actions, CubeAction(side, action)))


def resign_choices(state: State) -> tuple[Choice, ...]:
    """What a resignation can be offered for, where a win is not always single; and who resigns."""
    most = most_points(state.rules, state.cube)
    kinds = KINDS[:most] if most > 1 else ()
    worth = tuple(
        Choice(f"point-{number}", RESIGN[kind]) for number, kind in enumerate(kinds, start=1)
    )
    other = resigner(state).other
    instead = Choice(f"bar-{other.value}", Words("{side} resigns instead", side=other.title))
    return (*worth, instead) if state.setup.is_human(other) else worth


def needs_consent(state: State) -> bool:
    """Whether a person has to agree to a resignation; a computer is not asked."""
    return state.setup.is_human(resigner(state).other)


def resign_for(state: State, zone: str) -> State:
    """A point is tapped in a resignation: what it is offered for."""
    zones = [choice.zone for choice in resign_choices(state)]
    if zone in zones and zone.startswith("bar-"):
        return replace(state, resigning=resigner(state).other, resign_points=1)
    if zone in zones:
        return replace(state, resign_points=zones.index(zone) + 1)
    text = Words("Press roll to resign, undo to play on.")
    if needs_consent(state):
        text = Words("Press roll to accept the resignation, undo to play on.")
    return refuse(state, "resigning", text)
