"""Where a checker can go with several steps, one after the other."""

from collections import defaultdict
from collections.abc import Iterator

from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Position
from minigam.table.state import Picked


def far_targets(turn: Turn, picked: Picked) -> dict[int, Steps]:
    """The places that several steps of a picked-up checker reach, each with those steps.

    Left out are those that a single step reaches, and those where it matters which way is taken:
    there a person has to say which, step by step. Pawns with faces always go step by step.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (6, 5))
    >>> {place: len(steps) for place, steps in far_targets(turn, Picked(1)).items()}
    {12: 2}
    """
    if picked.face:
        return {}
    ways: defaultdict[int, dict[Position, Steps]] = defaultdict(dict)
    for position, steps in _ways(turn, picked.place, ()):
        ways[steps[-1].target].setdefault(position, steps)
    near = {step.target for step in turn.next_steps if step.source == picked.place}
    return {
        place: next(iter(found.values()))
        for place, found in ways.items()
        if place not in near and len(found) == 1
    }


def _ways(turn: Turn, place: int, made: Steps) -> Iterator[tuple[Position, Steps]]:
    """Every two steps or more of a checker, and where they lead."""
    for step in turn.next_steps:
        if step.source == place:
            after, steps = turn.play(step), (*made, step)
            if made:
                yield after.position, steps
            yield from _ways(after, step.target, steps)
