"""Positions as they come up in games of plays drawn by lot."""

import numpy as np

from minigam.players.arena import Generate
from minigam.players.arrays import Rows
from minigam.players.boards import rows, show_captured
from minigam.players.outcomes import outcomes_of
from minigam.rules.position import Places, Position, Side, Track
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.solver import batch, batch_full, batch_pawns, batch_quarter, batch_steps

FAMILIES = (batch_full, batch_quarter, batch_steps)
GAMES = {
    name: rules
    for name, rules in RULE_SETS.items()
    if any(family.supports(rules) for family in FAMILIES)
}
"""Those whose results are found in batches."""


def results_of(rules: RuleSet) -> Generate:
    """What finds the results of rolls of a rule set."""
    return batch_pawns.results if rules.pawn_die else batch.results


def positions(rules: RuleSet, number: int, plies: int, seed: int = 1) -> tuple[Rows, Rows]:
    """The side about to roll and the other one, after so many plies; games that end stay so."""
    chance = np.random.default_rng(seed)
    own, theirs = rows([(rules.start, Side.WHITE)] * number)
    for _ in range(plies):
        over, _ = outcomes_of(rules).final(own, theirs)
        own, dice = show_captured(rules, own, chance), chance.integers(1, 7, (number, 2), np.int8)
        found = results_of(rules)(rules, own, theirs, dice)
        pick = found.starts[:-1] + chance.integers(0, np.diff(found.starts))
        after = found.theirs[pick], found.own[pick]
        for now, then in zip((own, theirs), after, strict=True):
            then[over] = now[over]
        own, theirs = after
    return own, theirs


def mixed(rules: RuleSet, number: int = 40) -> tuple[Rows, Rows]:
    """Positions from the beginning of games to their end."""
    parts = [positions(rules, number, plies, plies) for plies in (0, 3, 12, 40, 90)]
    own, theirs = zip(*parts, strict=True)
    return np.concatenate(own), np.concatenate(theirs)


def as_position(own: Rows, theirs: Rows) -> Position:
    """One row of each as a position in which `own` is white."""

    def track(row: Rows) -> Track:
        return tuple(abs(count) for count in row.tolist())

    def pinned(row: Rows) -> Places:
        return tuple(place for place, count in enumerate(row.tolist()) if count < 0)

    return Position(track(own), track(theirs), pinned=(pinned(own), pinned(theirs)))
