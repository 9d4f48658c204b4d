"""Reads `.mat` files: our own, GNU Backgammon's, and what others write much like them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from minigam.errors import IllegalPlayError, MinigamError, UnreadableError
from minigam.formats.located_json import Spot
from minigam.formats.mat import RIGHT, VARIATIONS, begun_by, sanitised
from minigam.rules.actions import Resigned
from minigam.rules.game import Game
from minigam.rules.notation import PASS
from minigam.rules.options import LONGEST
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record, Roll, check_name, check_time
from minigam.rules.record_conversion import begun, record_of
from minigam.rules.ruleset import rule_set
from minigam.rules.terms import Terms, parse_stake

_TAG = re.compile(r';\s*\[([\w ]+?) "(.*)"\]')
_LENGTH = re.compile(r"\s*(\d{1,9}) points? match\b.*")
_GAME = re.compile(r"\s*Game \d+\s*")
_PLAYERS = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,9})\s+(\S.*?)\s*:\s*(\d{1,9})\s*")
_NUMBER = re.compile(r"\s*\d{1,4}\)")
_WORD = r"cannot[ ]move\b|(?<![^\s:])(?:bar|\d{1,2})[^\s:]*(?=\s|$)"
_ENTRY = re.compile(
    rf"""\s*(?:
        (?P<roll>[1-6][1-6]):(?P<space>\s*)(?P<play>(?:\s*(?:{_WORD}))*) |
        (?P<double>doubles\s*=>\s*(?P<value>\d{{1,30}})) |
        (?P<answer>takes|drops)\b |
        (?P<wins>wins\s+(?P<points>\d{{1,30}})\s+points?(?P<match>\s+and\s+the\s+match)?)
    )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_LONGEST_LINE = 500
_NO_MOVE = "cannot move"
_HALF = RIGHT // 2
"""A line's first text stands in the right column where it begins that far behind the number."""


@dataclass(frozen=True)
class _Entry:
    """One side's action or result, and where it stands."""

    right: bool
    spot: Spot
    match: re.Match[str]

    @property
    def side(self) -> Side:
        return Side.BLACK if self.right else Side.WHITE


@dataclass(frozen=True)
class _Game:
    """A game's head and entries, before any rule is looked at."""

    names: tuple[str, str]
    score: tuple[int, int]
    spot: Spot
    entries: list[_Entry] = field(default_factory=list)

    @property
    def doubles(self) -> bool:
        return any(entry.match["double"] for entry in self.entries)


@dataclass(frozen=True)
class _File:
    """The lines of a file, sorted."""

    tags: dict[str, str]
    length: int
    spot: Spot
    games: list[_Game]


def read_mat(text: str) -> tuple[Record, ...]:
    """Read a match, holding every game to its rules.

    In a series that does not say so, the Jacoby rule is on if only that makes sense of the results.
    Raises `UnreadableError`, `IllegalPlayError` or `AmbiguousPlayError` with line and column.
    """
    file = _sorted(text)
    try:
        return _games(file, file.tags.get("jacoby", "off"))
    except IllegalPlayError:
        if file.length or "jacoby" in file.tags:
            raise
        try:
            return _games(file, "on")
        except MinigamError:
            pass
        raise


# ---- Lines ---------------------------------------------------------------------------------------


def _sorted(text: str) -> _File:
    tags: dict[str, str] = {}
    length: tuple[int, Spot] | None = None
    games: list[_Game] = []
    head: Spot | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        spot = Spot(number, len(line) - len(line.lstrip()) + 1)
        if len(line) > _LONGEST_LINE:
            raise spot.fault(f"a line of at most {_LONGEST_LINE} characters", len(line))
        if not line.strip():
            continue
        if tag := _TAG.match(line):
            tags.setdefault(tag[1].lower(), tag[2])
        elif line.startswith(";"):
            continue
        elif length is None:
            length = _length(line, spot), spot
        elif _GAME.fullmatch(line):
            head = spot
        elif head:
            games.append(_players(line, spot))
            head = None
        elif games:
            games[-1].entries.extend(_entries(line, number))
        else:
            raise spot.fault("a line like 'Game 1'", repr(line.strip()))
    if length is None or not games or head:
        raise Spot(text.count("\n") + 1, 1).fault("a match with a game", "the end of the file")
    return _File(tags, *length, games)


def _length(line: str, spot: Spot) -> int:
    match = _LENGTH.fullmatch(line)
    if match is None:
        raise spot.fault("a line like '5 point match'", repr(line.strip()))
    if int(match[1]) > LONGEST:
        raise spot.fault(f"a match to at most {LONGEST} points", match[1])
    return int(match[1])


def _players(line: str, spot: Spot) -> _Game:
    match = _PLAYERS.fullmatch(line)
    if match is None:
        raise spot.fault("a line like 'Ann : 0    Bob : 0'", repr(line.strip()))
    return _Game((match[1], match[3]), (int(match[2]), int(match[4])), spot)


def _entries(line: str, number: int) -> Iterator[_Entry]:
    """One or two entries of a line."""
    begun = _NUMBER.match(line)
    at, right, second = begun.end() if begun else 0, False, False
    while line[at:].strip():
        match = _ENTRY.match(line, at)
        start = at + len(line[at:]) - len(line[at:].lstrip())
        spot = Spot(number, start + 1)
        if match is None or second or (right and start < _HALF):
            raise spot.fault("a roll and its play, a double, its answer or a result", line[start:])
        second = right
        right = right or start - (begun.end() if begun else 0) > _HALF
        yield _Entry(right, spot, match)
        at, right = match.end(), True


# ---- Games ---------------------------------------------------------------------------------------


