"""Games between judges: paired dice, who is credited, and the fixed judge."""

import numpy as np
import pytest

from minigam.players import arena
from minigam.players.arrays import Floats, Rows
from minigam.players.fixed_judge import FixedJudge
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, PORTES, RuleSet
from minigam.solver.batch import results
from minigam.table.computer import worth
from tests.players.rolls import GAMES, as_position, mixed


@pytest.mark.parametrize("name", GAMES)
def test_the_fixed_judge_is_the_simple_rules_of_the_table(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 15)
    found = FixedJudge(rules).worth(own, theirs)
    expected = [
        worth(rules, as_position(o, t), Side.WHITE) for o, t in zip(own, theirs, strict=True)
    ]
    assert found == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("rules", [MINIGAM, PORTES], ids=lambda rules: rules.id)
def test_a_judge_draws_with_itself(rules: RuleSet) -> None:
    player = arena.best_by(FixedJudge(rules).worth)
    score = arena.play(rules, results, (player, player), 20, 1)
    assert (score.each.sum(0).tolist(), score.win_share, score.games) == ([0.0] * 20, 0.5, 40)


def backwards(own: Rows, theirs: Rows) -> Floats:
    return -FixedJudge(MINIGAM).worth(own, theirs)


def test_the_better_judge_is_credited() -> None:
    players = arena.best_by(FixedJudge(MINIGAM).worth), arena.best_by(backwards)
    score = arena.play(MINIGAM, results, players, 20, 1)
    other = arena.play(MINIGAM, results, players[::-1], 20, 1)
    assert score.win_share > 0.9
    assert score.points == pytest.approx(2 * score.win_share - 1)
    assert other.points == -score.points


def test_a_score_has_its_error() -> None:
    score = arena.Score(np.array([[1, 1, -1, 2], [1, -1, -1, 2]], np.float32))
    assert score.points == 0.5
    assert score.error == pytest.approx(2.5819889 / 2 / 2)
    assert str(score) == "+0.500 ± 1.265 points a game, 62.5 % won, 8 games"


def test_the_first_of_equals_is_best() -> None:
    worth = np.array([1, 3, 3, 0, 5, 5], np.float32)
    assert arena.first_best(np.array([0, 3, 4, 6]), worth).tolist() == [1, 3, 4]


def test_an_opening_roll_is_no_double() -> None:
    chance, fresh = np.random.default_rng(1), np.arange(200) < 100
    dice = arena.rolled(chance, 200, fresh, BACKGAMMON.throws_again)
    equal = dice[:, 0] == dice[:, 1]
    assert not equal[:100].any()
    assert equal[100:].any()
    assert set(np.unique(dice)) == set(range(1, 7))


def test_a_game_that_does_not_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LONGEST", 5)
    players = arena.best_by(FixedJudge(MINIGAM).worth), arena.best_by(backwards)
    score = arena.play(MINIGAM, results, players, 20, 1)
    assert (score.each.sum(0).tolist(), score.win_share) == ([0.0] * 20, 0.0)
