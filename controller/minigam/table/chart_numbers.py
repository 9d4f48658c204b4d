"""What is drawn of many games: how often each side won, and people against each level; errors."""

from dataclasses import dataclass, field
from typing import Any

from minigam.rules.terms import PERSON, SEATS
from minigam.table.summary import Summary

SIDES = ("white", "black")
NEWEST = 20
"""Of so many of the newest games that were judged it is said what each gave away."""


@dataclass
class _Wins:
    games: int = 0
    won: int = 0

    def add(self, won: bool) -> None:
        self.games += 1
        self.won += won

    def to_json(self) -> dict[str, int]:
        return dict(vars(self))


@dataclass
class ChartNumbers:
    """Counts games that are over, in any order."""

    sides: dict[str, _Wins] = field(default_factory=lambda: {side: _Wins() for side in SIDES})
    levels: dict[str, _Wins] = field(default_factory=dict)
    """People's games against each level of the computer."""
    errors: list[dict[str, Any]] = field(default_factory=list)
    """What people's plays gave away in each of the newest games, oldest first."""

    def add(self, number: int, summary: Summary) -> None:
        """Count one game more."""
        for own, side in enumerate(SIDES):
            won, seat, other = summary.winner == side, summary.seats[own], summary.seats[1 - own]
            self.sides[side].add(won)
            if seat == PERSON != other:
                self.levels.setdefault(other, _Wins()).add(won)
        if found := errors_in(number, summary):
            self.errors = sorted([*self.errors, found], key=lambda one: one["game"])[-NEWEST:]

    def to_json(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {
            "sides": {side: wins.to_json() for side, wins in self.sides.items()},
            "levels": [
                {"seat": seat, **self.levels[seat].to_json()}
                for seat in SEATS
                if seat in self.levels
            ],
            "errors": self.errors,
        }


def errors_in(number: int, summary: Summary) -> dict[str, Any] | None:
    """What an average play of people gave away in a game; None where none was judged.

    >>> errors_in(7, Summary("minigam", seats=("human", "easy"), judged=(8, 9), lost=(0.4, 2.7)))
    {'game': 7, 'title': 'Minigam', 'judged': 8, 'cost': 0.05}
    """
    people = [own for own in (0, 1) if summary.seats[own] == PERSON]
    judged = sum(summary.judged[own] for own in people)
    if not judged:
        return None
    cost = round(sum(summary.lost[own] for own in people) / judged, 4)
    return {"game": number, "title": summary.title, "judged": judged, "cost": cost}
