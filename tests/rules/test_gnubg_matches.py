"""GNU Backgammon replays random matches from our `.mat` text: every play by hand, every ID as ours.

It is its `move` that judges: its reader of `.mat` files takes illegal plays, and `move` does not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from minigam.formats.ids import Moment, write_gnubg_id
from minigam.formats.mat import write_mat
from minigam.rules.actions import Confirmed, Rolled
from minigam.rules.game import Game
from minigam.rules.match import added, is_over
from minigam.rules.notation import PASS
from minigam.rules.plays import Result, legal_plays
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record, Roll
from minigam.rules.record_conversion import begun, stepped
from minigam.rules.terms import Terms
from tests.gnubg import asked
from tests.rules import naive24

pytestmark = [pytest.mark.gnubg, pytest.mark.slow]

WHITE, BLACK = Side.WHITE, Side.BLACK
SEED = 13
"""One with which everything happens a few times."""
LENGTHS = (1, 2, 3, 4, 5, 5, 6, 7, 7, 7)
"""What the matches go to."""
NUMBERS = range(len(LENGTHS))
DOUBLES, DROPS = 0.03, 0.3
"""How often somebody doubles who may, and how often that is dropped."""


# ---- Random matches ------------------------------------------------------------------------------


@cache
def match(number: int) -> tuple[Record, ...]:
    """Every game of a match, always the same for a number."""
    chance = Random(f"{SEED} match {number}")
    head: Record | None = Record(Terms("backgammon", (("length", str(LENGTHS[number])),)))
    games = []
    while head:
        games.append(game(head, chance))
        head = next_game(games[-1])
    return tuple(games)


def next_game(before: Record) -> Record | None:
    terms = before.terms
    score = added(terms.rules, terms.score, result_of(before))
    if is_over(terms.rules, score):
        return None
    played = terms.standing.after(terms.rules, score).crawford_played
    return Record(Terms("backgammon", terms.options, score=score, crawford_played=played))


def result_of(record: Record) -> Result:
    assert record.result
    return record.result


def game(head: Record, chance: Random) -> Record:
    head = replace(head, opening=tuple(opening(chance)))
    game = begun(head)
    while game.result is None:
        game = after_turn(game, chance)
    return replace(head, actions=game.entries, result=game.result, ended_by=game.ended_by)


def opening(chance: Random) -> Iterator[Roll]:
    """Ties, and the roll that decides."""
    one, two = roll = naive24.throw(chance)
    yield roll
    if one == two:
        yield from opening(chance)


def after_turn(game: Game, chance: Random) -> Game:
    side = on_roll(game)
    if may_double(game) and chance.random() < DOUBLES:
        answer = "drop" if chance.random() < DROPS else "take"
        game = game.follow([CubeAction(side, "double"), CubeAction(side.other, answer)])
    if game.result:
        return game
    roll = game.owed or naive24.throw(chance)
    play = chance.choice(legal_plays(game.rules, game.position, side, roll))
    rolled = [] if game.owed else [Rolled(roll)]
    steps = (stepped(game.rules.layout, step) for step in play.steps)
    return game.follow([*rolled, *steps, Confirmed()])


def may_double(game: Game) -> bool:
    why = game.why_no_double(on_roll(game))
    return not game.owed and not why


def on_roll(game: Game) -> Side:
    """Whose turn it is; after the last checker is off, the loser's, as gnubg has it."""
    assert game.side
    return game.side.other if game.result and game.ended_by == "off" else game.side


# ---- Our IDs -------------------------------------------------------------------------------------


def our_ids(number: int, top: Side) -> list[str]:
    """Of every moment of a match; `top` is gnubg's player 0."""
    return [
        write_gnubg_id(moment, record.terms.rules.layout, top)
        for record in match(number)
        for moment in moments(record)
    ]


def moments(record: Record) -> Iterator[Moment]:
    """Before every roll, double and answer, after every roll, and at the end."""
    game = begun(record)
    for action in record.actions:
        yield moment(game)
        if isinstance(action, Played):
            yield replace(moment(game), roll=action.roll)
        game = game.apply(action)
    yield end(game, record)


def moment(game: Game) -> Moment:
    return Moment(
        position=game.position,
        on_roll=on_roll(game),
        cube=game.cube,
        doubled=game.doubled,
        length=game.rules.length,
        score=game.standing.score,
        crawford=game.standing.is_crawford(game.rules),
    )


def end(game: Game, record: Record) -> Moment:
    """The score is the new one, with what goes beyond the match's length; so is what follows it."""
    (white, black), won = record.terms.score, result_of(record)
    on_left = won.winner is WHITE
    score = (white + won.points, black) if on_left else (white, black + won.points)
    crawford = game.standing.after(game.rules, score).is_crawford(game.rules)
    return replace(moment(game), stage=record.ended_by, score=score, crawford=crawford)


# ---- What the text says --------------------------------------------------------------------------

CELL = r"\d\d:(?: \d+/[\d/*]+)*| Doubles => \d+| Takes| Drops| Wins .*"
ROW = re.compile(rf" *\d+\) ({CELL})?(?: +({CELL}))?")
NO_ROW = re.compile(r"(?: .+ : \d+ +.+ : \d+| +Wins .*)?")
TURN = re.compile(r"(\d)(\d):(.*)")


