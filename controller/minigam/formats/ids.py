"""XGID and GNU Backgammon's IDs: one moment of a 24-point game as a short text.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10    position, cube, cube's side, turn, dice,
                                                           scores, flags, length, limit
    4HPwATDgc/ABMA:cAkAAAAAAAAE                            position ID, match ID

The flags are 1 for the Crawford game of a match; in a series 1 for Jacoby and 2 for beavers, added.
Where `D` stands for the dice, the side on roll has doubled.

White is the upper case of an XGID, and the lower side of its board. GNU Backgammon calls the upper
side of its board player 0: black, unless told otherwise. (Where it reads a match from a file, the
first name is its player 0.)
"""

import base64
import binascii
import re
from dataclasses import dataclass

from minigam.errors import CannotHoldError, UnreadableError
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import Score
from minigam.rules.position import Layout, Position, Side, Track, format_position, parse_position
from minigam.rules.record import Roll

_DROPPED = "dropped"
STAGES = ("none", "playing", "off", "resigned", _DROPPED)
"""What a match ID knows of a game: not begun, being played, or how it ended."""
CUBE_LIMIT = 10
"""The highest cube of an XGID that other programs take: 2 to that power."""
_START = "XGID="


@dataclass(frozen=True)
class Moment:
    """Where a game stands, between two touches."""

    position: Position
    on_roll: Side
    """Who rolls next, or has rolled."""
    roll: Roll | None = None
    """The roll that waits to be played."""
    cube: Cube = CENTRED
    doubled: bool = False
    """Whether the side on roll has doubled and waits for an answer."""
    length: int = 0
    """How many points win the match; 0: a series without end."""
    score: Score = (0, 0)
    """White's points, black's points."""
    crawford: bool = False
    """Whether this is the one game of a match without a cube."""
    jacoby: bool = False
    """Whether, in a series, a win counts single while the cube is in the middle."""
    beavers: bool = False
    """Whether, in a series, who is doubled may double at once and keep the cube."""
    cube_limit: int = CUBE_LIMIT
    """The highest cube as a power of two. Here a cube has no limit, but for 0: no cube at all."""
    resigned: int = 0
    """What the side on roll, or the other one, offers to lose: 1, 2 or 3 times the cube."""
    resigner: Side | None = None
    """Who offers it."""
    stage: str = "playing"
    """One of `STAGES`."""

    @property
    def to_act(self) -> Side:
        """Who has to decide something; of a dropped game, who dropped."""
        if self.resigner:
            return self.resigner.other
        answers = self.doubled or self.stage == _DROPPED
        return self.on_roll.other if answers else self.on_roll


def _check_board(layout: Layout) -> None:
    if layout.points != 24 or layout.rising:
        raise CannotHoldError(
            "XGID and GNU Backgammon's IDs know boards of 24 points only, "
            f"and this one has {layout.points}"
        )
    if layout.pins or layout.same_way:
        raise CannotHoldError(
            "XGID and GNU Backgammon's IDs know backgammon, where checkers are not pinned and the "
            "sides move against each other"
        )


def _unreadable(what: str, text: str, expected: str, column: int) -> UnreadableError:
    return UnreadableError(f"column {column} of the {what} {text!r}: expected {expected}")


# ---- XGID ----------------------------------------------------------------------------------------


def write_xgid(moment: Moment, layout: Layout) -> str:
    """The XGID of a moment; raise `CannotHoldError` for one that it has no room for.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> write_xgid(Moment(BACKGAMMON.start, Side.WHITE, (6, 3), length=7), BACKGAMMON.layout)
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:7:10'
    """
    _check_board(layout)
    if moment.cube.exponent > CUBE_LIMIT:
        raise CannotHoldError(
            f"an XGID knows cubes up to {1 << CUBE_LIMIT}, and this one is {moment.cube.value}"
        )
    if moment.resigned or moment.stage != "playing":
        raise CannotHoldError("an XGID knows neither resignations nor games that are over")
    special = moment.crawford if moment.length else moment.jacoby + 2 * moment.beavers
    fields = (
        format_position(moment.position, layout),
        moment.cube.exponent,
        _sign(moment.cube.owner),
        _sign(moment.on_roll),
        _dice_field(moment),
        *moment.score,
        int(special),
        moment.length,
        moment.cube_limit,
    )
    return _START + ":".join(map(str, fields))


