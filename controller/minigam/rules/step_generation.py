"""Which steps a roll allows now, for any kind of checker.

A game whose checkers move in a way of their own (with faces, pinning, or held back by more than
what stands in their way) is a module beside `checkers`, and a line in the functions here.
"""

from collections.abc import Sequence

from minigam.rules import checkers, fevga, pawns, plakoto
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, Step


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """Every step that `die` allows from a position, ignoring the rest of the turn."""
    if rules.pawn_die:
        return pawns.steps_with(rules, position, side, die)
    if rules.layout.pins:
        return plakoto.steps_with(rules, position, side, die)
    if rules.first_past:
        return fevga.steps_with(rules, position, side, die)
    return checkers.steps_with(rules, position, side, die)


def apply_steps(rules: RuleSet, position: Position, side: Side, steps: Sequence[Step]) -> Position:
    """The position after steps, each of which `steps_with` allowed when it came."""
    if rules.pawn_die:
        return pawns.apply_steps(rules, position, side, steps)
    if rules.layout.pins:
        return plakoto.apply_steps(rules, position, side, steps)
    return checkers.apply_steps(position, side, steps)


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
