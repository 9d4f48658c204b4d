"""What may be put right or chosen while a game has hardly begun: the set-up, and the colours."""

from __future__ import annotations

from dataclasses import replace

from minigam.game.notices import notify
from minigam.game.reasons import faces
from minigam.game.state import Phase, State, opening_throws, unplayed_throws, with_colours_changed
from minigam.game.throwing import begin_turn
from minigam.rules.record import Played

LATEST = 2
"""A wrong set-up stands once so many plays are confirmed."""


def may_set_up_again(state: State) -> bool:
    """Whether a wrong set-up may still be put right: a roll is known, and no second play made.

    A double makes the play before it stand, and with it the set-up. Games with faces roll pawns
    with the second throw, which the first play decides on; they are left as they are.
    """
    turns = [action for action in state.actions if isinstance(action, Played)]
    return (
        len(turns) == len(state.actions) < LATEST
        and bool(turns or unplayed_throws(state))
        and not state.rules.pawn_die
    )


def set_up_again(state: State) -> State:
    """Every play is taken back, and the throws stand: the first is to be played again."""
    first = state.actions[0] if state.actions else None
    side = first.side if first else state.side
    again = replace(state, position=state.rules.start, side=side, actions=(), entered=())
    begun = begin_turn(again, unplayed_throws(again)[0][0])
    text = (
        "Put every checker where the lights show. "
        f"Then {faces(unplayed_throws(again)[0][0])} is played from the start."
    )
    return notify(begun, "set-up", text)


def may_change_colours(state: State) -> bool:
    """Whether the winner of the opening throw, a person, has not begun to play it."""
    turn = state.turn
    return (
        state.rules.chooses_colour
        and state.active_phase in (Phase.MOVING, Phase.PASSING)
        and bool(opening_throws(state))
        and turn is not None
        and not (turn.steps or state.actions)
        and not state.computer_moves
    )


def change_colours(state: State) -> State:
    """The players change colours; whoever was to play still is. Nothing on the board moves."""
    dice = unplayed_throws(state)[0][0]
    changed = begin_turn(with_colours_changed(state), dice)
    assert changed.side is not None
    who = f"{changed.side.value} plays {faces(dice)}"
    return notify(changed, "colours", f"The players have changed colours: {who}.")
