"""The zones that a person taps to make a step."""

from collections.abc import Iterator
from dataclasses import replace

from minigam.rules.steps import Step
from minigam.table.state import Picked, State
from minigam.table.turns import _partners, _pawns, steps_of
from minigam.table.zones import zone_in


def taps_for(state: State, step: Step) -> Iterator[str]:
    """The zones that a person taps, nothing picked up yet, to make a step."""
    turn = state.turn
    assert turn is not None
    alike = [other for other in turn.next_steps if replace(other, die=step.die) == step]
    larger = bool(step.face) and step.die > min(other.die for other in alike)
    picked = Picked(step.source, step.face, larger)
    places = [step.source] * (_pawns(turn, step.source).index(picked) + 1)
    for place in step.path[:-1]:
        there = [way for way in steps_of(turn, picked) if place in way.path[:-1]]
        places += [place] * (_partners(there).index(step.partner) + 1)
    places.append(step.target)
    return (zone_in(turn, place) for place in places)
