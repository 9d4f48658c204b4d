"""Games as JSON: every rule set, without loss. The form is described in `docs/formats.md`."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from typing import Any

from minigam.formats.located_json import Node, read_json_tree
from minigam.rules.clock import FLAGS, TimeControl, limits
from minigam.rules.cube import Cube
from minigam.rules.plays import OUTCOMES, Result
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import (
    BORNE_OFF,
    ENDS,
    CubeAction,
    Entry,
    Played,
    Proof,
    Record,
    Roll,
    check_name,
    check_time,
)
from minigam.rules.record_conversion import game_of
from minigam.rules.ruleset import RuleSet, rule_set
from minigam.rules.terms import PERSON, SEATS, Start, Terms, check_start, parse_stake
from minigam.validation import COUNT, FLAG, LIST, TABLE, TEXT, WHOLE, Kind, hex_digits, whole

FORMAT, VERSION = "minigam", 1


# ---- Writing -------------------------------------------------------------------------------------


def write_json(records: Sequence[Record]) -> str:
    """Games as a JSON file, one action a line.

    >>> write_json([Record(Terms("minigam"))]).splitlines()[1:3]
    ['  "format": "minigam",', '  "version": 1,']
    """
    games = ",\n".join(_indented(game_fields(record), "    ") for record in records)
    return (
        f'{{\n  "format": {json.dumps(FORMAT)},\n  "version": {VERSION},\n'
        f'  "games": [\n{games}\n  ]\n}}\n'
    )


def _indented(fields: Iterable[tuple[str, Any]], margin: str) -> str:
    lines = ",\n".join(
        f"{margin}  {json.dumps(name)}: {_value(value, margin)}" for name, value in fields
    )
    return f"{margin}{{\n{lines}\n{margin}}}"


def _value(value: Any, margin: str) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        lines = ",\n".join(f"{margin}    {_plain(item)}" for item in value)
        return f"[\n{lines}\n{margin}  ]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def game_fields(record: Record) -> Iterator[tuple[str, Any]]:
    """The fields of a game in their order; what says nothing is left out.

    >>> dict(game_fields(Record(Terms("minigam"))))["score"]
    [0, 0]
    """
    terms = record.terms
    yield "rules", terms.rules_id
    yield "options", dict(terms.options)
    if terms.stake:
        yield "stake", terms.stake
    yield from zip(("white", "black"), terms.names, strict=True)
    if terms.seats != (PERSON, PERSON):
        yield "seats", list(terms.seats)
    if terms.clock:
        yield "clock", _clock(terms.clock)
    if record.at:
        yield "at", record.at
    yield "score", list(terms.score)
    yield "crawford_played", terms.crawford_played
    if terms.starter:
        yield "starter", terms.starter.value
    if terms.start:
        yield "start", _start(terms.rules, terms.start)
    yield "opening", [list(roll) for roll in record.opening]
    if any(record.opening_pawns):
        yield "opening_pawns", [list(pawns) for pawns in record.opening_pawns]
    if record.swapped:
        yield "swapped", True
    yield "actions", [_action(action) for action in record.actions]
    if record.roll:
        yield "roll", list(record.roll)
        if record.pawns:
            yield "pawns", list(record.pawns)
        yield "steps", list(record.steps)
    yield "result", _result(record)
    if record.proof:
        yield "proof", {**asdict(record.proof), "numbers": list(record.proof.numbers)}


def _clock(clock: TimeControl) -> dict[str, Any]:
    left = {"left": list(clock.banks)} if clock.banks else {}
    return {"time": clock.text, "flag": clock.flag, **left}


def _start(rules: RuleSet, start: Start) -> dict[str, Any]:
    owner = start.cube.owner
    return {
        "position": format_position(start.position, rules.layout),
        "cube": start.cube.value,
        "owner": owner.value if owner else None,
    }


def _action(action: Entry) -> dict[str, Any]:
    if isinstance(action, Played):
        pawns = {"pawns": list(action.pawns)} if action.pawns else {}
        return {
            "side": action.side.value,
            "roll": list(action.roll),
            **pawns,
            "play": action.play,
        }
    return {"side": action.side.value, "cube": action.action}


def _result(record: Record) -> dict[str, Any] | None:
    won = record.result
    if won is None:
        return None
    return {
        "winner": won.winner_name or None,
        "points": won.points,
        **({"loser_points": won.loser_points} if won.loser_points else {}),
        "kind": won.kind,
        "by": record.ended_by,
    }


# ---- Reading -------------------------------------------------------------------------------------

_NEEDED = ("rules", "white", "black", "actions", "result")
_OTHERS = (
    *("options", "stake", "seats", "clock", "at", "score", "crawford_played", "starter", "start"),
    *("opening", "opening_pawns", "swapped", "roll", "pawns", "steps", "proof"),
)


def _any_of(*values: str) -> Kind:
    return Kind(", ".join(values), lambda value: value in values)


_SEAT, _FLAG, _ANSWER = _any_of(*SEATS), _any_of(*FLAGS), _any_of("double", "take", "drop")
_FACE = whole(1, 6, "a number")
_FACES = Kind("a list of numbers from 1 to 6", LIST.fits)
_MILLISECONDS = Kind("milliseconds", WHOLE.fits)
_SIDE = Kind("white or black", lambda value: value in ("white", "black"))
_NAME = Kind("a name", TEXT.fits)
_STAKE = Kind("a stake such as 0.50 EUR", TEXT.fits)
_TIME = Kind("a time", TEXT.fits)
_CUBE_VALUE = Kind(
    "the cube's value, a power of two", lambda value: COUNT.fits(value) and value.bit_count() == 1
)
_HEX = hex_digits(64)


def read_json(text: str) -> tuple[Record, ...]:
    """Read a file of `write_json`, holding every game to its rules.

    Raises `UnreadableError`, `IllegalPlayError` or `AmbiguousPlayError` with line and column.
    """
    top = read_json_tree(text)
    fields = top.fields(("format", "version", "games"))
    if fields["format"].value != FORMAT:
        raise fields["format"].fault(json.dumps(FORMAT))
    if fields["version"].read(COUNT) != VERSION:
        raise fields["version"].fault(f"version {VERSION}")
    return tuple(_read_game(node) for node in fields["games"].read(LIST))


def _read_game(node: Node) -> Record:
    fields = node.fields(_NEEDED, _OTHERS)
    opening = _maybe(fields, "opening", LIST) or ()
    opening_pawns = tuple(map(_read_pawns, _maybe(fields, "opening_pawns", LIST) or ()))
    if opening_pawns and len(opening_pawns) != len(opening):
        expected = f"{len(opening)} lists of pawns"
        raise fields["opening_pawns"].spot.fault(expected, len(opening_pawns))
    result, ended_by = _read_result(fields["result"])
    record = Record(
        _read_terms(fields),
        at=_maybe(fields, "at", lambda node: node.parse(_TIME, check_time)) or "",
        opening=tuple(map(_read_roll, opening)),
        opening_pawns=opening_pawns,
        swapped=_maybe(fields, "swapped", FLAG) or False,
        actions=tuple(map(_read_action, fields["actions"].read(LIST))),
        roll=_maybe(fields, "roll", _read_roll),
        pawns=_maybe(fields, "pawns", _read_pawns) or (),
        steps=tuple(item.read(TEXT) for item in _maybe(fields, "steps", LIST) or ()),
        result=result,
        ended_by=ended_by,
        proof=_maybe(fields, "proof", _read_proof),
    )

    def blamed(field: str, *path: str | int) -> AbstractContextManager[None]:
        """Blame an error on a part of this game; on its rules where the file leaves it out."""
        part = fields.get(field, fields["rules"])
        for key in path:
            part = part.value[key]
        return part.spot.blamed()

    return replace(record, actions=game_of(record, blamed).entries)


def _read_terms(fields: dict[str, Node]) -> Terms:
    options = _maybe(fields, "options", _read_options) or ()
    terms = Terms(
        fields["rules"].read(TEXT),
        options,
        stake=_maybe(fields, "stake", lambda node: str(node.parse(_STAKE, parse_stake))) or "",
        names=(fields["white"].parse(_NAME, check_name), fields["black"].parse(_NAME, check_name)),
        seats=_maybe(fields, "seats", lambda node: node.pair("two seats", _SEAT))
        or (PERSON, PERSON),
        score=_maybe(fields, "score", _read_pair) or (0, 0),
        crawford_played=_maybe(fields, "crawford_played", FLAG) or False,
        starter=_maybe(fields, "starter", _read_side),
        imported=True,  # a file may call a computer as it likes
    )
    with fields["rules"].spot.blamed():
        rule_set(terms.rules_id)
    with fields["options" if options else "rules"].spot.blamed():
        rules = rule_set(terms.rules_id, dict(options))
    start = _maybe(fields, "start", lambda node: _read_start(node, rules))
    clock = _maybe(fields, "clock", lambda node: _read_clock(node, rules))
    return replace(terms, start=start, clock=clock)


def _read_clock(node: Node, rules: RuleSet) -> TimeControl:
    fields = node.fields(("time", "flag"), ("left",))
    text, flag = fields["time"].read(TEXT), fields["flag"].read(_FLAG)
    with fields["time"].spot.blamed():
        if limits(text, rules.length) is None:
            raise fields["time"].fault("a time such as 10:00+12; without a clock no field")
    left = _maybe(fields, "left", lambda node: node.pair("two numbers", _MILLISECONDS))
    clock = TimeControl(text, flag, left)
    with node.spot.blamed():
        clock.check(rules.length)
    return clock


def _read_start(node: Node, rules: RuleSet) -> Start:
    fields = node.fields(("position",), ("cube", "owner"))
    value = _maybe(fields, "cube", _CUBE_VALUE) or 1
    position = fields["position"].parse(TEXT, lambda text: parse_position(text, rules.layout))
    start = Start(position, Cube(value.bit_length() - 1, _maybe(fields, "owner", _read_side)))
    with node.spot.blamed():
        check_start(rules, start)
    return start


def _read_pawns(node: Node) -> tuple[int, ...]:
    return tuple(item.read(_FACE) for item in node.read(_FACES))


def _maybe(fields: dict[str, Node], name: str, how: Kind | Callable[[Node], Any]) -> Any:
    """A field that may be left out, or null: of a kind, or as a function reads it."""
    node = fields.get(name)
    if node is None or node.value is None:
        return None
    return node.read(how) if isinstance(how, Kind) else how(node)


def _read_options(node: Node) -> tuple[tuple[str, str], ...]:
    found = node.read(Kind("an object of options", TABLE.fits))
    return tuple((name, value.read(TEXT)) for name, value in found.items())


def _read_side(node: Node) -> Side:
    return Side(node.read(_SIDE))


def _read_pair(node: Node) -> tuple[int, int]:
    return node.pair("two numbers", COUNT)


def _read_roll(node: Node) -> Roll:
    roll = _read_pair(node)
    if not all(1 <= die <= 6 for die in roll):
        raise node.spot.fault("two dice from 1 to 6", list(roll))
    return roll


_PLAY = (("side", "roll", "play"), ("pawns",))


def _read_action(node: Node) -> Entry:
    is_cube = isinstance(node.value, dict) and "cube" in node.value
    fields = node.fields(("side", "cube")) if is_cube else node.fields(*_PLAY)
    side = _read_side(fields["side"])
    if is_cube:
        return CubeAction(side, fields["cube"].read(_ANSWER))
    roll, text = _read_roll(fields["roll"]), fields["play"].read(TEXT)
    return Played(side, roll, text, _maybe(fields, "pawns", _read_pawns) or ())


def _read_result(node: Node) -> tuple[Result | None, str]:
    if node.value is None:
        return None, BORNE_OFF
    fields = node.fields(("winner", "points", "kind", "by"), ("loser_points",))
    kind, by = fields["kind"].read(_any_of(*OUTCOMES)), fields["by"].read(_any_of(*ENDS))
    winner, points = _maybe(fields, "winner", _read_side), fields["points"].read(COUNT)
    return Result(winner, points, kind, _maybe(fields, "loser_points", COUNT) or 0), by


def _read_proof(node: Node) -> Proof:
    fields = node.fields(("commitment", "numbers", "secret"))
    commitment, secret = (fields[name].read(_HEX) for name in ("commitment", "secret"))
    return Proof(commitment, _read_pair(fields["numbers"]), secret)
