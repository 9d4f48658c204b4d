"""`expert` against GNU Backgammon at 0 plies: money games, and matches with the cube."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from os import cpu_count
from random import Random
from statistics import mean, stdev
from typing import Protocol

from minigam.daemon.trained_players import TrainedPlayers
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, Standing, added, is_over, staked
from minigam.rules.plays import KINDS, Result, Turn, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.steps import Step
from minigam.table.effects import AnswerDouble, DecideDouble
from tests.arena.engine import AtStake, engine

PLIES = 0
LENGTH = 7
"""Points of a match."""
BLOCK = 20
"""So many seeds are played by one process of GNU Backgammon."""


class Player(Protocol):
    """Who plays: see `engine.Engine`."""

    def choose(self, turn: Turn, at_stake: AtStake) -> tuple[Step, ...]: ...

    def doubles(
        self, rules: RuleSet, position: Position, side: Side, cube: Cube, standing: Standing
    ) -> bool: ...

    def takes(
        self, rules: RuleSet, position: Position, doubler: Side, cube: Cube, standing: Standing
    ) -> bool: ...


@dataclass(frozen=True)
class Expert:
    """The level, as it plays at the board."""

    players: TrainedPlayers

    def choose(self, turn: Turn, _at_stake: AtStake) -> tuple[Step, ...]:
        return self.players.choose(turn, "expert", "")

    def doubles(
        self, rules: RuleSet, position: Position, side: Side, cube: Cube, standing: Standing
    ) -> bool:
        asked = DecideDouble(side, "expert", rules, position, cube, standing)
        return self.players.doubles(asked)

    def takes(
        self, rules: RuleSet, position: Position, doubler: Side, cube: Cube, standing: Standing
    ) -> bool:
        asked = AnswerDouble(doubler.other, "expert", rules, position, cube, standing)
        return self.players.takes(asked)


def money(game: str, number: int) -> Iterator[str]:
    """Points a game, without a cube; every deal of dice is played twice, with the sides changed."""
    pairs = _in_parallel(_pairs, game, number // 2)
    error = 1.96 * stdev(pairs) / len(pairs) ** 0.5
    yield f"expert wins {mean(pairs):+.3f} ± {error:.3f} points a game, {2 * len(pairs)} games"


def matches(game: str, number: int) -> Iterator[str]:
    """The share of matches won, with the cube."""
    won = _in_parallel(_matches, game, number)
    share = mean(won)
    error = 196 * (share * (1 - share) / len(won)) ** 0.5
    yield f"expert wins {100 * share:.1f} ± {error:.1f} % of {len(won)} matches to {LENGTH}"


def _in_parallel(play: Callable[[str, range], list[float]], game: str, number: int) -> list[float]:
    blocks = [range(at, min(at + BLOCK, number)) for at in range(0, number, BLOCK)]
    with ProcessPoolExecutor(cpu_count()) as pool:
        return list(chain.from_iterable(pool.map(play, [game] * len(blocks), blocks)))


def _pairs(game: str, seeds: range) -> list[float]:
    """What `expert` wins a game, on average of two with the same dice."""
    rules, own = RULE_SETS[game], Expert(TrainedPlayers())
    with engine(PLIES) as theirs:
        return [mean(_both(rules, own, theirs, seed)) for seed in seeds]


def _both(rules: RuleSet, own: Player, theirs: Player, seed: int) -> Iterator[int]:
    for side in Side:
        ended = _game(rules, {side: own, side.other: theirs}, Random(seed), FRESH, cube=False)
        yield ended.points if ended.winner is side else -ended.points


def _matches(game: str, seeds: range) -> list[float]:
    """Whether `expert` wins each; it plays white in every other one."""
    rules, own = rule_set(game, {"length": str(LENGTH)}), Expert(TrainedPlayers())
    with engine(PLIES) as theirs:
        return [_won(rules, own, theirs, seed) for seed in seeds]


def _won(rules: RuleSet, own: Player, theirs: Player, seed: int) -> bool:
    side, chance, standing = list(Side)[seed % 2], Random(seed), FRESH
    while not is_over(rules, standing.score):
        ended = _game(rules, {side: own, side.other: theirs}, chance, standing, cube=True)
        standing = standing.after(rules, added(rules, standing.score, ended))
    return side.of(standing.score) > side.other.of(standing.score)


def _game(
    rules: RuleSet, seats: Mapping[Side, Player], chance: Random, standing: Standing, *, cube: bool
) -> Result:
    """How a game ends; the first roll is no double, and the higher die begins."""
    first, second = chance.sample(range(1, 7), 2)
    side = Side.WHITE if first > second else Side.BLACK
    dice: tuple[int, int] | None = (first, second)
    position, turned = rules.start, CENTRED
    may_double = cube and not standing.is_crawford(rules)
    while True:
        turns = not dice and may_double and turned.belongs_to(side)
        if turns and seats[side].doubles(rules, position, side, turned, standing):
            if not seats[side.other].takes(rules, position, side, turned, standing):
                return Result(side, turned.value, KINDS[0])
            turned = turned.taken_by(side.other)
        turn = Turn.of(rules, position, side, dice or (chance.randint(1, 6), chance.randint(1, 6)))
        position = turn.after(seats[side].choose(turn, (turned, standing)))
        if ended := result(rules, position):
            return staked(rules, ended, turned)
        side, dice = side.other, None
