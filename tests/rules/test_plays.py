"""Legal plays against the naive oracle: perft, random cases, every prefix, whole games."""

import random
from collections import Counter, defaultdict
from functools import partial

import pytest

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules.plays import Play, Result, Turn, completions, legal_plays, perft, result
from minigam.rules.position import Position, Side, format_position, parse_position
from minigam.rules.ruleset import MINIGAM
from minigam.rules.steps import ROLLS, Step, check_roll
from tests.rules import naive, naive24
from tests.rules.cases import GAMES, LAYOUT, START, Case, Game, in_zones, random_cases
from tests.tiers import some

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=str)
EACH_SIDE = pytest.mark.parametrize("side", Side)


# ---- Counted -------------------------------------------------------------------------------------


@EACH_SIDE
@EACH_GAME
def test_two_plies_from_the_start(game: Game, side: Side) -> None:
    counts = perft(game.rules, game.rules.start, side, 2)
    assert counts == naive.perft(START, side.value, 2, game.options)


@pytest.mark.slow
@pytest.mark.parametrize(("full_entry", "third"), [(False, 70_220), (True, 46_342)])
def test_three_plies_from_the_start(full_entry: bool, third: int) -> None:
    game = Game.of(naive.Options(full_entry=full_entry))
    counts = perft(game.rules, game.rules.start, Side.WHITE, 3)
    assert counts == naive.perft(START, "white", 3, game.options)
    assert counts[-1] == third


@EACH_SIDE
@EACH_GAME
@pytest.mark.parametrize("text", ["-----A-a", "--a--A--", "-aA-B---"])
def test_a_finished_game_counts_where_it_ends(text: str, game: Game, side: Side) -> None:
    counts = perft(game.rules, parse_position(text, LAYOUT), side, 2)
    assert counts == naive.perft(text, side.value, 2, game.options)


# ---- Compared ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_results_are_the_oracles(seed: int) -> None:
    """25,000 cases, and with `make long` 100,000: each legal result once, and no other."""
    for case in random_cases(seed, 12_500):
        plays = legal_plays(case.rules, case.position, case.side, case.roll)
        expected = {parse_position(text, LAYOUT) for text in case.results()}
        assert Counter(play.position for play in plays) == Counter(expected), case


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_every_prefix_goes_on_as_the_oracles(seed: int) -> None:
    """5,000 cases, and with `make long` 20,000."""
    for case in random_cases(100 + seed, 2_500):
        compare_from_here(case, case.turn)


def compare_from_here(case: Case, turn: Turn) -> None:
    made = tuple(in_zones(case.side, step) for step in turn.steps)
    asked = (case.text, case.side.value, case.roll, made, case.game.options)
    next_steps = [in_zones(case.side, step) for step in turn.next_steps]
    assert sorted(next_steps) == sorted(naive.next_steps(*asked)), (case, made)
    assert turn.may_end == naive.may_end(*asked), (case, made)
    for step in turn.next_steps:
        compare_from_here(case, turn.play(step))


def test_a_turn_begun_leads_where_the_oracle_says() -> None:
    for case in random_cases(seed=3, number=400):
        complete = case.complete_plays()
        for step in case.turn.next_steps:
            begun = case.turn.play(step)
            made = in_zones(case.side, step)
            assert {format_position(play.position, LAYOUT) for play in completions(begun)} == {
                end for steps, end in complete if steps[:1] == (made,)
            }, (case, made)


def test_of_all_ways_to_a_position_the_one_from_the_rear_is_kept() -> None:
    """By brute force over every order that the oracle knows."""
    for case in random_cases(seed=6, number=2_000):
        ways = defaultdict(list)
        for steps, end in case.complete_plays():
            ways[end].append(steps)
        rearmost = partial(from_the_rear, case.side)
        assert {
            format_position(play.position, LAYOUT): tuple(
                in_zones(case.side, step) for step in play.steps
            )
            for play in legal_plays(case.rules, case.position, case.side, case.roll)
        } == {end: min(found, key=rearmost) for end, found in ways.items()}, case


