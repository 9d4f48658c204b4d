"""`minigam engine`: questions about positions, a JSON line in, a JSON line out."""

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from minigam.cli.common import add_data, judges_of
from minigam.cli.output import standard_input
from minigam.daemon.judges import Judges
from minigam.errors import MinigamError, RequestError, UnknownNameError, shortened
from minigam.formats.ids import read_xgid
from minigam.json_text import parse_json
from minigam.rules.notation import format_steps
from minigam.rules.pawntext import format_faces, parse_faced_position
from minigam.rules.plays import Play, Turn, legal_plays, perft
from minigam.rules.position import Position, Side, format_position, parse_position
from minigam.rules.ruleset import RuleSet, rule_set
from minigam.rules.steps import check_roll
from minigam.rules.worth import Judge, Worth, about_to_roll, ranked
from minigam.solver.tablebase import Tablebase

DEEPEST = 4
LONGEST_MESSAGE = 1000
"""Room for every name that there is, but not for whatever was asked."""

add_arguments = add_data


def run(options: argparse.Namespace) -> int:
    """Answer until the end of standard input."""
    judges = judges_of(options)
    for line in standard_input("questions"):
        if line.strip():
            print(json.dumps(reply(line, judges)), flush=True)
    return 0


def reply(line: str | bytes, judges: Judges) -> dict[str, Any]:
    """The reply to one line; a bad line gets an error reply.

    `judges` say what positions are worth.

    >>> from pathlib import Path
    >>> from minigam.solver.tablebase import TablebaseStore
    >>> judges = Judges(TablebaseStore(Path("/nowhere")))
    >>> line = '{"op":"perft","rules":"minigam","position":"H------h","turn":"white","depth":2}'
    >>> reply(line, judges)
    {'ok': True, 'counts': [33, 1192]}
    """
    try:
        request = _request(line)
        return {"ok": True, **_OPERATIONS[_operation(request)](request, judges)}
    except MinigamError as fault:
        error = {"code": fault.code, "message": shortened(fault, LONGEST_MESSAGE)}
        return {"ok": False, "error": error}


def _request(line: str | bytes) -> dict[str, Any]:
    try:
        request = parse_json(line)
    except ValueError as fault:
        raise RequestError(f"expected a JSON object on one line, got: {fault}") from None
    if not isinstance(request, dict):
        raise RequestError(f"expected a JSON object, got {str(request)[:80]}")
    return request


def _operation(request: Mapping[str, Any]) -> str:
    _need(request, "op")
    operation = request["op"]
    if not isinstance(operation, str) or operation not in _OPERATIONS:
        raise UnknownNameError("op", str(operation), _OPERATIONS)
    return operation


def _need(request: Mapping[str, Any], *names: str) -> None:
    """Raise `RequestError` for fields that are missing."""
    if missing := [name for name in names if name not in request]:
        raise RequestError(
            f"expected the fields {', '.join(names)}; missing of these: {', '.join(missing)}"
        )


@dataclass(frozen=True)
class _Case:
    """What every question is about."""

    rules: RuleSet
    position: Position
    side: Side
    roll: tuple[int, int] | None = None
    """The roll of an XGID, where it has one."""


_BESIDE = ("faces", "totals")
"""What stands beside the position in games whose pawns have faces."""


def _case(request: Mapping[str, Any], more: set[str]) -> _Case:
    known = {"op", "rules", "options", "position", *_BESIDE, "turn", "xgid", *more}
    if unknown := sorted(request.keys() - known):
        expected = ", ".join(sorted(known))
        raise RequestError(f"expected the fields {expected}, got {', '.join(unknown)}")
    if "xgid" in request:
        return _case_of_xgid(request)
    _need(request, "rules", "position", "turn", *sorted(more))
    rules = _rules(request)
    return _Case(rules, _position(rules, request), Side.parse(request.get("turn")))


_IN_XGID = ("position", *_BESIDE, "turn")
"""The fields that an XGID has room for."""


