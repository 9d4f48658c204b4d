"""What many games came to: by player, by game, by opponent; and how even the dice fell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import erfc, exp, pi, sqrt
from typing import Any

from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import PERSON
from minigam.table.chart_numbers import SIDES, ChartNumbers
from minigam.table.summary import FACES, Summary
from minigam.words import Words

FEWEST = 60
"""So many dice are needed before anything is said of them: ten of each number are expected."""
Player = tuple[str, str]
"""A name, empty for a stranger, and a seat."""
Games = Iterable[tuple[int, Summary]]
_Length = tuple[int, int, Summary]
"""How many turns a game took to its end, its number, and what it came to."""


@dataclass
class _Tally:
    """What a player's games came to so far."""

    games: int = 0
    won: int = 0
    points: int = 0
    gammons: int = 0
    matches: int = 0

    def add(self, summary: Summary, won: bool) -> None:
        self.games += 1
        if won:
            self.won += 1
            self.points += summary.points
            self.gammons += summary.kind != "single"
            self.matches += summary.match_over

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass
class _Career:
    """One player's games."""

    all: _Tally = field(default_factory=_Tally)
    by_rules: dict[str, _Tally] = field(default_factory=dict)
    against: dict[Player, _Tally] = field(default_factory=dict)
    judged: int = 0
    lost: float = 0.0

    def add(self, summary: Summary, own: int) -> None:
        """Add a game that the player played as white, 0, or black, 1."""
        won = summary.winner == SIDES[own]
        other = player(summary, 1 - own)
        for tally in (
            self.all,
            self.by_rules.setdefault(summary.rules_id, _Tally()),
            self.against.setdefault(other, _Tally()),
        ):
            tally.add(summary, won)

    def judge(self, summary: Summary, own: int) -> None:
        """Add what the player's plays on that side gave away."""
        self.judged += summary.judged[own]
        self.lost += summary.lost[own]


def player(summary: Summary, side: int) -> Player:
    """Who played white, 0, or black, 1.

    >>> player(Summary("minigam", seats=("human", "hard"), names=("Ann", "")), 0)
    ('Ann', 'human')
    """
    name, seat = summary.names[side], summary.seats[side]
    return name if seat == PERSON else "", seat


def statistics(games: Games) -> dict[str, Any]:
    """All of it as plain JSON values; all rolls count, and every game that is over.

    But not one that was played on from a position of another: it was begun half won or half lost.

    >>> statistics([])["dice"]["board"]["text"]
    'Too few dice were rolled to say anything: 0 of 60.'
    """
    over, careers, charts = 0, dict[Player, _Career](), ChartNumbers()
    board, hand = [0] * len(FACES), [0] * len(FACES)
    played: list[_Length] = []
    for number, summary in games:  # one after another: there may be many
        counts = hand if summary.by_hand else board
        counts[:] = map(sum, zip(counts, summary.faces, strict=True))
        if summary.played_on or not summary.is_over:
            continue
        over += 1
        charts.add(number, summary)
        for own in (0, 1):
            career = careers.setdefault(player(summary, own), _Career())
            career.judge(summary, own)
            if player(summary, own) != player(summary, 1 - own) or own == _leading(summary):
                career.add(summary, own)
        if summary.ended_by == "off":
            lengths = [*played, (summary.turns, number, summary)]
            played = [min(lengths, key=_length), max(lengths, key=_length)]
    return {
        "games": over,
        # People first, by name; strangers and computers after them.
        "players": [
            _player_to_json(who, careers[who])
            for who in sorted(careers, key=lambda who: (not who[0], who[1] != PERSON, who))
        ],
        **charts.to_json(),
        "dice": {"board": dice_to_json(board), "hand": dice_to_json(hand)},
        "longest": _extreme(*played[-1]) if played else None,
        "shortest": _extreme(*played[0]) if played else None,
    }


def _leading(summary: Summary) -> int:
    """The side by which a game counts once, where both sides are one player: the winner's."""
    return int(summary.winner == SIDES[1])


def _player_to_json(who: Player, career: _Career) -> dict[str, Any]:
    rules = [
        {"rules": name, "title": Words(RULE_SETS[name].title), **tally.to_json()}
        for name, tally in sorted(career.by_rules.items())
    ]
    against = [
        {**_who(other), **tally.to_json()} for other, tally in sorted(career.against.items())
    ]
    cost = round(career.lost / career.judged, 4) if career.judged else None
    checked = {"judged": career.judged, "cost": cost, "by_rules": rules, "against": against}
    return {**_who(who), **career.all.to_json(), **checked}


def _who(who: Player) -> dict[str, str]:
    return {"name": who[0], "seat": who[1]}


def _length(game: _Length) -> tuple[int, int]:
    return game[:2]


def _extreme(turns: int, number: int, summary: Summary) -> dict[str, Any]:
    return {"game": number, "title": summary.title, "turns": turns}


# ---- Dice ----------------------------------------------------------------------------------------


def dice_to_json(counts: Sequence[int]) -> dict[str, Any]:
    """How often each number came, and in words whether fair dice do that."""
    enough = sum(counts) >= FEWEST
    chance = round(chance_of(counts), 4) if enough else None
    return {"counts": list(counts), "chance": chance, "text": _words(sum(counts), chance)}


def chance_of(counts: Sequence[int]) -> float:
    """The chance that fair dice come out at least as uneven: Pearson's chi-square test.

    With five degrees of freedom it has a closed form (Abramowitz and Stegun, 26.4.4).

    >>> round(chance_of([10, 10, 10, 10, 10, 10]), 3), round(chance_of([20, 8, 8, 8, 8, 8]), 3)
    (1.0, 0.035)
    """
    expected = sum(counts) / len(counts)
    x = sum((count - expected) ** 2 for count in counts) / expected
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


def _words(dice: int, chance: float | None) -> Words:
    if chance is None:
        return Words(
            "Too few dice were rolled to say anything: {dice} of {fewest}.",
            dice=dice,
            fewest=FEWEST,
        )
    if chance >= 0.05:
        return Words("Nothing unusual: fair dice come out like this all the time.")
    if chance >= 0.001:
        often = max(1, round(1000 * chance))
        return Words(
            "Of 1000 tries with fair dice about {often} come out as uneven: that happens.",
            often=often,
        )
    return Words(
        "Fair dice come out as uneven as this less than once in 1000 times: look at them again."
    )
