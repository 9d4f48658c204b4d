"""Actions as JSON: what was written reads back, and nothing else does."""

import json
from typing import Any, get_args

import pytest

from minigam.errors import UnreadableError
from minigam.rules import actions
from minigam.rules.action_json import NAMES, action_from_json, action_to_json
from minigam.rules.actions import Action
from minigam.rules.clock import TimeControl
from minigam.rules.cube import Cube
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Start, Terms

WHITE, BLACK = Side.WHITE, Side.BLACK
START = RULE_SETS["backgammon"].start
STANDS = "-b----E-C---eE---c-e----B-"
PLAIN: dict[str, Any] = {
    "rules": "minigam",
    "options": {},
    "seats": ["human", "human"],
    "names": ["", ""],
    "dice": "electronic",
}
FULL = Terms(
    "backgammon",
    (("length", "5"), ("jacoby", "true")),
    seats=("human", "gnubg"),
    names=("Ann", "Ψ" * 20),
    by_hand=True,
    hints=True,
    teacher=True,
    clock=TimeControl("10:00+12", "told", (60_000, 59_000)),
    stake="0.50 EUR",
    score=(2, 4),
    crawford_played=True,
    starter=BLACK,
    start=Start(START, Cube(1, WHITE)),
    imported=True,
    meeting=Meeting("0c" * 16, 3, ("ab" * 32, "cd" * 32)),
)
MEETING: dict[str, Any] = {"id": "0c" * 16, "number": 3, "boards": ["ab" * 32, "cd" * 32]}
FULL_BODY: dict[str, Any] = {
    "rules": "backgammon",
    "options": {"length": "5", "jacoby": "true"},
    "seats": ["human", "gnubg"],
    "names": ["Ann", "Ψ" * 20],
    "dice": "hand",
    "hints": True,
    "teacher": True,
    "stake": "0.50 EUR",
    "score": [2, 4],
    "crawford_played": True,
    "imported": True,
    "clock": {"time": "10:00+12", "flag": "told", "left": [60_000, 59_000]},
    "starter": "black",
    "start": {"position": STANDS, "exponent": 1, "owner": "white"},
    "meeting": MEETING,
}
CLOSED: dict[str, Any] = {
    "winner": "black",
    "points": 2,
    "kind": "gammon",
    "ended_by": "off",
    "turns": 30,
    "actions": 99,
    "code": "0c" * 32,
}
WITH_WAY = {"source": 3, "die": 1, "way": "half- 3/4"}
EXAMPLES: tuple[tuple[Action, str, dict[str, Any]], ...] = (
    (actions.Begun(Terms("minigam")), "begin", PLAIN),
    (actions.Begun(FULL), "begin", FULL_BODY),
    (actions.Committed("ab" * 32), "commit", {"commitment": "ab" * 32}),
    (actions.NumberGiven(BLACK, 7), "number", {"side": "black", "number": 7}),
    (actions.Promised(WHITE, "ab" * 32), "promise", {"side": "white", "commitment": "ab" * 32}),
    (actions.Shared(BLACK, "cd" * 32), "share", {"side": "black", "secret": "cd" * 32}),
    (actions.Rolled((5, 2)), "roll", {"dice": [5, 2]}),
    (actions.Rolled((5, 2), (1, 6)), "roll", {"dice": [5, 2], "pawns": [1, 6]}),
    (actions.RollTakenBack(), "take-back-roll", {}),
    (actions.Stepped(0, 5), "step", {"source": 0, "die": 5}),
    (actions.Stepped(3, 1, "half- 3/4"), "step", WITH_WAY),
    (actions.StepTakenBack(), "take-back-step", {}),
    (actions.Confirmed(), "confirm", {}),
    (actions.PlayTakenBack(), "take-back-play", {}),
    (CubeAction(WHITE, "double"), "double", {"side": "white"}),
    (CubeAction(BLACK, "take"), "take", {"side": "black"}),
    (CubeAction(BLACK, "drop"), "drop", {"side": "black"}),
    (CubeAction(WHITE, "withdraw"), "withdraw", {"side": "white"}),
    (actions.Resigned(WHITE, 4), "resign", {"side": "white", "points": 4}),
    (actions.SetUpCorrected(), "correct-set-up", {}),
    (actions.ColoursChanged(), "change-colours", {}),
    (actions.TimePassed(12_345), "time", {"milliseconds": 12_345}),
    (actions.FlagFell(BLACK), "flag", {"side": "black"}),
    (actions.Named(("Ann", "")), "names", {"names": ["Ann", ""]}),
    (actions.Abandoned(), "abandon", {}),
    (actions.Revealed("cd" * 32), "reveal", {"secret": "cd" * 32}),
    (actions.Closed(BLACK, 2, "gammon", "off", 30, 99, "0c" * 32), "close", CLOSED),
    (
        actions.Closed(None, 0, "", "abandoned", 0, 4, "0c" * 32),
        "close",
        CLOSED
        | {"winner": None, "points": 0, "kind": "", "ended_by": "abandoned"}
        | {"turns": 0, "actions": 4},
    ),
)
TOUCHES = ("tap", "hold", "held", "menu", "button", "zone", "press", "touch", "undo", "point")