@dataclass(frozen=True)
class GnubgGame:
    """A game in gnubg's words."""

    starter: int
    commands: list[str]


def games_of(text: str, top: Side) -> list[GnubgGame]:
    """The games of a `.mat` text, read without anything of ours."""
    _, *games = re.split(r"^ Game \d+$", text, flags=re.MULTILINE)
    return [game_of(game.splitlines(), top) for game in games]


def game_of(lines: Sequence[str], top: Side) -> GnubgGame:
    cells = [cell for line in lines for cell in cells_of(line)]
    starter, _ = cells[0]
    commands = [command for _, cell in cells for command in commands_of(cell)]
    return GnubgGame(int(starter is not top), commands)


def cells_of(line: str) -> Iterator[tuple[Side, str]]:
    """What each side does in a row."""
    if NO_ROW.fullmatch(line):
        return
    row = ROW.fullmatch(line)
    assert row, line
    for side, cell in zip((WHITE, BLACK), row.groups(), strict=True):
        if cell:
            yield side, cell.strip()


def commands_of(cell: str) -> list[str]:
    """What to tell gnubg; nothing for a result.

    >>> commands_of("31: 8/5 6/5"), commands_of("66:"), commands_of("Doubles => 2")
    (['set dice 3 1', 'move 8/5 6/5'], ['set dice 6 6', 'move'], ['double'])
    """
    if found := TURN.fullmatch(cell):
        return [f"set dice {found[1]} {found[2]}", f"move{found[3]}"]
    word, *_ = cell.split()
    return [] if word == "Wins" else [word.lower().removesuffix("s")]


# ---- gnubg ---------------------------------------------------------------------------------------

SCRIPT = """
found = []
def look():
    found.append(gnubg.positionid() + ":" + gnubg.matchid())

tell("new match {length}")
for number, (starter, commands) in enumerate({games!r}):
    if number:
        tell("new game")
    tell("set turn %d" % starter)
    for command in commands:
        look()
        tell(command)
    look()
print()
for text in found:
    print("SAYS", text)
"""
"""What it refuses changes nothing, and so its next ID is the old one."""


def gnubg_ids(text: str, top: Side, folder: Path) -> list[str]:
    """Before everything that a `.mat` text tells, after every roll, and at every game's end."""
    length = re.search(r"^ (\d+) point match$", text, re.MULTILINE)
    assert length
    games = [(game.starter, game.commands) for game in games_of(text, top)]
    said = asked(SCRIPT.format(length=length[1], games=games), folder)
    return [words[0] for words in said]


@pytest.mark.parametrize("number", NUMBERS)
def test_gnubg_replays_a_match_with_the_same_ids(number: int, tmp_path: Path) -> None:
    top = (WHITE, BLACK)[number % 2]
    assert gnubg_ids(write_mat(match(number)), top, tmp_path) == our_ids(number, top)


OPENING = """\
 3 point match

 Game 1
 a : 0                           b : 0
  1) 31: {play}
"""
LEGAL = "4HPwATDgc/ABMA:MAFgAAAAAAAE", "4HPwATDgc/ABMA:MIFlAAAAAAAE", "sGfwATDgc/ABMA:cAlgAAAAAAAE"


@pytest.mark.parametrize(
    "play", ["8/5 6/4", "8/5", "8/5 6/5 6/5", "8/4 8/5", "13/10 12/11", "24/20* 6/5", "5/8 5/6", ""]
)
def test_gnubg_refuses_an_illegal_play(play: str, tmp_path: Path) -> None:
    before, thrown, _ = LEGAL
    said = gnubg_ids(OPENING.format(play=play).replace(": \n", ":\n"), WHITE, tmp_path)
    assert said == [before, thrown, thrown]


def test_gnubg_takes_the_legal_one(tmp_path: Path) -> None:
    assert gnubg_ids(OPENING.format(play="8/5 6/5"), WHITE, tmp_path) == [*LEGAL]


# ---- Whether the matches try what there is to try ------------------------------------------------


def test_in_the_matches_everything_happens() -> None:
    games = [record for number in NUMBERS for record in match(number)]
    counts = {**games_with(games), **actions_with(games)}
    assert min(counts.values()) >= 3, counts


def games_with(games: Sequence[Record]) -> dict[str, int]:
    return {
        "Crawford games": sum(
            record.terms.standing.is_crawford(record.terms.rules) for record in games
        ),
        "doubles after one": sum(
            doubles_of(record) for record in games if record.terms.crawford_played
        ),
        "gammons": sum(result_of(record).kind != "single" for record in games),
        "drops": sum(record.ended_by == "dropped" for record in games),
        "ties": sum(len(record.opening) > 1 for record in games),
    }


def doubles_of(record: Record) -> int:
    cube = [action.action for action in record.actions if isinstance(action, CubeAction)]
    return cube.count("double")


def actions_with(games: Sequence[Record]) -> dict[str, int]:
    actions = [action for record in games for action in record.actions]
    taken = [action for action in actions if isinstance(action, CubeAction)]
    plays = [action.play for action in actions if isinstance(action, Played)]
    return {
        "takes": sum(action.action == "take" for action in taken),
        "passes": plays.count(PASS),
        "hits": sum("*" in play for play in plays),
        "entries": sum("bar/" in play for play in plays),
    }
