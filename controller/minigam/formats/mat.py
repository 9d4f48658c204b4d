"""Matches as `.mat`, the two columns of Jellyfish, for backgammon and hypergammon.

White is the first player. What the format has no place for is named in `docs/formats.md`; the lines
in front that begin with a semicolon are those that other programs know, but for one of our own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from minigam.errors import CannotHoldError
from minigam.formats.sgf import VARIANTS
from minigam.rules.cube import Cube
from minigam.rules.match import added, is_over
from minigam.rules.notation import PASS, single_words
from minigam.rules.plays import legal_plays
from minigam.rules.position import Side
from minigam.rules.record import Played, Record, Roll, follows, with_opening, without_clock
from minigam.rules.record_conversion import game_of
from minigam.rules.terms import Terms

VARIATIONS = {"backgammon": "Backgammon", "hypergammon": "HyperGammon (3)"}
"""The games that the format knows, by rule set."""
RIGHT = 33
"""Where the second player's column begins."""
CUBE_WORDS = {"double": " Doubles => {value}", "take": " Takes", "drop": " Drops"}
_OPENING_DAY, _OPENING_TIME = slice(0, 10), slice(11, 16)


def carried(records: Sequence[Record]) -> tuple[Record, ...]:
    """What the format keeps of a match; raise `CannotHoldError` where it has no room for it.

    >>> carried([Record(Terms("backgammon"), opening=((3, 3), (5, 2)), roll=(5, 2))])[0].opening
    ((5, 2),)
    """
    for terms in (record.terms for record in records):
        if terms.rules_id not in VARIATIONS:
            raise CannotHoldError(
                f"{terms.rules.title} cannot be written as .mat: the format knows backgammon and "
                f"hypergammon only; use {_instead(terms)}"
            )
        if terms.start:
            raise CannotHoldError(
                "a .mat file has no room for a game that begins at another position or with "
                f"another cube than its rules say; use {_instead(terms)}"
            )
    first = records[0]
    for before, record in pairwise(records):
        if not follows(before, record):
            raise CannotHoldError(
                "a .mat file holds one match, and these games are of several; write them one by one"
            )
    at = f"{first.at[:16]}:00Z" if first.at else ""
    return tuple(replace(_kept(record), at=at) for record in records)


def _instead(terms: Terms) -> str:
    """The formats that hold a game which this one does not."""
    return "sgf or json" if terms.rules_id in VARIANTS else "json"


def _kept(record: Record) -> Record:
    """A game without what is lost."""
    game = game_of(record)
    roll = record.roll
    if roll and game.side and len(legal_plays(game.rules, game.position, game.side, roll)) == 1:
        roll = None  # it would be taken for a turn that was passed, or played by itself
    clockless = without_clock(record)
    kept = replace(
        clockless,
        terms=replace(clockless.terms.settled(), starter=None),
        opening=(),
        roll=roll,
        steps=(),
        proof=None,
    )
    throws = [(action.side, action.roll) for action in record.actions if isinstance(action, Played)]
    if roll and game.side:
        throws.append((game.side, roll))
    return begun_by(kept, *throws[0]) if throws else kept


def begun_by(record: Record, side: Side, roll: Roll) -> Record:
    """A game with the opening roll that its first roll tells of, where that can be one."""
    one, two = roll
    if one == two:
        return replace(record, terms=replace(record.terms, starter=side))
    return with_opening(record, side, roll)


# ---- Writing -------------------------------------------------------------------------------------


