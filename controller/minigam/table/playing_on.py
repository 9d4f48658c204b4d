"""A new game begins from a position of an earlier one, which somebody looks at on a page."""

from dataclasses import replace

from minigam.errors import RequestError
from minigam.rules.terms import Terms
from minigam.table import menus
from minigam.table.commands import HANDS_OFF
from minigam.table.events import Opened
from minigam.table.notices import refuse
from minigam.table.setup import Setup, with_game
from minigam.table.state import Phase, State
from minigam.words import Words


class PlayOnError(RequestError):
    """A position that no game can be played on from here."""

    code = "cannot-play-on"


def may_play_on(state: State, terms: Terms) -> bool:
    """Whether an earlier game with these terms can be played on at this board."""
    try:
        check_board(state.agreed, terms)
    except PlayOnError:
        return False
    return True


def check_board(setup: Setup, terms: Terms) -> None:
    """Raise `PlayOnError` where a game with these terms cannot be played on at all.

    `setup`: what is set up, of the games that are offered.
    """
    rules = terms.rules
    if rules.layout.points != setup.rules.layout.points:
        raise PlayOnError(_needs_points(terms))
    if rules.pawn_die:
        raise PlayOnError(Words("A game whose pawns have faces cannot be played on."))
    if terms.rules_id not in setup.games:
        text = Words("{title} is not offered here: see the settings.", title=Words(rules.title))
        raise PlayOnError(text)


def meet(state: State, terms: Terms, key: str = "") -> State:
    """A game that was agreed on with another board begins; an unfinished one is left.

    `key`: this board's public key; empty: as the set-up has it. Raises `PlayOnError` where the game
    cannot be played at this board.
    """
    if terms.rules.layout.points != state.setup.rules.layout.points:
        raise PlayOnError(_needs_points(terms))
    if state.phase is Phase.CLOSED:
        return state
    if state.transient.full:
        return menus.refuse_full(state)
    agreed = replace(state.agreed, key=key or state.agreed.key)
    following = Opened(agreed.agreeing(terms), started=True, before=state.agreed, terms=terms)
    return menus.leave_for(state, following)


def _needs_points(terms: Terms) -> Words:
    points = terms.rules.layout.points
    return Words("That game needs a board of {points} points.", points=points)


def play_on(state: State, terms: Terms) -> State:
    """The game begins, if it can be written down; an unfinished one stays in the list.

    Raises `PlayOnError` as `check_board` does.
    """
    check_board(state.agreed, terms)
    if state.phase is Phase.CLOSED:
        return state
    if state.transient.hands_off:
        return refuse(state, "hands-off", HANDS_OFF)
    if state.transient.full:
        return menus.refuse_full(state)
    setup = with_game(state.agreed, terms.rules_id, terms.options)
    following = Opened(setup, started=True, starter=terms.starter, start=terms.start)
    return menus.leave_for(state, replace(following, before=state.agreed))
