"""Levels: how often each chooses a play, what it never does, and that each beats the one below."""

from collections import Counter
from math import exp

import numpy as np
import pytest

from minigam.players import replies
from minigam.players.arena import Results, Score, play
from minigam.players.arrays import Longs
from minigam.players.boards import rows
from minigam.players.evaluate import Evaluator
from minigam.players.judge import NetworkJudge
from minigam.players.ladder import LevelPlayer, Rung, rungs
from minigam.players.levels import (
    CUT,
    LOOKS_AHEAD,
    NAMES,
    TEMPERATURES,
    Level,
    choose,
    level_of,
    ranked,
)
from minigam.players.search import looked_ahead
from minigam.rules import worth
from minigam.rules.plays import Play, Turn, completions, legal_plays_of, result
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, MINIGAM, PLAKOTO, RULE_SETS, RuleSet
from minigam.rules.steps import ROLLS
from tests.players.rolls import results_of
from tests.tiers import some

SEEDS = [f"seed {number}" for number in range(200)]


def level_player(rules: RuleSet, name: str, seed: int = 1) -> LevelPlayer:
    model = Evaluator.of(rules).model
    level, chance = level_of(rules, name), np.random.default_rng(seed)
    return LevelPlayer(model, level, results_of(rules), chance)


def judged(evaluator: Evaluator, turn: Turn) -> list[tuple[Play, float]]:
    """Plays and points, best first, without looking ahead."""
    plays = worth.ranked(NetworkJudge(evaluator), turn)
    return [(play, found.equity) for play, found in plays]


# ---- How often -----------------------------------------------------------------------------------


def test_plays_are_drawn_by_what_they_give_away() -> None:
    """With a temperature of 0.1: weights 1, exp(-1), exp(-2), and nothing beyond three."""
    rolls = 20_000
    worth = np.tile(np.array([0.0, -0.1, -0.2, -0.301], np.float32), rolls)
    starts = np.arange(0, 4 * rolls + 1, 4)
    keys = Level(0.1).keys(worth, starts, np.random.default_rng(1)).reshape(rolls, 4)
    counts = np.bincount(keys.argmax(1), minlength=4)
    weights = np.array([1, exp(-1), exp(-2), 0])
    expected = weights / weights.sum()
    assert counts / rolls == pytest.approx(expected, abs=4 * 0.5 / rolls**0.5)
    assert counts[3] == 0


def test_a_temperature_of_nothing_plays_the_best() -> None:
    worth = np.array([0.5, 0.6, -1.0, -1.1, -0.9], np.float32)
    keys = Level(0.0).keys(worth, np.array([0, 2, 5]), np.random.default_rng(1))
    assert [int(part.argmax()) for part in (keys[:2], keys[2:])] == [1, 2]


def test_a_turn_is_drawn_as_many_games_are() -> None:
    """Of the opening 2-1 in backgammon, by seeds, against the formula."""
    evaluator = Evaluator.of(BACKGAMMON)
    turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (2, 1))
    level = level_of(BACKGAMMON, "easy")
    drawn = Counter(choose(evaluator, turn, level, seed) for seed in SEEDS)
    plays = judged(evaluator, turn)
    best = plays[0][1]
    weights = {
        play.steps: exp((worth - best) / level.temperature)
        for play, worth in plays
        if best - worth <= CUT * level.temperature
    }
    assert set(drawn) <= set(weights)
    for steps, weight in weights.items():
        share = weight / sum(weights.values())
        spread = (share * (1 - share) / len(SEEDS)) ** 0.5
        assert abs(drawn[steps] / len(SEEDS) - share) < 4 * spread


def test_the_expert_plays_what_the_networks_like_best() -> None:
    evaluator = Evaluator.of(PLAKOTO)
    for roll in ((3, 1), (4, 4), (6, 5)):
        turn = Turn.of(PLAKOTO, PLAKOTO.start, Side.BLACK, roll)
        best, _ = judged(evaluator, turn)[0]
        assert choose(evaluator, turn, level_of(PLAKOTO, "expert"), "any") == best.steps


def test_the_expert_looks_ahead_where_that_pays() -> None:
    """In hypergammon's openings, against the average over rolls of the other side's best reply."""
    rules, differs = HYPERGAMMON, 0
    evaluator, level = Evaluator.of(rules), level_of(rules, "expert")
    assert level.search
    for roll in ROLLS:
        turn = Turn.of(rules, rules.start, Side.WHITE, roll)
        (best, most), *others = judged(evaluator, turn)
        near = [play for play, worth in others if most - worth <= level.search.within]
        plays = [best, *near][: level.search.plays]
        own, theirs = rows([(play.position, Side.WHITE) for play in plays])
        chances = looked_ahead(evaluator.model, replies.results, own, theirs)
        ahead = evaluator.model.outcomes.points(chances)
        chosen = choose(evaluator, turn, level, "any")
        assert chosen == plays[ahead.argmax()].steps
        differs += chosen != best.steps
    assert differs > 0


# ---- What it never does --------------------------------------------------------------------------


def wins(turn: Turn, play: Play) -> bool:
    ended = result(turn.rules, play.position)
    return ended is not None and ended.winner is turn.side


