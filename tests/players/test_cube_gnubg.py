"""Doubles and takes beside those of GNU Backgammon, which looks two plies ahead for them."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from minigam.daemon.opponent import xgid
from minigam.players.cube import CubeAction
from minigam.players.doubling import cube_choices
from minigam.players.evaluate import Evaluator
from minigam.players.levels import choose, level_of
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, Standing
from minigam.rules.plays import Turn, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import BACKGAMMON, RuleSet, rule_set
from tests.gnubg import asked

pytestmark = [pytest.mark.gnubg, pytest.mark.slow]

POSITIONS = 300
SEVEN = rule_set("backgammon", {"length": "7"})
SCRIPT = """
tell("set display off")
judge = {"cubeful": 1, "plies": 2, "deterministic": 1, "prune": 1, "noise": 0.0}
for xgid in %s:
    tell("set xgid XGID=" + xgid)
    print("SAYS", *gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), judge)[1:4], flush=True)
"""


@dataclass(frozen=True)
class Decision:
    """A position before a roll, what we make of it, and what gnubg does."""

    ours: CubeAction
    theirs: CubeAction

    @property
    def agrees(self) -> bool:
        """Whether the same is done: rolling, or doubling and what answers it."""
        return self._done(self.ours) == self._done(self.theirs)

    @property
    def error(self) -> float:
        """What our two choices cost by gnubg's judgement, in what it counts."""
        theirs = self.theirs
        doubled = min(theirs.taken, theirs.dropped)
        made = doubled if self.ours.doubles else theirs.rolls
        answered = theirs.taken if self.ours.takes else theirs.dropped
        return max(theirs.rolls, doubled) - made + (answered - doubled)

    @staticmethod
    def _done(action: CubeAction) -> tuple[bool, bool]:
        return action.doubles, action.takes


def positions(evaluator: Evaluator, number: int) -> list[tuple[Position, Side]]:
    """Before rolls in games that the networks play against themselves, one of some turns each."""
    chance, found = Random(7), list[tuple[Position, Side]]()
    rules, level = evaluator.model.rules, level_of(evaluator.model.rules, "hard")
    position, side = rules.start, Side.WHITE
    while len(found) < number:
        turn = Turn.of(rules, position, side, (chance.randint(1, 6), chance.randint(1, 6)))
        position = turn.after(choose(evaluator, turn, level, str(chance.random())))
        side = side.other
        if result(rules, position):
            position = rules.start
        elif chance.random() < 0.2:
            found.append((position, side))
    return found


def decisions(
    folder: Path,
    rules: RuleSet,
    standing: Standing = FRESH,
    own: bool = False,
    number: int = POSITIONS,
) -> list[Decision]:
    """What both make of the same positions; `own`: the cube is at 2, and of who is on roll."""
    evaluator = Evaluator.of(rules)
    cases = [(*case, Cube(1, case[1]) if own else CENTRED) for case in positions(evaluator, number)]
    ids = [xgid(rules, position, side, "00", cube, standing) for position, side, cube in cases]
    said = asked(SCRIPT % repr(ids), folder)
    assert len(said) == len(cases)
    return [
        Decision(
            cube_choices(evaluator, rules, position, side, cube, standing),
            CubeAction(*map(float, words)),
        )
        for (position, side, cube), words in zip(cases, said, strict=True)
    ]


@pytest.mark.parametrize(
    ("rules", "standing", "own"),
    [
        pytest.param(BACKGAMMON, FRESH, False, id="money"),
        pytest.param(BACKGAMMON, FRESH, True, id="own cube", marks=pytest.mark.long),
        pytest.param(SEVEN, Standing((2, 4)), False, id="match", marks=pytest.mark.long),
    ],
)
def test_cube_decisions_are_mostly_gnubgs(
    rules: RuleSet, standing: Standing, own: bool, tmp_path: Path
) -> None:
    found = decisions(tmp_path, rules, standing, own)
    assert mean(each.agrees for each in found) > 0.88
    assert mean(each.error for each in found) < 0.01
