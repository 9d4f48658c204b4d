"""`minigam show GAME`: one game in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from minigam.cli.common import add_game, journal_of, players

if TYPE_CHECKING:
    from minigam.game.state import State

HELP = "print one game in words"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_game(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    with journal_of(options) as journal:
        state = journal.state(options.game)
    for line in _lines(options.game, state):
        print(line)
    return 0


def _lines(number: int, state: State) -> Iterator[str]:
    from minigam.game.prompts import prompt
    from minigam.rules.position import format_position

    chosen = ", ".join(f"{name} {value}" for name, value in state.setup.options)
    yield f"Game {number}: {state.rules.title}{f' ({chosen})' if chosen else ''}"
    white, black = players(state.setup)
    yield f"White: {white}. Black: {black}. Dice: {state.setup.dice}."
    if state.commitment:
        yield f"The dice were promised by SHA-256 {state.commitment}."
    if None not in state.entropy:
        yield f"White added {state.entropy[0]}, black {state.entropy[1]}."
    yield ""
    yield from _course(state)
    yield f"Position: {format_position(state.shown_position, state.rules.layout)}"
    yield from _ids(state)
    yield prompt(state)
    if state.secret:
        yield f"The dice secret was {state.secret}: check it with `minigam verify {number}`."


def _ids(state: State) -> Iterator[str]:
    """The moment as other programs write it, where they can."""
    from minigam.errors import CannotHoldError
    from minigam.game.archive import moment_of
    from minigam.rules.ids import write_gnubg_id, write_xgid

    if state.rules.layout.points != 24 or state.side is None or state.result:
        return
    moment, layout = moment_of(state), state.rules.layout
    try:
        yield write_xgid(moment, layout)
        yield f"GNU Backgammon ID: {write_gnubg_id(moment, layout)}"
    except CannotHoldError as fault:
        yield f"No ID for other programs: {fault}."


def _course(state: State) -> Iterator[str]:
    """What happened, a line each: the plays numbered, doubles between them."""
    from minigam.rules.record import Played

    white, black = state.standing.score
    if white or black:
        yield f"      Score before: white {white}, black {black}."
    if state.swapped:
        yield "      The players changed colours after the opening throw."
    number = 0
    for action in state.actions:
        if isinstance(action, Played):
            number += 1
            throw = f"{action.roll[0]}-{action.roll[1]}"
            yield f"{number:4}. {action.side.value:5}  {throw}  {action.play}"
        else:
            yield f"      {action.side.value:5}  {action.action}s"
    if state.position.pawns and state.rules.totals:
        totals = state.position.pawns.totals
        yield f"      Borne off for: white {totals[0]}, black {totals[1]}."
    if state.actions:
        yield ""
