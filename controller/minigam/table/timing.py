"""The clock in the game: whose time runs, when a turn ends for it, and what a fallen flag does."""

from dataclasses import replace

from minigam.rules.actions import FlagFell
from minigam.rules.position import Side
from minigam.table import doubling, turns
from minigam.table.mismatch import NO_BOARD
from minigam.table.notices import notify
from minigam.table.state import WITH_TURN, Phase, State, act
from minigam.words import Words

RUNS = (Phase.TO_THROW, Phase.THROWING, Phase.COPYING, *WITH_TURN)
STOPS = (Phase.PAUSED, Phase.STOPPED, Phase.CLOSED)
Running = tuple[Side, int]
"""Whose time runs, and after how many turns and doubles."""


def running(state: State) -> Running | None:
    """Whose time runs now; None while nobody's does.

    A menu does not stop it, for one side opens it alone; a pause does, and so do a proposal that
    waits for consent, a spill and a board in trouble. So does the wait for a roll, once the side on
    turn has shared for it with another board. A computer seat has all the time, and another board
    measures its own side's.
    """
    shown = displayed(state)
    return shown if shown and state.is_here(shown[0]) and not state.other.asking else None


def displayed(state: State) -> Running | None:
    """Whose time a display runs: as `running`, and that of the side at another board too."""
    side = on_turn(state)
    if state.game.clock is None or side is None or _stands(state) or not state.setup.is_human(side):
        return None
    return side, len(state.game.entries)


def _stands(state: State) -> bool:
    felt = state.transient.felt
    in_trouble = felt is not None and felt.code == NO_BOARD
    waits = state.proposal is not None or state.rebuilding is not None
    return state.phase in STOPS or waits or in_trouble or state.game.roll_is_due


def on_turn(state: State) -> Side | None:
    """Whose turn it is for the clock, also under a menu or a pause; the other's after a double."""
    if state.phase is Phase.DOUBLED:
        return doubling.answerer(state)
    return state.game.side if state.active_phase in RUNS else None


def fall(state: State, flag: FlagFell) -> State:
    """A side's time is over."""
    clock, side = state.game.clock, flag.side
    if clock is None or state.game.result or side in clock.fallen:
        return state
    fallen = act(state, flag)
    ended = turns.end(replace(fallen, cover=None, proposal=None)) if fallen.game.result else fallen
    return notify(ended, "time-over", Words("{side}'s time is over.", side=side.title))
