"""`minigam games`: the list of games."""

from __future__ import annotations

import argparse

from minigam.cli.common import add_data, journal_of

HOW = {"off": "", "resigned": " by resignation", "dropped": " by a dropped double"}
HELP = "list the games that were played, with their results"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.game.replay import replay
    from minigam.game.state import State

    def status(state: State) -> str:
        if state.result:
            return f"{state.result.winner.value} won{HOW[state.ended_by]}"
        return "unfinished"

    with journal_of(options) as journal:
        for chapter in journal.chapters():
            state = replay(journal.events(chapter.id))
            if state.throws or state.commitment:
                started = chapter.opened_at.astimezone().strftime("%Y-%m-%d %H:%M")
                seats = f"{state.setup.white} - {state.setup.black}"
                turns = f"turns: {len(state.plays)}"
                print(f"{chapter.id:5}  {started}  {state.rules.id:20} {seats:16} {turns:>9}  "
                      f"{status(state)}")  # fmt: skip
    return 0
