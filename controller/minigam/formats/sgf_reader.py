"""Reads SGF games of backgammon: our own, GNU Backgammon's, and what others write like them."""

import re
from dataclasses import replace
from itertools import takewhile

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.formats.located_json import Spot
from minigam.formats.sgf import (
    AUTOMATIC,
    BAR_LETTER,
    COLORS,
    LETTERS,
    SIDES,
    STAKE,
    UNLIMITED,
    VARIANTS,
    begun_at,
    place,
)
from minigam.formats.sgf_tree import Node, Tree, Value, read_trees
from minigam.rules.actions import Confirmed, Resigned
from minigam.rules.cube import Cube
from minigam.rules.game import Game
from minigam.rules.notation import PASS
from minigam.rules.options import LONGEST
from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Position, Side
from minigam.rules.record import CubeAction, Played, Record, Roll, check_name, check_time
from minigam.rules.record_conversion import begun, record_of, stepped
from minigam.rules.ruleset import MOST_AUTOMATIC_DOUBLES, RuleSet, rule_set
from minigam.rules.steps import Step, place_name
from minigam.rules.terms import Start, Terms, parse_stake

SET_UP = ("AB", "AW", "AE", "CV", "CO", "CP")
"""The properties that set something up."""
_NO_OWNERS = ("C", "N")
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
_RESULT = re.compile(r"([WB])\+(\d{1,30})(R(?:esign)?)?")
_MATCH = re.compile(r"\s*(\w+)\s*:\s*(\d{1,9})\s*")
_ANSWERS = ("double", "take", "drop")


def before_plays(game: Tree) -> list[Node]:
    """The nodes before the first play, double or answer."""
    return list(takewhile(lambda node: not node.found.keys() & SIDES.keys(), game))


def read_start(game: Tree, rules: RuleSet) -> Start:
    """What the nodes up to the first play set up, in their order.

    Raises `UnreadableError` with line and column.
    """
    board = {side: list(rules.start.track(side)) for side in Side}
    cube = Cube()
    for node in before_plays(game) or game[:1]:
        _put(node, board, rules.layout)
        cube = _turned(node, cube)
    white, black = (_whole(board[side], rules.layout) for side in Side)
    return Start(Position(white, black), cube)


def _put(node: Node, board: dict[Side, list[int]], layout: Layout) -> None:
    for value in node.found.get("AE", ()):
        for letter in _letters(value):
            for side in Side:
                board[side][place(layout, side, letter)] = 0
    for color, side in SIDES.items():
        for value in node.found.get(f"A{color}", ()):
            for letter in _letters(value):
                board[side][place(layout, side, letter)] += 1
                _check(value, board, layout, side, letter)


def _check(
    value: Value, board: dict[Side, list[int]], layout: Layout, side: Side, letter: str
) -> None:
    if sum(board[side][: layout.off]) > layout.checkers:
        raise value.fault(f"at most {layout.checkers} checkers for {side.value}")
    if letter != BAR_LETTER and board[side.other][place(layout, side.other, letter)]:
        raise value.fault("one side on a point")


def _letters(value: Value) -> str:
    """The places of a letter, or of a range such as `a:y`."""
    known = LETTERS + BAR_LETTER
    if not re.fullmatch(f"[{known}](:[{known}])?", value.text):
        raise value.fault("a letter from a to y, or two with a colon between")
    return known[known.index(value.text[0]) : known.index(value.text[-1]) + 1]


def _whole(counts: list[int], layout: Layout) -> tuple[int, ...]:
    """A side's track: whoever is not on the board is off."""
    there = counts[: layout.off]
    return (*there, layout.checkers - sum(there))


def _turned(node: Node, cube: Cube) -> Cube:
    exponent, owner = cube.exponent, cube.owner
    if value := node.one("CV"):
        if not re.fullmatch(r"\d{1,30}", value.text, re.ASCII) or int(value.text).bit_count() != 1:
            raise value.fault("the cube's value, a power of two")
        exponent = int(value.text).bit_length() - 1
    for name in ("CO", "CP"):
        if value := node.one(name):
            word = value.text.strip().upper()[:1]
            if word not in (*SIDES, *_NO_OWNERS):
                raise value.fault("the cube's side: b, w or c")
            owner = SIDES.get(word)
    return Cube(exponent, owner)


def read_sgf(text: str) -> tuple[Record, ...]:
    """Read the games of an SGF collection, holding each to its rules; of variations the first.

    Raises `UnreadableError`, `IllegalPlayError` or `AmbiguousPlayError` with line and column.
    """
    return tuple(_read_game(game) for game in read_trees(text))


# ---- Games ---------------------------------------------------------------------------------------