def _sign(side: Side | None) -> int:
    return 0 if side is None else 1 if side is Side.WHITE else -1


def _dice_field(moment: Moment) -> str:
    if moment.doubled:
        return "D"
    return "".join(map(str, moment.roll)) if moment.roll else "00"


_FIELDS = (
    ("a position of 26 characters", r"[-A-Oa-o]{26}"),
    ("the cube as a power of two", r"\d{1,2}"),
    ("the cube's side, 1, 0 or -1", r"-1|0|1"),
    ("whose turn it is, 1 or -1", r"-1|1"),
    ("two dice from 1 to 6, 00 or D", r"[1-6]{2}|00|[DBR]"),
    ("the upper case's points", r"\d{1,9}"),
    ("the lower case's points", r"\d{1,9}"),
    ("0 or 1 for Crawford, or 0 to 3 for Jacoby and beavers", r"[0-3]"),
    ("the match's length", r"\d{1,9}"),
    ("the highest cube as a power of two", r"\d{1,2}"),
)
_SIDES = {"1": Side.WHITE, "-1": Side.BLACK, "0": None}


def read_xgid(text: str, layout: Layout) -> Moment:
    """Read an XGID, with or without `XGID=`; raise `UnreadableError` with the column of a fault.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> text = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:2:0:0:7:10"
    >>> moment = read_xgid(text, BACKGAMMON.layout)
    >>> moment.cube.value, moment.cube.owner, moment.to_act
    (2, <Side.BLACK: 'black'>, <Side.BLACK: 'black'>)
    """
    _check_board(layout)
    checkers, exponent, owner, turn, dice, white, black, special, length, limit = _fields(text)
    flags = int(special)
    try:
        position = parse_position(checkers, layout)
    except UnreadableError as fault:
        raise _unreadable("XGID", text, f"a position; {fault}", text.index(checkers) + 1) from None
    side = _SIDES[turn]
    assert side is not None
    return Moment(
        position=position,
        on_roll=side,
        roll=(int(dice[0]), int(dice[1])) if dice.isdecimal() and dice != "00" else None,
        cube=Cube(int(exponent), _SIDES[owner]),
        doubled=dice == "D",
        length=int(length),
        score=(int(white), int(black)),
        crawford=flags == 1 and int(length) > 0,
        jacoby=flags & 1 > 0 and int(length) == 0,
        beavers=flags & 2 > 0,
        cube_limit=int(limit),
    )


def _fields(text: str) -> list[str]:
    """The fields of an XGID, each in its form."""
    column = len(_START) if text.startswith(_START) else 0
    found = text[column:].split(":")
    for (expected, pattern), field in zip(_FIELDS, found, strict=False):
        if not re.fullmatch(pattern, field, re.ASCII):
            raise _unreadable("XGID", text, f"{expected}; got {field!r}", column + 1)
        column += len(field) + 1
    if len(found) != len(_FIELDS):
        expected = f"{len(_FIELDS)} fields with colons between, got {len(found)}"
        raise _unreadable("XGID", text, expected, min(column, len(text)) + 1)
    _check_flags(text, found)
    return found


def _check_flags(text: str, fields: list[str]) -> None:
    """Raise `UnreadableError` where fields do not go together, or say what is not played here."""
    dice, special, length = fields[4], int(fields[7]), int(fields[8])
    if dice in ("B", "R"):
        what = "beaver" if dice == "B" else "raccoon"
        column = text.index(f":{dice}:") + 2
        expected = f"two dice from 1 to 6, 00 or D; got {dice!r}, a {what}: these are not played"
        raise _unreadable("XGID", text, expected, column)
    if length and special > 1:
        column = text.rindex(f":{fields[7]}:{fields[8]}:{fields[9]}") + 2
        raise _unreadable("XGID", text, f"0 or 1 for Crawford in a match; got {special}", column)


# ---- Bits as text --------------------------------------------------------------------------------


