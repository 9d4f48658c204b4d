"""Actions as plain JSON values, for the journal; and back.

Each is an object with its kind as `action`, the version of that kind as `v`, and its fields. The
kinds are a contract: one that was written can be read for ever. A kind that changes gets another
version, and a reader for the old one.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from minigam.errors import MinigamError, UnreadableError, said
from minigam.rules import actions
from minigam.rules.actions import ABANDONED, Action
from minigam.rules.clock import FLAGS, TimeControl
from minigam.rules.cube import Cube
from minigam.rules.meeting import ID, KEY, Meeting
from minigam.rules.plays import OUTCOMES
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import ENDS, CubeAction, check_name
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import check_roll
from minigam.rules.terms import DICE_MODES, SEATS, Start, Terms, parse_stake
from minigam.validation import FLAG, TABLE, TEXT, Kind, hex_digits, list_of, one_of, pair_of, whole

VERSION = 1
"""Of every kind so far."""
MOST_TURNS = 999
"""How often the cube may have been turned before a game; no more is read."""
MOST = 10**18
"""No number comes to more."""
CUBE = ("double", "take", "drop", "withdraw")
_KINDS: dict[str, type[Any]] = {
    "commit": actions.Committed,
    "number": actions.NumberGiven,
    "promise": actions.Promised,
    "share": actions.Shared,
    "roll": actions.Rolled,
    "take-back-roll": actions.RollTakenBack,
    "step": actions.Stepped,
    "take-back-step": actions.StepTakenBack,
    "confirm": actions.Confirmed,
    "take-back-play": actions.PlayTakenBack,
    "resign": actions.Resigned,
    "correct-set-up": actions.SetUpCorrected,
    "change-colours": actions.ColoursChanged,
    "time": actions.TimePassed,
    "flag": actions.FlagFell,
    "names": actions.Named,
    "abandon": actions.Abandoned,
    "reveal": actions.Revealed,
    "close": actions.Closed,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
NAMES = ("begin", *CUBE, *_KINDS)
"""Every kind of action there is."""


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as plain JSON values.

    >>> action_to_json(actions.Rolled((5, 2)))
    {'action': 'roll', 'v': 1, 'dice': [5, 2]}
    """
    match action:
        case actions.Begun(terms):
            return {"action": "begin", "v": VERSION, **_terms_to_json(terms)}
        case CubeAction(side, name):
            return {"action": name, "v": VERSION, "side": side.value}
    body = {field.name: getattr(action, field.name) for field in fields(action)}
    kept = {name: _plain(value) for name, value in body.items() if value != _USUAL.get(name, ...)}
    return {"action": _NAMES[type(action)], "v": VERSION, **kept}


