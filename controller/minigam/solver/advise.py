"""What a position or a play is worth, by a table of exact values."""

from __future__ import annotations

from dataclasses import dataclass

from minigam.rules.plays import Play, Turn, first_reached, legal_plays, legal_plays_of, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.solver.tablebase import Tablebase


@dataclass(frozen=True)
class Worth:
    """What a side has of a position, if both sides play their best from there."""

    win: float
    """Its chance to win."""
    equity: float
    """The points it wins on average, less those it loses, at stake 1 and without a cube."""

    @property
    def other(self) -> Worth:
        """What the other side has.

        >>> Worth(0.75, 0.5).other
        Worth(win=0.25, equity=-0.5)
        """
        return Worth(1.0 - self.win, -self.equity)

    def __sub__(self, other: Worth) -> Worth:
        """By how much it is more than another."""
        return Worth(self.win - other.win, self.equity - other.equity)


def about_to_throw(table: Tablebase, rules: RuleSet, position: Position, side: Side) -> Worth:
    """What a side has that is about to roll."""
    return moved(table, rules, position, side.other).other


def moved(table: Tablebase, rules: RuleSet, position: Position, side: Side) -> Worth:
    """What a side has whose turn is over."""
    over = result(rules, position)
    if over:
        won = over.winner is side
        return Worth(float(won), float(over.points if won else -over.points))
    return Worth(table.chance(position, side), table.value(position, side))


def best(table: Tablebase, turn: Turn) -> Play:
    """The best play that begins with the steps already made; of equal ones the first."""
    plays = legal_plays_of(turn.with_steps(()))
    ranked = sorted(
        plays, key=lambda play: -moved(table, turn.rules, play.position, turn.side).equity
    )
    return first_reached(turn, ranked)


def ranked(
    table: Tablebase, rules: RuleSet, position: Position, side: Side, roll: tuple[int, int]
) -> list[tuple[Play, Worth]]:
    """The legal plays of a roll, best first, each with what the side has after it."""
    plays = legal_plays(rules, position, side, roll)
    judged = [(play, moved(table, rules, play.position, side)) for play in plays]
    return sorted(judged, key=lambda one: -one[1].equity)
