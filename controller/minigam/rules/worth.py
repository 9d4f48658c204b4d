"""What positions and plays are worth, by a judge: a table of exact values, or networks.

ranked(judge, turn)                         # the plays of a roll, best first
about_to_roll(judge, rules, position, side)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from minigam.rules.plays import Play, Result, Turn, first_reached, legal_plays_of, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.words import Words


@dataclass(frozen=True)
class Worth:
    """What a side has of a position, if both sides play their best from there."""

    win: float
    """Its chance to win; a draw is half a win."""
    equity: float
    """The points it wins on average, less those it loses, at stake 1 and without a cube."""

    @property
    def other(self) -> Worth:
        """What the other side has.

        >>> Worth(0.75, 0.5).other
        Worth(win=0.25, equity=-0.5)
        """
        return Worth(1.0 - self.win, -self.equity)

    def __add__(self, other: Worth) -> Worth:
        """Two amounts together."""
        return Worth(self.win + other.win, self.equity + other.equity)

    def __sub__(self, other: Worth) -> Worth:
        """By how much it is more than another."""
        return Worth(self.win - other.win, self.equity - other.equity)


class Judge(Protocol):
    """Says what positions of one game are worth."""

    @property
    def title(self) -> Words:
        """What it judges by, to stand in a sentence."""

    @property
    def doubt(self) -> float:
        """Plays whose equities differ by less, in points, are as good as each other."""

    def worths(self, positions: Sequence[Position], side: Side) -> list[Worth]:
        """What `side` has in each position, in which its turn is over but the game is not.

        Those of one roll are asked about together, so that more time goes to the best of them.
        """


def about_to_roll(judge: Judge, rules: RuleSet, position: Position, side: Side) -> Worth:
    """What a side has that is about to roll."""
    return moved(judge, rules, position, side.other).other


def moved(judge: Judge, rules: RuleSet, position: Position, side: Side) -> Worth:
    """What a side has whose turn is over."""
    (worth,) = _worths(judge, rules, [position], side)
    return worth


def best(judge: Judge, turn: Turn) -> Play:
    """The best play that begins with the steps already made; of equal ones the first."""
    return first_reached(turn, [play for play, _ in ranked(judge, turn)])


def ranked(judge: Judge, turn: Turn) -> list[tuple[Play, Worth]]:
    """The plays of the whole roll, best first, each with what the side has after it."""
    plays = legal_plays_of(turn.with_steps(()))
    worths = _worths(judge, turn.rules, [play.position for play in plays], turn.side)
    return sorted(zip(plays, worths, strict=True), key=lambda one: -one[1].equity)


def _worths(judge: Judge, rules: RuleSet, positions: list[Position], side: Side) -> list[Worth]:
    """As a judge says, and as the rules say where a position ends the game."""
    ends = [result(rules, position) for position in positions]
    open_ones = [position for position, end in zip(positions, ends, strict=True) if end is None]
    judged = iter(judge.worths(open_ones, side) if open_ones else ())
    return [next(judged) if end is None else _at_end(end, side) for end in ends]


def _at_end(end: Result, side: Side) -> Worth:
    points = float(end.points - end.loser_points)
    if end.winner is None:
        return Worth(0.5, 0.0)
    return Worth(1.0, points) if end.winner is side else Worth(0.0, -points)
