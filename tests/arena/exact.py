"""What `expert` gives away where the exact values are known."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import mean, stdev

from minigam.players.evaluate import Evaluator
from minigam.players.levels import choose, level_of
from minigam.rules.plays import Turn, result
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.rules.worth import ranked
from minigam.solver.tablebase import Tablebase
from tests.solver import solved


def given_away(game: str, number: int) -> Iterator[str]:
    """Points a turn, in games against itself; the table is solved first, if it is not yet."""
    rules = RULE_SETS[game]
    found = list(islice(_losses(rules, solved.table(game)), number))
    error = 1.96 * stdev(found) / len(found) ** 0.5
    yield f"expert gives away {mean(found):.5f} ± {error:.5f} points a turn, {len(found)} turns"


def _losses(rules: RuleSet, table: Tablebase) -> Iterator[float]:
    evaluator, level, chance = Evaluator.of(rules), level_of(rules, "expert"), Random(1)
    while True:
        position, side = rules.start, Side.WHITE
        while result(rules, position) is None:
            turn = Turn.of(rules, position, side, (chance.randint(1, 6), chance.randint(1, 6)))
            position = turn.after(choose(evaluator, turn, level, ""))
            plays = ranked(table, turn)
            made = next(worth for play, worth in plays if play.position == position)
            yield plays[0][1].equity - made.equity
            side = side.other
