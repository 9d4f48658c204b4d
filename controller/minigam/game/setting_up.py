"""What may be put right or chosen while a game has hardly begun: the set-up, and the colours."""

from __future__ import annotations

from dataclasses import replace

from minigam.game.notices import notify
from minigam.game.reasons import faces
from minigam.game.state import Phase, State, opening_throws, unplayed_throws, with_colours_changed
from minigam.game.throwing import begin_turn, cube_at_start
from minigam.rules.position import Side
from minigam.words import Words

LATEST = 2
"""A wrong set-up stands once so many plays are confirmed."""


def may_set_up_again(state: State) -> bool:
    """Whether a wrong set-up may still be put right: a roll is known, and no second play made.

    Games with faces roll pawns with the second throw, which the first play decides on; they are
    left as they are.
    """
    known = bool(state.plays or unplayed_throws(state))
    return known and len(state.plays) < LATEST and not state.rules.pawn_die


def set_up_again(state: State) -> State:
    """Plays and doubles are taken back, and the throws stand: the first is to be played again."""
    again = replace(
        state,
        position=state.first.position,
        side=state.plays[0].side if state.plays else state.side,
        cube=cube_at_start(state),
        actions=(),
        entered=(),
        rebuilding=Side.WHITE if state.rebuilding else None,
    )
    dice = unplayed_throws(again)[0][0]
    text = Words(
        "Put every checker where the lights show. Then {dice} is played from the start.",
        dice=faces(dice),
    )
    return notify(begin_turn(again, dice), "set-up", text)


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
    text = Words(
        "The players have changed colours: {side} plays {dice}.",
        **{"side": changed.side.word, "dice": faces(dice)},
    )
    return notify(changed, "colours", text)
