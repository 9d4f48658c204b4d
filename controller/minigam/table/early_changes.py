"""What may be put right or chosen while a game has hardly begun: the set-up, and the colours."""

from __future__ import annotations

from dataclasses import replace

from minigam.rules.actions import ColoursChanged, SetUpCorrected
from minigam.rules.position import Side
from minigam.table.explanations import faces
from minigam.table.notices import notify
from minigam.table.rolling import begin_turn
from minigam.table.state import State, act
from minigam.words import Words


def set_up_again(state: State) -> State:
    """Plays and doubles are taken back, and the rolls stand: the first is to be played again."""
    again = replace(
        act(state, SetUpCorrected()),
        entered=(),
        rebuilding=Side.WHITE if state.rebuilding else None,
    )
    text = Words(
        "Put every checker where the lights show. Then {dice} is played from the start.",
        dice=faces(again.game.unplayed[0][0]),
    )
    return notify(begin_turn(again), "set-up", text)


def change_colours(state: State) -> State:
    """The players change colours; whoever was to play still is. Nothing on the board moves."""
    changed = begin_turn(act(state, ColoursChanged()))
    assert changed.side is not None
    text = Words(
        "The players have changed colours: {side} plays {dice}.",
        **{"side": changed.side.word, "dice": faces(changed.game.unplayed[0][0])},
    )
    return notify(changed, "colours", text)
