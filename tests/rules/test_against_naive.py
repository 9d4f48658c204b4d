"""The 24-point and Backgammon Dice games: oracles from the rules text alone, published counts."""

from random import Random

import pytest

from minigam.rules.plays import Result, Turn, legal_plays, perft, result
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, PORTES, RULE_SETS, RuleSet, rule_set
from minigam.rules.steps import ROLLS
from tests.rules import naive24, naive_pawns
from tests.rules.oracles import walk
from tests.rules.random_rolls import of_pawns
from tests.tiers import some

FULL = ("backgammon", "portes", "backgammon-money", "hypergammon")
SIMPLE, BASIC, TOURNAMENT = (
    RULE_SETS[f"backgammon-dice-{name}"] for name in ("simple", "basic", "tournament")
)
OPENINGS = {
    (2, 1): 15, (3, 1): 16, (3, 2): 17, (4, 1): 14, (4, 2): 18, (4, 3): 17, (5, 1): 8,
    (5, 2): 8, (5, 3): 9, (5, 4): 9, (6, 1): 10, (6, 2): 14, (6, 3): 14, (6, 4): 14, (6, 5): 7,
    (1, 1): 42, (2, 2): 75, (3, 3): 73, (4, 4): 52, (5, 5): 4, (6, 6): 11,
}  # fmt: skip
"""How many distinct plays each roll of Backgammon has at the start: known from other programs."""
UNSIGNED = rule_set(TOURNAMENT.id, {"signs": "false"})
WITH_FACES: dict[str, tuple[RuleSet, naive_pawns.Game]] = {
    "basic": (BASIC, naive_pawns.BASIC),
    "tournament": (TOURNAMENT, naive_pawns.TOURNAMENT),
    "unsigned": (UNSIGNED, naive_pawns.Game("tournament", signs=False)),
}


def thrown(chance: Random) -> tuple[int, int]:
    """Any roll; doubles, which are slow for the oracle, one time in eight."""
    one = chance.randint(1, 6)
    return (one, one) if chance.random() < 0.125 else (one, chance.choice([*range(1, 7)]))


@pytest.mark.parametrize("seed", some(range(4), 1))
@pytest.mark.parametrize("name", FULL)
def test_every_play_of_a_full_board(name: str, seed: int) -> None:
    """500 positions a game, and with `make long` 2,000: the ends of plays and all steps."""
    rules, chance = RULE_SETS[name], Random(f"{name} {seed}")
    for _ in range(500):
        text, roll = naive24.random_position(name, chance), thrown(chance)
        side = chance.choice(list(Side))
        position = parse_position(text, rules.layout)
        plays = legal_plays(rules, position, side, roll)
        ends = [format_position(play.position, rules.layout) for play in plays]
        assert len(ends) == len(set(ends))
        assert set(ends) == naive24.legal_ends(name, text, side.value, roll), (text, side, roll)
        walk(Turn.of(rules, position, side, roll), chance)


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


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("roll", ROLLS)
def test_the_plays_of_each_opening_roll(roll: tuple[int, int], side: Side) -> None:
    assert len(legal_plays(BACKGAMMON, BACKGAMMON.start, side, roll)) == OPENINGS[roll[::-1]]


@pytest.mark.slow
def test_two_plies_from_the_start() -> None:
    assert perft(BACKGAMMON, BACKGAMMON.start, Side.WHITE, 2) == [447, 202_782]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("backgammon", "a" + "-" * 24 + "A", None),
        ("backgammon", "-" * 7 + "n" + "-" * 18, Result(Side.WHITE, 1, "single")),
        ("backgammon", "-" * 7 + "o" + "-" * 18, Result(Side.WHITE, 2, "gammon")),
        ("backgammon", "-" * 6 + "o" + "-" * 19, Result(Side.WHITE, 3, "backgammon")),
        ("backgammon", "a" + "-" * 20 + "n" + "-" * 4, Result(Side.WHITE, 3, "backgammon")),
        ("backgammon", "-" * 19 + "O" + "-" * 6, Result(Side.BLACK, 3, "backgammon")),
        ("backgammon", "-" * 18 + "O" + "-" * 7, Result(Side.BLACK, 2, "gammon")),
        ("backgammon", "-" * 18 + "N" + "-" * 7, Result(Side.BLACK, 1, "single")),
        ("portes", "-" * 6 + "o" + "-" * 19, Result(Side.WHITE, 2, "gammon")),
        ("backgammon-money", "-" * 6 + "o" + "-" * 19, Result(Side.WHITE, 2, "gammon")),
        ("hypergammon", "-" * 6 + "c" + "-" * 19, Result(Side.WHITE, 3, "backgammon")),
    ],
)
def test_what_a_win_is_worth(name: str, text: str, expected: Result | None) -> None:
    rules = RULE_SETS[name]
    assert result(rules, parse_position(text, rules.layout)) == expected


def test_the_winner_begins_in_portes_and_throws_both_dice_again() -> None:
    assert [name for name in FULL if RULE_SETS[name].winner_starts] == ["portes"]
    assert [name for name in FULL if RULE_SETS[name].throws_again] == ["portes"]
    assert PORTES.start == BACKGAMMON.start != HYPERGAMMON.start


# ---- Backgammon Dice -----------------------------------------------------------------------------


def compare(rules: RuleSet, game: naive_pawns.Game, chance: Random, walked: bool) -> None:
    """Where the plays of a random roll end, scores included; and each step, where it is walked."""
    found, roll = naive_pawns.random_position(game, chance), thrown(chance)
    position, side = of_pawns(rules, found), chance.choice(list(Side))
    plays = legal_plays(rules, position, side, roll)
    ends = naive_pawns.legal_ends(game, found, side.value, roll)
    assert {play.position for play in plays} == {of_pawns(rules, end) for end in ends}
    if walked:
        walk(Turn.of(rules, position, side, roll), chance)


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_every_play_of_the_simple_dice_game(seed: int) -> None:
    """5,000 positions, and with `make long` 20,000."""
    chance = Random(f"simple {seed}")
    for _ in range(2_500):
        compare(SIMPLE, naive_pawns.SIMPLE, chance, walked=True)


@pytest.mark.parametrize("name", WITH_FACES)
@pytest.mark.parametrize("seed", some(range(8), 1))
def test_every_play_with_faces(name: str, seed: int) -> None:
    """2,500 positions a game, and with `make long` 20,000; of every tenth each step."""
    rules, game = WITH_FACES[name]
    chance = Random(f"{game} {seed}")
    for number in range(2_500 if rules.signs else 250):
        compare(rules, game, chance, walked=number % 10 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_FACES)
def test_every_result_with_faces(name: str) -> None:
    rules, game = WITH_FACES[name]
    for seed in range(15):
        *_, (_, _, _, _, end) = naive_pawns.random_game(game, Random(seed))
        found, expected = result(rules, of_pawns(rules, end)), naive_pawns.result(game, end)
        assert found is not None
        assert expected is not None
        points = (found.points, found.loser_points)
        assert found.winner_name == expected.winner
        assert points == (expected.points if found.winner is Side.WHITE else expected.points[::-1])


@pytest.mark.parametrize("rules", [BASIC, TOURNAMENT], ids=lambda rules: rules.id)
def test_the_start_is_plain(rules: RuleSet) -> None:
    pawns = rules.start.pawns
    assert pawns is not None
    assert pawns.white == pawns.black
    assert {face for there in pawns.white for face in there} == {"regular0"}
