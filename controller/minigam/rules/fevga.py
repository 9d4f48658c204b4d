"""Fevga's own rules: the first checker goes ahead alone; limits on points held in a row.

Rules: `docs/rules.md`.
"""

from minigam.rules import checkers
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import FACES, FIRST, Step


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """As `checkers.steps_with`, but for what waits for the first checker or fills the start.

    >>> from minigam.rules.ruleset import FEVGA
    >>> [step.target for step in steps_with(FEVGA, FEVGA.start, Side.WHITE, 6)]
    [7]
    """
    own = position.track(side)
    first = runner(rules, own)
    return tuple(
        step
        for step in checkers.steps_with(rules, position, side, die)
        if step.source == (first or step.source) and not fills_start(rules, own, step)
    )


def runner(rules: RuleSet, own: Track) -> int | None:
    """Where a side's first checker stands while no other may move; None before and after that.

    >>> from minigam.rules.ruleset import FEVGA
    >>> runner(FEVGA, FEVGA.start.white)
    >>> runner(FEVGA, (0, 14, 0, 0, 0, 1, *[0] * 20))
    5
    """
    if rules.layout.checkers - own[FIRST] != 1:
        return None
    ahead = next(place for place, count in enumerate(own) if count and place != FIRST)
    return ahead if ahead <= rules.first_past else None


def fills_start(rules: RuleSet, own: Track, step: Step) -> bool:
    """Whether a side would hold all points of its start after a step."""
    return all(
        own[place] - (place == step.source) + (place == step.target)
        for place in range(FIRST, FIRST + rules.open_start)
    )


def shuts_in(rules: RuleSet, position: Position, side: Side) -> bool:
    """Whether `side` holds the six points before all of the other side's checkers, on one point.

    >>> from minigam.rules.position import parse_position
    >>> from minigam.rules.ruleset import FEVGA
    >>> shuts_in(FEVGA, parse_position("------AAAAAAo-----------I-", FEVGA.layout), Side.WHITE)
    True
    """
    own, theirs, layout = position.track(side), position.track(side.other), rules.layout
    if layout.checkers not in theirs:
        return False
    ahead = [theirs.index(layout.checkers) + die for die in FACES]
    return ahead[-1] < layout.off and all(own[layout.mirror(place)] for place in ahead)
