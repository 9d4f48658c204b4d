"""Whether a computer seat resigns before its roll, once the person bears off.

It is asked each time, and offers each kind of resignation once in a game: a person who plays on is
left in peace. What a single roll may end is not worth a question.
"""

from dataclasses import replace

from minigam.rules.ruleset import RuleSet
from minigam.table.state import Phase, Proposal, State


def asks(state: State) -> bool:
    """Whether a computer seat is to judge now what it could still win.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> asks(opened(Opened(Setup(), started=True)))
    False
    """
    side = state.game.side
    return (
        state.phase is Phase.TO_THROW
        and side is not None
        and state.computer_moves
        and state.is_person(side.other)
        and not state.entered
        and state.transient.judged_to_resign != _now(state)
        and 0 < state.position.track(side.other)[-1] < _too_late(state.game.rules)
    )


def judged(state: State, points: int) -> State:
    """What it would resign for, 0 for nothing; ignored if it is no longer asked."""
    if not asks(state):
        return state
    transient = replace(state.transient, judged_to_resign=_now(state))
    if points <= transient.resigned:
        return replace(state, transient=transient)
    side = state.game.side
    assert side is not None
    return replace(
        state,
        cover=Phase.RESIGNING,
        proposal=Proposal(side, own_button=False),
        resign_points=points,
        transient=replace(transient, resigned=points),
    )


def put_off(state: State) -> State:
    """Something else comes first, such as the menu: it is asked again afterwards."""
    by_computer = state.proposal is not None and state.is_computer(state.proposal.by)
    if state.phase is not Phase.RESIGNING or not by_computer:
        return state
    least = state.resign_points - 1
    return replace(state, transient=replace(state.transient, judged_to_resign=-1, resigned=least))


def _now(state: State) -> int:
    return len(state.game.entries)


def _too_late(rules: RuleSet) -> int:
    """How many are off when one roll may bear off the rest: with four steps, or two of pawns."""
    return rules.layout.checkers - (2 if rules.pawn_die else 4)