def write_mat(records: Sequence[Record]) -> str:
    """One match, or the games of a series, as a `.mat` file.

    >>> print(write_mat([Record(Terms("backgammon"), opening=((5, 2),), roll=(5, 2))]), end="")
    ; [Player 1 "White"]
    ; [Player 2 "Black"]
    ; [Variation "Backgammon"]
    <BLANKLINE>
     0 point match
    <BLANKLINE>
     Game 1
     White : 0                       Black : 0
      1) 52:
    """
    kept = carried(records)
    games = (_game(number, record) for number, record in enumerate(kept, start=1))
    lines = [*_tags(kept[0]), "", f" {kept[0].terms.rules.length} point match"]
    for game in games:
        lines += ["", *game]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _tags(first: Record) -> Iterator[str]:
    terms, rules = first.terms, first.terms.rules
    yield from (f'; [Player {number} "{name}"]' for number, name in enumerate(terms.names, start=1))
    if first.at:
        yield f'; [EventDate "{first.at[_OPENING_DAY].replace("-", ".")}"]'
        yield f'; [EventTime "{first.at[_OPENING_TIME].replace(":", ".")}"]'
    yield f'; [Variation "{VARIATIONS[terms.rules_id]}"]'
    if not rules.crawford:
        yield '; [Crawford "Off"]'
    if rules.jacoby:
        yield '; [Jacoby "On"]'
    if terms.stake:
        yield f'; [Stake "{terms.stake}"]'
    if not rules.cube:
        yield '; [CubeLimit "1"]'
    elif terms.rules_id == "hypergammon":
        yield '; [CubeLimit "None"]'
    if terms.crawford_played:
        yield '; [CrawfordGame "Played"]'


def sanitised(name: str) -> str:
    """A name as it stands above its column.

    >>> sanitised("Ann :  Lou")
    'Ann Lou'
    """
    return " ".join(name.replace(":", " ").split()) or "-"


def _game(number: int, record: Record) -> Iterator[str]:
    yield f" Game {number}"
    white, black = (
        f"{sanitised(name)} : {points}"
        for name, points in zip(record.terms.names, record.terms.score, strict=True)
    )
    yield f" {white:{RIGHT - 1}}{black}" if len(white) < RIGHT - 2 else f" {white}  {black}"
    columns = _Columns()
    cube = Cube()
    for action in record.actions:
        if isinstance(action, Played):
            first = action is record.actions[0] and bool(record.opening)
            columns.put(action.side, _turn(action.roll, action.play, first))
        else:
            cube = cube.taken_by(action.side) if action.action == "double" else cube
            columns.put(action.side, CUBE_WORDS[action.action].format(value=cube.value))
    if record.roll:
        columns.put(_on_turn(record), _turn(record.roll, PASS, first=not record.actions))
    if record.result:
        columns.end(record)
    yield from columns.lines


def _on_turn(record: Record) -> Side:
    side = game_of(record).side
    assert side is not None
    return side


def _turn(roll: Roll, play: str, first: bool) -> str:
    """A roll and its play; in an opening roll the larger die comes first."""
    one, two = sorted(roll, reverse=True) if first else roll
    words = [] if play == PASS else single_words(play)
    numbered = " ".join(words).replace("bar", "25").replace("off", "0")
    return f"{one}{two}: {numbered}".rstrip()


class _Columns:
    """Lines with a number and two columns."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open = False
        """Whether the last line has room on its right."""

    def put(self, side: Side, text: str) -> None:
        """Text for one side, on the next line that has room for it."""
        if side is Side.WHITE or not self._open:
            self.lines.append(f"{len(self.lines) + 1:3}) ")
        if side is Side.WHITE:
            self.lines[-1] += text
        else:
            self._put_right(text)
        self._open = side is Side.WHITE

    def _put_right(self, text: str) -> None:
        line = self.lines[-1]
        self.lines[-1] = f"{line:{RIGHT}}{text}" if len(line) < RIGHT else f"{line}  {text}"

    def end(self, record: Record) -> None:
        """The result, in the winner's column."""
        won = record.result
        assert won is not None
        points = f" Wins {won.points} point{'' if won.points == 1 else 's'}"
        rules = record.terms.rules
        if is_over(rules, added(rules, record.terms.score, won)):
            points += " and the match"
        if won.winner is Side.WHITE:
            self.lines.append(f"     {points}")
        else:
            if not self._open:
                self.lines.append("")
            self._put_right(points)
