"""`minigam games`: the list of games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from minigam.cli.common import add_data, journal_of, players

if TYPE_CHECKING:
    from minigam.game.state import State
    from minigam.journal.store import Chapter, Journal

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
    from minigam.journal.store import DamagedGameError

    try:
        chapter, state = journal.chapter(number), journal.state(number)
    except DamagedGameError as fault:
        return f"{number:5}  {fault.damage}"
    return _words(chapter, state) if state.throws or state.commitment else None


def _words(chapter: Chapter, state: State) -> str:
    started = chapter.opened_at.astimezone().strftime("%Y-%m-%d %H:%M")
    seats = " - ".join(players(state.setup))
    turns = f"turns: {len(state.plays)}"
    return f"{chapter.id:5}  {started}  {state.rules.id:20} {seats:16} {turns:>9}  {_status(state)}"


def _status(state: State) -> str:
    if state.result:
        return f"{state.result.winner.value} won{HOW[state.ended_by]}"
    return "unfinished"
