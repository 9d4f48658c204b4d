"""A single position, judged: the best plays of a roll, or what to do about the cube before one."""

from collections.abc import Iterator

from minigam.daemon.judges import Judges
from minigam.rules.game import Game
from minigam.rules.notation import format_steps
from minigam.rules.play_words import play_words
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.record import Record
from minigam.rules.record_conversion import game_of
from minigam.rules.worth import Judge, Worth, about_to_roll, ranked
from minigam.words import Language

MOST_PLAYS = 10


def position_lines(record: Record, judges: Judges, language: Language) -> Iterator[str]:
    """What a game that has only a position comes to; raises as `Judges.of` does."""
    game, rules = game_of(record), record.terms.rules
    judge, side = judges.of(rules), game.side or Side.WHITE
    yield f"{rules.title}, {side.title} is on roll."
    yield ""
    if game.turn:
        yield from _plays(judge, game.turn, language)
    else:
        worth = about_to_roll(judge, rules, game.position, side)
        yield f"Before the roll: {_shown(worth)} without the cube"
        yield from _cube(judges, game, side, bool(record.actions))
    yield ""
    yield f"Judged by {judge.title}."


def _plays(judge: Judge, turn: Turn, language: Language) -> Iterator[str]:
    found = ranked(judge, turn)
    yield f"The best plays of {turn.dice[0]}-{turn.dice[-1]}, of {len(found)}:"
    best = found[0][1].equity
    for number, (play, worth) in enumerate(found[:MOST_PLAYS], start=1):
        steps = format_steps(turn.rules.layout, play.steps)
        text = language.say(play_words(turn.rules.layout, turn.side, steps))
        behind = f"  ({worth.equity - best:+.3f})" if number > 1 else ""
        yield f"{number:4}. {text:28} {_shown(worth)}{behind}"


def _shown(worth: Worth) -> str:
    return f"{worth.equity:+.3f} points, wins {100 * worth.win:.1f} %"


def _cube(judges: Judges, game: Game, side: Side, is_doubled: bool) -> Iterator[str]:
    """The choices, where the side on roll may double, or has."""
    judge = judges.cube(game.rules)
    if judge is None or not game.rules.cube or (game.why_no_double(side) and not is_doubled):
        return
    found, other = judge.cube(game), side.other.title
    taken, dropped = f"{other} takes: {found.taken:+.3f}", f"{other} drops: {found.dropped:+.3f}"
    yield f"Rolls: {found.rolls:+.3f}. Doubles, {taken}; {dropped}."
    does, answer = "doubles" if found.doubles else "rolls", "takes" if found.takes else "drops"
    yield f"Best: {side.title} {does}; {other} {answer} a double."
