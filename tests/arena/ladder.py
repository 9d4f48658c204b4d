"""Levels against each other, and against the best that there was before there were networks."""

from collections.abc import Iterator

import numpy as np

from minigam.players.arena import Score, best_by, play
from minigam.players.evaluate import Evaluator
from minigam.players.fixed_judge import FixedJudge
from minigam.players.ladder import LevelPlayer, rungs
from minigam.players.levels import level_of
from minigam.rules.match import is_over
from minigam.rules.ruleset import RULE_SETS, RuleSet
from tests.players.rolls import results_of

SEED = 20261127


def levels(game: str, number: int) -> Iterator[str]:
    """Each level against the one below it."""
    rules = RULE_SETS[game]
    yield from map(str, rungs(rules, results_of(rules), number // 2, SEED))


def before(game: str, number: int) -> Iterator[str]:
    """`expert` against the simple rules, which `hard` was before."""
    rules = RULE_SETS[game]
    generate, chance = results_of(rules), np.random.default_rng(SEED)
    expert = LevelPlayer(Evaluator.of(rules).model, level_of(rules, "expert"), generate, chance)
    score = play(rules, generate, (expert, best_by(FixedJudge(rules).worth)), number // 2, SEED)
    yield f"expert against the simple rules: {score}"
    if rules.totals:
        yield matches_of(rules, score)


def matches_of(rules: RuleSet, score: Score) -> str:
    """What the rounds of a tournament come to as matches, one round after the other."""
    won, own, theirs = list[bool](), 0, 0
    for more in map(int, score.each.ravel()):  # a round gives two points, to one side or to both
        own += max(more, 0) or more == 0
        theirs += max(-more, 0) or more == 0
        if is_over(rules, (own, theirs)):
            won.append(own > theirs)
            own = theirs = 0
    share = np.mean(won)
    error = 1.96 * np.sqrt(share * (1 - share) / len(won))
    return f"matches to {rules.length}: {100 * share:.1f} ± {100 * error:.1f} % of {len(won)} won"
