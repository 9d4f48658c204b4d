"""What a board that feels its checkers reports, in the game: see `recognition`."""

from dataclasses import replace

from minigam.board.occupancy import Occupancy
from minigam.table import suggestions, turns
from minigam.table.events import Felt, Followed
from minigam.table.mismatch import IN_HAND, STILL_IN_HAND, difference
from minigam.table.notices import refuse
from minigam.table.state import WITH_TURN, Phase, State
from minigam.words import Words

HOLDS_UP = (Phase.OPENING, Phase.TO_THROW, *WITH_TURN)
"""Where nothing goes on while the board shows what is not expected."""
MOVE_BACK = "move-back"
"""The code of the answer to undo, where moving back takes back."""


def feel(state: State, event: Felt) -> State:
    """Keep what the sensors show wrong; an event with an empty code clears it."""
    felt = event if event.code else None
    return replace(state, transient=replace(state.transient, felt=felt))


def is_held_up(state: State) -> bool:
    """Whether buttons have to wait until the board is as expected."""
    return state.transient.felt is not None and state.phase in HOLDS_UP


def to_put_right(state: State) -> Felt | None:
    """What has to be done on the board before anything else; None while a hand is on its way."""
    felt = state.transient.felt
    return felt if is_held_up(state) and felt != IN_HAND else None


def lifted(state: State, seen: Occupancy) -> tuple[str, ...]:
    """The zones that checkers were lifted from, while none lies elsewhere; one may be picked up."""
    if not is_held_up(state) or state.transient.felt not in (IN_HAND, STILL_IN_HAND):
        return ()
    found = difference(seen, state.game.rules.layout, state.game.shown_position)
    return () if found.surplus else tuple(zone for zone, _, _ in found.missing)


def refuse_button(state: State) -> State:
    """The answer to a button that has to wait."""
    felt = state.transient.felt
    assert felt is not None
    return refuse(state, felt.code, felt.text)


def follow(state: State, event: Followed) -> State:
    """The board stands on steps of the turn, or the last turn is being taken back on it."""
    if event.turn == len(state.game.entries) - 1 and turns.can_undo_confirmation(state):
        state = turns.undo_confirmation(state)
    if event.turn != len(state.game.entries) or state.phase not in WITH_TURN or state.turn is None:
        return state
    if state.awaits_away:
        return state
    wanted = suggestions.with_steps(state.turn.with_steps(()), event).steps
    return turns.lifted(turns.with_steps(state, wanted), event.lifted)


def stand(state: State) -> State:
    """The play has stood long enough: it counts."""
    turn = state.turn
    if state.phase not in (Phase.MOVING, Phase.TURN_OVER) or turn is None or not turn.steps:
        return state
    if state.awaits_away:
        return state
    if state.plan is not None and suggestions.next_planned(state):
        return state
    return turns.confirm(state) if turn.may_end else state


def undo(state: State) -> State:
    """Undo is pressed amid a turn, or after it: there, moving back takes back."""
    if state.phase is Phase.TO_THROW and not turns.can_undo_confirmation(state):
        return turns.undo_confirmation(state)
    if state.turn is None or not (state.turn.steps or state.selected):
        return turns.undo(state)
    text = Words("Move the checkers back, and the step is taken back: the board feels it.")
    return refuse(state, MOVE_BACK, text)
