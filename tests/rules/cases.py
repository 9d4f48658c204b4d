"""Random cases in the engine's words and in the oracle's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import MINIGAM, RuleSet, rule_set
from minigam.rules.steps import Step
from minigam.table.zones import zone_of
from tests.rules import naive, naive24

LAYOUT = MINIGAM.layout
START = "H------h"


@dataclass(frozen=True)
class Game:
    """One rule set with one choice of options."""

    rules: RuleSet
    options: naive.Options

    @classmethod
    def of(cls, options: naive.Options) -> Game:
        rules_id = "minigam-full-entry" if options.full_entry else "minigam"
        texts = {
            "enter_on_own": str(options.enter_on_own).lower(),
            "second_die": options.second_die,
        }
        return cls(rule_set(rules_id, texts), options)

    def __str__(self) -> str:
        return "-".join([self.rules.id, *self.rules.option_values().values()])


GAMES = tuple(
    Game.of(naive.Options(*choices))
    for choices in product((True, False), ("order", "must", "free"), (False, True))
)


@dataclass(frozen=True)
class Case:
    """A roll to be played."""

    game: Game
    text: str
    side: Side
    roll: tuple[int, int]

    @property
    def rules(self) -> RuleSet:
        return self.game.rules

    @cached_property
    def position(self) -> Position:
        return parse_position(self.text, LAYOUT)

    @property
    def turn(self) -> Turn:
        return Turn.of(self.rules, self.position, self.side, self.roll)

    def results(self) -> frozenset[str]:
        """Where the roll may lead, says the oracle."""
        return naive.results(self.text, self.side.value, self.roll, self.game.options)

    def complete_plays(self) -> list[naive.Play]:
        """Every legal play in every order, says the oracle."""
        return naive.complete_plays(self.text, self.side.value, self.roll, self.game.options)


def random_cases(seed: int, number: int) -> Iterator[Case]:
    """Cases of every game, side and roll; nobody has finished."""
    rng = random.Random(seed)
    for _ in range(number):
        yield Case(
            rng.choice(GAMES),
            naive.random_position(rng),
            rng.choice(list(Side)),
            naive24.throw(rng),
        )


def in_zones(side: Side, step: Step) -> naive.Step:
    """A step in the oracle's words."""
    source, target = (zone_of(LAYOUT, side, place) for place in (step.source, step.target))
    return step.die, source, target
