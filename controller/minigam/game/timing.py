"""The clock in the game: whose time runs, when a turn ends for it, and what a fallen flag does."""

from __future__ import annotations

from dataclasses import replace

from minigam.game import moving, stakes
from minigam.game.correction import NO_BOARD
from minigam.game.notices import notify
from minigam.game.state import WITH_TURN, Phase, State
from minigam.rules.position import Side
from minigam.rules.record import TIME
from minigam.rules.timecontrol import FLAGS
from minigam.words import Words

RUNS = (Phase.TO_THROW, Phase.THROWING, *WITH_TURN)
STOPS = (Phase.PAUSED, Phase.CLOSED)
PUT_RIGHT = (Phase.SETTING_UP, Phase.MENU)
"""What covers a game when a wrong set-up is put right, the menu in games of before consent."""
Running = tuple[Side, int]
"""Whose time runs, and after how many turns and doubles."""


def running(state: State) -> Running | None:
    """Whose time runs now; None while nobody's does.

    A menu does not stop it, for one side opens it alone; a pause does, and so do a proposal that
    waits for consent, a spill and a board in trouble. A computer seat has all the time.
    """
    side = on_turn(state)
    if state.clock is None or side is None or _stands(state) or not state.setup.is_human(side):
        return None
    return side, len(state.actions)


def _stands(state: State) -> bool:
    felt = state.transient.felt
    in_trouble = felt is not None and felt.code == NO_BOARD
    waits = state.proposal is not None or state.rebuilding is not None
    return state.phase in STOPS or waits or in_trouble


def on_turn(state: State) -> Side | None:
    """Whose turn it is for the clock, also under a menu or a pause; the other's after a double."""
    if state.phase is Phase.DOUBLED:
        return stakes.answerer(state)
    return state.side if state.active_phase in RUNS else None


def passed(state: State, spent: int) -> State:
    """So many milliseconds of the present turn are written down."""
    return replace(state, clock=state.clock.passed(spent)) if state.clock else state


def after(before: State, now: State) -> State:
    """The clock follows the game: a turn has ended, or was taken back."""
    clock, made = now.clock, len(now.actions) - len(before.actions)
    if clock is None or before.clock is None:
        return now
    if made > 0:
        return replace(now, clock=clock.ended(now.actions[-1].side))
    if made == -1 and before.phase not in PUT_RIGHT:  # else all that was played is taken back
        return replace(now, clock=clock.taken_back())
    owner = before.side.other if before.side and _recoloured(before, now) else before.side
    over = now.phase is Phase.GAME_OVER and before.phase is not Phase.GAME_OVER
    if owner and (over or made < 0 or now.side is not owner):
        return replace(now, clock=clock.ended(owner))
    return now


def _recoloured(before: State, now: State) -> bool:
    return now.swapped is not before.swapped


def fall(state: State, side: Side) -> State:
    """A side's time is over."""
    clock = state.clock
    if clock is None or state.result or side in clock.fallen:
        return state
    fallen = replace(state, clock=replace(clock, fallen=(*clock.fallen, side)))
    text = Words("{side}'s time is over.", side=side.title)
    lost = fallen if state.setup.flag != FLAGS[0] else _lost(fallen, side)
    return notify(lost, "time-over", text)


def _lost(state: State, side: Side) -> State:
    """That side loses the game, and with it the match."""
    if state.offered_by:
        ended = replace(stakes.drop(state), ended_by=TIME)
    else:
        ended = moving.given_up(state, side.other, 1, TIME)
    if not state.rules.length:
        return ended
    white, black = ended.score
    if side is Side.BLACK:
        return replace(ended, score=(max(state.rules.length, black + 1), black))
    return replace(ended, score=(white, max(state.rules.length, white + 1)))
