"""Checkers that pin a lone one where they land, instead of hitting it (Plakoto).

A pinned checker cannot move until the last of those on it has left, and its own side cannot land
there. The last checker on a side's first point is its mother. Rules: `docs/rules.md`.
"""

from collections.abc import Sequence
from dataclasses import replace

from minigam.rules import checkers
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FIRST, Step


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """As `checkers.steps_with`, but for what is pinned; a step that pins is marked as a hit.

    >>> from minigam.rules.position import parse_position
    >>> from minigam.rules.ruleset import PLAKOTO
    >>> position = parse_position("-a------aA--------------N- 9", PLAKOTO.layout)
    >>> [(step.source, step.hit) for step in steps_with(PLAKOTO, position, Side.WHITE, 1)]
    [(1, False), (16, True)]
    """
    if caught(position):
        return ()
    own, theirs = position.pinned_of(side), position.pinned_of(side.other)
    return tuple(
        replace(step, hit=False)
        if step.hit and rules.layout.mirror(step.target) in theirs
        else step
        for step in checkers.steps_with(rules, position, side, die)
        if step.source not in own and step.target not in own
    )


def apply_steps(rules: RuleSet, position: Position, side: Side, steps: Sequence[Step]) -> Position:
    """The position after steps, each of which `steps_with` allowed when it came.

    >>> from minigam.rules.ruleset import PLAKOTO
    >>> apply_steps(PLAKOTO, PLAKOTO.start, Side.WHITE, [Step(1, 24, 6, hit=True)]).pinned
    ((), (1,))
    """
    own, theirs = list(position.track(side)), position.track(side.other)
    beneath = set(position.pinned_of(side.other))
    for step in steps:
        own[step.source] -= 1
        own[step.target] += 1
        if step.hit:
            beneath.add(rules.layout.mirror(step.target))
        if not own[step.source]:
            beneath.discard(rules.layout.mirror(step.source))
    pinned = side.pair(position.pinned_of(side), tuple(sorted(beneath)))
    white, black = side.pair(tuple(own), theirs)
    return Position(white, black, pinned=pinned)


def caught(position: Position) -> tuple[Side, ...]:
    """The sides whose mother is pinned for good: one has lost the game, both have drawn it.

    Who has pinned the other mother has not won while its own checkers on its first point may
    still be pinned there.

    >>> from minigam.rules.position import parse_position
    >>> from minigam.rules.ruleset import PLAKOTO
    >>> for home in ("A", "-"):
    ...     caught(parse_position(f"-A-------------m--------{home}- 1", PLAKOTO.layout))
    ()
    (<Side.BLACK: 'black'>,)
    """
    pinned = tuple(side for side in Side if FIRST in position.pinned_of(side))
    if len(pinned) == 1 and position.track(pinned[0].other)[FIRST]:
        return ()
    return pinned
