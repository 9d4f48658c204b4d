"""A rule set as plain numbers, for machine code; and which rule sets can be solved."""

from math import comb
from typing import NamedTuple

from minigam.errors import CannotHoldError
from minigam.rules.ruleset import RuleSet, SecondDie

SECOND_DICE = (SecondDie.MOST, SecondDie.ORDER, SecondDie.MUST, SecondDie.FREE)
MOST, ORDER, MUST, FREE = range(len(SECOND_DICE))
MOST_CONFIGURATIONS = 8000
"""Where one side's checkers can be: 6435 ways in Minigam, 3276 in hypergammon."""


class RuleNumbers(NamedTuple):
    """What decides the value of a position; each field is one of `RuleSet`'s."""

    points: int
    checkers: int
    steps_on_double: int
    second_die: int
    bar_first: bool
    bar_stops_bearing_off: bool
    enter_on_own: bool
    high_bears_off: bool
    home: int
    most_points: int


def rule_numbers_of(rules: RuleSet) -> RuleNumbers:
    """The law of a rule set; raise `CannotHoldError` for one that cannot be solved.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> rule_numbers_of(MINIGAM).second_die == ORDER
    True
    """
    if not rules.is_plain:
        raise CannotHoldError(
            f"{rules.title} cannot be solved: only games of plain checkers are; "
            "try minigam, minigam-full-entry or hypergammon"
        )
    ways = comb(rules.layout.points + 1 + rules.layout.checkers, rules.layout.checkers)
    if ways > MOST_CONFIGURATIONS:
        raise CannotHoldError(
            f"{rules.title} is too large to be solved: expected at most {MOST_CONFIGURATIONS} "
            f"ways to place a side's checkers, got {ways}; try minigam or hypergammon"
        )
    return RuleNumbers(
        rules.layout.points,
        rules.layout.checkers,
        rules.steps_on_double,
        SECOND_DICE.index(rules.second_die),
        rules.bar_first,
        rules.bar_stops_bearing_off,
        rules.enter_on_own,
        rules.high_bears_off,
        rules.home,
        rules.most_points,
    )


def why_never_solved(rules: RuleSet) -> str | None:
    """Why a rule set cannot be solved, and what to try; None for one that can be.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> why_never_solved(MINIGAM)
    """
    try:
        rule_numbers_of(rules)
    except CannotHoldError as fault:
        return str(fault)
    return None