def from_the_rear(side: Side, steps: naive.Steps) -> tuple[list[list[int]], list[list[int]]]:
    """Ranks the checkers moved, then the order they are moved in."""
    own = {naive.zone_of(side.value, number): number for number in range(8)}
    made = [[own[source], own[target]] for _, source, target in steps]
    return sorted(made), made


def test_the_steps_of_a_play_can_be_made_one_by_one() -> None:
    for case in random_cases(seed=4, number=2_000):
        for play in legal_plays(case.rules, case.position, case.side, case.roll):
            turn = case.turn
            for step in play.steps:
                turn = turn.play(step)
            assert (turn.may_end, turn.position) == (True, play.position), case


def test_neither_colour_nor_the_order_of_the_dice_matters() -> None:
    for case in random_cases(seed=5, number=2_000):
        plays = legal_plays(case.rules, case.position, case.side, case.roll)
        swapped = legal_plays(case.rules, case.position, case.side, case.roll[::-1])
        turned = Position(case.position.black, case.position.white)
        mirrored = legal_plays(case.rules, turned, case.side.other, case.roll)
        assert {play.steps for play in plays} == {play.steps for play in swapped}, case
        assert [play.steps for play in plays] == [play.steps for play in mirrored], case


@EACH_GAME
def test_games_played_at_random_lose_no_checker_and_end(game: Game) -> None:
    rng = random.Random(str(game))
    for side in Side:
        position = game.rules.start
        while result(game.rules, position) is None:
            case = Case(game, format_position(position, LAYOUT), side, naive24.throw(rng))
            plays = legal_plays(game.rules, position, side, case.roll)
            assert {format_position(play.position, LAYOUT) for play in plays} == case.results()
            for play in plays:
                assert_sound(play.position)
            position = rng.choice(plays).position
            side = side.other
        winner = naive.winner(format_position(position, LAYOUT))
        assert result(game.rules, position) == Result(Side.parse(winner), 1, "single")


def assert_sound(position: Position) -> None:
    """Eight checkers a side, none owed, and no point held by both."""
    for track in (position.white, position.black):
        assert sum(track) == 8
        assert min(track) == 0 or set(track) == {1}
    shared = zip(position.white[1:-1], position.black[-2:0:-1], strict=True)
    assert not any(white and black for white, black in shared)


# ---- Told apart ----------------------------------------------------------------------------------


def test_a_step_that_cannot_come_next_is_refused() -> None:
    turn = Turn.of(MINIGAM, parse_position("----A--h", LAYOUT), Side.WHITE, (2, 2))
    with pytest.raises(IllegalPlayError) as refused:
        turn.play(Step(4, 7, 3))
    assert str(refused.value) == (
        "expected one of (Step(source=4, target=6, die=2, hit=False, way=None),), "
        "got Step(source=4, target=7, die=3, hit=False, way=None)"
    )


@EACH_SIDE
@pytest.mark.parametrize("text", ["-------h", "H-------", "--------"])
def test_nobody_moves_in_a_finished_game(text: str, side: Side) -> None:
    position = parse_position(text, LAYOUT)
    for game in GAMES:
        for roll in ROLLS:
            turn = Turn.of(game.rules, position, side, roll)
            assert legal_plays(game.rules, position, side, roll) == (Play((), turn),)
            assert Play((), turn).position == position
        assert perft(game.rules, position, side, 2) == [0, 0]


@pytest.mark.parametrize("roll", [[5, 2], (5, 2)])
def test_a_roll_is_two_numbers(roll: object) -> None:
    assert check_roll(roll) == (5, 2)


@pytest.mark.parametrize(
    "roll",
    [None, 5, "52", {}, [], [5], [5, 2, 1], [0, 2], [5, 7], [5, -1], [5, 2.0], [True, 2], ["5", 2]],
)
def test_anything_else_is_no_roll(roll: object) -> None:
    with pytest.raises(UnreadableError) as refused:
        check_roll(roll)
    assert str(refused.value) == f"expected a roll of two numbers from 1 to 6, got {roll!r}"