def _encoded(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _decoded(what: str, text: str, length: int, size: int) -> int:
    for column, char in enumerate(text[:length], start=1):
        if char not in _BASE64:
            raise _unreadable(what, text, f"a letter, digit, + or /; got {char!r}", column)
    if len(text) != length:
        column = min(len(text), length) + 1
        raise _unreadable(what, text, f"{length} characters, got {len(text)}", column)
    try:
        bits = int.from_bytes(base64.b64decode(text + "=" * (-length % 4)), "little")
    except binascii.Error as fault:
        raise UnreadableError(f"expected a {what}, got {text!r}: {fault}") from None
    if _encoded(bits, size) != text:
        raise _unreadable(what, text, "a character whose last bits are not used", length)
    return bits


# ---- Position ID ---------------------------------------------------------------------------------

_POSITION_ID, _POSITION_BYTES = 14, 10
_STRIP = 25
"""A side's places in a position ID: its points from its own 1 on, then its bar."""


def write_position_id(position: Position, on_roll: Side, layout: Layout) -> str:
    """GNU Backgammon's ID of a position, which depends on who is on roll.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> write_position_id(BACKGAMMON.start, Side.WHITE, BACKGAMMON.layout)
    '4HPwATDgc/ABMA'
    """
    _check_board(layout)
    bits = "".join(
        "1" * count + "0"
        for side in (on_roll.other, on_roll)
        for count in position.track(side)[_STRIP - 1 :: -1]
    )
    return _encoded(int(bits[::-1], 2), _POSITION_BYTES)


def read_position_id(text: str, on_roll: Side, layout: Layout) -> Position:
    """Read GNU Backgammon's ID of a position; raise `UnreadableError` for anything else."""
    _check_board(layout)
    bits = f"{_decoded('position ID', text, _POSITION_ID, _POSITION_BYTES):080b}"[::-1]
    places = [len(ones) for ones in bits.split("0")]
    if any(places[2 * _STRIP :]):
        raise _unreadable("position ID", text, "no more than 30 checkers", _POSITION_ID)
    theirs = _track(text, on_roll.other, places[:_STRIP], layout)
    own = _track(text, on_roll, places[_STRIP : 2 * _STRIP], layout)
    for place in range(1, _STRIP):
        if own[place] and theirs[layout.mirror(place)]:
            expected = f"one side on a point, got both on {on_roll.value}'s {layout.number(place)}"
            raise _unreadable("position ID", text, expected, 1)
    return Position((), ()).with_tracks(on_roll, own, theirs)


def _track(text: str, side: Side, counts: list[int], layout: Layout) -> Track:
    off = layout.checkers - sum(counts)
    if off < 0:
        expected = f"at most {layout.checkers} checkers for {side.value}, got {sum(counts)}"
        raise _unreadable("position ID", text, expected, 1)
    return (*reversed(counts), off)


# ---- Match ID ------------------------------------------------------------------------------------

_MATCH_ID, _MATCH_BYTES = 12, 9
_WIDTHS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "stage": 3,
    "to_act": 1,
    "doubled": 1,
    "resigned": 2,
    "die_1": 3,
    "die_2": 3,
    "length": 15,
    "score_0": 15,
    "score_1": 15,
    "no_jacoby": 1,
    "unused": 5,
}
"""The fields of a match ID and their bits, the lowest first."""
_CENTRED = 3
"""The owner of a cube in the middle."""


def write_match_id(moment: Moment, top: Side = Side.BLACK) -> str:
    """GNU Backgammon's match ID of a moment; `top` is its player 0. The larger die comes first.

    Raises `CannotHoldError` where a number has no room.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> write_match_id(Moment(BACKGAMMON.start, Side.WHITE, (3, 6), length=7))
    'cAnvAAAAAAAE'
    """
    white, black = moment.score
    larger, smaller = sorted(moment.roll or (0, 0), reverse=True)
    owner = moment.cube.owner
    values = {
        "cube": moment.cube.exponent,
        "owner": _CENTRED if owner is None else _player(owner, top),
        "on_roll": _player(moment.on_roll, top),
        "crawford": int(moment.crawford),
        "stage": STAGES.index(moment.stage),
        "to_act": _player(moment.to_act, top),
        "doubled": int(moment.doubled),
        "resigned": moment.resigned,
        "die_1": larger,
        "die_2": smaller,
        "length": moment.length,
        "score_0": black if top is Side.BLACK else white,
        "score_1": white if top is Side.BLACK else black,
        "no_jacoby": int(not moment.jacoby),
        "unused": 0,
    }
    return _encoded(_packed(values), _MATCH_BYTES)


def _player(side: Side, top: Side) -> int:
    return 0 if side is top else 1


