"""Plays of the 24-point and Backgammon Dice games against oracles from the rules text alone."""

from __future__ import annotations

from random import Random

import pytest

from minigam.rules.plays import Turn, legal_plays, result
from minigam.rules.position import Position, Side, format_position, parse_position
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.rules.steps import Step
from minigam.table.zones import zone_of
from tests.rules import naive24, naive_pawns

FULL = ("backgammon", "portes", "backgammon-money", "hypergammon")
SIMPLE = RULE_SETS["backgammon-dice-simple"]


def thrown(chance: Random) -> tuple[int, int]:
    """Any roll; doubles, which are slow for the oracle, one time in eight."""
    one = chance.randint(1, 6)
    return (one, one) if chance.random() < 0.125 else (one, chance.choice([*range(1, 7)]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", FULL)
def test_every_play_of_a_full_board(name: str, seed: int) -> None:
    """2,000 positions a game: where plays end, and each step on the way."""
    rules, chance = RULE_SETS[name], Random(f"{name} {seed}")
    for _ in range(500):
        text, roll = naive24.random_position(name, chance), thrown(chance)
        side = chance.choice(list(Side))
        position = parse_position(text, rules.layout)
        plays = legal_plays(rules, position, side, roll)
        ends = [format_position(play.position, rules.layout) for play in plays]
        assert len(ends) == len(set(ends))
        assert set(ends) == naive24.legal_ends(name, text, side.value, roll), (text, side, roll)
        walk(rules, text, Turn.of(rules, position, side, roll), roll, chance)


def walk(rules: RuleSet, text: str, turn: Turn, roll: tuple[int, int], chance: Random) -> None:
    """A random way through the turn."""
    made: tuple[naive24.Step, ...] = ()
    while True:
        ours = {zones(rules, turn.side, step): step for step in turn.next_steps}
        theirs = naive24.next_steps(rules.id, text, turn.side.value, roll, made)
        assert ours.keys() == theirs, (text, turn.side, roll, made)
        assert turn.may_end is naive24.may_end(rules.id, text, turn.side.value, roll, made)
        if not theirs:
            return
        made = (*made, chance.choice(sorted(theirs)))
        turn = turn.play(ours[made[-1]])


def zones(rules: RuleSet, side: Side, step: Step) -> naive24.Step:
    source, target = (zone_of(rules.layout, side, at) for at in (step.source, step.target))
    return step.die, source, target


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_every_result_of_a_full_board(name: str) -> None:
    rules, found = RULE_SETS[name], set()
    for seed in range(12):
        *_, (_, _, _, _, end) = naive24.random_game(name, Random(seed))
        ours = result(rules, parse_position(end, rules.layout))
        assert ours is not None
        found.add(ours.kind)
        assert (ours.winner_name, ours.points, ours.kind) == naive24.result(name, end)
    assert len(found) > 1


# ---- Backgammon Dice, simple -------------------------------------------------------------------


def without_faces(position: naive_pawns.Position) -> Position:
    tracks = {"white": [0] * 18, "black": [0] * 18}
    for side, place, _ in position.pawns:
        tracks[side][place] += 1
    return Position(tuple(tracks["white"]), tuple(tracks["black"]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_every_play_of_the_simple_dice_game(seed: int) -> None:
    """20,000 positions in all."""
    chance = Random(f"simple {seed}")
    for _ in range(2_500):
        position, roll = naive_pawns.random_position(naive_pawns.SIMPLE, chance), thrown(chance)
        side = chance.choice(list(Side))
        plays = legal_plays(SIMPLE, without_faces(position), side, roll)
        ends = naive_pawns.legal_ends(naive_pawns.SIMPLE, position, side.value, roll)
        assert {play.position for play in plays} == {without_faces(end) for end in ends}
        walk_dice(position, side, roll, chance)


def walk_dice(
    position: naive_pawns.Position, side: Side, roll: tuple[int, int], chance: Random
) -> None:
    turn = Turn.of(SIMPLE, without_faces(position), side, roll)
    made: naive_pawns.Steps = ()
    while True:
        theirs = naive_pawns.next_steps(naive_pawns.SIMPLE, position, side.value, roll, made)
        ours = {(step.die, step.source, step.target): step for step in turn.next_steps}
        assert ours.keys() == {(step.die, step.source, step.target) for step in theirs}
        assert turn.may_end is (not theirs)
        if not theirs:
            return
        step = chance.choice(sorted(theirs))
        made = (*made, step)
        turn = turn.play(ours[step.die, step.source, step.target])
