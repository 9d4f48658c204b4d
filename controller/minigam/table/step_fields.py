"""What may be picked up and where it may go, in a display's terms."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from minigam.rules.plays import Turn
from minigam.rules.steps import Step
from minigam.table import copying
from minigam.table.far_targets import far_targets
from minigam.table.landings import hits, last_hits
from minigam.table.sensed import to_put_right
from minigam.table.state import Phase, State
from minigam.table.suggestions import next_planned
from minigam.table.turns import steps_of
from minigam.table.zones import zone_in


def steps_shown(state: State) -> dict[str, Any]:
    """What is picked up, what may be, and where it may go; nothing outside a turn."""
    nothing: dict[str, Any] = {
        "selected": None,
        "selected_face": None,
        "sources": [],
        "targets": [],
        "may_end": False,
        "step": None,
        "advice": [],
        "far_targets": [],
        "hits": [],
    }
    if state.phase is Phase.COPYING:
        return {**nothing, **_planned(*copying.next_step(state))}
    turn = state.turn
    if state.phase not in (Phase.MOVING, Phase.TURN_OVER) or turn is None or to_put_right(state):
        return nothing
    planned = next_planned(state)
    if planned:
        return {**nothing, **_planned(turn, planned)}
    if state.computer_moves or state.awaits_away:
        return nothing
    advice = [step_fields(turn, step) for step in state.transient.advised or ()]
    return {**nothing, "advice": advice, **_choices(state, turn)}


def _planned(turn: Turn, step: Step) -> dict[str, Any]:
    way = step_fields(turn, step)
    return {
        "selected": way["from"],
        "selected_face": step.face or None,
        "targets": [way["to"]],
        "hits": [way["to"]] if last_hits(turn, step) else [],
        "step": way,
    }


def step_fields(turn: Turn, step: Step) -> dict[str, Any]:
    """The zones of a step."""
    source, *between, target = (zone_in(turn, place) for place in (step.source, *step.path))
    return {"from": source, "via": between, "to": target}


def _choices(state: State, turn: Turn) -> dict[str, Any]:
    held, steps = state.selected, turn.next_steps
    if held is None:
        zones = dict.fromkeys(zone_in(turn, step.source) for step in steps)
        return {"sources": list(zones), "may_end": turn.may_end}
    made, ways, far = len(held.path), steps_of(turn, held), far_targets(turn, held)
    zones = dict.fromkeys(zone_in(turn, step.path[made]) for step in ways)
    taken = {zone_in(turn, step.path[made]) for step in ways if hits(turn, held, step)}
    taken |= {zone_in(turn, place) for place, steps in far.items() if _takes(turn, steps)}
    return {
        "selected": zone_in(turn, held.path[-1] if made else held.place),
        "selected_face": held.face or None,
        "targets": list(zones),
        "far_targets": [zone_in(turn, place) for place in far],
        "hits": sorted(taken),
        "may_end": turn.may_end,
    }


def _takes(turn: Turn, steps: Sequence[Step]) -> bool:
    """Whether the last of several steps hits or pins."""
    *before, last = steps
    return last_hits(reduce(Turn.play, before, turn), last)