def _games(file: _File, jacoby: str) -> tuple[Record, ...]:
    common, at = _terms(file, jacoby), _at(file.tags)
    records: list[Record] = []
    played = _crawford_played(file, common)
    for game in file.games:
        names = _names(file.tags, game)
        terms = replace(common, names=names, score=game.score, crawford_played=played)
        records.append(_read_game(Record(terms, at), game))
        played = terms.standing.after(terms.rules, game.score).crawford_played
    return tuple(records)


def _terms(file: _File, jacoby: str) -> Terms:
    """What all games have in common."""
    variation = file.tags.get("variation", "Backgammon").lower().partition(" ")[0]
    known = {name.lower().partition(" ")[0]: rules_id for rules_id, name in VARIATIONS.items()}
    if variation not in known:
        raise Spot(1, 1).fault(f"one of the variations {', '.join(known)}", variation)
    rules_id = known[variation]
    limit = file.tags.get("cubelimit", "1024" if rule_set(rules_id).cube else "1")
    options = {
        "length": str(file.length),
        "cube": str(limit != "1").lower(),
        "crawford": _flag(file.tags.get("crawford", "on")),
        "jacoby": _flag(jacoby),
    }
    return Terms(rules_id, tuple(options.items()), stake=_stake(file.tags)).settled()


def _flag(text: str) -> str:
    return "true" if text.strip().lower() == "on" else "false"


def _at(tags: dict[str, str]) -> str:
    """When the match was begun; empty where the file does not say so in numbers."""
    day, time = tags.get("eventdate", ""), tags.get("eventtime", "00.00")
    try:
        return check_time(f"{day.replace('.', '-')}T{time.replace('.', ':')}:00Z")
    except UnreadableError:
        return ""


def _stake(tags: dict[str, str]) -> str:
    """What a point is worth; empty where that is not said as we say it."""
    try:
        return str(parse_stake(tags.get("stake", "")))
    except UnreadableError:
        return ""


def _crawford_played(file: _File, terms: Terms) -> bool:
    """Whether the first game comes after the one without a cube: it says so, or has a double."""
    first = file.games[0]
    near = file.length > 0 and max(first.score) == file.length - 1
    return "crawfordgame" in file.tags or (near and terms.rules.crawford and first.doubles)


def _names(tags: dict[str, str], game: _Game) -> tuple[str, str]:
    with game.spot.blamed():
        white, black = (
            check_name(_full(tags.get(f"player {number}", ""), name))
            for number, name in enumerate(game.names, start=1)
        )
    return white, black


def _full(full: str, name: str) -> str:
    """The name in the file's head, if the game's is made from it."""
    return full if full and sanitised(full) == sanitised(name) else name


def _read_game(head: Record, game: _Game) -> Record:
    head = _begun(head, game)
    with game.spot.blamed():
        reader = _Reader(begun(head))
    for entry in game.entries:
        reader.read(entry)
    return record_of(reader.game, head.at)


def _begun(head: Record, game: _Game) -> Record:
    """The head with who begins, as the first roll tells."""
    for entry in game.entries[:1]:
        if entry.match["roll"]:
            return begun_by(head, entry.side, _dice(entry.match))
    return head


def _dice(match: re.Match[str]) -> Roll:
    return int(match["roll"][0]), int(match["roll"][1])


class _Reader:
    """Applies a file's entries to a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._waits = False
        """Whether the last roll was not played."""

    def read(self, entry: _Entry) -> None:
        match = entry.match
        if match["wins"]:
            self._wins(entry)
        elif self._waits:
            raise entry.spot.fault("a result after a roll without a play", match[0].strip())
        elif match["roll"]:
            self._turn(entry)
        else:
            with entry.spot.blamed():
                self._cube(entry)

    def _turn(self, entry: _Entry) -> None:
        roll = self.game.owed or _dice(entry.match)
        with entry.spot.blamed():
            turn = self.game.turn_of(entry.side, roll)
        text = entry.match["play"].lower()
        if text in ("", _NO_MOVE) and turn.next_steps:
            self._unplayed(entry, turn, roll)
            return
        at = (
            entry.match.start("play") + len(entry.match["play"]) - len(entry.match["play"].lstrip())
        )
        with Spot(entry.spot.line, at + 1).blamed():
            self.game = self.game.apply(Played(entry.side, roll, _in_words(text)))

    def _unplayed(self, entry: _Entry, turn: Turn, roll: Roll) -> None:
        """A roll without a play that could be played: the last thing in a game."""
        if entry.match["play"]:
            with entry.spot.blamed():
                self.game.apply(Played(turn.side, roll, PASS))
        self.game, self._waits = self.game.rolling(turn.side, roll), True

    def _cube(self, entry: _Entry) -> None:
        match = entry.match
        if match["double"]:
            self.game = self.game.apply(CubeAction(entry.side, "double"))
            if int(match["value"]) != 2 * self.game.cube.value:
                raise UnreadableError(f"expected {2 * self.game.cube.value}, got {match['value']}")
        else:
            action = match["answer"].lower().removesuffix("s")
            self.game = self.game.apply(CubeAction(entry.side, action))

    def _wins(self, entry: _Entry) -> None:
        points = int(entry.match["points"])
        with entry.spot.blamed():
            if self.game.result is None:
                self.game = self.game.apply(Resigned(entry.side.other, points))
            won = self.game.result
            assert won is not None
            if (won.winner, won.points) != (entry.side, points):
                raise IllegalPlayError(
                    f"expected {won.winner_name} to win {won.points}, "
                    f"got {entry.side.value} and {points}"
                )


def _in_words(text: str) -> str:
    """A play with 25 and 0 as the bar and off."""
    if text in ("", _NO_MOVE):
        return PASS
    return re.sub(r"\b25(?=/)", "bar", re.sub(r"(?<=/)0\b", "off", text))
