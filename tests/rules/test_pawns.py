"""Pawns with faces against an oracle from the rules text alone."""

from __future__ import annotations

from random import Random

import pytest

from minigam.rules.plays import Turn, legal_plays, result
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.steps import Step
from tests.rules import naive_pawns
from tests.rules.random_rolls import of_pawns as ours
from tests.rules.test_against_naive import thrown

NAMES = ("backgammon-dice-basic", "backgammon-dice-tournament")
UNSIGNED = naive_pawns.Game("tournament", signs=False)
GAMES: tuple[tuple[RuleSet, naive_pawns.Game], ...] = (
    (RULE_SETS[NAMES[0]], naive_pawns.BASIC),
    (RULE_SETS[NAMES[1]], naive_pawns.TOURNAMENT),
    (rule_set(NAMES[1], {"signs": "false"}), UNSIGNED),
)
EACH_GAME = pytest.mark.parametrize(
    ("rules", "game"), GAMES, ids=("basic", "tournament", "unsigned")
)


def step_of(step: naive_pawns.Step) -> tuple[object, ...]:
    via = (step.via,) if step.via else ()
    partner = "".join(step.partner)
    return step.die, step.source, "".join(step.face), via, partner, step.target, bool(step.captures)


def as_oracle(step: Step) -> tuple[object, ...]:
    assert step.way is not None
    way = step.way
    return step.die, step.source, way.face, way.via, way.partner, step.target, step.hit


@pytest.mark.slow
@EACH_GAME
@pytest.mark.parametrize("seed", range(4))
def test_every_play(rules: RuleSet, game: naive_pawns.Game, seed: int) -> None:
    """20,000 positions a game: where plays end, scores included; of every tenth each step."""
    chance = Random(f"{game} {seed}")
    for number in range(5_000 if rules.signs else 500):
        position, roll = naive_pawns.random_position(game, chance), thrown(chance)
        side = chance.choice(list(Side))
        plays = legal_plays(rules, ours(rules, position), side, roll)
        ends = naive_pawns.legal_ends(game, position, side.value, roll)
        assert {play.position for play in plays} == {ours(rules, end) for end in ends}
        if number % 10 == 0:
            walk(rules, game, position, side, roll, chance)


def walk(
    rules: RuleSet,
    game: naive_pawns.Game,
    position: naive_pawns.Position,
    side: Side,
    roll: tuple[int, int],
    chance: Random,
) -> None:
    turn = Turn.of(rules, ours(rules, position), side, roll)
    made: naive_pawns.Steps = ()
    while True:
        theirs = naive_pawns.next_steps(game, position, side.value, roll, made)
        found = {as_oracle(step): step for step in turn.next_steps}
        assert found.keys() == {step_of(step) for step in theirs}, (position, side, roll, made)
        assert turn.may_end is (not theirs)
        if not theirs:
            return
        step = chance.choice(sorted(theirs))
        made = (*made, step)
        turn = turn.play(found[step_of(step)])


@pytest.mark.slow
@EACH_GAME
def test_every_result(rules: RuleSet, game: naive_pawns.Game) -> None:
    for seed in range(15):
        *_, (_, _, _, _, end) = naive_pawns.random_game(game, Random(seed))
        found, expected = result(rules, ours(rules, end)), naive_pawns.result(game, end)
        assert found is not None
        assert expected is not None
        points = (found.points, found.loser_points)
        assert found.winner_name == expected.winner
        assert points == (expected.points if found.winner is Side.WHITE else expected.points[::-1])


def test_the_start_is_plain() -> None:
    for name in NAMES:
        start = RULE_SETS[name].start
        assert start.pawns is not None
        assert start.pawns.white == start.pawns.black
        assert {face for there in start.pawns.white for face in there} == {"regular0"}
