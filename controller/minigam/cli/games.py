"""`minigam games`: the list of games."""

import argparse
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from minigam.cli.common import add_data, add_json, print_json
from minigam.cli.stored_games import journal_of
from minigam.daemon.library import listed
from minigam.journal.retention import StoredSummary, stored_summary
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.record import BORNE_OFF, DROPPED, RESIGNED, TIME
from minigam.table.summary import Summary

HOW = {
    BORNE_OFF: "",
    RESIGNED: " by resignation",
    DROPPED: " by a dropped double",
    TIME: " on time",
}
Row = tuple[str, ...]
"""The columns of a line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_json(parser)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with journal_of(options) as journal:
        if options.json:
            print_json(to_json(journal))
            return 0
        rows = [row for number in journal.numbers() if (row := _row(journal, number))]
    for line in _aligned(rows):
        print(line)
    return 0


def to_json(journal: Journal) -> dict[str, Any]:
    """The list as JSON, oldest first; each game as `GET /api/games` has it."""
    return {"games": [game for number in journal.numbers() for game in listed(journal, number)]}


def _row(journal: Journal, number: int) -> Row | None:
    """A game's columns; None where none was begun. A damaged game must not hide the others."""
    try:
        game, starred = stored_summary(journal, number), journal.listed(number).starred
    except DamagedGameError as fault:
        return f"{number:5}", str(fault.damage)
    return _words(game, starred) if game.summary.begun else None


def _aligned(rows: list[Row]) -> Iterator[str]:
    """Each column as wide as its widest, but the last of a row."""
    widths: dict[int, int] = {}
    for row in rows:
        for at, text in enumerate(row[:-1]):
            widths[at] = max(widths.get(at, 0), len(text))
    for *columns, last in rows:
        yield "  ".join([*(f"{text:{widths[at]}}" for at, text in enumerate(columns)), last])


def _words(game: StoredSummary, starred: bool) -> Row:
    started = datetime.fromisoformat(game.opened_at).astimezone().strftime("%Y-%m-%d %H:%M")
    summary = game.summary
    players, turns = " - ".join(summary.players), f"turns: {summary.turns}".rjust(10)
    status = f"{_status(summary)}{', kept' if starred else ''}"
    return f"{game.number:5}", started, summary.rules_id, players, turns, status


def _status(summary: Summary) -> str:
    if summary.is_over and not summary.winner:
        return "drawn"
    if summary.is_over:
        return f"{summary.winner} won{HOW[summary.ended_by]}"
    return "unfinished"
