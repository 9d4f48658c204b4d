"""What the other board has written: it leads on as if it had been decided at this board."""

from dataclasses import replace

from minigam.errors import IllegalPlayError
from minigam.rules.actions import (
    Action,
    ColoursChanged,
    Confirmed,
    FlagFell,
    Resigned,
    Rolled,
    TimePassed,
)
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.table import doubling, menus, rolling, timing, turns
from minigam.table.notices import notify
from minigam.table.state import State, act
from minigam.words import Words


def receive(state: State, action: Action) -> State:
    """The state after an action that the other board has written.

    It is never among what the state has decided, so that nobody stores it twice. Raises
    `IllegalPlayError` for an action that the rules forbid, and in a game at one board.
    """
    if not state.game.terms.shared:
        raise IllegalPlayError(f"expected a game between two boards, got {action} from elsewhere")
    before = state.decided
    after = _followed(_without_offer(state, action), action)
    return replace(after, decided=before)


def _without_offer(state: State, action: Action) -> State:
    """A resignation that waits for an answer lapses with the next action that is no time."""
    if state.proposal is None or isinstance(action, TimePassed):
        return state
    return replace(state, cover=None, proposal=None, other=replace(state.other, offer=None))


def _followed(state: State, action: Action) -> State:
    match action:
        case Rolled():
            return rolling.roll(state, action)
        case Confirmed():
            return _confirmed(state)
        case CubeAction(_, "take"):
            return doubling.take(state)
        case CubeAction(_, "drop"):
            return doubling.drop(state)
        case ColoursChanged():
            return menus.change_colours(state)
        case FlagFell():
            return timing.fall(state, action)
        case Resigned(side, _):
            return _resigned(state, action, side)
    return act(state, action)


def _confirmed(state: State) -> State:
    """The play counts; a press of roll meanwhile was no second press."""
    after = turns.confirm(state)
    if after.game.result:
        return after
    return replace(after, transient=replace(after.transient, dead=False))


def _resigned(state: State, action: Resigned, side: Side) -> State:
    text = Words("{side} has resigned.", side=side.title)
    bare = replace(state, cover=None, proposal=None)
    return notify(turns.end(act(bare, action)), "resigned", text)
