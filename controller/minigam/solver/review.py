"""A played game by its exact values: what every turn cost, and how the dice moved the chances.

What a roll changes is luck, what a play gives away is its cost, and nothing else changes who is
winning: start, luck and costs add up to the result.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from minigam.rules.notation import PASS, format_steps
from minigam.rules.position import Position, Side
from minigam.rules.record import Played, Record
from minigam.rules.record_conversion import begun
from minigam.rules.ruleset import RuleSet
from minigam.solver.advise import Worth, about_to_throw, moved, ranked
from minigam.solver.tablebase import Tablebase
from minigam.words import Words

EVEN = Worth(0.5, 0.0)
"""What either side has before the opening roll."""
SAME = 1e-6
"""Plays that differ by less are as good as each other: values are rounded."""


@dataclass(frozen=True)
class Appraisal:
    """What a play was worth beside the best."""

    best: str
    """The best play; the one that was played, where that is as good."""
    thrown: Worth
    """What the side had after the roll."""
    after: Worth
    """What it had after the play."""

    @property
    def cost(self) -> Worth:
        """What the play has given away: nothing, where it is the best."""
        return self.thrown - self.after

    @property
    def was_best(self) -> bool:
        """Whether no play was better."""
        return self.cost.equity < SAME


@dataclass(frozen=True)
class Judged(Appraisal):
    """A turn that was played, judged."""

    played: Played
    before: Worth
    """What its side had before the roll."""

    @property
    def side(self) -> Side:
        """Whose turn it was."""
        return self.played.side

    @property
    def is_play(self) -> bool:
        """Whether anything was played: a forced pass shows nobody's skill."""
        return self.played.play != PASS

    @property
    def luck(self) -> Worth:
        """What the roll has changed for the side that rolled."""
        return self.thrown - self.before


@dataclass(frozen=True)
class Tally:
    """One side's plays and rolls."""

    plays: int
    """How many turns it played; forced passes are not counted."""
    best: int
    """How many of these were as good as can be."""
    cost: Worth
    """What its plays have given away, summed."""
    luck: Worth
    """What its rolls have changed, summed; those that led to a pass too."""

    @property
    def cost_a_play(self) -> Worth:
        """Its error rate."""
        plays = max(self.plays, 1)
        return Worth(self.cost.win / plays, self.cost.equity / plays)


@dataclass(frozen=True)
class Review:
    """A game, turn by turn."""

    rules: RuleSet
    turns: tuple[Judged, ...]

    def tally(self, side: Side) -> Tally:
        """What a side's turns come to."""
        own = [turn for turn in self.turns if turn.side is side]
        plays = [turn for turn in own if turn.is_play]
        costs, lucks = [turn.cost for turn in plays], [turn.luck for turn in own]
        return Tally(len(plays), sum(turn.was_best for turn in plays), _sum(costs), _sum(lucks))

    @cached_property
    def curve(self) -> tuple[float, ...]:
        """White's chance to win: before the first roll, and after each turn."""
        return (
            EVEN.win,
            *((t.after if t.side is Side.WHITE else t.after.other).win for t in self.turns),
        )


def _sum(parts: list[Worth]) -> Worth:
    return Worth(sum(part.win for part in parts), sum(part.equity for part in parts))


def review(table: Tablebase, record: Record) -> Review:
    """Judge the turns of a game.

    Before the opening roll the sides are even, so its winner's luck holds who begins too. Doubles
    are not judged: values are those without a cube.
    """
    game, turns = begun(record), list[Judged]()
    for action in record.actions:
        position = game.position
        game = game.apply(action)
        if isinstance(action, Played):
            even = not turns and bool(record.opening) and not game.rules.throws_again
            before = EVEN if even else about_to_throw(table, game.rules, position, action.side)
            found = appraise(table, game.rules, position, action, game.position)
            turns.append(Judged(found.best, found.thrown, found.after, action, before))
    return Review(game.rules, tuple(turns))


def appraise(
    table: Tablebase, rules: RuleSet, position: Position, played: Played, after: Position
) -> Appraisal:
    """A play that has led from a position to another."""
    best, thrown = ranked(table, rules, position, played.side, played.roll)[0]
    found = Appraisal(played.play, thrown, moved(table, rules, after, played.side))
    better = format_steps(rules.layout, best.steps)
    return found if found.was_best else replace(found, best=better)


def heading(number: int, rules: RuleSet, names: tuple[str, str]) -> Words:
    """Which game it is, and who played, as the screen calls them: white first.

    >>> from minigam.rules.ruleset import rule_set
    >>> heading(3, rule_set("minigam"), ("Ann", "Computer, hard"))
    'Game 3: Minigam, Ann against Computer, hard'
    """
    white, black = names
    return Words(
        "Game {number}: {title}, {white} against {black}",
        **{"number": number, "title": Words(rules.title), "white": white, "black": black},
    )


def amount(review: Review, worth: Worth) -> Words:
    """A difference with its sign: percent of the games, or points where wins count more."""
    if review.rules.most_points == 1:
        return Words("{percent:+z.1f} %", percent=100 * worth.win)
    return Words("{points:+z.3f}", points=worth.equity)


def loss(review: Review, worth: Worth) -> Words:
    """The same without a sign, where nothing can be won."""
    if review.rules.most_points == 1:
        return Words("{percent:z.1f} %", percent=100 * worth.win)
    return Words("{points:z.3f}", points=worth.equity)


def cost_of(review: Review, turn: Judged) -> Words:
    """What a play gave away; nothing for the best."""
    return Words("") if turn.was_best else loss(review, turn.cost)


def chance(share: float) -> Words:
    """A chance in percent."""
    return Words("{percent:.1f} %", percent=100 * share)


def summary(review: Review) -> Iterator[Words]:
    """A sentence a side, and what the figures are."""
    if not review.turns:
        yield Words("No turn was played yet.")
        return
    for side in Side:
        yield _sentence(review, side)
    if review.rules.most_points == 1:
        yield Words(
            "Luck is what the rolls changed, cost what the plays gave away, of the chance to win."
        )
    else:
        yield Words("Luck is what the rolls changed, cost what the plays gave away, in points.")


def _sentence(review: Review, side: Side) -> Words:
    tally = review.tally(side)
    cost, rate = (loss(review, part) for part in (tally.cost, tally.cost_a_play))
    return Words.counted(
        "{side}: {best} of 1 play was best; cost {cost} in all, {rate} a play; luck {luck}.",
        "{side}: {best} of {number} plays were best; "
        "cost {cost} in all, {rate} a play; luck {luck}.",
        tally.plays,
        **{"side": side.title, "best": tally.best},
        **{"cost": cost, "rate": rate, "luck": amount(review, tally.luck)},
    )
