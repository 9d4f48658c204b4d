"""Consent: one side proposes something, and it happens when the other side has accepted it.

Two things need both sides: a resignation, and putting a wrong set-up right. The menu only lays the
question on the table. Then a press of roll proposes, and only the other side can accept:

- With a roll button for each side, a press is that button's side's, at any time.
- With one roll button, a press is that of the side on turn, and the other side answers on its own
  bar and off tray, as it answers a double.

A computer seat is asked about a resignation only, and only where it could win more than what is
offered: then it answers by itself. It sees no board, and people make its moves: what they say about
the set-up is all that it could know.
"""

from collections.abc import Callable
from dataclasses import replace

from minigam.rules.match import most_points
from minigam.rules.position import Side
from minigam.table.events import Tapped
from minigam.table.notices import notify, refuse
from minigam.table.rolling import button_side, presser, refuse_button
from minigam.table.setup_choices import Choice
from minigam.table.state import Phase, Proposal, State
from minigam.table.waiting_words import awaited_answer
from minigam.words import Words

ASKS = (Phase.RESIGNING, Phase.SETTING_UP)
"""The phases in which something is, or may be, proposed."""


def proposes(state: State) -> Side | None:
    """The side that a press of the board's only roll button proposes for.

    That is the only person there is, or the side on turn; None before the opening roll is decided.
    """
    people = [side for side in Side if state.is_person(side)]
    return people[0] if len(people) == 1 else state.game.side


def asker(state: State) -> Side | None:
    """The person whose proposal or double waits for another person's answer."""
    side = state.proposal.by if state.proposal else state.game.offered_by
    waits = side is not None and state.is_person(side) and not state.is_computer(side.other)
    return side if waits else None


def asks_other(state: State) -> bool:
    """Whether the other side has to accept what is proposed, or will have to."""
    if state.proposal or not any(map(state.is_computer, Side)) or state.away:
        return True
    most = most_points(state.game.rules, state.game.cube)
    return state.phase is Phase.RESIGNING and state.resign_points < most


def asks_computer(state: State) -> bool:
    """Whether a resignation waits for a computer's answer."""
    return state.proposal is not None and state.is_computer(state.proposal.by.other)


def asks_away(state: State) -> bool:
    """Whether a resignation waits for the other board's answer."""
    return state.proposal is not None and not state.is_here(state.proposal.by.other)


def _asks_elsewhere(state: State) -> bool:
    """Whether nobody who touches this board can answer."""
    return asks_computer(state) or asks_away(state)


def press(state: State, tap: Tapped, happen: Callable[[State, Side], State]) -> State:
    """Roll is pressed: it proposes, or accepts.

    `happen` gives the state in which the proposal of a side has been carried out.
    """
    if state.proposal is None:
        return _propose(state, tap, happen)
    if not _may_accept(state, tap):
        if state.proposal.own_button and not _asks_elsewhere(state):
            return refuse_button(state)
        return refuse(state, state.phase.value, how_to_answer(state))
    return happen(state, state.proposal.by)


def _propose(state: State, tap: Tapped, happen: Callable[[State, Side], State]) -> State:
    own = button_side(tap.input)
    side = own or proposes(state)
    assert side is not None  # nothing is proposed before the opening roll is decided
    if own and not state.is_person(own):
        return refuse_button(state)
    if asks_other(state):
        return replace(state, proposal=Proposal(side, own_button=own is not None))
    return happen(state, side) if own in (None, presser(state)) else refuse_button(state)


def _may_accept(state: State, tap: Tapped) -> bool:
    """Whether that press is the other side's; with one button, only where no zone can be tapped."""
    assert state.proposal is not None
    if _asks_elsewhere(state):
        return False
    own = button_side(tap.input) is state.proposal.by.other
    return own if state.proposal.own_button else own or state.setup.felt


def answers(state: State) -> tuple[Choice, ...]:
    """The zones that answer, on a board with one roll button: the other side's bar and off tray."""
    proposal = state.proposal
    if proposal is None or proposal.own_button or state.setup.felt or _asks_elsewhere(state):
        return ()
    side = proposal.by.other.value
    return Choice(f"bar-{side}", Words("Accept")), Choice(f"off-{side}", Words("Decline"))


def needs_other_button(state: State) -> bool:
    """Whether the answer is the other side's roll button; the page has one, and can choose it."""
    own_button = state.proposal is not None and state.proposal.own_button
    return own_button and not _asks_elsewhere(state)


def answer(state: State, zone: str, happen: Callable[[State, Side], State]) -> State | None:
    """A zone is tapped: the state after it, if it answers; a declined one leaves no proposal."""
    zones = [choice.zone for choice in answers(state)]
    if zone not in zones or state.proposal is None:
        return None
    if zone == zones[0]:
        return happen(state, state.proposal.by)
    return replace(state, cover=None, proposal=None)


def answered(state: State, accept: bool, happen: Callable[[State, Side], State]) -> State:
    """A computer's answer; dropped if nothing is proposed to it any more."""
    if state.proposal is None or not asks_computer(state):
        return state
    side = state.proposal.by
    if accept:
        return happen(state, side)
    text = Words("{side}, the computer, plays on: it can win more.", side=side.other.title)
    return notify(replace(state, cover=None, proposal=None), "declined", text)


def how_to_answer(state: State) -> Words:
    """How a proposal is made or accepted, in a sentence."""
    proposal = state.proposal
    if proposal is None:
        return _how_to_propose(state)
    other = proposal.by.other
    if asks_computer(state):
        return Words("The computer answers.")
    if asks_away(state):
        return awaited_answer(state)
    if proposal.own_button or state.setup.felt:
        return Words(
            "{side} accepts with roll; with undo, play goes on.",
            page="{side} may accept it, or play on.",
            watching="{side} has to answer.",
            side=other.title,
        )
    return Words(
        "{name}'s bar accepts, {side}'s off tray declines; undo plays on.",
        page="{name} may accept or decline it.",
        watching="{name} has to answer.",
        **{"name": other.title, "side": other.word},
    )


def _how_to_propose(state: State) -> Words:
    if not asks_other(state) and state.phase is Phase.RESIGNING:
        return Words(
            "Press roll to resign, undo to play on.", page="Resign, or play on.", watching=""
        )
    if not asks_other(state):
        return Words(
            "Press roll to take all back, undo to play on.",
            page="Take all back, or play on.",
            watching="",
        )
    return Words(
        "Press roll to propose it: the other side must accept. Undo plays on.",
        page="Offer it to the other side, or play on.",
        watching="",
    )
