"""`minigam games`: the list of games."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from minigam.cli.common import add_data, journal_of

if TYPE_CHECKING:
    from minigam.game.summary import Summary
    from minigam.journal.keeping import Kept
    from minigam.journal.store import Journal

HOW = {
    "off": "",
    "resigned": " by resignation",
    "dropped": " by a dropped double",
    "time": " on time",
}
HELP = "list the games that were played, with their results"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    with journal_of(options) as journal:
        for number in journal.numbers():
            if line := _line(journal, number):
                print(line)
    return 0


def _line(journal: Journal, number: int) -> str | None:
    """A game's line; None where none was begun. A damaged game must not hide the others."""
    from minigam.journal.keeping import kept
    from minigam.journal.store import DamagedGameError

    try:
        game, starred = kept(journal, number), journal.chapter(number).starred
    except DamagedGameError as fault:
        return f"{number:5}  {fault.damage}"
    return _words(game, starred) if game.summary.begun else None


def _words(game: Kept, starred: bool) -> str:
    started = datetime.fromisoformat(game.opened_at).astimezone().strftime("%Y-%m-%d %H:%M")
    summary = game.summary
    seats = " - ".join(summary.players)
    turns = f"turns: {summary.turns}"
    status = f"{_status(summary)}{', kept' if starred else ''}"
    return f"{game.number:5}  {started}  {summary.rules_id:20} {seats:16} {turns:>9}  {status}"


def _status(summary: Summary) -> str:
    if summary.is_over:
        return f"{summary.winner} won{HOW[summary.ended_by]}"
    return "unfinished"
