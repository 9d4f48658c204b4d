"""Whether a computer seat doubles, or takes a double: asked a moment later, answered from outside.

The decision is written down only where it changes the game: as a double, an answer, or the roll
that follows. Before that the question is transient. A daemon that starts again asks once more.
"""

from dataclasses import replace

from minigam.table import doubling
from minigam.table.notices import refuse
from minigam.table.state import CubeQuestion, Phase, State
from minigam.words import Words


def may_double(state: State) -> bool:
    """Whether a computer seat is on roll and may double by the rules.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> may_double(opened(Opened(Setup(), started=True)))
    False
    """
    return (
        state.phase is Phase.TO_THROW
        and state.game.side is not None
        and state.is_computer(state.game.side)
        and not state.entered
        and not state.game.why_no_double(state.game.side)
    )


def decides(state: State) -> bool:
    """Whether a computer seat has a decision about the cube before it."""
    return may_double(state) or _is_doubled(state)


def _is_doubled(state: State) -> bool:
    offered_by = state.game.offered_by if state.phase is Phase.DOUBLED else None
    return offered_by is not None and state.is_computer(offered_by.other)


def is_thinking(state: State) -> bool:
    """Whether hand-thrown dice have to wait for the decision."""
    return state.transient.cube in (CubeQuestion.WAITING, CubeQuestion.ASKED)


def follow(state: State) -> State:
    """The question begins with the computer's turn to roll, or with a double, and ends with it."""
    question = state.transient.cube
    if not decides(state):
        return _with(state, CubeQuestion.NONE)
    return _with(state, CubeQuestion.WAITING) if question is CubeQuestion.NONE else state


def ask(state: State) -> State:
    """The moment before the computer's decision is over."""
    return _with(state, CubeQuestion.ASKED) if decides(state) else state


def decided(state: State, double: bool) -> State:
    """The decision; ignored if the computer is no longer on roll."""
    if not may_double(state):
        return state
    assert state.game.side is not None
    if double:
        return doubling.doubled(_with(state, CubeQuestion.NONE), state.game.side)
    if state.setup.by_hand:
        return _with(state, CubeQuestion.ROLLS)
    return replace(state, rolling=True)


def refuse_dice(state: State, zone: str) -> State:
    """The answer to a die entered too early."""
    text = Words("Wait a moment: the computer decides first whether to double.")
    return refuse(state, "computer-decides", text, zone)


def _with(state: State, question: CubeQuestion) -> State:
    if state.transient.cube is question:
        return state
    return replace(state, transient=replace(state.transient, cube=question))