@pytest.mark.parametrize("temperature", [0.0, 0.1, 10.0])
def test_no_level_misses_a_win(temperature: float) -> None:
    """Only in Plakoto may a roll win or not as one plays it: where the other's mother is pinned."""
    position = parse_position("-aBa-aBA-a-ABaab-cBcCAa--- 3", PLAKOTO.layout)
    evaluator = Evaluator.of(PLAKOTO)
    for roll in ((1, 2), (1, 3)):
        turn = Turn.of(PLAKOTO, position, Side.WHITE, roll)
        won = {play.steps for play in legal_plays_of(turn) if wins(turn, play)}
        assert 0 < len(won) < len(legal_plays_of(turn))
        found = {choose(evaluator, turn, Level(temperature), seed) for seed in SEEDS[:40]}
        assert found <= won


@pytest.mark.parametrize("name", ["minigam", "fevga", "hypergammon"])
def test_nothing_beyond_the_cut_is_given_away(name: str) -> None:
    rules = RULE_SETS[name]
    for level in NAMES:
        player = level_player(rules, level)
        play(rules, results_of(rules), (player, player), 5, 1)
        losses = np.concatenate(player.losses)
        assert losses.min() >= 0
        assert losses.max() <= CUT * player.level.temperature
        assert player.given_away == pytest.approx(losses.mean())
        assert (player.given_away > 0) == (level != "expert")


# ---- Amid a turn ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [MINIGAM, HYPERGAMMON, BACKGAMMON], ids=lambda rules: rules.id)
def test_whoever_is_asked_again_goes_on_with_the_play(rules: RuleSet) -> None:
    evaluator, level = Evaluator.of(rules), level_of(rules, "easy")
    for seed in SEEDS[:20]:
        turn = Turn.of(rules, rules.start, Side.WHITE, (2, 2))
        whole = choose(evaluator, turn, level, seed)
        for number, step in enumerate(whole, 1):
            turn = turn.play(step)
            assert choose(evaluator, turn, level, seed) == whole[number:]
        assert turn.may_end


def test_after_other_steps_it_plays_the_best_ranked_that_is_left() -> None:
    evaluator, level = Evaluator.of(BACKGAMMON), level_of(BACKGAMMON, "easy")
    turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (3, 1))
    for step in turn.next_steps:
        begun = turn.play(step)
        rest = choose(evaluator, begun, level, "a seed")
        for next_step in rest:
            begun = begun.play(next_step)
        assert begun.may_end
        order = [play.position for play in ranked(evaluator, turn, level, "a seed")]
        reachable = {play.position for play in completions(turn.play(step))}
        assert begun.position == next(position for position in order if position in reachable)


def test_the_seed_decides() -> None:
    evaluator, level = Evaluator.of(BACKGAMMON), level_of(BACKGAMMON, "easy")
    turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (2, 1))
    orders = [
        [play.steps for play in ranked(evaluator, turn, level, seed)]
        for seed in ("one", "one", "another", "")
    ]
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) == 3
    assert all(sorted(order, key=str) == sorted(orders[0], key=str) for order in orders)


@pytest.mark.parametrize("name", RULE_SETS)
def test_whole_turns_are_legal_in_every_game(name: str) -> None:
    rules, dice = RULE_SETS[name], np.random.default_rng(1)
    evaluator, position, side = Evaluator.of(rules), rules.start, Side.WHITE
    for number in range(2 if rules.pawn_die else 30):
        if result(rules, position):
            break
        one, other = dice.integers(1, 7, 2).tolist()
        turn = Turn.of(rules, position, side, (one, other))
        level = level_of(rules, NAMES[number % len(NAMES)])
        for step in choose(evaluator, turn, level, str(number)):
            turn = turn.play(step)
        assert turn.may_end
        position, side = turn.position, side.other


# ---- How strong ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_game_has_levels_that_differ(name: str) -> None:
    temperatures = [level_of(RULE_SETS[name], level).temperature for level in NAMES]
    assert temperatures == sorted(set(temperatures), reverse=True)
    assert temperatures[-1] == 0


@pytest.mark.parametrize("name", ["minigam", "minigam-full-entry"])
def test_each_level_beats_the_one_below(name: str) -> None:
    rules = RULE_SETS[name]
    for rung in rungs(rules, results_of(rules), 500, 1):
        assert rung.score.points > 3 * rung.score.error
        assert rung.score.win_share < 0.75
        assert rung.given_away[0] < rung.given_away[1]


@pytest.mark.parametrize("name", some(sorted(TEMPERATURES, key="minigam".__ne__), 1))
def test_each_level_beats_the_one_below_at_length(name: str) -> None:
    rules, pairs = RULE_SETS[name], 150 if name in LOOKS_AHEAD else 500
    for rung in rungs(rules, results_of(rules), pairs, 1):
        assert rung.score.points > 3 * rung.score.error
        assert rung.score.win_share < 0.75
        assert rung.given_away[0] < rung.given_away[1]


def test_easy_plays_with_some_sense() -> None:
    """It beats whoever plays anything legal nearly always."""
    chance = np.random.default_rng(1)

    def anything(found: Results) -> Longs:
        picked: Longs = found.starts[:-1] + chance.integers(0, np.diff(found.starts))
        return picked

    players = level_player(BACKGAMMON, "easy"), anything
    assert play(BACKGAMMON, results_of(BACKGAMMON), players, 20, 1).win_share > 0.9


def test_a_rung_is_readable() -> None:
    rung = Rung("hard", "medium", Score(np.array([[1, 1], [1, -1]], np.float32)), (0.01, 0.02))
    assert str(rung) == (
        "hard against medium: +0.500 ± 0.980 points a game, 75.0 % won, 4 games; "
        "given away a turn: 0.0100 and 0.0200"
    )
