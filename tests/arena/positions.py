"""Equities, plays and decisions about the cube beside those of GNU Backgammon at 2 plies."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory

import numpy as np

from minigam.daemon.opponent import board
from minigam.players.boards import rows
from minigam.players.evaluate import Evaluator
from minigam.players.inputs import CONTACT
from minigam.players.judge import NetworkJudge
from minigam.players.pawn_inputs import inputs_of
from minigam.rules.match import FRESH, Standing
from minigam.rules.plays import Turn, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.worth import about_to_roll, ranked
from tests.gnubg import asked
from tests.players.test_cube_gnubg import decisions, positions

BLOCK = 500
"""So many questions go to one process of GNU Backgammon."""
SCRIPT = """
tell("set display off")
tell("set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
judge = {"cubeful": 0, "plies": 2, "deterministic": 1, "prune": 1, "noise": 0.0}
for board in %s:
    print("SAYS", gnubg.evaluate(board, gnubg.cubeinfo(), judge)[5], flush=True)
"""
Case = tuple[Position, Side]
"""A position, and who is about to roll."""


def equities(game: str, number: int) -> Iterator[str]:
    """Of positions of contact, and of all plays of a roll in each of them."""
    rules = RULE_SETS[game]
    judge = NetworkJudge.of(rules)
    cases = _contact(rules, number)
    theirs = np.array(_theirs(cases))
    ours = np.array([about_to_roll(judge, rules, *case).equity for case in cases])
    bare = np.array([Evaluator.of(rules).equity(*case) for case in cases])
    for name, found in (("expert, a roll ahead", ours), ("the networks alone", bare)):
        off = np.abs(found - theirs).mean()
        yield f"{name}: {off:.4f} points from gnubg on average, {len(cases)} positions of contact"
    yield _plays(rules, judge, cases)


def _plays(rules: RuleSet, judge: NetworkJudge, cases: Sequence[Case]) -> str:
    chance, rolls = Random(5), list[list[Case]]()
    for position, side in cases:
        dice = chance.randint(1, 6), chance.randint(1, 6)
        found = ranked(judge, Turn.of(rules, position, side, dice))
        if len(found) > 2 and not any(result(rules, play.position) for play, _ in found):
            rolls.append([(play.position, side.other) for play, _ in found])
    theirs = -np.array(_theirs([after for plays in rolls for after in plays]))
    each = np.split(theirs, np.cumsum([len(plays) for plays in rolls])[:-1])
    correlation = mean(_rank_correlation(plays) for plays in each)
    best = mean(float(plays[0] == plays.max()) for plays in each)
    given_away = mean(float(plays.max() - plays[0]) for plays in each)
    return (
        f"plays of {len(rolls)} rolls: rank correlation {correlation:.3f}, the same "
        f"best play in {100 * best:.0f} %, "
        f"given away by gnubg's judgement {given_away:.4f} points a turn"
    )


def _rank_correlation(theirs: np.ndarray) -> float:
    """Spearman's, of an order and what is to fall along it."""
    order = np.argsort(np.argsort(-theirs))
    return float(np.corrcoef(np.arange(len(order)), order)[0, 1])


def _contact(rules: RuleSet, number: int) -> list[Case]:
    """Before rolls, from the networks' own games."""
    cases = positions(Evaluator.of(rules), 2 * number)
    classes = inputs_of(rules).classes(*rows(cases))
    return [case for case, each in zip(cases, classes, strict=True) if each == CONTACT][:number]


def _theirs(cases: Sequence[Case]) -> list[float]:
    boards = [board(position, side) for position, side in cases]
    with TemporaryDirectory() as folder:
        blocks = [boards[at : at + BLOCK] for at in range(0, len(boards), BLOCK)]
        return [
            float(word) for block in blocks for (word,) in asked(SCRIPT % repr(block), Path(folder))
        ]


def cube(game: str, number: int) -> Iterator[str]:
    """Doubles and takes, for money and in a match."""
    rules, seven = RULE_SETS[game], rule_set(game, {"length": "7"})
    kinds: list[tuple[str, RuleSet, Standing, bool]] = [
        ("money, the cube in the middle", rules, FRESH, False),
        ("money, on one's own cube", rules, FRESH, True),
        ("a match to 7 at 2 to 4", seven, Standing((2, 4)), False),
    ]
    for name, agreed, standing, own in kinds:
        with TemporaryDirectory() as folder:
            found = decisions(Path(folder), agreed, standing, own, number)
        agree, error = mean(each.agrees for each in found), mean(each.error for each in found)
        yield f"{name}: {100 * agree:.1f} % agree, error {error:.4f} points, {len(found)} positions"