def _packed(values: dict[str, int]) -> int:
    bits, at = 0, 0
    for name, width in _WIDTHS.items():
        if values[name] >> width:
            most = (1 << width) - 1
            what = {"cube": "cube as a power of two"}.get(name, name.replace("_", " "))
            raise CannotHoldError(
                f"a match ID has room for a {what} of {most} at most, and this is {values[name]}"
            )
        bits |= values[name] << at
        at += width
    return bits


def read_match_id(text: str, position: Position, top: Side = Side.BLACK) -> Moment:
    """Read GNU Backgammon's match ID; raise `UnreadableError` for anything else."""
    values = _unpacked(_decoded("match ID", text, _MATCH_ID, _MATCH_BYTES))
    _check(text, values)
    sides = (top, top.other)
    one, two = values["score_0"], values["score_1"]
    first, second = values["die_1"], values["die_2"]
    return Moment(
        position=position,
        on_roll=sides[values["on_roll"]],
        roll=(first, second) if first else None,
        cube=Cube(values["cube"], {_CENTRED: None, 0: top, 1: top.other}[values["owner"]]),
        doubled=bool(values["doubled"]),
        length=values["length"],
        score=(two, one) if top is Side.BLACK else (one, two),
        crawford=bool(values["crawford"]),
        jacoby=not values["no_jacoby"],
        resigned=values["resigned"],
        resigner=sides[values["to_act"]].other if values["resigned"] else None,
        stage=STAGES[values["stage"]],
    )


def _unpacked(bits: int) -> dict[str, int]:
    values = {}
    for name, width in _WIDTHS.items():
        values[name] = bits & ((1 << width) - 1)
        bits >>= width
    return values


def _check(text: str, values: dict[str, int]) -> None:
    """Raise `UnreadableError` for numbers that mean nothing."""
    dice = values["die_1"], values["die_2"]
    answers = values["doubled"] or values["stage"] == STAGES.index(_DROPPED)
    acts = values["on_roll"] ^ int(answers)
    faults = (
        (values["owner"] == 2, "a cube's owner of 0, 1 or 3, got 2"),
        (values["stage"] >= len(STAGES), f"a stage from 0 to 4, got {values['stage']}"),
        (max(dice) > 6 or (0 in dice and any(dice)), f"two dice from 1 to 6 or none, got {dice}"),
        (values["unused"], f"five unused bits, got {values['unused']:05b}"),
        (
            not values["resigned"] and values["to_act"] != acts,
            "the side on roll to act, or the other one where it has doubled or resigned",
        ),
    )
    for wrong, expected in faults:
        if wrong:
            raise UnreadableError(f"in the match ID {text!r}: expected {expected}")


def write_gnubg_id(moment: Moment, layout: Layout, top: Side = Side.BLACK) -> str:
    """Both of GNU Backgammon's IDs, as it takes them: with a colon between."""
    position = write_position_id(moment.position, moment.on_roll, layout)
    return f"{position}:{write_match_id(moment, top)}"


def read_gnubg_id(text: str, layout: Layout, top: Side = Side.BLACK) -> Moment:
    """Read both of GNU Backgammon's IDs.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> read_gnubg_id("4HPwATDgc/ABMA:cAkAAAAAAAAE", BACKGAMMON.layout).on_roll
    <Side.WHITE: 'white'>
    """
    position, colon, match = text.partition(":")
    if not colon:
        raise _unreadable("ID", text, "a position ID, a colon and a match ID", len(text) + 1)
    on_roll = read_match_id(match, Position((), ()), top).on_roll
    return read_match_id(match, read_position_id(position, on_roll, layout), top)


_GNUBG_ID = re.compile(rf"[A-Za-z0-9+/]{{{_POSITION_ID}}}:[A-Za-z0-9+/]{{{_MATCH_ID}}}", re.ASCII)


def is_id(text: str) -> bool:
    """Whether a text looks like an XGID, or like GNU Backgammon's two IDs.

    >>> is_id("XGID=-b----E-C---"), is_id("4HPwATDgc/ABMA:cAkAAAAAAAAE"), is_id(" 5 point match")
    (True, True, False)
    """
    return text.startswith(_START) or _GNUBG_ID.fullmatch(text) is not None


def read_id(text: str, layout: Layout) -> Moment:
    """Read either kind of ID; raise `UnreadableError` for anything else."""
    return (read_gnubg_id if _GNUBG_ID.fullmatch(text) else read_xgid)(text, layout)