def _read_game(game: Tree) -> Record:
    if not game:
        raise Spot(1, 1).fault("a node in every game", "none")
    root = game[0]
    kind = root.one("GM")
    if kind is None or kind.text.strip() != "6":
        raise root.spot.fault("GM[6], a game of backgammon", repr(kind.text if kind else ""))
    head = _begun(Record(_terms(root), _day(root)), game)
    with root.spot.blamed():
        reader = _Reader(begun(head))
    set_up = len(before_plays(game)) or 1
    for number, node in enumerate(game):
        reader.read(node, is_set_up=number < set_up)
    reader.end(root)
    return record_of(reader.game, head.at)


def _terms(root: Node) -> Terms:
    match = _match(root)
    words = [word.strip().lower() for word in root.text("RU").split(":")]
    variants = {name.lower(): rules_id for rules_id, name in VARIANTS.items()}
    rules_id = next((variants[word] for word in words if word and word in variants), "backgammon")
    _check_words(root, words, set(variants))
    known = {option.name for option in rule_set(rules_id).options}
    options = {
        "length": str(match["length"]),
        "cube": str("nocube" not in words).lower(),
        "crawford": str("crawford" in words or not match["length"]).lower(),
        "jacoby": str("jacoby" in words).lower(),
        "automatic_doubles": next((_LIMITS[word] for word in words if word in _LIMITS), UNLIMITED),
    }
    if match["length"] and "length" not in known:
        raise root.spot.fault("a series, MI[length:0]", f"a match to {match['length']} points")
    chosen = tuple(pair for pair in options.items() if pair[0] in known)
    terms = Terms(
        rules_id,
        chosen,
        stake=_stake(root),
        names=(_name(root, "PW", "White"), _name(root, "PB", "Black")),
        score=(match["ws"], match["bs"]),
    )
    return _settled(replace(terms, crawford_played=_crawford_played(terms, words)))


def _settled(terms: Terms) -> Terms:
    """Without a cube neither Crawford nor Jacoby matters."""
    settled = terms.settled()
    if terms.rules.cube:
        return settled
    mattering = (pair for pair in settled.options if pair[0] not in ("crawford", "jacoby"))
    return replace(settled, options=tuple(mattering))


_LIMITS = {
    f"{AUTOMATIC}{text}".lower(): text
    for text in ("off", *map(str, range(1, MOST_AUTOMATIC_DOUBLES + 1)))
}
"""What the words for a limit of automatic doubles say."""


def _stake(root: Node) -> str:
    """What a point is worth; empty where the comment is about something else."""
    comment = root.text("GC").strip()
    try:
        return str(parse_stake(comment.removeprefix(STAKE))) if comment.startswith(STAKE) else ""
    except UnreadableError:
        return ""


_WORDS = ("", "crawford", "crawfordgame", "crawfordplayed", "jacoby", "nocube")


def _check_words(root: Node, words: list[str], variants: set[str]) -> None:
    value = root.one("RU")
    for word in words:
        if value and word not in (*_WORDS, *_LIMITS) and word not in variants:
            raise value.fault(f"rules out of {', '.join((*_WORDS[1:], *sorted(variants)[1:]))}")


def _match(root: Node) -> dict[str, int]:
    """The length, and the score before the game."""
    found = {"length": 0, "ws": 0, "bs": 0}
    for value in root.found.get("MI", []):
        match = _MATCH.fullmatch(value.text)
        if match is None:
            if value.text.partition(":")[0].strip().lower() in found:
                raise value.fault("a number")
            continue
        if match[1].lower() == "length" and int(match[2]) > LONGEST:
            raise value.fault(f"a match to at most {LONGEST} points")
        found[match[1].lower()] = int(match[2])
    return found


def _crawford_played(terms: Terms, words: list[str]) -> bool:
    """Whether it says so, or should be the game without a cube and does not say that it is."""
    due = terms.standing.is_crawford(terms.rules)
    return "crawfordplayed" in words or (due and "crawfordgame" not in words)


def _name(root: Node, which: str, default: str) -> str:
    value = root.one(which)
    if value is None or not value.text.strip():
        return default
    with value.spot.blamed():
        return check_name(value.text.strip())


def _day(root: Node) -> str:
    try:
        return check_time(f"{root.text('DT').strip()[:10]}T00:00:00Z")
    except UnreadableError:
        return ""


def _begun(head: Record, game: Tree) -> Record:
    """The head with where and how it begins: as set up, and by whom the first action tells."""
    start = read_start(game, head.terms.rules)
    found = [(name, node) for node in game for name in ("W", "B", "PL") if node.one(name)]
    actions = [(name, node) for name, node in found if name != "PL"]
    side = None
    for name, node in actions[:1] or found[-1:]:
        head, side = replace(head, roll=_first_roll(node, name)), _side_of(node, name)
    with game[0].spot.blamed():
        return begun_at(head, side, start)


