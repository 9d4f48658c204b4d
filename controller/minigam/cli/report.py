"""`minigam report GAME`: what every turn was worth, and how lucky either side was."""

import argparse
from collections.abc import Iterator

from minigam.cli.common import add_gnubg, judges_of, say_judging, say_unknown_to_gnubg
from minigam.cli.output import path_or_output, write_or_print
from minigam.cli.stored_games import add_game, add_reading, journal_of, reading_of
from minigam.players.review import Review
from minigam.players.review_words import amount, cost_of, cube_words, heading, summary
from minigam.rules.play_words import play_words
from minigam.rules.record_conversion import record_of
from minigam.table.prompts import outcome
from minigam.table.setup import setup_of
from minigam.web.review_page import page
from minigam.words import Language, Words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_reading(parser)
    add_gnubg(parser)
    add_writing(parser)


def add_writing(parser: argparse.ArgumentParser) -> None:
    """The options `--html` and `--output`."""
    parser.add_argument("--html", action="store_true", help="as a page, with the curve of chances")
    text = "write it there (default, and -: standard output)"
    parser.add_argument("--output", type=path_or_output, metavar="FILE", help=text)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    with journal_of(options) as journal:
        game = journal.game(options.game)
    judges = judges_of(options, options.gnubg)
    say_judging(f"game {options.game}")
    judged = judges.review(record_of(game))
    say_unknown_to_gnubg(judges, [judged])
    write = page if options.html else text_of
    title = heading(options.game, game.rules, setup_of(game.terms).players)
    text = write(title, outcome(game), judged, reading_of(options, game.rules))
    write_or_print(options.output, text.encode())
    return 0


def text_of(heading: Words, result: Words, review: Review, language: Language) -> str:
    """A judged game as lines of text."""
    lines = _lines(heading, result, review, language)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _lines(heading: Words, result: Words, review: Review, language: Language) -> Iterator[str]:
    yield f"{language.say(heading)}."
    yield language.say(result)
    yield ""
    if review.turns:
        yield f"{'':11}  roll {'luck':>8} {'cost':>8}  {'white wins':>10}  played"
    for at in range(1, len(review.turns) + 2):
        for cube in review.cubes_before(at):
            yield f"{'':6}{cube.side.value:5} {cube_words(cube)}"
        if at <= len(review.turns):
            yield _line(review, at, language)
    if review.turns:
        yield ""
    yield from map(language.say, summary(review))


def _line(review: Review, at: int, language: Language) -> str:
    turn = review.turns[at - 1]
    throw = "{}-{}".format(*turn.played.roll)
    luck, cost = amount(review, turn.luck), cost_of(review, turn)
    played, best = (
        language.say(play_words(review.rules.layout, turn.side, play))
        for play in (turn.played.play, turn.best)
    )
    better = "" if turn.was_best else f"   (best: {best})"
    chance = f"{100 * review.curve[at]:.1f} %"
    row = f"{at:4}. {turn.side.value:5} {throw:>5} {luck:>8} {cost:>8}  {chance:>10}"
    return f"{row}  {played}{better}"
