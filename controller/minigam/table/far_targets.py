"""Where a picked-up checker can go with several steps, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Position
from minigam.table.state import Picked
from minigam.table.zones import zone_in


def far_targets(turn: Turn, picked: Picked) -> list[dict[str, Any]]:
    """The zones that several steps of the checker reach, and those where it stops on the way.

    Left out are those that a single step reaches, and those where it matters which way is taken:
    there the first stop has to be tapped. Pawns with faces go step by step.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (6, 5))
    >>> far_targets(turn, Picked(1))
    [{'to': 'point-13', 'via': ['point-18']}]
    """
    if picked.face:
        return []
    ways: defaultdict[int, dict[Position, Steps]] = defaultdict(dict)
    for position, steps in _ways(turn, picked.place, ()):
        ways[steps[-1].target].setdefault(position, steps)
    near = {step.target for step in turn.next_steps if step.source == picked.place}
    return [
        {
            "to": zone_in(turn, place),
            "via": [zone_in(turn, step.target) for step in steps[:-1]],
        }
        for place, found in ways.items()
        if place not in near and len(found) == 1
        for steps in found.values()
    ]


def _ways(turn: Turn, place: int, made: Steps) -> Iterator[tuple[Position, Steps]]:
    """Every two steps or more of a checker, and where they lead."""
    for step in turn.next_steps:
        if step.source == place:
            after, steps = turn.play(step), (*made, step)
            if made:
                yield after.position, steps
            yield from _ways(after, step.target, steps)
