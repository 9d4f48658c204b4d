"""Roll and undo, on the page and on a board: what each is called, and whether it does anything."""

from collections.abc import Sequence
from typing import Any

from minigam.table import commands, copying, lessons, proposals, two_buttons
from minigam.table.doubling import WITHDRAW, may_withdraw
from minigam.table.events import Command
from minigam.table.menus import choices
from minigam.table.mismatch import WHICH_PLAY
from minigam.table.rolling import can_take_back_opening
from minigam.table.sensed import to_put_right
from minigam.table.spill import ALL_STANDS, WHITE_STANDS
from minigam.table.state import Phase, State
from minigam.table.suggestions import next_planned
from minigam.table.turns import can_take_back_step, can_undo_confirmation
from minigam.words import Audience, Words


def controls(state: State, available: Sequence[Command]) -> dict[str, Any]:
    """What the snapshot says of both; `available` are the commands that do something now."""
    held, wanted = commands.of_hold(state, "undo"), lessons.buttons(state)
    return {
        "roll": {
            "live": "roll" in wanted and _roll_is_live(state),
            "label": _on_the_page(_roll_label(state)),
        },
        "undo": {
            "live": "undo" in wanted and _undo_is_live(state),
            "label": _on_the_page(_undo_label(state)),
            "held": _HELD[held] if held in available else None,
        },
    }


def _on_the_page(label: Words) -> Words:
    return label.worded_for(Audience.PAGE)


def _undo_label(state: State) -> Words:
    if two_buttons.offered(state):
        return Words("Next choice")
    if state.choosing_rules:
        return Words("Back")
    if _asks_which_play(state):
        return Words("Another play")
    return _UNDO.get(state.phase, Words("Undo"))


def _asks_which_play(state: State) -> bool:
    """Whether undo is the answer that it was another play."""
    felt = to_put_right(state)
    return felt is not None and felt.code == WHICH_PLAY


def _roll_label(state: State) -> Words:
    if offered := two_buttons.offered(state):
        name = offered.name
        if two_buttons.face_of(offered):
            return Words("Enter {face}", face=name)
        return Words("Change: {choice}", choice=name.lower()) if offered.value else name
    if (felt := to_put_right(state)) and felt.code in _YES:
        return _YES[felt.code]
    if state.phase is Phase.GAME_OVER:
        return choices(state)[0].name
    if state.phase in proposals.ASKS and state.proposal is None:
        return two_buttons.agreement(state).name
    if state.phase is Phase.MOVING and state.computer_moves:
        return Words("Play the rest")  # of its steps, at once
    return _ROLL.get(state.phase, Words("Roll"))


def _roll_is_live(state: State) -> bool:
    """Whether the page's only roll button does something: who asks cannot answer with it."""
    if state.awaits_away and state.cover is None:
        return False
    if proposals.asker(state):
        return two_buttons.offered(state) == two_buttons.PLAY_ON
    if felt := to_put_right(state):
        return felt.code in _YES
    if two_buttons.offered(state):
        return True
    match state.phase:
        case Phase.MOVING:
            planned = next_planned(state) is not None
            return planned or bool(not state.computer_moves and state.turn and state.turn.may_end)
        case Phase.OPENING:
            return not state.setup.by_hand
        case Phase.TO_THROW:
            return not state.setup.by_hand and not state.computer_moves
        case Phase.RESIGNING | Phase.SETTING_UP:
            if proposals.asks_computer(state) or proposals.asks_away(state):
                return False
            return not proposals.answers(state) and not proposals.needs_other_button(state)
    return state.phase in _ROLL or state.phase is Phase.GAME_OVER


def _undo_is_live(state: State) -> bool:
    if state.awaits_away and state.cover is None:
        return False
    if two_buttons.may_browse(state) or state.choosing_rules:
        return True
    match state.phase:
        case Phase.MOVING | Phase.TURN_OVER | Phase.TO_THROW if state.setup.felt:
            cocked = state.phase is Phase.MOVING and state.game.may_take_back_roll
            return _asks_which_play(state) or cocked
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            begun = state.selected is not None or can_take_back_step(state)
            return begun or state.game.may_take_back_roll
        case Phase.COPYING:
            return copying.made(state) > 0
        case Phase.TO_THROW | Phase.OPENING:
            entered = bool(state.entered) or can_take_back_opening(state)
            return entered or can_undo_confirmation(state)
        case Phase.DOUBLED:
            return may_withdraw(state) and not two_buttons.listed(state)
    return state.phase in _UNDO


_HELD = {Command.BEST_PLAY: "best", Command.MENU: "menu"}
_YES = {
    WHICH_PLAY: Words("Yes"),
    WHITE_STANDS: Words("White in place"),
    ALL_STANDS: Words("All in place"),
}
"""What roll says yes to, where the board feels its checkers."""
_ROLL = {
    Phase.ATTRACT: Words("Begin"),
    Phase.OPENING: Words("Roll"),
    Phase.TO_THROW: Words("Roll"),
    Phase.COPYING: Words("All made"),
    Phase.MOVING: Words("Confirm"),
    Phase.TURN_OVER: Words("Confirm"),
    Phase.PASSING: Words("Pass"),
    Phase.MENU: Words("Play on"),
    Phase.PAUSED: Words("Go on"),
    Phase.RESIGNING: Words("Accept"),
    Phase.SETTING_UP: Words("Accept"),
}
_UNDO = {
    Phase.OPENING: Words("Take back"),
    Phase.COPYING: Words("Take back"),
    Phase.TO_THROW: Words("Take back"),
    Phase.MOVING: Words("Take back"),
    Phase.TURN_OVER: Words("Take back"),
    Phase.PASSING: Words("Take back"),
    Phase.MENU: Words("Play on"),
    Phase.PAUSED: Words("Go on"),
    Phase.DOUBLED: WITHDRAW,
    Phase.RESIGNING: Words("Play on"),
    Phase.SETTING_UP: Words("Play on"),
}
