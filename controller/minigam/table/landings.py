"""Where a picked-up checker is by now, and what its next landing does.

In Backgammon Dice a step may lead over another place: a switch changes places there, and a double
lands there first.
"""

from minigam.rules import pawns
from minigam.rules.plays import Turn
from minigam.rules.position import Position
from minigam.rules.steps import Step
from minigam.table.state import Picked, State
from minigam.table.turns import steps_of


def shown_position(state: State) -> Position:
    """What stands on the board for whoever looks: half a step counts as made."""
    turn, picked = state.turn, state.selected
    if turn is None or picked is None or not picked.path:
        return state.game.shown_position
    return half_way(turn, picked)


def half_way(turn: Turn, picked: Picked) -> Position:
    """The position with the checker where it was tapped to last."""
    if not picked.path:
        return turn.position
    return pawns.half_way(turn.rules, turn.position, turn.side, steps_of(turn, picked)[0])


def hits(turn: Turn, picked: Picked, step: Step) -> bool:
    """Whether the next landing of a step hits or pins; to change places does neither.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (6, 5))
    >>> any(hits(turn, Picked(step.source), step) for step in turn.next_steps)
    False
    """
    made, layout = len(picked.path), turn.rules.layout
    place = step.path[made]
    if place == layout.off or (step.partner and not made):
        return False
    position, other, there = half_way(turn, picked), turn.side.other, layout.mirror(place)
    return position.track(other)[there] > 0 and there not in position.pinned_of(other)


def last_hits(turn: Turn, step: Step) -> bool:
    """Whether a step hits or pins where it ends."""
    return hits(turn, Picked(step.source, step.face, False, step.path[:-1], step.partner), step)
