"""`minigam facts`: openings, blunders and game lengths, computed from a tablebase."""

import argparse
from collections.abc import Iterator
from random import Random

from minigam.cli.common import add_data, add_rules, pairs, table_store_of
from minigam.errors import NoTablebaseError
from minigam.rules.position import format_position
from minigam.rules.ruleset import RuleSet, rule_set
from minigam.solver.facts import (
    Blunder,
    Opening,
    first_roller,
    opening_winner,
    openings,
    perfect_games,
)
from minigam.solver.tablebase import Tablebase, TablebaseStore

GAMES = 1_000
SEED = 1
VARIANTS = {"minigam": "minigam-full-entry", "minigam-full-entry": "minigam"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_rules(parser)
    parser.add_argument(
        "--games", type=_count, default=GAMES, help="how many to simulate (default: %(default)s)"
    )
    add_data(parser)


def _count(text: str) -> int:
    if text.isdecimal() and 2 <= int(text) <= 1_000_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a number from 2 to 1000000, got {text!r}")


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    rules, tables = rule_set(options.rules, dict(pairs(options.option))), table_store_of(options)
    table = tables.table(rules)
    found = openings(table, rules)
    for part in (
        _values(rules, table, found),
        _variant(rules, tables),
        _openings(found),
        _games(rules, table, options.games),
    ):
        for line in part:
            print(line)
    return 0


def _values(rules: RuleSet, table: Tablebase, found: tuple[Opening, ...]) -> Iterator[str]:
    header = table.header
    yield f"{rules.title}: {header.positions:,} positions, each value within {header.bound:.1e}"
    yield from _start(rules, table, found)


def _start(rules: RuleSet, table: Tablebase, found: tuple[Opening, ...]) -> Iterator[str]:
    for who, worth in (
        ("the side about to roll at the start", first_roller(table, rules)),
        ("the winner of the opening roll", opening_winner(found)),
    ):
        yield f"  {who:36} wins {100 * worth.win:.5f} %, equity {worth.equity:+.7f}"


def _variant(rules: RuleSet, tables: TablebaseStore) -> Iterator[str]:
    """The other way to bear off, where it is solved too."""
    if rules.variant not in VARIANTS:
        return
    other = rule_set(VARIANTS[rules.variant])
    try:
        table = tables.table(other)
    except NoTablebaseError:
        return
    yield f"{other.title}, beside it"
    yield from _start(other, table, openings(table, other))


def _openings(found: tuple[Opening, ...]) -> Iterator[str]:
    yield "Opening rolls, the best first"
    for opening in found:
        (one, other), worth = opening.roll, opening.worth
        yield f"  {other}-{one}  {100 * worth.win:6.2f} %  {worth.equity:+.4f}  {opening.play}"


def _games(rules: RuleSet, table: Tablebase, count: int) -> Iterator[str]:
    games = perfect_games(table, rules, count, Random(SEED))
    mean, error = games.length
    yield f"{count} games of perfect play (seed {SEED}): {mean:.1f} +- {error:.1f} turns a game"
    yield "Where in these the play that bears off most would have cost most"
    for blunder in games.blunders:
        yield _blunder(rules, blunder)


def _blunder(rules: RuleSet, blunder: Blunder) -> str:
    place = format_position(blunder.position, rules.layout)
    cost = (
        f"{100 * blunder.cost.win:.1f} %"
        if rules.only_wins
        else f"{blunder.cost.equity:.3f} points"
    )
    one, other = blunder.roll
    return (
        f"  {place} {blunder.side.value:5} {one}-{other}: {blunder.natural} costs {cost}, "
        f"better {blunder.best}"
    )
