"""The results of many rolls at once with pawns that have faces are those of the legal plays."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from minigam.errors import CannotHoldError, UnreadableError
from minigam.rules.pawn_rows import CODES, FACES, rows_of
from minigam.rules.pawns import of_faces
from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import BACKGAMMON, BACKGAMMON_DICE_BASIC, RuleSet, rule_set
from minigam.solver import batch_pawns
from minigam.solver.batch_pawns import Rows, results
from minigam.solver.compiled import Counts

GAMES = {
    "basic": BACKGAMMON_DICE_BASIC,
    "tournament": rule_set("backgammon-dice-tournament"),
    "without signs": rule_set("backgammon-dice-tournament", {"signs": "false"}),
}
COMMON = ("regular0", "regular+", "half-", "double+", "switch0")
FEW, MANY = 60, 2_000


class Roll(NamedTuple):
    """A roll to be played."""

    position: Position
    side: Side
    dice: tuple[int, int]

    def rows(self, position: Position) -> tuple[list[int], list[int]]:
        return rows_of(position, self.side), rows_of(position, self.side.other)


def random_roll(rules: RuleSet, chance: Random) -> Roll:
    faces: dict[Side, list[list[str]]] = {side: [[] for _ in range(17)] for side in Side}
    for side in Side:
        for _ in range(chance.randint(1, 5)):
            place = chance.choice((0, *range(1, 17), *range(11, 17)))
            across = faces[side.other][17 - place] if place else []
            if not across and (place == 0 or len(faces[side][place]) < 2):
                kinds = FACES if chance.random() < 0.3 else COMMON
                faces[side][place].append(chance.choice(kinds))
    white, black = (tuple(tuple(sorted(there)) for there in faces[side]) for side in Side)
    totals = (chance.randint(0, 9), chance.randint(0, 9)) if rules.totals else (0, 0)
    position = of_faces(rules, Side.WHITE, white, black, totals)
    one, other = chance.randint(1, 6), chance.randint(1, 6)
    return Roll(position, chance.choice(list(Side)), (one, other))


def arrays(rolls: list[Roll]) -> tuple[Rows, Rows, Counts]:
    own, theirs = zip(*(roll.rows(roll.position) for roll in rolls), strict=True)
    dice = np.array([roll.dice for roll in rolls], np.int8)
    return np.array(own, np.int16), np.array(theirs, np.int16), dice


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_the_results_are_those_of_the_legal_plays(name: str, number: int) -> None:
    rules, chance = GAMES[name], Random(name)
    rolls = [random_roll(rules, chance) for _ in range(number)]
    found = results(rules, *arrays(rolls))
    boards = list(zip(found.own.tolist(), found.theirs.tolist(), strict=True))
    for roll, (begin, end) in zip(rolls, pairwise(found.starts.tolist()), strict=True):
        plays = legal_plays(rules, roll.position, roll.side, roll.dice)
        assert sorted(boards[begin:end]) == sorted(roll.rows(play.position) for play in plays), roll


def test_a_roll_with_too_many_results_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has seen one: the machine code is replaced by one that gives up."""
    rolls = [random_roll(BACKGAMMON_DICE_BASIC, Random(1))]
    monkeypatch.setattr(batch_pawns, "_fill", lambda *_: -1)
    with pytest.raises(CannotHoldError, match="expected at most 131072 positions"):
        results(BACKGAMMON_DICE_BASIC, *arrays(rolls))


def test_no_rolls_have_no_results() -> None:
    none = np.zeros((0, 6), np.int16)
    found = results(BACKGAMMON_DICE_BASIC, none, none, np.zeros((0, 2), np.int8))
    assert found.starts.tolist() == [0]


START = np.array([rows_of(BACKGAMMON_DICE_BASIC.start, Side.WHITE)] * 2, np.int16)
DICE = np.array([[2, 1]] * 2, np.int8)


@pytest.mark.parametrize(
    ("own", "theirs", "dice", "message"),
    [
        (START[:, :5], START, DICE, r"own as int16 of the shape \(2, 6\), got int16 \(2, 5\)"),
        (START, START.astype(np.int8), DICE, "theirs as int16 .* got int8"),
        (START, START, DICE[:1], r"own as int16 of the shape \(1, 6\)"),
        (START, START, DICE[:, :1], r"dice as int8 of the shape \(2, 2\), got int8 \(2, 1\)"),
        (START, START, DICE * 4, "numbers from 1 to 6 in dice"),
        (START[:, ::-1].copy(), START, DICE, "ascending codes from 0 to 204 in own"),
        (START, START + 17 * CODES, DICE, "ascending codes from 0 to 204 in theirs"),
    ],
)
def test_what_is_no_position_or_roll_is_refused(
    own: Rows, theirs: Rows, dice: Counts, message: str
) -> None:
    with pytest.raises(UnreadableError, match=message):
        results(BACKGAMMON_DICE_BASIC, own, theirs, dice)


def test_other_games_are_refused() -> None:
    with pytest.raises(CannotHoldError, match="Backgammon has no pawns with faces"):
        results(BACKGAMMON, START, START, DICE)