def _side_of(node: Node, name: str) -> Side:
    value = node.one("PL")
    return _side(value) if name == "PL" and value else SIDES[name]


def _first_roll(node: Node, name: str) -> Roll | None:
    text = node.text("DI" if name == "PL" else name)[:2]
    return (int(text[0]), int(text[1])) if re.fullmatch(r"[1-6]{2}", text) else None


def _side(value: Value) -> Side:
    found = value.text.strip().upper()[:1]
    if found not in SIDES:
        raise value.fault("W or B")
    return SIDES[found]


class _Reader:
    """Applies a file's nodes to a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._thrown: tuple[Side, Value] | None = None
        """A roll that is not played yet: whose, and where it is written."""

    def read(self, node: Node, is_set_up: bool) -> None:
        """Take one node; `is_set_up`: it may set the board up."""
        for name, values in node.found.items():
            if not values:
                raise node.spot.fault(f"a value of {name}", "none")
            if name in SIDES:
                self._action(SIDES[name], values[0])
            elif name == "DI":
                self._unplayed(node, values[0])
            elif name in SET_UP and not is_set_up:
                raise values[0].fault(f"no {name} after the first play")

    def _action(self, side: Side, value: Value) -> None:
        text = value.text.strip().lower()
        if self._thrown and self._is_still_to_play(side, value, self._thrown):
            return
        if text in _ANSWERS:
            with value.spot.blamed():
                self.game = self.game.apply(CubeAction(side, text))
            return
        match = _MOVE.fullmatch(text)
        if match is None:
            raise value.fault("two dice and two letters a step, double, take or drop")
        with value.spot.blamed():
            self.game = self._turn(side, match)

    def _turn(self, side: Side, match: re.Match[str]) -> Game:
        roll = self.game.owed or (int(match[1]), int(match[2]))
        turn = self.game.turn_of(side, roll)
        pairs = [match[3][at : at + 2] for at in range(0, len(match[3]), 2)]
        steps = self._steps(turn, pairs)
        if steps is not None:
            made = (stepped(turn.rules.layout, step) for step in steps)
            return self.game.rolling(side, roll).follow([*made, Confirmed()])
        layout = turn.rules.layout
        words = [
            "/".join(place_name(layout, place(layout, side, letter)) for letter in pair)
            for pair in pairs
        ]
        return self.game.apply(Played(side, roll, " ".join(words) or PASS))

    def _steps(self, turn: Turn, pairs: list[str]) -> list[Step] | None:
        """The steps in the order that is written, if each pair is one die's."""
        start = turn
        for pair in pairs:
            wanted = tuple(place(turn.rules.layout, turn.side, letter) for letter in pair)
            fits = [step for step in turn.next_steps if (step.source, step.target) == wanted]
            if not fits:
                return None
            turn = turn.play(fits[0])
        return list(turn.steps) if turn.may_end and (turn.steps or not start.next_steps) else None

    def _is_still_to_play(self, side: Side, value: Value, thrown: tuple[Side, Value]) -> bool:
        """Whether this is the roll once more, as GNU Backgammon writes one that it has judged."""
        thrower, dice = thrown
        text = value.text.strip()
        same = side is thrower and text[:2] in (dice.text, dice.text[::-1])
        if not same and self.game.entries:
            raise value.fault("nothing after a roll that is not played")
        if same and len(text) == len(dice.text):
            with value.spot.blamed():
                return bool(self.game.turn_of(side, self._dice(dice)).next_steps)
        self._thrown = None
        return False

    def _unplayed(self, node: Node, value: Value) -> None:
        if self._thrown:
            raise value.fault("no second roll before the first is played")
        player = node.one("PL")
        side = _side(player) if player else self.game.side
        if not re.fullmatch(r"[1-6]{2}", value.text, re.ASCII):
            raise value.fault("two dice from 1 to 6")
        self._thrown = side or Side.WHITE, value

    def _dice(self, value: Value) -> Roll:
        return self.game.owed or (int(value.text[0]), int(value.text[1]))

    def end(self, root: Node) -> None:
        """Check the roll that is not played, and the result; or resign."""
        if self._thrown:
            side, dice = self._thrown
            with dice.spot.blamed():
                self.game = self.game.rolling(side, self._dice(dice))
        value = root.one("RE")
        match = _RESULT.fullmatch(value.text.strip()) if value else None
        if value is None or match is None:
            return
        winner, points = SIDES[match[1]], int(match[2])
        with value.spot.blamed():
            if self.game.result is None:
                self.game = self.game.apply(Resigned(winner.other, points))
            won = self.game.result
            if won and won.winner and (won.winner, won.points) != (winner, points):
                raise IllegalPlayError(
                    f"expected {COLORS[won.winner]}+{won.points}, got {match[0]}"
                )