def _case_of_xgid(request: Mapping[str, Any]) -> _Case:
    """Position, turn and roll in one text; without `rules` the game is backgammon."""
    text = request["xgid"]
    if not isinstance(text, str):
        raise RequestError(f"expected xgid as a text, got {str(text)[:80]}")
    if twice := [name for name in _IN_XGID if name in request]:
        raise RequestError(f"expected no {', '.join(twice)} beside an xgid, which says that itself")
    rules = _rules({"rules": "backgammon", **request})
    moment = read_xgid(text, rules.layout)
    if moment.roll and "roll" in request:
        raise RequestError(f"expected no roll beside an xgid that has one: {moment.roll}")
    return _Case(rules, moment.position, moment.on_roll, moment.roll)


def _roll(request: Mapping[str, Any], case: _Case) -> tuple[int, int]:
    if case.roll:
        return case.roll
    _need(request, "roll")
    return check_roll(request["roll"])


def _position(rules: RuleSet, request: Mapping[str, Any]) -> Position:
    text, beside = request.get("position"), {name: request.get(name) for name in _BESIDE}
    if rules.pawn_die:
        return parse_faced_position(rules, text, **beside)
    for name, value in beside.items():
        if value is not None:
            raise RequestError(f"expected no {name}: {rules.title} has none, got {str(value)[:80]}")
    return parse_position(text, rules.layout)


def _rules(request: Mapping[str, Any]) -> RuleSet:
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise RequestError(f"expected options as an object of names and values, got {options!r}")
    return rule_set(request.get("rules"), {name: _text(value) for name, value in options.items()})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _legal(request: Mapping[str, Any], _judges: Judges) -> dict[str, Any]:
    case = _case(request, {"roll"})
    plays = legal_plays(case.rules, case.position, case.side, _roll(request, case))
    return {"plays": [_play(case.rules, play) for play in plays]}


def _play(rules: RuleSet, play: Play) -> dict[str, Any]:
    layout, position = rules.layout, play.position
    said: dict[str, Any] = {
        "play": format_steps(layout, play.steps),
        "position": format_position(position, layout),
    }
    if position.pawns:
        said["faces"] = format_faces(position)
    if position.pawns and rules.totals:
        said["totals"] = list(position.pawns.totals)
    return said


def _perft(request: Mapping[str, Any], _judges: Judges) -> dict[str, Any]:
    case = _case(request, {"depth"})
    if case.rules.pawn_die:
        raise RequestError(
            f"expected a game whose pawns have no faces, got {case.rules.title}: "
            "what a roll leads to depends on faces that are rolled with it"
        )
    _need(request, "depth")
    depth = request["depth"]
    if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= DEEPEST:
        raise RequestError(f"expected depth as a whole number from 1 to {DEEPEST}, got {depth!r}")
    return {"counts": perft(case.rules, case.position, case.side, depth)}


def _evaluate(request: Mapping[str, Any], judges: Judges) -> dict[str, Any]:
    case = _case(request, set())
    judge = judges.of(case.rules)
    worth = about_to_roll(judge, case.rules, case.position, case.side)
    return {**_worth(worth), "exact": _is_exact(judge)}


def _best(request: Mapping[str, Any], judges: Judges) -> dict[str, Any]:
    case = _case(request, {"roll"})
    roll, judge = _roll(request, case), judges.of(case.rules)
    plays = ranked(judge, Turn.of(case.rules, case.position, case.side, roll))
    said = [{**_play(case.rules, play), **_worth(worth)} for play, worth in plays]
    return {"plays": said, "exact": _is_exact(judge)}


def _is_exact(judge: Judge) -> bool:
    return isinstance(judge, Tablebase)


def _worth(worth: Worth) -> dict[str, float]:
    """Rounded to what a table holds: see `tablebase`."""
    return {"win": round(worth.win, 7), "equity": round(worth.equity, 7)}


_OPERATIONS: dict[str, Callable[[Mapping[str, Any], Judges], dict[str, Any]]] = {
    "legal": _legal,
    "perft": _perft,
    "evaluate": _evaluate,
    "best": _best,
}
