"""The outcomes of finished games are those of the rules."""

import numpy as np
import pytest

from minigam.players.outcomes import Outcomes
from minigam.rules.plays import result
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, PLAKOTO
from tests.players.rolls import GAMES, as_position, mixed


@pytest.mark.parametrize("name", GAMES)
def test_what_is_over_counts_as_the_rules_say(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules)
    rows, chances = Outcomes(rules).final(own, theirs)
    points = dict(zip(rows.tolist(), Outcomes(rules).points(chances).tolist(), strict=True))
    expected = {}
    for row in range(len(own)):
        if ended := result(rules, as_position(own[row], theirs[row])):
            expected[row] = ended.points * (1 if ended.winner is Side.WHITE else -1)
    assert points == expected
    assert expected


def test_two_mothers_that_are_pinned_are_a_draw() -> None:
    own = np.zeros((1, 26), np.int8)
    own[0, [1, 24, 20]] = -1, 1, 13
    rows, chances = Outcomes(PLAKOTO).final(own, own)
    assert (rows.tolist(), Outcomes(PLAKOTO).points(chances).tolist()) == ([0], [0.0])


@pytest.mark.parametrize("name", GAMES)
def test_what_one_side_wins_the_other_loses(name: str) -> None:
    outcomes = Outcomes(GAMES[name])
    chances = np.random.default_rng(1).random((len(outcomes.names), 5)).astype(np.float32)
    assert outcomes.points(outcomes.flipped(chances)) == pytest.approx(-outcomes.points(chances))
    assert outcomes.flipped(outcomes.flipped(chances)) == pytest.approx(chances)


def test_a_backgammon_is_a_gammon_and_a_win_too() -> None:
    won = np.array([[*[0] * 25, 15]], np.int8)
    loser = np.array([[1, *[0] * 5, 14, *[0] * 19]], np.int8)
    _, chances = Outcomes(BACKGAMMON).final(loser, won)
    assert chances[:, 0].tolist() == [0, 0, 0, 1, 1]
