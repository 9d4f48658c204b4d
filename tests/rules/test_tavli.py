"""Plakoto and Fevga against an oracle from the rules alone: plays, results, refusals, perft."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from minigam.cli.engine import reply
from minigam.rules import step_refusals
from minigam.rules.plays import Turn, legal_plays, perft, result
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.ruleset import RULE_SETS, RuleSet
from minigam.table.zones import zone_of
from tests.rules import naive_tavli as naive
from tests.rules.naive import ROLLS, other
from tests.rules.oracles import walk
from tests.tiers import some

GAMES = [name for name in naive.GAMES if name in RULE_SETS]
Case = tuple[str, Side, tuple[int, int]]
each_game = pytest.mark.parametrize("name", GAMES)


def of_games(name: str, games: int, chance: Random) -> Iterator[Case]:
    """Every roll of whole games; of doubles, which are slow for the oracle, one in four."""
    for _ in range(games):
        for text, side, roll, _ in naive.random_game(name, chance):
            if roll[0] != roll[1] or chance.random() < 0.25:
                yield text, Side(side), roll


def made_up(name: str, number: int, chance: Random) -> Iterator[Case]:
    """Positions where rare rulings bite, one roll in twenty a double."""
    for _ in range(number):
        one, other = chance.sample(range(1, 7), 2)
        roll = (one, one) if chance.random() < 0.05 else (one, other)
        yield naive.random_position(name, chance), chance.choice(list(Side)), roll


def check(rules: RuleSet, case: Case, chance: Random) -> None:
    """Where plays end, who has won there, and each step on the way."""
    text, side, roll = case
    position = parse_position(text, rules.layout)
    assert format_position(position, rules.layout) == text
    ends = [play.position for play in legal_plays(rules, position, side, roll)]
    texts = [format_position(end, rules.layout) for end in ends]
    assert len(texts) == len(set(texts))
    assert set(texts) == naive.legal_ends(rules.id, text, side.value, roll), case
    for end, written in zip(ends, texts, strict=True):
        ours = result(rules, end)
        found = (ours.winner_name, ours.points, ours.kind) if ours else None
        assert found == naive.result(rules.id, written), case
    walk(Turn.of(rules, position, side, roll), chance)


MANY = some([(seed, 15, 500) for seed in range(4)], 1)


@pytest.mark.parametrize(("seed", "games", "more"), [("quick", 1, 60), *MANY])
@each_game
def test_every_play(name: str, seed: str | int, games: int, more: int) -> None:
    """15 whole games and 500 positions that are made up, and four times as many when long."""
    chance = Random(f"{name} {seed}")
    for case in (*of_games(name, games, chance), *made_up(name, more, chance)):
        check(RULE_SETS[name], case, chance)


@each_game
def test_zones_are_where_both_sides_stand(name: str) -> None:
    layout = RULE_SETS[name].layout
    for side in Side:
        ours = [zone_of(layout, side, place) for place in range(1, 26)]
        assert ours == [naive.zone_of(name, side.value, index) for index in range(25)]


@each_game
def test_the_engine_says_the_same(name: str) -> None:
    """Through JSON, as scripts ask it."""
    chance = Random(f"{name} engine")
    for text, side, roll in of_games(name, 1, chance):
        asked = {"op": "legal", "rules": name, "position": text, "turn": side.value}
        found = reply(json.dumps({**asked, "roll": list(roll)}), None)  # type: ignore[arg-type]
        ends = {play["position"] for play in found["plays"]}
        assert ends == naive.legal_ends(name, text, side.value, roll)


PERFT = {"plakoto": [59, 3_474, 708_405], "fevga": [22, 479, 21_893]}


PLIES = [("plakoto", 2), ("fevga", 3), pytest.param("plakoto", 3, marks=pytest.mark.long)]


@pytest.mark.parametrize(("name", "plies"), PLIES)
def test_perft(name: str, plies: int) -> None:
    """Counted once by both; the oracle counts the first two plies here too."""
    rules = RULE_SETS[name]
    assert perft(rules, rules.start, Side.WHITE, plies) == PERFT[name][:plies]
    assert naive_perft(name, 2) == PERFT[name][:2]


def naive_perft(name: str, depth: int) -> list[int]:
    parents, counts = Counter({naive.start(name): 1}), []
    for side in ("white", "black", "white")[:depth]:
        children: Counter[str] = Counter()
        for parent, times in parents.items():
            for roll in ROLLS:
                for end in naive.legal_ends(name, parent, side, roll):
                    children[end] += times
        counts.append(children.total())
        parents = children
    return counts


# ---- What a refusal says -------------------------------------------------------------------------


Refusal = tuple[Turn, int, step_refusals.Reason]


def refusals(rules: RuleSet, case: Case, chance: Random) -> Iterator[Refusal]:
    """Why places with own checkers may not be left: at the beginning, and after a step."""
    text, side, roll = case
    turn = Turn.of(rules, parse_position(text, rules.layout), side, roll)
    yield from why_not(turn)
    if turn.next_steps:
        yield from why_not(turn.play(chance.choice(turn.next_steps)))


def why_not(turn: Turn) -> Iterator[Refusal]:
    if turn.next_steps:
        free = {step.source for step in turn.next_steps}
        for place in range(1, 25):
            if turn.position.track(turn.side)[place] and place not in free:
                for reason in step_refusals.why_no_source(turn, place):
                    yield turn, place, reason


def is_true(name: str, turn: Turn, place: int, reason: step_refusals.Reason) -> bool:
    """Whether the oracle finds what a reason claims."""
    side, rest = turn.side.value, other(turn.side.value)
    layout, dice = turn.rules.layout, turn.dice
    before, board = (naive.read(format_position(p, layout)) for p in (turn.before, turn.position))
    way, mine = naive.stacks_of(name, board, side), naive.SIDES[side]
    lengths = {len(played) for _, played in naive.plays(name, before, side, dice)}
    match reason:
        case step_refusals.Blocked(die, _, target, own, theirs):
            there = way[target - 1]
            counted = (there.count(mine), there.count(naive.SIDES[rest]))
            closed = not naive.may_land(name, there, side)
            return target == place + die and counted == (own, theirs) and closed
        case step_refusals.Pinned(pinned):
            return pinned == place and naive.is_pinned(way[place - 1], side)
        case step_refusals.FirstAlone(first, past):
            others = [at for at, stack in enumerate(way, 1) if mine in stack and at != 1]
            return way[0].count(mine) == 14 and [first] == others and first <= past == 13 != place
        case step_refusals.FillsStart(die):
            after = naive.after_step(name, board, side, place - 1, die)
            return all(mine in stack for stack in naive.stacks_of(name, after, side)[:6])
        case step_refusals.StaysShutIn():
            goals = naive.ends(name, before, side, dice)
            refused = {end for end, _ in naive.plays(name, before, side, dice)} - goals
            shut = {end for end in (*goals, *refused) if naive.shuts_in(name, end, side)}
            return bool(shut) and shut <= refused
        case step_refusals.NotHome(die, _, outside):
            away = sum(stack.count(mine) for stack in way[:18])
            return place + die >= 25 and outside == away > 0
        case step_refusals.RearmostFirst(die, _):
            return place + die > 25 and any(mine in stack for stack in way[: place - 1])
        case step_refusals.FewerDice(_, reached, most):
            return reached < most == max(lengths)
        case step_refusals.LargerDie(larger):
            return max(lengths) == 1 and larger == max(turn.dice)
    return False


KINDS = {
    "plakoto": {"Blocked", "Pinned", "NotHome", "FewerDice", "RearmostFirst"},
    "fevga": {"Blocked", "FirstAlone", "FillsStart", "StaysShutIn", "NotHome", "FewerDice"},
}


@each_game
def test_what_a_refusal_claims_is_true(name: str) -> None:
    """Whatever may not be moved in 1,500 made-up positions."""
    chance, seen = Random(f"{name} refused"), Counter[str]()
    for case in made_up(name, 1_500, chance):
        for turn, place, reason in refusals(RULE_SETS[name], case, chance):
            assert is_true(name, turn, place, reason), (case, place, reason)
            seen[type(reason).__name__] += 1
    assert seen.keys() >= KINDS[name]
