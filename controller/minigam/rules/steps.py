"""One checker moved by one die: which steps a position allows, and what they do to it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from minigam.errors import UnreadableError
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet

BAR = 0
FACES = range(1, 7)
ROLLS = tuple(combinations_with_replacement(FACES, 2))
"""The 21 unordered rolls."""


@dataclass(frozen=True)
class Step:
    """One checker moved by one die, in the mover's own track indices."""

    source: int
    """Where it leaves: 0 is the bar."""
    target: int
    """Where it lands: N+1 is off."""
    die: int
    """The die spent on it."""
    hit: bool = False
    """Whether it hits a blot there."""

    @property
    def order(self) -> tuple[int, int, bool]:
        """Sorts steps from the rearmost checker, a hitting one before one that follows it."""
        return self.source, self.target, not self.hit


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """Every step that `die` allows from a position, rearmost first, ignoring the rest of the turn.

    A finished game allows none, to either side.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> steps_with(MINIGAM, MINIGAM.start, Side.WHITE, 5)
    (Step(source=0, target=5, die=5, hit=False),)
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
    held = theirs[off - target]
    if is_blocked(rules, own[target], held) or (
        source == BAR and own[target] and not rules.enter_on_own
    ):
        return None
    return Step(source, target, die, hit=held == 1)


def is_blocked(rules: RuleSet, own: int, theirs: int) -> bool:
    """Whether nobody of mine may land on a point that holds so many of mine and of theirs."""
    return theirs > 1 if rules.room is None else own + theirs >= rules.room


def is_home(rules: RuleSet, own: Track) -> bool:
    """Whether a side has all of its checkers in play where it may bear them off."""
    away = own[: rules.layout.off - rules.home] if rules.home else ()
    return not any(away) and not (rules.bar_stops_bearing_off and own[BAR])


def _bears_off(rules: RuleSet, own: Track, source: int, die: int) -> bool:
    beyond = source + die - rules.layout.off
    high = rules.high_bears_off and not any(own[:source])
    return (beyond == 0 or high) and is_home(rules, own)


def possible_steps(
    rules: RuleSet, position: Position, side: Side, dice: tuple[int, ...]
) -> tuple[Step, ...]:
    """Every step that one of the dice allows now, whatever it leaves for the others."""
    steps = tuple(
        step for die in dict.fromkeys(dice) for step in steps_with(rules, position, side, die)
    )
    if not rules.captures_first or position.track(side)[BAR]:
        return steps
    return tuple(step for step in steps if step.hit or step.target == rules.layout.off) or steps


def apply_step(position: Position, side: Side, step: Step) -> Position:
    """The position after a step that `steps_with` allowed."""
    own = list(position.track(side))
    own[step.source] -= 1
    own[step.target] += 1
    theirs = position.track(side.other)
    if step.hit:
        hit = list(theirs)
        hit[len(own) - 1 - step.target] -= 1
        hit[BAR] += 1
        theirs = tuple(hit)
    return position.with_tracks(side, tuple(own), theirs)


def check_roll(roll: object) -> tuple[int, int]:
    """A roll as two ints from 1 to 6; raise `UnreadableError` for anything else."""
    if (
        isinstance(roll, list | tuple)
        and len(roll) == 2
        and all(isinstance(die, int) and not isinstance(die, bool) for die in roll)
        and all(die in FACES for die in roll)
    ):
        return (roll[0], roll[1])
    raise UnreadableError(f"expected a roll of two numbers from 1 to 6, got {roll!r}")
