"""`minigam export GAME`: a game, or its whole match, as a file for other programs."""

import argparse
from pathlib import Path

from minigam.cli.output import path_or_output, write_or_print
from minigam.cli.stored_games import add_game, journal_of
from minigam.formats.formats import write
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.game import Game
from minigam.rules.record import Record
from minigam.rules.record_conversion import goes_on, record_of

FORMATS = ("json", "mat", "sgf")
"""The first is the default."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    text = f"one of {', '.join(FORMATS)} (default: as the file's name ends, else {FORMATS[0]})"
    parser.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=text)
    parser.add_argument("--match", action="store_true", help="the whole match or series it is in")
    text = "write it there (default, and -: standard output)"
    parser.add_argument("--output", type=path_or_output, metavar="FILE", help=text)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with journal_of(options) as journal:
        numbers = _match(journal, options.game) if options.match else [options.game]
        records = [_record(journal, number) for number in numbers]
    text = write(records, options.format or _by_name(options.output)).encode()
    write_or_print(options.output, text)
    return 0


def _by_name(file: Path | None) -> str:
    ending = file.suffix.removeprefix(".") if file else ""
    return ending if ending in FORMATS else FORMATS[0]


def _record(journal: Journal, number: int) -> Record:
    listed = journal.listed(number)
    return record_of(journal.game(number), listed.opened_at.strftime("%Y-%m-%dT%H:%M:%SZ"))


def _match(journal: Journal, number: int) -> list[int]:
    """The numbers of all games of a match, from any of them."""
    matches: list[list[int]] = []
    last: dict[int, Game] = {}
    for other in journal.numbers():
        try:
            game = journal.game(other)
        except DamagedGameError:
            if other == number:
                raise
            continue
        open_ones = (match for match in reversed(matches) if goes_on(last[match[-1]], game))
        match = next(open_ones, None)
        if match is None:
            matches.append(match := [])
        match.append(other)
        last[other] = game
    return next((match for match in matches if number in match), [number])
