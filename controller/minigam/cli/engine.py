"""`minigam engine`: questions about positions, a JSON line in, a JSON line out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minigam.errors import MinigamError, RequestError, UnknownNameError, shortened

if TYPE_CHECKING:
    from minigam.rules.position import Position, Side
    from minigam.rules.ruleset import RuleSet

HELP = "answer questions about positions: a JSON line in, a JSON line out"
DEEPEST = 4
LONGEST_MESSAGE = 1000
"""Room for every name that there is, but not for whatever was asked."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""


def run(_options: argparse.Namespace) -> int:
    """Answer until the end of standard input."""
    if sys.stdin is None:
        raise RequestError("expected questions on standard input, got a closed one: open it")
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(reply(line)), flush=True)
    return 0


def reply(line: str | bytes) -> dict[str, Any]:
    """The reply to one line; a bad line gets an error reply.

    >>> reply('{"op":"perft","rules":"minigam","position":"H------h","turn":"white","depth":2}')
    {'ok': True, 'counts': [33, 1192]}
    """
    try:
        request = _request(line)
        return {"ok": True, **_OPERATIONS[_operation(request)](request)}
    except MinigamError as fault:
        return _refusal(fault)
    except RecursionError:
        return _refusal(
            RequestError("expected a JSON object on one line, got one nested too deeply")
        )


def _refusal(fault: MinigamError) -> dict[str, Any]:
    return {
        "ok": False,
        "error": {"code": fault.code, "message": shortened(fault, LONGEST_MESSAGE)},
    }


def _request(line: str | bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except ValueError as fault:
        raise RequestError(f"expected a JSON object on one line, got: {fault}") from None
    if not isinstance(request, dict):
        raise RequestError(f"expected a JSON object, got {str(request)[:80]}")
    return request


def _operation(request: Mapping[str, Any]) -> str:
    operation = request.get("op")
    if not isinstance(operation, str) or operation not in _OPERATIONS:
        raise UnknownNameError("op", str(operation), _OPERATIONS)
    return operation


@dataclass(frozen=True)
class _Case:
    """What every question is about."""

    rules: RuleSet
    position: Position
    side: Side


def _case(request: Mapping[str, Any], more: set[str]) -> _Case:
    from minigam.rules.position import Side, parse_position

    known = {"op", "rules", "options", "position", "turn", *more}
    if unknown := sorted(request.keys() - known):
        expected = ", ".join(sorted(known))
        raise RequestError(f"expected the fields {expected}, got {', '.join(unknown)}")
    rules = _rules(request)
    position = parse_position(request.get("position"), rules.layout)
    return _Case(rules, position, Side.parse(request.get("turn")))


def _rules(request: Mapping[str, Any]) -> RuleSet:
    from minigam.rules.ruleset import rule_set

    options = request.get("options", {})
    if not isinstance(options, dict):
        raise RequestError(f"expected options as an object of names and values, got {options!r}")
    return rule_set(request.get("rules"), {name: _text(value) for name, value in options.items()})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _legal(request: Mapping[str, Any]) -> dict[str, Any]:
    from minigam.rules.notation import format_steps
    from minigam.rules.plays import legal_plays
    from minigam.rules.position import format_position
    from minigam.rules.steps import check_roll

    case = _case(request, {"roll"})
    layout = case.rules.layout
    plays = legal_plays(case.rules, case.position, case.side, check_roll(request.get("roll")))
    return {
        "plays": [
            {
                "play": format_steps(layout, play.steps),
                "position": format_position(play.position, layout),
            }
            for play in plays
        ]
    }


def _perft(request: Mapping[str, Any]) -> dict[str, Any]:
    from minigam.rules.plays import perft

    case = _case(request, {"depth"})
    depth = request.get("depth")
    if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= DEEPEST:
        raise RequestError(f"expected depth as a whole number from 1 to {DEEPEST}, got {depth!r}")
    return {"counts": perft(case.rules, case.position, case.side, depth)}


_OPERATIONS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "legal": _legal,
    "perft": _perft,
}
