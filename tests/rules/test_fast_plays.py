"""Every play of a roll at once, against the search that goes step by step."""

from random import Random

import pytest

from minigam.rules import fast_plays
from minigam.rules.plays import Turn, completions
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import RULE_SETS
from tests.rules import naive24

KNOWN = ("backgammon", "portes", "backgammon-money", "hypergammon")


def test_which_games_it_knows() -> None:
    assert tuple(name for name, rules in RULE_SETS.items() if fast_plays.supports(rules)) == KNOWN


@pytest.mark.parametrize("name", KNOWN)
def test_the_same_plays_in_the_same_steps(name: str) -> None:
    """1,500 positions a game, one roll in three a double."""
    rules, chance = RULE_SETS[name], Random(name)
    for _ in range(1_500):
        text = naive24.random_position(name, chance)
        side, one = chance.choice(list(Side)), chance.randint(1, 6)
        roll = (one, one) if chance.random() < 0.2 else (one, chance.randint(1, 6))
        turn = Turn.of(rules, parse_position(text, rules.layout), side, roll)
        found = fast_plays.plays(rules, turn.before, side, turn.dice)
        assert sorted(found, key=str) == sorted(
            (play.steps for play in completions(turn)), key=str
        ), (text, side, roll)
