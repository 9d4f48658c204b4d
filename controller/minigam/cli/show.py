"""`minigam show GAME`: one game in words."""

import argparse
from collections.abc import Iterator
from typing import Any

from minigam.cli.common import add_json, print_json
from minigam.cli.stored_games import add_game, add_reading, journal_of, reading_of
from minigam.daemon.library import facts_of
from minigam.errors import CannotHoldError
from minigam.formats.id_games import moment_of
from minigam.formats.ids import write_gnubg_id, write_xgid
from minigam.journal.store import Listed
from minigam.rules.game import Game
from minigam.rules.hash_chain import short_code
from minigam.rules.options import FacesOption
from minigam.rules.play_words import play_words
from minigam.rules.position import format_position
from minigam.rules.record import Played
from minigam.table.play_list import plays_for_people
from minigam.table.prompts import outcome
from minigam.table.snapshot import fairness
from minigam.table.summary import summary_of
from minigam.words import Language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_reading(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with journal_of(options) as journal:
        game = journal.game(options.game)
        language = reading_of(options, game.rules)
        if options.json:
            print_json(language.say(to_json(journal.listed(options.game), game)))
            return 0
    for line in _lines(options.game, game, language):
        print(line)
    return 0


def to_json(listed: Listed, game: Game) -> dict[str, Any]:
    """The game as JSON, named as in the HTTP interface."""
    white, black = game.standing.score
    over = game.result is not None
    return {
        "game": listed.id,
        "opened_at": listed.opened_at.isoformat(timespec="milliseconds"),
        "starred": listed.starred,
        **facts_of(summary_of(game)),
        "imported": game.terms.imported,
        "options": dict(game.terms.options),
        "stake": game.terms.stake or None,
        "score_before": {"white": white, "black": black},
        "swapped": game.swapped,
        "plays": plays_for_people(game.rules, game.entries),
        "turn": game.side.value if game.side and not over else None,
        "position": format_position(game.shown_position, game.rules.layout),
        **_ids_or_none(game),
        "dice": game.terms.dice,
        "fairness": fairness(game),
        **_meeting(game),
    }


def _meeting(game: Game) -> dict[str, Any]:
    """Which game of which meeting it is, where there is one."""
    meeting = game.terms.meeting
    return {"meeting": {"id": meeting.id, "number": meeting.number}} if meeting else {}


def _lines(number: int, game: Game, language: Language) -> Iterator[str]:
    chosen = ", ".join(_option_texts(game))
    yield f"Game {number}: {game.rules.title}{f' ({chosen})' if chosen else ''}"
    white, black = summary_of(game).players
    yield f"White: {white}. Black: {black}. Dice: {game.terms.dice}."
    if game.terms.stake:
        yield f"Stake: {game.terms.stake} a point."
    yield from _fairness(game)
    yield ""
    yield from _course(game, language)
    yield f"Position: {format_position(game.shown_position, game.rules.layout)}"
    yield from _ids(game)
    yield _stands(game)
    yield from _proof(number, game)


def _option_texts(game: Game) -> Iterator[str]:
    """What was agreed, as `--option` names it; a pawn's faces in words."""
    known = {option.name: option for option in game.rules.options}
    for name, value in game.terms.options:
        option = known[name]
        yield f"{name} {option.value_words(value) if isinstance(option, FacesOption) else value}"


def _stands(game: Game) -> str:
    """How it ended, or whose turn it is."""
    if game.result:
        return outcome(game)
    if game.abandoned:
        return "Abandoned: another game was begun."
    if game.offered_by:
        return f"Unfinished, {game.offered_by.word} has doubled."
    return f"Unfinished, {game.side.word} to play." if game.side else "Unfinished."


def _fairness(game: Game) -> Iterator[str]:
    """What was promised before the first roll, and by whom."""
    imported = game.terms.imported
    if imported:
        yield "Imported from a file: nothing was promised here."
    if game.commitment and imported:
        yield f"The file says that its dice were promised by SHA-256 {game.commitment}."
    elif game.commitment:
        yield f"The dice were promised by SHA-256 {game.commitment}."
    if meeting := game.terms.meeting:
        yield f"Game {meeting.number} of the meeting {meeting.id}."
    if game.terms.shared:
        yield from _both_boards(game)
    if None not in game.numbers:
        yield f"White added {game.numbers[0]}, black {game.numbers[1]}."


def _both_boards(game: Game) -> Iterator[str]:
    """Each board's key and promise, in a game between two."""
    for side, board in fairness(game)["boards"].items():
        yield f"{side.capitalize()}'s board has the key {board['key']}."
        if board["promise"]:
            yield f"It promised its dice by {board['promise']}."


def _proof(number: int, game: Game) -> Iterator[str]:
    """What the dice and the whole game can be checked by."""
    whose = "The dice secret in the file is" if game.terms.imported else "The dice secret was"
    if game.secret:
        yield f"{whose} {game.secret}: check it with `minigam verify {number}`."
    if game.terms.shared and game.rolls:
        yield f"The dice come from both boards' secrets: check them with `minigam verify {number}`."
    if game.closed:
        yield f"The game's code is {short_code(game.closed.code)}."


def _ids(game: Game) -> Iterator[str]:
    """The moment as other programs write it, where they can."""
    try:
        xgid, gnubg_id = _both_ids(game)
    except CannotHoldError as fault:
        yield f"No ID for other programs: {fault}."
        return
    if xgid is not None:
        yield xgid
        yield f"GNU Backgammon ID: {gnubg_id}"


def _both_ids(game: Game) -> tuple[str, str] | tuple[None, None]:
    """XGID and GNU Backgammon ID; None while there is none; raise `CannotHoldError`."""
    if game.rules.layout.points != 24 or game.side is None or game.result:
        return None, None
    moment, layout = moment_of(game), game.rules.layout
    return write_xgid(moment, layout), write_gnubg_id(moment, layout)


def _ids_or_none(game: Game) -> dict[str, str | None]:
    try:
        xgid, gnubg_id = _both_ids(game)
    except CannotHoldError:
        xgid, gnubg_id = None, None
    return {"xgid": xgid, "gnubg_id": gnubg_id}


def _course(game: Game, language: Language) -> Iterator[str]:
    """What happened, a line each: the plays numbered, doubles between them."""
    white, black = game.standing.score
    if white or black:
        yield f"      Score before: white {white}, black {black}."
    if game.swapped:
        yield "      The players changed colours after the opening roll."
    number = 0
    for action in game.entries:
        if isinstance(action, Played):
            number += 1
            throw = f"{action.roll[0]}-{action.roll[1]}"
            play = language.say(play_words(game.rules.layout, action.side, action.play))
            yield f"{number:4}. {action.side.value:5}  {throw}  {play}"
        else:
            yield f"      {action.side.value:5}  {action.action}s"
    pawns = (game.shown_position if game.result else game.position).pawns
    if pawns and game.rules.totals:
        yield f"      Borne off for: white {pawns.totals[0]}, black {pawns.totals[1]}."
    if game.entries:
        yield ""
