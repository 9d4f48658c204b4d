"""What each level gives away a turn, and that perfect play beats it by as much."""

from math import sqrt
from random import Random
from statistics import mean

import pytest

from minigam.players.evaluate import Evaluator
from minigam.players.levels import choose, level_of
from minigam.rules.plays import Turn, result
from minigam.rules.position import Side
from minigam.rules.ruleset import MINIGAM
from minigam.rules.worth import best, moved
from minigam.solver.tablebase import Tablebase
from tests.docs.pages import ROOT, rows, section
from tests.solver import solved
from tests.tiers import some


def one_game(table: Tablebase, level: str, weak: Side, chance: Random) -> tuple[bool, list[float]]:
    """Whether perfect play won, and the chance to win that each of the level's plays gave away."""
    position, side, given = MINIGAM.start, Side.WHITE, list[float]()
    judge, how = Evaluator.of(MINIGAM), level_of(MINIGAM, level)
    while result(MINIGAM, position) is None:
        turn = Turn.of(MINIGAM, position, side, (chance.randint(1, 6), chance.randint(1, 6)))
        finest = best(table, turn).position
        position = finest
        if side is weak:
            position = turn.after(choose(judge, turn, how, str(chance.random())))
            most, left = (moved(table, MINIGAM, one, side).win for one in (finest, position))
            given.append(most - left)
        side = side.other
    ended = result(MINIGAM, position)
    return ended is not None and ended.winner is not weak, given


@pytest.mark.parametrize(
    ("level", "games"), some([("easy", 1_000), ("medium", 1_000), ("hard", 2_000)], 2)
)
def test_perfect_beats_a_level_by_what_it_gives_away(level: str, games: int) -> None:
    """Both begin as many games, so that without a fault each would win half of them."""
    table, chance = solved.table("minigam"), Random(level)
    played = [one_game(table, level, list(Side)[number % 2], chance) for number in range(games)]
    given = [lost for _, plays in played for lost in plays]
    page = rows(section(ROOT / "docs" / "playing.md", "## Playing the computer"))
    stated = {row[0].strip("`"): float(row[2].split()[0]) / 100 for row in page}
    assert mean(given) == pytest.approx(stated[level], rel=0.08)
    won, error = mean(won for won, _ in played), 0.5 / sqrt(games)
    assert won == pytest.approx(0.5 + sum(given) / games, abs=3 * error)
    assert won > 0.5 + 2 * error


def test_expert_gives_away_next_to_nothing() -> None:
    """Though it has no table; 0.00012 were measured in 4,000 games."""
    table, chance = solved.table("minigam"), Random("expert")
    played = [one_game(table, "expert", list(Side)[number % 2], chance) for number in range(300)]
    assert mean(lost for _, plays in played for lost in plays) < 0.0003
