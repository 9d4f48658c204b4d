"""`minigam report GAME`: what every turn was worth, and how lucky either side was."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.cli.common import add_game, journal_of, shelf_of

if TYPE_CHECKING:
    from minigam.rules.position import Side
    from minigam.rules.record import Record
    from minigam.solver.advise import Worth
    from minigam.solver.review import Judged, Review

HELP = "judge every turn of a game by the exact values: its cost, the best play, luck and skill"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_game(parser)
    parser.add_argument("--html", action="store_true", help="as a page, with the curve of chances")
    text = "write it there (default: standard output)"
    parser.add_argument("--output", type=Path, metavar="FILE", help=text)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.cli.report_page import page
    from minigam.game.archive import record_of
    from minigam.solver.review import review

    with journal_of(options) as journal:
        record = record_of(journal.state(options.game))
    judged = review(shelf_of(options).table(record.rules), record)
    write = page if options.html else _text
    text = write(options.game, record, judged).encode()
    if options.output:
        options.output.write_bytes(text)
    else:
        sys.stdout.buffer.write(text)
    return 0


def _text(number: int, record: Record, review: Review) -> str:
    return "".join(f"{line.rstrip()}\n" for line in _lines(number, record, review))


def _lines(number: int, record: Record, review: Review) -> Iterator[str]:
    yield f"{heading(number, record)}."
    yield ""
    if review.turns:
        yield f"{'':11} throw {'luck':>8} {'cost':>8}  {'white wins':>10}  played"
    for at, turn in enumerate(review.turns, start=1):
        throw = "{}-{}".format(*turn.played.roll)
        luck, cost = (amount(review, part) for part in (turn.luck, turn.cost))
        best = "" if turn.was_best else f"   (best: {turn.best})"
        chance = f"{100 * review.curve[at]:.1f} %"
        yield (
            f"{at:4}. {turn.side.value:5} {throw:>5} {luck:>8} {cost_of(turn, cost):>8}  "
            f"{chance:>10}  {turn.played.play}{best}"
        )
    if review.turns:
        yield ""
    yield from summary(review)


def heading(number: int, record: Record) -> str:
    """Which game it is, and who played: white first."""
    white, black = record.names
    return f"Game {number}: {record.rules.title}, {white} against {black}"


def amount(review: Review, worth: Worth) -> str:
    """A difference with its sign: percent of the games, or points where wins count more."""
    if review.rules.most_points == 1:
        return f"{100 * worth.win:+.1f} %"
    return f"{worth.equity:+.3f}"


def cost_of(turn: Judged, amount: str) -> str:
    """What a play gave away, without a sign; nothing for the best."""
    return "" if turn.was_best else amount.removeprefix("+")


def summary(review: Review) -> Iterator[str]:
    """A sentence a side, and what the figures are."""
    from minigam.rules.position import Side

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
