"""What each level gives away a turn, and that perfect play beats it by as much."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random

import pytest

from minigam.rules.plays import Turn, result
from minigam.rules.position import Side
from minigam.rules.ruleset import MINIGAM
from minigam.solver.advise import best, moved
from minigam.solver.tablefile import Table
from minigam.table.computer import choose
from tests.docs.pages import ROOT, rows, section
from tests.solver import solved

PLAYING = ROOT / "docs" / "playing.md"


@dataclass
class Score:
    """Games of perfect play against a level."""

    games: int = 0
    won: int = 0
    turns: int = 0
    given_away: float = 0.0
    """Chance to win that the level's plays gave away, summed."""


def stated() -> dict[str, float]:
    """What the page says that each level gives away a turn, as a chance."""
    table = rows(section(PLAYING, "## Playing the computer"))
    return {row[0].strip("`"): float(row[2].split()[0]) / 100 for row in table}


def play(table: Table, level: str, games: int) -> Score:
    score, chance = Score(), Random(level)
    for number in range(games):
        _one_game(table, level, list(Side)[number % 2], score, chance)
    return score


def _one_game(table: Table, level: str, weak: Side, score: Score, chance: Random) -> None:
    position, side = MINIGAM.start, Side.WHITE
    while result(MINIGAM, position) is None:
        turn = Turn.of(MINIGAM, position, side, (chance.randint(1, 6), chance.randint(1, 6)))
        finest = best(table, turn).position
        position = finest
        if side is weak:
            position = turn.after(choose(turn, level, chance))
            lost = [moved(table, MINIGAM, one, side).win for one in (finest, position)]
            score.turns += 1
            score.given_away += lost[0] - lost[1]
        side = side.other
    ended = result(MINIGAM, position)
    score.games += 1
    score.won += ended is not None and ended.winner is not weak


@pytest.mark.slow
@pytest.mark.parametrize(("level", "games"), [("easy", 1_000), ("medium", 3_000), ("hard", 6_000)])
def test_perfect_beats_a_level_by_what_it_gives_away(level: str, games: int) -> None:
    """Both begin as many games, so that without a fault each would win half of them."""
    score = play(solved.table("minigam"), level, games)
    given = score.given_away / score.turns
    assert given == pytest.approx(stated()[level], rel=0.08)
    predicted = 0.5 + given * score.turns / score.games
    error = 0.5 / sqrt(games)
    assert score.won / games == pytest.approx(predicted, abs=3 * error)
    assert score.won / games > 0.5 + 2 * error
