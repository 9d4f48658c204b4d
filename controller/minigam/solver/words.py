"""A judged game in words and figures."""

from __future__ import annotations

from collections.abc import Iterator

from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet
from minigam.solver.advise import Worth
from minigam.solver.review import Judged, Review
from minigam.words import Words


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
            "Luck is what the throws changed, cost what the plays gave away, of the chance to win."
        )
    else:
        yield Words("Luck is what the throws changed, cost what the plays gave away, in points.")


def _sentence(review: Review, side: Side) -> Words:
    tally = review.tally(side)
    cost, rate = (loss(review, part) for part in (tally.cost, tally.cost_a_play))
    return Words(
        "{side}: {best} of {plays} plays were best; "
        "cost {cost} in all, {rate} a play; luck {luck}.",
        **{"side": side.title, "best": tally.best, "plays": tally.plays},
        **{"cost": cost, "rate": rate, "luck": amount(review, tally.luck)},
    )
