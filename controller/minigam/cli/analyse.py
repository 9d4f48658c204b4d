"""`minigam analyse FILE`: the games of a file, such as a match played elsewhere, judged."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from minigam.cli.common import add_data, add_gnubg, judges_of, say_judging, say_unknown_to_gnubg
from minigam.cli.game_files import add_file, named, text_of
from minigam.cli.output import write_or_print
from minigam.cli.position import position_lines
from minigam.cli.report import add_writing
from minigam.cli.report import text_of as text_of_game
from minigam.daemon.judges import Judges
from minigam.errors import RequestError
from minigam.formats.formats import read
from minigam.players.review import Review, Tally
from minigam.players.review_words import explained, heading, opponents, tally_words
from minigam.rules.position import Side
from minigam.rules.record import Played, Record
from minigam.rules.record_conversion import game_of
from minigam.table.prompts import outcome
from minigam.web.review_page import Game, match_page, page
from minigam.words import ENGLISH, Words

LANGUAGE = replace(ENGLISH, own_numbers=True)
"""Files number the points as the side that plays does, and so do those who play by them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_file(parser)
    add_data(parser)
    add_gnubg(parser)
    add_writing(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with named(options.file):
        records = read(text_of(options.file))
        ends = [outcome(game_of(record)) for record in records]  # says where it breaks the rules
    judges = judges_of(options, options.gnubg)
    if not any(isinstance(entry, Played) for record in records for entry in record.actions):
        return _positions(records, judges, options)
    games = list[Game]()
    for number, (record, end) in enumerate(zip(records, ends, strict=True), start=1):
        say_judging(f"game {number} of {len(records)}")
        title = heading(number, record.terms.rules, record.terms.names)
        games.append((title, end, judges.review(record)))
    say_unknown_to_gnubg(judges, (review for *_, review in games))
    write_or_print(options.output, _written(records, games, options.html).encode())
    return 0


def _positions(records: Sequence[Record], judges: Judges, options: argparse.Namespace) -> int:
    """Games without a turn are judged as positions, in text alone."""
    if options.html:
        raise RequestError(f"{options.file}: a page needs a turn, got none: leave out --html")
    texts = ("\n".join(position_lines(record, judges, LANGUAGE)) for record in records)
    write_or_print(options.output, ("\n\n".join(texts) + "\n").encode())
    return 0


def _written(records: Sequence[Record], games: Sequence[Game], as_page: bool) -> str:
    if len(games) == 1:
        return page(*games[0], LANGUAGE) if as_page else text_of_game(*games[0], LANGUAGE)
    reviews = [review for *_, review in games]
    title, totals = _title(records), _totals(records, reviews)
    if as_page:
        return match_page(title, totals, games, LANGUAGE)
    texts = [text_of_game(*game, LANGUAGE) for game in games]
    return "\n\n".join([*texts, "\n".join((f"{title}.", "", *totals, ""))])


def _title(records: Sequence[Record]) -> Words:
    who = opponents([record.terms.names for record in records])
    return Words("{number} games, {who}", number=len(records), who=who)


def _totals(records: Sequence[Record], reviews: Sequence[Review]) -> list[Words]:
    """A sentence a player, whichever colour it had; the figures of one game may differ from
    another's, so that only games of one kind are added up.
    """
    first = reviews[0]
    if len({review.rules.variant for review in reviews}) > 1:
        return []
    totals = dict[str, Tally]()
    for record, review in zip(records, reviews, strict=True):
        for side, name in zip(Side, _told_apart(record), strict=True):
            tally = review.tally(side)
            totals[name] = totals[name] + tally if name in totals else tally
    sentences = [tally_words(first, name, tally) for name, tally in totals.items()]
    return [*sentences, *explained(first)]


def _told_apart(record: Record) -> tuple[str, str]:
    """Both players' names, with their colours where they are the same."""
    white, black = record.terms.names
    if white != black:
        return white, black
    return f"{white}, {Side.WHITE.title}", f"{black}, {Side.BLACK.title}"