_USUAL: dict[str, Any] = {"pawns": (), "way": ""}
"""What is not written down."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, Side) else value


def action_from_json(body: Any) -> Action:
    """The action of `action_to_json`; raise `UnreadableError` for anything else.

    >>> action_from_json({"action": "roll", "v": 1, "dice": [5, 2]})
    Rolled(dice=(5, 2), pawns=())
    """
    if not isinstance(body, Mapping) or body.get("action") not in NAMES:
        raise UnreadableError(f"expected an action of {', '.join(NAMES)}, got {said(body)}")
    name, version = body["action"], body.get("v")
    if type(version) is not int or version != VERSION:
        raise UnreadableError(f"expected {name!r} of version {VERSION}, got {said(version)}")
    given = {field: value for field, value in body.items() if field not in ("action", "v")}
    try:
        return _read(name, given)
    except (MinigamError, TypeError, ValueError, LookupError) as fault:
        raise UnreadableError(f"expected {name!r}, got {said(body)}: {fault}") from None


def _read(name: str, given: dict[str, Any]) -> Action:
    if name == "begin":
        return actions.Begun(_terms_from_json(given))
    if name in CUBE:
        if given.keys() != {"side"}:
            raise ValueError("expected the field side, and no other")
        return CubeAction(Side.parse(given["side"]), name)
    readers = _READERS | _READERS_OF.get(name, {})
    found: Action = _KINDS[name](**{field: readers[field](v) for field, v in given.items()})
    return found


# ---- Terms ---------------------------------------------------------------------------------------

_SILENT = Terms("")
"""What is not written down where it is as usual."""


def _terms_to_json(terms: Terms) -> dict[str, Any]:
    body: dict[str, Any] = {
        "rules": terms.rules_id,
        "options": dict(terms.options),
        "seats": list(terms.seats),
        "names": list(terms.names),
        "dice": terms.dice,
    }
    for name in ("hints", "teacher", "stake", "score", "crawford_played", "imported"):
        if (value := getattr(terms, name)) != getattr(_SILENT, name):
            body[name] = _plain(value)
    if terms.clock:
        clock = terms.clock
        left = {"left": list(clock.banks)} if clock.banks else {}
        body["clock"] = {"time": clock.text, "flag": clock.flag, **left}
    if terms.starter:
        body["starter"] = terms.starter.value
    if terms.start:
        body["start"] = _start_to_json(terms.start, terms.rules)
    if meeting := terms.meeting:
        body["meeting"] = {**asdict(meeting), "boards": list(meeting.boards)}
    return body


def _start_to_json(start: Start, rules: RuleSet) -> dict[str, Any]:
    owner = start.cube.owner.value if start.cube.owner else None
    position = format_position(start.position, rules.layout)
    return {"position": position, "exponent": start.cube.exponent, "owner": owner}


_TERMS = (
    *("rules", "options", "seats", "names", "dice", "hints", "teacher", "stake", "score"),
    *("crawford_played", "imported", "clock", "starter", "start", "meeting"),
)


def _terms_from_json(given: dict[str, Any]) -> Terms:
    if not given.keys() <= {*_TERMS} or given["dice"] not in DICE_MODES:
        raise ValueError(f"expected terms of {', '.join(_TERMS)}, dice of {', '.join(DICE_MODES)}")
    white, black = _SEATS.read(given["seats"], "seats")
    terms = Terms(
        rules_id=_PLAIN.read(given["rules"]),
        options=_options(given["options"]),
        seats=(white, black),
        names=_names(given["names"]),
        by_hand=given["dice"] == "hand",
        hints=FLAG.read(given.get("hints", False)),
        teacher=FLAG.read(given.get("teacher", False)),
        clock=_clock(given["clock"]) if "clock" in given else None,
        stake=str(parse_stake(given["stake"])) if "stake" in given else "",
        score=_pair(given.get("score", [0, 0])),
        crawford_played=FLAG.read(given.get("crawford_played", False)),
        starter=Side.parse(given["starter"]) if "starter" in given else None,
        imported=FLAG.read(given.get("imported", False)),
        meeting=_meeting(given["meeting"]) if "meeting" in given else None,
    )
    rules = terms.rules  # of a name and options that are known
    start = _start(given["start"], rules) if "start" in given else None
    return replace(terms, start=start)


def _start(value: Any, rules: RuleSet) -> Start:
    cube = Cube(_TURNS.read(value["exponent"]), _maybe_side(value["owner"]))
    return Start(parse_position(value["position"], rules.layout), cube)


def _meeting(value: Any) -> Meeting:
    fields = TABLE.read(value)
    if fields.keys() != {"id", "number", "boards"}:
        raise ValueError(f"expected a meeting's id, number and boards, got {said(value)}")
    white, black = _KEYS.read(fields["boards"], "boards")
    return Meeting(ID.read(fields["id"]), _FROM_1.read(fields["number"]), (white, black))


def _clock(value: Any) -> TimeControl:
    left = _pair(value["left"]) if "left" in value else None
    return TimeControl(_PLAIN.read(value["time"]), _FLAG.read(value["flag"]), left)


# ---- Fields --------------------------------------------------------------------------------------


_WHOLE = whole(-MOST, MOST)
_TURNS = whole(0, MOST_TURNS)
_PLAIN = Kind(
    "a plain text", lambda text: TEXT.fits(text) and text.isascii() and text.isprintable()
)
_FROM_1 = whole(1, MOST)
_PAIR, _SEATS = pair_of(_WHOLE), pair_of(one_of(SEATS))
_KEYS, _HASH = pair_of(KEY), hex_digits(64)
_FLAG = one_of(FLAGS)
_PAWNS = list_of(whole(1, 6), "numbers from 1 to 6")


def _maybe_side(value: Any) -> Side | None:
    return None if value is None else Side.parse(value)


def _options(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple(
        (_PLAIN.read(name), _PLAIN.read(option)) for name, option in TABLE.read(value).items()
    )


def _pair(value: Any) -> tuple[int, int]:
    one, other = _PAIR.read(value)
    return one, other


def _names(value: Any) -> tuple[str, str]:
    white, black = (name if name == "" else check_name(name) for name in pair_of(TEXT).read(value))
    return white, black


_READERS: dict[str, Callable[[Any], Any]] = {
    "actions": _WHOLE.read,
    "code": _PLAIN.read,
    "commitment": _PLAIN.read,
    "dice": check_roll,
    "die": _WHOLE.read,
    "ended_by": one_of((*ENDS, ABANDONED)).read,
    "kind": one_of(("", *OUTCOMES)).read,
    "milliseconds": _WHOLE.read,
    "names": _names,
    "number": _WHOLE.read,
    "pawns": lambda value: tuple(_PAWNS.read(value)),
    "points": _WHOLE.read,
    "secret": _PLAIN.read,
    "side": Side.parse,
    "source": _WHOLE.read,
    "turns": _WHOLE.read,
    "way": _PLAIN.read,
    "winner": _maybe_side,
}
_READERS_OF: dict[str, dict[str, Callable[[Any], Any]]] = {
    "promise": {"commitment": _HASH.read},
    "share": {"secret": _HASH.read},
}
"""Where a kind is stricter."""
