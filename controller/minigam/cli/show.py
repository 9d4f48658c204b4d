"""`minigam show GAME`: one game in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from minigam.cli.common import add_game, add_json, journal_of, players, print_json

if TYPE_CHECKING:
    from minigam.game.state import State
    from minigam.journal.store import Chapter

HELP = "print one game in words"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_game(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam.game.events import Opened

    with journal_of(options) as journal:
        events = journal.events(options.game)
        state = journal.replay(options.game, events)
        first = events[0]
        imported = isinstance(first, Opened) and first.imported
        if options.json:
            print_json(to_json(journal.chapter(options.game), state, imported))
            return 0
    for line in _lines(options.game, state, imported):
        print(line)
    return 0


def to_json(chapter: Chapter, state: State, imported: bool) -> dict[str, Any]:
    """The game as JSON, named as in the HTTP interface."""
    from minigam.daemon.library import facts_of
    from minigam.game.history import plays
    from minigam.game.snapshot import fairness
    from minigam.game.summary import summary_of
    from minigam.rules.position import format_position

    white, black = state.standing.score
    over = state.result is not None
    return {
        "game": chapter.id,
        "opened_at": chapter.opened_at.isoformat(timespec="milliseconds"),
        "starred": chapter.starred,
        **facts_of(summary_of(state)),
        "imported": imported,
        "options": dict(state.setup.options),
        "stake": state.setup.stake or None,
        "score_before": {"white": white, "black": black},
        "swapped": state.swapped,
        "plays": plays(state.actions),
        "turn": state.side.value if state.side and not over else None,
        "position": format_position(state.shown_position, state.rules.layout),
        **_ids_or_none(state),
        "dice": state.setup.dice,
        "fairness": fairness(state),
    }


def _lines(number: int, state: State, imported: bool) -> Iterator[str]:
    from minigam.rules.position import format_position

    chosen = ", ".join(f"{name} {value}" for name, value in state.setup.options)
    yield f"Game {number}: {state.rules.title}{f' ({chosen})' if chosen else ''}"
    white, black = players(state.setup)
    yield f"White: {white}. Black: {black}. Dice: {state.setup.dice}."
    if state.setup.stake:
        yield f"Stake: {state.setup.stake} a point."
    yield from _fairness(state, imported)
    yield ""
    yield from _course(state)
    yield f"Position: {format_position(state.shown_position, state.rules.layout)}"
    yield from _ids(state)
    yield _stands(state)
    yield from _proof(number, state, imported)


def _stands(state: State) -> str:
    """How it ended, or whose turn it is."""
    from minigam.game.prompts import outcome

    if state.result:
        return outcome(state)
    if state.offered_by:
        return f"Unfinished, {state.offered_by.word} has doubled."
    return f"Unfinished, {state.side.word} to play." if state.side else "Unfinished."


def _fairness(state: State, imported: bool) -> Iterator[str]:
    """What was promised before the first roll, and by whom."""
    if imported:
        yield "Imported from a file: nothing was promised here."
    if state.commitment and imported:
        yield f"The file says that its dice were promised by SHA-256 {state.commitment}."
    elif state.commitment:
        yield f"The dice were promised by SHA-256 {state.commitment}."
    if None not in state.entropy:
        yield f"White added {state.entropy[0]}, black {state.entropy[1]}."


def _proof(number: int, state: State, imported: bool) -> Iterator[str]:
    """What the dice and the whole game can be checked by."""
    from minigam.game.seal import code_of
    from minigam.rules.files.code import short_code

    whose = "The dice secret in the file is" if imported else "The dice secret was"
    if state.secret:
        yield f"{whose} {state.secret}: check it with `minigam verify {number}`."
    code = state.seal.code if state.seal else code_of(state) if imported else ""
    if code:
        yield f"The game's code is {short_code(code)}."


def _ids(state: State) -> Iterator[str]:
    """The moment as other programs write it, where they can."""
    from minigam.errors import CannotHoldError

    try:
        xgid, gnubg_id = _both_ids(state)
    except CannotHoldError as fault:
        yield f"No ID for other programs: {fault}."
        return
    if xgid is not None:
        yield xgid
        yield f"GNU Backgammon ID: {gnubg_id}"


def _both_ids(state: State) -> tuple[str, str] | tuple[None, None]:
    """XGID and GNU Backgammon ID; None while there is none; raise `CannotHoldError`."""
    from minigam.game.archive import moment_of
    from minigam.rules.ids import write_gnubg_id, write_xgid

    if state.rules.layout.points != 24 or state.side is None or state.result:
        return None, None
    moment, layout = moment_of(state), state.rules.layout
    return write_xgid(moment, layout), write_gnubg_id(moment, layout)


def _ids_or_none(state: State) -> dict[str, str | None]:
    from minigam.errors import CannotHoldError

    try:
        xgid, gnubg_id = _both_ids(state)
    except CannotHoldError:
        xgid, gnubg_id = None, None
    return {"xgid": xgid, "gnubg_id": gnubg_id}


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
