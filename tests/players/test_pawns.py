"""Pawns with faces: rows, what is rolled, inputs and outcomes."""

import numpy as np
import pytest

from minigam.players.boards import counts, rows, show_captured
from minigam.players.inputs import CONTACT, RACE
from minigam.players.outcomes import outcomes_of
from minigam.players.pawn_inputs import PawnInputs
from minigam.players.training import Recipe, Training
from minigam.rules.pawn_rows import CODES, FACES, KINDS
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON_DICE_BASIC, BACKGAMMON_DICE_TOURNAMENT, RuleSet
from minigam.solver import batch_pawns

OFF = 17 * CODES
EACH = pytest.mark.parametrize(
    "rules", [BACKGAMMON_DICE_BASIC, BACKGAMMON_DICE_TOURNAMENT], ids=lambda rules: rules.id
)


def row(*pawns: tuple[int, str], total: int = 0) -> list[int]:
    codes = [place * CODES + FACES.index(face) for place, face in pawns]
    return [*sorted(codes + [OFF] * (5 - len(codes))), total]


MINE = row((0, "half-"), (0, "switch0"), (4, "regular+"), (4, "double-"), total=6)
YOURS = row((1, "regular0"), (12, "switch-"), total=-1)


def test_counts_are_those_of_the_places() -> None:
    found = counts(BACKGAMMON_DICE_BASIC, np.array([MINE], np.int16))
    assert found.tolist() == [[2, 0, 0, 0, 2, *[0] * 12, 1]]


@EACH
def test_captured_pawns_are_rolled_and_others_are_not(rules: RuleSet) -> None:
    before = np.array([MINE] * 300, np.int16)
    shown = show_captured(rules, before, np.random.default_rng(1))
    assert shown.dtype == before.dtype
    assert (shown[:, 2:] == before[:, 2:]).all()
    assert (shown[:, 0] <= shown[:, 1]).all()
    assert set(shown[:, :2].ravel()) == {FACES.index(face) for face in rules.pawn_die}
    start, _ = rows([(rules.start, Side.WHITE)])
    assert (show_captured(rules, start, np.random.default_rng(1)) == start).all()


@EACH
def test_the_inputs_say_where_each_kind_stands(rules: RuleSet) -> None:
    inputs = PawnInputs(rules)
    encoded = inputs.encode(np.array([MINE], np.int16), np.array([YOURS], np.int16))[:, 0]
    expected = [*naive(rules, MINE), *naive(rules, YOURS)]
    if rules.totals:  # 6 to -1: ahead by 7
        expected += [1.0] * 15 + [0.0]
    assert encoded.tolist() == pytest.approx(expected)
    assert len(expected) == inputs.size


def naive(rules: RuleSet, codes: list[int]) -> list[float]:
    pawns = [(code // CODES, FACES[code % CODES]) for code in codes[:-1]]
    on_board = [(place, face) for place, face in pawns if 0 < place < 17]
    places = [place for place, _ in pawns]
    spaces = range(1, 17)
    found: list[float] = []
    found += [on_board_kinds(on_board, p, kind) for p in spaces for kind in KINDS]
    found += [float(places.count(p) == 2) for p in spaces]
    if rules.totals:
        found += [float(sum(p == q and f[-1] == "-" for q, f in on_board)) for p in spaces]
        found += [float(sum(p == q and f[-1] == "+" for q, f in on_board)) for p in spaces]
        found.append(codes[-1] / 20)
    for place in (0, 17):
        found += [float(places.count(place) > number) for number in range(5)]
    return [*found, sum(17 - place for place in places) / 80]


def on_board_kinds(pawns: list[tuple[int, str]], place: int, kind: str) -> float:
    return float(sum(p == place and face[:-1] == kind for p, face in pawns))


def test_sides_that_have_passed_each_other_race() -> None:
    far, near = row((12, "half-")), row((3, "half-"), (12, "half-"))
    own, theirs = (np.array(side, np.int16) for side in ([far, far], [far, near]))
    assert PawnInputs(BACKGAMMON_DICE_BASIC).classes(own, theirs).tolist() == [RACE, CONTACT]


@pytest.mark.parametrize(
    ("totals", "points"), [((5, 7), 2.0), ((7, 5), 0.0), ((5, 5), 1.0), ((-1, 0), 2.0)]
)
def test_a_round_gives_a_point_for_being_first_and_one_for_the_lower_total(
    totals: tuple[int, int], points: float
) -> None:
    outcomes = outcomes_of(BACKGAMMON_DICE_TOURNAMENT)
    own = np.array([row(total=totals[0]), row((3, "half-"))], np.int16)
    theirs = np.array([row((3, "half-"), total=totals[1]), row((3, "half-"))], np.int16)
    over, chances = outcomes.final(own, theirs)
    assert (over.tolist(), outcomes.points(chances).tolist()) == ([0], [points])
    over, chances = outcomes.final(theirs, own)
    assert (over.tolist(), outcomes.points(chances).tolist()) == ([0], [-points])


def test_without_totals_only_being_first_counts() -> None:
    outcomes = outcomes_of(BACKGAMMON_DICE_BASIC)
    assert outcomes.names == ("win",)
    won, lost = np.array([row()], np.int16), np.array([YOURS], np.int16)
    assert outcomes.points(outcomes.final(won, lost)[1]).tolist() == [1.0]
    assert outcomes.points(outcomes.final(lost, won)[1]).tolist() == [-1.0]


@EACH
def test_they_can_be_learned(rules: RuleSet) -> None:
    recipe = Recipe(hidden=(4,), tables=8, window=3, batch=16)
    training = Training(rules, recipe, batch_pawns.results)
    before = training.model.copied(np)
    for _ in range(3):
        training.round(0.5)
    changed = zip(before.networks, training.model.networks, strict=True)
    assert any(not np.array_equal(a.layers[0][0], b.layers[0][0]) for a, b in changed)
