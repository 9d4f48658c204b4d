"""Facts about a game computed from a tablebase: openings, blunders, lengths of games."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from minigam.rules.notation import format_steps
from minigam.rules.plays import Play, Turn, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import ROLLS
from minigam.rules.worth import Worth, about_to_roll, ranked
from minigam.solver.tablebase import Tablebase

Roll = tuple[int, int]


@dataclass(frozen=True)
class Opening:
    """A roll at the start: the best play, and what the side has after it."""

    roll: Roll
    play: str
    worth: Worth

    @property
    def is_double(self) -> bool:
        """Whether it cannot come up in an opening roll."""
        return self.roll[0] == self.roll[1]


def openings(table: Tablebase, rules: RuleSet) -> tuple[Opening, ...]:
    """The best plays of the 21 rolls at the start, the best roll first."""
    found = []
    for roll in ROLLS:
        play, worth = ranked(table, Turn.of(rules, rules.start, Side.WHITE, roll))[0]
        found.append(Opening(roll, format_steps(rules.layout, play.steps), worth))
    return tuple(sorted(found, key=lambda opening: -opening.worth.equity))


def first_roller(table: Tablebase, rules: RuleSet) -> Worth:
    """What a side has at the start that is about to roll one of 21 rolls."""
    return about_to_roll(table, rules, rules.start, Side.WHITE)


def opening_winner(found: tuple[Opening, ...]) -> Worth:
    """What the winner of the opening roll has: its 15 rolls have no double, and are as likely."""
    worths = [opening.worth for opening in found if not opening.is_double]
    return Worth(fmean(worth.win for worth in worths), fmean(worth.equity for worth in worths))


@dataclass(frozen=True)
class Blunder:
    """A play that looks natural and gives much away."""

    position: Position
    side: Side
    roll: Roll
    natural: str
    best: str
    cost: Worth
    """What it gives away."""


@dataclass(frozen=True)
class GameLengths:
    """What perfect games were like."""

    lengths: tuple[int, ...]
    """The turns of both sides in each, the passes too."""
    blunders: tuple[Blunder, ...]
    """Where in these games the natural play would have cost most, the worst first."""

    @property
    def length(self) -> tuple[float, float]:
        """How long a game is on average, and the error of that (one standard deviation).

        >>> [round(turns, 3) for turns in GameLengths((20, 24, 28), ()).length]
        [24.0, 2.309]
        """
        return fmean(self.lengths), stdev(self.lengths) / sqrt(len(self.lengths))


def perfect_games(
    table: Tablebase, rules: RuleSet, count: int, chance: Random, worst: int = 5
) -> GameLengths:
    """Play games in which neither side errs, from an opening roll."""
    lengths, blunders = [], dict[tuple[Position, Side, Roll], Blunder]()
    for _ in range(count):
        turns = 0
        for turn, plays in _perfect_game(table, rules, chance):
            turns += 1
            blunder = _natural_blunder(turn, plays)
            blunders[turn.before, turn.side, (turn.dice[0], turn.dice[-1])] = blunder
        lengths.append(turns)
    ordered = sorted(blunders.values(), key=lambda blunder: -blunder.cost.equity)
    return GameLengths(tuple(lengths), tuple(ordered[:worst]))


_Ranked = list[tuple[Play, Worth]]


def _perfect_game(
    table: Tablebase, rules: RuleSet, chance: Random
) -> Iterator[tuple[Turn, _Ranked]]:
    """Each turn, and its plays from the best on."""
    position, side = rules.start, Side.WHITE
    roll = tuple(chance.sample(range(1, 7), 2))
    while result(rules, position) is None:
        turn = Turn.of(rules, position, side, (max(roll), min(roll)))
        plays = ranked(table, turn)
        yield turn, plays
        position, side = plays[0][0].position, side.other
        roll = (chance.randint(1, 6), chance.randint(1, 6))


def _natural_blunder(turn: Turn, plays: _Ranked) -> Blunder:
    """What the play costs that bears off most; of several such the best is taken."""
    natural = max(plays, key=lambda one: (one[0].position.track(turn.side)[-1], one[1].equity))
    best, layout = plays[0], turn.rules.layout
    played, better = (format_steps(layout, play.steps) for play, _ in (natural, best))
    roll = turn.dice[0], turn.dice[-1]
    return Blunder(turn.before, turn.side, roll, played, better, best[1] - natural[1])