def body_of(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {"action": name, "v": 1, **fields}


@pytest.mark.parametrize(("action", "name", "fields"), EXAMPLES)
def test_every_action_has_its_own_text_and_reads_back(
    action: Action, name: str, fields: dict[str, Any]
) -> None:
    body = action_to_json(action)
    assert body == body_of(name, fields)
    assert action_from_json(json.loads(json.dumps(body))) == action


def test_no_kind_of_action_is_forgotten_here() -> None:
    assert {type(action) for action, *_ in EXAMPLES} == {*get_args(Action)}
    assert {name for _, name, _ in EXAMPLES} == {*NAMES}
    assert len(NAMES) == len({*NAMES})


def test_no_kind_is_named_after_a_touch() -> None:
    """Whoever moves a menu, or adds a button, must not change what stored games say."""
    kinds = [kind.__name__ for kind in get_args(Action)]
    fields = [name for _, _, body in EXAMPLES for name in body]
    named = {name for name in (*NAMES, *kinds, *fields) if name != "points"}  # of a result
    found = {name for name in named if any(touch in name.lower() for touch in TOUCHES)}
    assert found == set()


# ---- What is refused -----------------------------------------------------------------------------

NUMBERS: tuple[Any, ...] = (None, "5", 1.5, True, [], 10**18 + 1, -(10**18) - 1)
SIDES: tuple[Any, ...] = (None, "red", "", 1, [], {}, "WHITE")
TEXTS: tuple[Any, ...] = (None, 5, [], "ab\n", "\ud800", "ä", "\x00")
HASHES: tuple[Any, ...] = (
    *(*TEXTS, "", "ab" * 31, "ab" * 33, "AB" * 32, "xy" * 32, "ab" * 32 + "\n", f" {'ab' * 31} "),
)
ROLLS: tuple[Any, ...] = (
    *(None, 5, "52", [], [5], [5, 2, 1], [5, 7], [0, 1], [5, "2"], [5.0, 2], [True, 2], {}),
)
NO_PAIRS: tuple[Any, ...] = (None, "ab", {}, [], ["ab" * 32])
PLAYERS: tuple[Any, ...] = (
    *(None, 5, "ab", {"a": 1, "b": 2}, [], ["Ann"], ["Ann", None], [1, ""], ["a"] * 3),
    *([" ", ""], ["\x00", ""], ["two\nlines", ""]),
)
WRONG: dict[tuple[str, str], tuple[Any, ...]] = {
    ("begin", "rules"): (None, "chess", "", [], 5),
    ("begin", "options"): (None, [], 5, {"colour": "red"}, {"length": 5}, {"length": None}),
    ("begin", "seats"): (
        None,
        [],
        ["human"],
        ["human"] * 3,
        ["human", "god"],
        [[], []],
        5,
        {"human": 1, "easy": 2},
    ),
    ("begin", "names"): PLAYERS,
    ("begin", "dice"): (None, "", "loaded", [], True),
    ("begin", "hints"): (None, 1, "yes"),
    ("begin", "teacher"): (None, 1, "yes"),
    ("begin", "stake"): (None, "", "1", "EUR", 5),
    ("begin", "score"): (None, [1], [1, 2, 3], [1.0, 2], ["1", 2], [10**19, 0], 5),
    ("begin", "crawford_played"): (None, 1),
    ("begin", "imported"): (None, 1),
    ("begin", "starter"): SIDES,
    ("begin", "clock"): (
        *(None, 5, {}, {"time": "10:00+12"}, {"time": "10:00+12", "flag": "green"}),
        *({"time": 5, "flag": "loses"}, {"time": "10:00+12", "flag": "told", "left": [1]}),
    ),
    ("begin", "start"): (
        *(None, 5, [], "x", {}, {"position": STANDS, "exponent": 0}),
        *(
            {"position": STANDS, "exponent": exponent, "owner": None}
            for exponent in (-1, 1000, 0.5)
        ),
        *({"position": STANDS, "exponent": 0, "owner": owner} for owner in ("red", 5)),
        *({"position": text, "exponent": 0, "owner": None} for text in (STANDS[1:], 5)),
    ),
    ("begin", "meeting"): (
        *(None, 5, [], "x", {}, list(MEETING)),
        *({name: MEETING[name] for name in MEETING if name != left_out} for left_out in MEETING),
        MEETING | {"colour": "red"},
        *(MEETING | {"id": value} for value in (None, 5, "", "0c" * 15, "0C" * 16, "0c" * 32)),
        *(MEETING | {"number": value} for value in (None, "3", 0, -1, 1.0, True, 10**18 + 1)),
        *(MEETING | {"boards": value} for value in NO_PAIRS),
        *(MEETING | {"boards": ["ab" * 32] * count} for count in (1, 3)),
        *(MEETING | {"boards": ["ab" * 32, value]} for value in HASHES),
    ),
    ("begin", "colour"): ("red",),
    ("commit", "commitment"): TEXTS,
    ("number", "side"): SIDES,
    ("number", "number"): NUMBERS,
    ("promise", "side"): SIDES,
    ("promise", "commitment"): HASHES,
    ("share", "side"): SIDES,
    ("share", "secret"): HASHES,
    ("roll", "dice"): ROLLS,
    ("roll", "pawns"): (None, 5, "1", {}, [0], [7], [1.0], [True], ["1"]),
    ("step", "source"): NUMBERS,
    ("step", "die"): NUMBERS,
    ("step", "way"): TEXTS,
    **{(name, "side"): SIDES for name in ("double", "take", "drop", "withdraw", "resign", "flag")},
    ("resign", "points"): NUMBERS,
    ("time", "milliseconds"): NUMBERS,
    ("names", "names"): PLAYERS,
    ("reveal", "secret"): TEXTS,
    ("close", "winner"): ("red", "", 1, []),
    ("close", "points"): NUMBERS,
    ("close", "kind"): (None, "zzz", [], 1),
    ("close", "ended_by"): (None, "", "luck", [], 1),
    ("close", "turns"): NUMBERS,
    ("close", "actions"): NUMBERS,
    ("close", "code"): TEXTS,
}
BODIES = {name: body_of(name, fields) for _, name, fields in EXAMPLES}
BODIES |= {
    "roll": body_of("roll", {"dice": [5, 2], "pawns": [1]}),
    "close": body_of("close", CLOSED),
    "step": body_of("step", WITH_WAY),
}
FAULTS = [(name, field, value) for (name, field), values in WRONG.items() for value in values]


def test_every_field_of_every_action_is_damaged_here() -> None:
    fields = {(name, field) for name, body in BODIES.items() for field in body}
    fields = {(name, field) for name, field in fields if field not in ("action", "v")}
    assert fields | {("begin", "colour")} == {*WRONG}


@pytest.mark.parametrize(("name", "field", "value"), FAULTS, ids=ascii)
def test_a_malformed_field_is_refused(name: str, field: str, value: Any) -> None:
    assert action_from_json(BODIES[name])
    with pytest.raises(UnreadableError, match=rf"^expected '{name}', got "):
        action_from_json(BODIES[name] | {field: value})


NEEDED = [
    (name, field)
    for name, body in BODIES.items()
    for field in (PLAIN if name == "begin" else body)
    if field not in ("action", "v", "pawns", "way")
]


@pytest.mark.parametrize(("name", "field"), NEEDED)
def test_a_missing_field_is_refused(name: str, field: str) -> None:
    body = {key: value for key, value in BODIES[name].items() if key != field}
    with pytest.raises(UnreadableError, match=rf"^expected '{name}', got "):
        action_from_json(body)


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_field_is_refused(name: str) -> None:
    with pytest.raises(UnreadableError, match=rf"^expected '{name}', got "):
        action_from_json(BODIES[name] | {"colour": "red"})


@pytest.mark.parametrize("fields", [{"rules": "chess"}, {"options": {"colour": "red"}}], ids=str)
def test_a_beginning_with_unknown_rules_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError, match=r"^expected 'begin', got .*: unknown"):
        action_from_json(body_of("begin", PLAIN | fields))


def test_a_field_of_another_name_is_refused() -> None:
    with pytest.raises(UnreadableError, match="expected the field side, and no other"):
        action_from_json({"action": "double", "v": 1, "colour": "white"})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", [None, 0, 2, "1", True, 1.0, [1]])
def test_another_version_is_refused(name: str, version: Any) -> None:
    with pytest.raises(UnreadableError, match=rf"^expected '{name}' of version 1, got "):
        action_from_json(BODIES[name] | {"v": version})


@pytest.mark.parametrize(
    "body",
    [None, [], {}, 5, "roll", {"action": []}, {"action": {}}, {"action": None}, {"action": "tap"}],
    ids=str,
)
def test_what_is_no_action_is_refused(body: Any) -> None:
    with pytest.raises(UnreadableError, match=f"^expected an action of {', '.join(NAMES)}, got "):
        action_from_json(body)
