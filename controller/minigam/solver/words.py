"""A judged game in words and figures."""

from __future__ import annotations

from collections.abc import Iterator

from minigam.rules.position import Side
from minigam.rules.record import Record
from minigam.solver.advise import Worth
from minigam.solver.review import Judged, Review


def heading(number: int, record: Record) -> str:
    """Which game it is, and who played: white first."""
    white, black = record.names
    return f"Game {number}: {record.rules.title}, {white} against {black}"


def amount(review: Review, worth: Worth) -> str:
    """A difference with its sign: percent of the games, or points where wins count more."""
    if review.rules.most_points == 1:
        return f"{100 * worth.win:+z.1f} %"
    return f"{worth.equity:+z.3f}"


def cost_of(turn: Judged, amount: str) -> str:
    """What a play gave away, without a sign; nothing for the best."""
    return "" if turn.was_best else amount.removeprefix("+")


def summary(review: Review) -> Iterator[str]:
    """A sentence a side, and what the figures are."""
    if not review.turns:
        yield "No turn was played yet."
        return
    for side in Side:
        yield _sentence(review, side)
    unit = "of the chance to win" if review.rules.most_points == 1 else "in points"
    yield f"Luck is what the throws changed, cost what the plays gave away, {unit}."


def _sentence(review: Review, side: Side) -> str:
    tally = review.tally(side)
    cost, rate = (
        amount(review, part).removeprefix("+") for part in (tally.cost, tally.cost_a_turn)
    )
    return (
        f"{side.value.capitalize()}: {tally.best} of {tally.turns} turns were best; "
        f"cost {cost} in all, {rate} a turn; luck {amount(review, tally.luck)}."
    )
