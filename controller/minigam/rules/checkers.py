"""How plain checkers move, in every game whose checkers have no faces."""

from collections.abc import Sequence

from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, Step, is_blocked, is_home


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """Every step that `die` allows from a position, rearmost first, ignoring the rest of the turn.

    A finished game allows none, to either side.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> steps_with(MINIGAM, MINIGAM.start, Side.WHITE, 5)
    (Step(source=0, target=5, die=5, hit=False, way=None),)
    """
    own, theirs = position.track(side), position.track(side.other)
    if rules.layout.checkers in (own[-1], theirs[-1]):
        return ()
    last = BAR if rules.bar_first and own[BAR] else rules.layout.points
    found = []
    for source in range(last + 1):
        if own[source] and (step := _step_from(rules, own, theirs, source, die)):
            found.append(step)
    return tuple(found)


def _step_from(rules: RuleSet, own: Track, theirs: Track, source: int, die: int) -> Step | None:
    target, off = source + die, rules.layout.off
    if target >= off:
        return Step(source, off, die) if _bears_off(rules, own, source, die) else None
    held = theirs[rules.layout.mirror(target)]
    if is_blocked(rules, own[target], held) or (
        source == BAR and own[target] and not rules.enter_on_own
    ):
        return None
    return Step(source, target, die, hit=held == 1)


def _bears_off(rules: RuleSet, own: Track, source: int, die: int) -> bool:
    beyond = source + die - rules.layout.off
    high = rules.high_bears_off and not any(own[:source])
    return (beyond == 0 or high) and is_home(rules, own)


def apply_steps(position: Position, side: Side, steps: Sequence[Step]) -> Position:
    """The position after steps, each of which `steps_with` allowed when it came."""
    own, theirs = list(position.track(side)), position.track(side.other)
    for step in steps:
        own[step.source] -= 1
        own[step.target] += 1
        if step.hit:
            theirs = _hit(theirs, len(own) - 1 - step.target)
    return position.with_tracks(side, tuple(own), theirs)


def _hit(track: Track, place: int) -> Track:
    """A side's checkers once a blot of its own is on the bar."""
    after = list(track)
    after[place] -= 1
    after[BAR] += 1
    return tuple(after)
