"""The engine's whole replies: the contract's examples, every error, and that it goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.cli import engine
from minigam.rules.notation import parse_play
from minigam.rules.pawntext import format_faces, parse_faced_position
from minigam.rules.position import Side, format_position
from minigam.rules.ruleset import RULE_SETS
from minigam.solver.tablefile import TableStore
from tests.rules import naive
from tests.rules.cases import LAYOUT, random_cases
from tests.solver import solved

Fields = dict[str, Any]
NO_TABLES = TableStore(Path("/nowhere"))

LEGAL: Fields = {
    "op": "legal",
    "rules": "minigam",
    "position": "H------h",
    "turn": "white",
    "roll": [5, 2],
}
PERFT: Fields = {
    "op": "perft",
    "rules": "minigam",
    "position": "H------h",
    "turn": "white",
    "depth": 2,
}

BAD, UNKNOWN, UNREADABLE = "bad-request", "unknown-name", "unreadable"
FIELDS = "expected the fields faces, op, options, position, roll, rules, totals, turn, xgid"
LEGAL_REPLY = {
    "ok": True,
    "plays": [
        {"play": "bar/2 bar/5", "position": "F-A--A-h"},
        {"play": "bar/off", "position": "G------h"},
    ],
}


def reply(line: str | bytes) -> Fields:
    return engine.reply(line, NO_TABLES)


def ask(request: Fields, **changes: object) -> Fields:
    """The reply to a request with some fields changed."""
    return reply(json.dumps({**request, **changes}))


def refusal(code: str, message: str) -> Fields:
    return {"ok": False, "error": {"code": code, "message": message}}


# ---- Answers -------------------------------------------------------------------------------------


def test_legal() -> None:
    assert ask(LEGAL) == LEGAL_REPLY


def test_fields_may_come_in_any_order() -> None:
    for fields in permutations(LEGAL.items()):
        assert reply(json.dumps(dict(fields))) == LEGAL_REPLY


def test_a_line_may_be_bytes() -> None:
    assert reply(json.dumps(LEGAL).encode()) == LEGAL_REPLY


def test_black_is_answered_in_its_own_numbers_and_whites_orientation() -> None:
    assert ask(LEGAL, turn="black") == {
        "ok": True,
        "plays": [
            {"play": "bar/2 bar/5", "position": "H-a--a-f"},
            {"play": "bar/off", "position": "H------g"},
        ],
    }


def test_nothing_to_play_is_a_pass() -> None:
    expected = {"ok": True, "plays": [{"play": "pass", "position": "A-bb---d"}]}
    assert ask(LEGAL, position="A-bb---d", roll=[3, 2]) == expected


@pytest.mark.parametrize("turn", ["white", "black"])
@pytest.mark.parametrize("position", ["-------h", "H-------", "--------"])
def test_a_finished_game_leaves_a_pass_to_either_side(position: str, turn: str) -> None:
    expected = {"ok": True, "plays": [{"play": "pass", "position": position}]}
    assert ask(LEGAL, position=position, turn=turn) == expected


def test_legal_is_what_the_oracle_says() -> None:
    for case in random_cases(seed=1, number=400):
        answer = ask(
            LEGAL,
            rules=case.rules.id,
            options=case.rules.option_values(),
            position=case.text,
            turn=case.side.value,
            roll=case.roll,
        )
        ends = [play["position"] for play in answer["plays"]]
        assert sorted(ends) == sorted(case.results()), case
        for play in answer["plays"]:
            read = parse_play(case.rules, case.position, case.side, case.roll, play["play"])
            assert format_position(read.position, LAYOUT) == play["position"], case


@pytest.mark.parametrize("value", [False, "false"])
def test_options_are_text_or_json(value: object) -> None:
    answer = ask(LEGAL, roll=[3, 3], options={"enter_on_own": value, "second_die": "must"})
    assert answer == {"ok": True, "plays": [{"play": "bar/6", "position": "G-----Ah"}]}


OPTION_VALUES = [
    (rules.id, option.name, value)
    for rules in RULE_SETS.values()
    for option in rules.options
    for value in option.values
]


@pytest.mark.parametrize(("rules_id", "name", "value"), OPTION_VALUES)
def test_every_value_of_every_option_is_taken(rules_id: str, name: str, value: str) -> None:
    rules = RULE_SETS[rules_id]
    start = format_position(rules.start, rules.layout)
    asked = {"rules": rules_id, "options": {name: value}, "position": start, "roll": [5, 2]}
    answer = ask(LEGAL, **asked)
    assert answer["ok"], answer
    assert answer["plays"][0]["play"] != "pass"


OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
UNROLLED = OPENING.replace(":31:", ":00:")


def test_an_xgid_says_position_turn_and_roll() -> None:
    told = {"rules": "backgammon", "position": OPENING[5:31], "turn": "white", "roll": [3, 1]}
    expected = reply(json.dumps({"op": "legal", **told}))
    assert len(expected["plays"]) == 16
    assert reply(json.dumps({"op": "legal", "xgid": OPENING})) == expected
    assert reply(json.dumps({"op": "legal", "xgid": OPENING[5:]})) == expected
    assert reply(json.dumps({"op": "legal", "xgid": UNROLLED, "roll": [3, 1]})) == expected
    black = UNROLLED.replace(":0:0:1:", ":2:-1:-1:")
    of_black = {"op": "legal", **told, "turn": "black"}
    again = reply(json.dumps({"op": "legal", "xgid": black, "roll": [3, 1]}))
    assert again == reply(json.dumps(of_black))


def test_an_xgid_of_another_game_of_24_points() -> None:
    xgid = "XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10"
    said = reply(json.dumps({"op": "best", "rules": "hypergammon", "xgid": xgid, "roll": [3, 1]}))
    assert said["error"]["code"] == "no-table"
    said = reply(json.dumps({"op": "evaluate", "xgid": OPENING}))
    assert said["error"]["code"] == "no-table"


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        ({"xgid": 5}, BAD, "expected xgid as a text, got 5"),
        ({"xgid": OPENING, "roll": [3, 1]}, BAD, "expected no roll beside an xgid that h"),
        ({"xgid": UNROLLED}, BAD, "expected the fields roll; missing of these: roll"),
        (
            {"xgid": UNROLLED, "turn": "white", "position": "x"},
            BAD,
            "expected no position, turn beside an xgid, which says that itself",
        ),
        ({"xgid": OPENING.replace("31", "B")}, UNREADABLE, "column 39 of the XGID"),
        (
            {"xgid": OPENING, "rules": "minigam"},
            "cannot-hold",
            "XGID and GNU Backgammon's IDs know",
        ),
        ({"xgid": OPENING, "rules": "hypergammon"}, UNREADABLE, "column 6 of the XGID"),
    ],
)
def test_an_xgid_that_does_not_fit(request_: Fields, code: str, message: str) -> None:
    error = reply(json.dumps({"op": "legal", **request_}))["error"]
    assert (error["code"], error["message"][: len(message)]) == (code, message)


@pytest.mark.parametrize("full_entry", [False, True])
def test_perft(full_entry: bool) -> None:
    counts = naive.perft("H------h", "white", 2, naive.Options(full_entry=full_entry))
    rules = "minigam-full-entry" if full_entry else "minigam"
    assert ask(PERFT, rules=rules) == {"ok": True, "counts": counts}
    assert ask(PERFT, rules=rules, depth=1) == {"ok": True, "counts": counts[:1]}


def test_perft_of_a_finished_game_has_no_children() -> None:
    assert ask(PERFT, position="-------h", depth=4) == {"ok": True, "counts": [0, 0, 0, 0]}


# ---- Errors --------------------------------------------------------------------------------------

ONE_LINE = "expected a JSON object on one line, got"
OPS = "expected one of: legal, perft, evaluate, best"
RULES = f"expected one of: {', '.join(RULE_SETS)}"
PLACES = "expected a position of 8 characters, got"
ROLL = "expected a roll of two numbers from 1 to 6, got"
DEPTH = "expected depth as a whole number from 1 to 4, got"
OPTIONS = "expected options as an object of names and values, got"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", f"{ONE_LINE}: invalid JSON at line 1, column 1"),
        ("roll!", f"{ONE_LINE}: invalid JSON at line 1, column 1"),
        ('{"op":"legal"', f"{ONE_LINE}: invalid JSON at line 1, column 14"),
        ("{}{}", f"{ONE_LINE}: invalid JSON at line 1, column 3"),
        (b'{"op":"\xff"}', f"{ONE_LINE}: no UTF-8 at byte 8"),
        ("[" * 100_000, f"{ONE_LINE}: nested more than 100 levels deep"),
        ('{"op":' * 100_000, f"{ONE_LINE}: nested more than 100 levels deep"),
        ("null", "expected a JSON object, got None"),
        ("[1, 2]", "expected a JSON object, got [1, 2]"),
        ('"legal"', "expected a JSON object, got legal"),
        ("7", "expected a JSON object, got 7"),
        (f'"{"x" * 1_000_000}"', f"expected a JSON object, got {'x' * 80}"),
    ],
    ids=range(12),
)
def test_a_line_that_is_no_request(line: str | bytes, message: str) -> None:
    assert reply(line) == refusal(BAD, message)


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({"op": "dance"}, UNKNOWN, f"unknown op 'dance'; {OPS}"),
        ({"op": None}, UNKNOWN, f"unknown op 'None'; {OPS}"),
        ({"op": ["legal"]}, UNKNOWN, f"unknown op \"['legal']\"; {OPS}"),
        ({"rules": "ludo"}, UNKNOWN, f"unknown rule set 'ludo'; {RULES}"),
        ({"rules": {}}, UNKNOWN, f"unknown rule set '{{}}'; {RULES}"),
        (
            {"options": {"speed": 1}},
            UNKNOWN,
            "unknown option of minigam 'speed'; expected one of: enter_on_own, second_die, length",
        ),
        (
            {"options": {"second_die": "both"}},
            UNKNOWN,
            "unknown value of option second_die 'both'; expected one of: order, must, free",
        ),
        (
            {"options": {"enter_on_own": 1}},
            UNKNOWN,
            "unknown value of option enter_on_own '1'; expected one of: true, false",
        ),
        ({"options": None}, BAD, f"{OPTIONS} None"),
        ({"options": ["second_die=must"]}, BAD, f"{OPTIONS} ['second_die=must']"),
        ({"dice": [5, 2], "colour": "red"}, BAD, f"{FIELDS}, got colour, dice"),
        ({"depth": 2}, BAD, f"{FIELDS}, got depth"),
        ({"position": None}, UNREADABLE, f"{PLACES} None"),
        ({"position": "H-----h"}, UNREADABLE, f"{PLACES} 'H-----h'"),
        (
            {"position": "H--x---h"},
            UNREADABLE,
            "expected '-', A to O or a to o at column 4 of position 'H--x---h', got 'x'",
        ),
        (
            {"position": "h------H"},
            UNREADABLE,
            "white cannot stand on the other side's bar in 'h------H'",
        ),
        ({"turn": "red"}, UNREADABLE, "expected a side, white or black, got 'red'"),
        ({"turn": None}, UNREADABLE, "expected a side, white or black, got None"),
        ({"turn": ["white"]}, UNREADABLE, "expected a side, white or black, got ['white']"),
        ({"roll": None}, UNREADABLE, f"{ROLL} None"),
        ({"roll": 52}, UNREADABLE, f"{ROLL} 52"),
        ({"roll": [5]}, UNREADABLE, f"{ROLL} [5]"),
        ({"roll": [5, 7]}, UNREADABLE, f"{ROLL} [5, 7]"),
        ({"roll": [5, 2.0]}, UNREADABLE, f"{ROLL} [5, 2.0]"),
        ({"roll": [True, 2]}, UNREADABLE, f"{ROLL} [True, 2]"),
        ({"roll": ["5", "2"]}, UNREADABLE, f"{ROLL} ['5', '2']"),
    ],
    ids=str,
)
def test_a_question_that_cannot_be_answered(changes: Fields, code: str, message: str) -> None:
    assert ask(LEGAL, **changes) == refusal(code, message)


@pytest.mark.parametrize("field", ["op", "rules", "options", "position", "turn", "roll", "more"])
def test_what_is_said_back_is_short(field: str) -> None:
    for value in ("x" * 2_000_000, ["x\n"] * 100_000, {"x" * 100_000: "x" * 100_000}):
        message = ask(LEGAL, **{field: value})["error"]["message"]
        assert len(message) <= 1000
        assert len(message.splitlines()) == 1


@pytest.mark.parametrize("depth", [None, 0, -1, 5, 2.0, True, "2", [2], 10**30])
def test_a_depth_that_cannot_be_counted(depth: object) -> None:
    assert ask(PERFT, depth=depth) == refusal(BAD, f"{DEPTH} {depth!r}")


FIELDS = "expected the fields"


@pytest.mark.parametrize(
    ("request_", "missing", "message"),
    [
        (LEGAL, "op", f"{FIELDS} op; missing of these: op"),
        *(
            (LEGAL, name, f"{FIELDS} rules, position, turn, roll; missing of these: {name}")
            for name in ("rules", "position", "turn", "roll")
        ),
        (LEGAL, "turn roll", f"{FIELDS} rules, position, turn, roll; missing of these: turn, roll"),
        (PERFT, "depth", f"{FIELDS} rules, position, turn, depth; missing of these: depth"),
    ],
)
def test_a_missing_field_is_named(request_: dict[str, Any], missing: str, message: str) -> None:
    request = {name: value for name, value in request_.items() if name not in missing.split()}
    assert ask(request) == refusal(BAD, message)


@pytest.mark.parametrize("field", ["op", "rules", "position", "turn", "roll", "options"])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_no_depth_of_nesting_ends_the_engine(field: str, opening: str, closing: str) -> None:
    """Around Python's own limit, where reading still works and writing about it does not."""
    rest = json.dumps({name: value for name, value in LEGAL.items() if name != field})[1:]
    for depth in range(900, 1_010):
        nested = opening * depth + "1" + closing * depth
        assert reply(f'{{"{field}": {nested}, {rest}')["ok"] is False


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.binary() | st.text() | json_values.map(json.dumps))
@settings(deadline=None)
def test_whatever_the_line_there_is_a_reply(line: str | bytes) -> None:
    answer = reply(line)
    assert (answer["ok"], set(answer["error"])) == (False, {"code", "message"})


@given(st.sampled_from([*LEGAL, "options"]), json_values)
@settings(deadline=None)
def test_whatever_a_field_says_there_is_a_reply(field: str, value: object) -> None:
    assert ask(LEGAL, **{field: value}).keys() in ({"ok", "plays"}, {"ok", "error"})


# ---- The process ---------------------------------------------------------------------------------


def test_the_process_goes_on_after_bad_lines() -> None:
    good = json.dumps(LEGAL).encode()
    lines = [
        good,
        b"roll!",
        b"\xff",
        b"[" * 100_000,
        b'"' + b"x" * 1_000_000 + b'"',
        json.dumps({**LEGAL, "roll": [5, 7]}).encode(),
        json.dumps(PERFT).encode(),
        good,
    ]
    engine = subprocess.run(
        [sys.executable, "-m", "minigam", "engine"],
        input=b"\n".join([b"", *lines[:4], b"  ", *lines[4:]]),
        capture_output=True,
        check=True,
    )
    assert [json.loads(line) for line in engine.stdout.splitlines()] == list(map(reply, lines))
    assert engine.stderr == b""


def test_a_reply_does_not_wait_for_the_next_line() -> None:
    engine = subprocess.Popen(
        [sys.executable, "-m", "minigam", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    guard = Timer(60, engine.kill)  # a failure must not hang the suite
    guard.start()
    with engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for request in (LEGAL, PERFT, {}):
            engine.stdin.write(json.dumps(request).encode() + b"\n")
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline() or "null") == ask(request)
    guard.cancel()


# ---- Games with faces ----------------------------------------------------------------------------

FACED: Fields = {
    "op": "legal",
    "rules": "backgammon-dice-tournament",
    "position": "-B----B----b-b-a--",
    "faces": [
        *([], ["half-", "switch0"], [], [], [], [], ["regular+", "regular0"], [], []),
        *([], [], ["regular0"] * 2, [], ["double+"] * 2, [], ["regular-"], [], []),
    ],
    "totals": [7, 3],
    "turn": "white",
    "roll": [3, 4],
}


def test_faces_come_in_and_go_out() -> None:
    """Every play's faces can be asked about again, and its steps lead there."""
    answer = ask(FACED)
    assert answer["ok"]
    rules = RULE_SETS[FACED["rules"]]
    before = parse_faced_position(rules, FACED["position"], FACED["faces"], FACED["totals"])
    for play in answer["plays"]:
        position = parse_faced_position(rules, play["position"], play["faces"], play["totals"])
        assert format_faces(position) == play["faces"]
        again = parse_play(rules, before, Side.WHITE, (3, 4), play["play"])
        assert again.position == position
    seen = [(play["position"], str(play["faces"])) for play in answer["plays"]]
    assert len(set(seen)) == len(seen) > 10


def test_a_pawn_borne_off_adds_to_the_total() -> None:
    blacks: list[list[str]] = [[], ["half-"], *[[]] * 16]
    faces = [*blacks[:15], ["regular+"], [], []]
    answer = ask(FACED, position="-a-------------A--", faces=faces, roll=[2, 1])
    assert answer["plays"] == [
        {
            "play": "regular+@15/off",
            "position": "-a" + "-" * 16,
            "faces": blacks,
            "totals": [10, 3],
        }
    ]


def test_without_faces_and_totals_all_is_plain() -> None:
    plain = {name: value for name, value in FACED.items() if name not in ("faces", "totals")}
    counts = [ord(cell.lower()) - 96 if cell != "-" else 0 for cell in plain["position"]]
    faces = [["regular0"] * count for count in counts]
    assert ask(plain) == ask(plain, faces=faces, totals=[0, 0])


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({"faces": [[]] * 17}, UNREADABLE, "expected faces as a list of 18 lists, got "),
        ({"faces": "half-"}, UNREADABLE, "expected faces as a list of 18 lists, got 'half-'"),
        (
            {"faces": [["half"], *[[]] * 17]},
            UNREADABLE,
            "expected faces such as regular0 or half- in list 0 of faces, got ['half']",
        ),
        (
            {"faces": [["half-"], *[[]] * 17]},
            UNREADABLE,
            "expected 0 faces in list 0 of faces, got 1",
        ),
        ({"totals": [36, 0]}, UNREADABLE, "expected totals from 0 to 35, got [36, 0]"),
        ({"totals": [-1, 0]}, UNREADABLE, "expected totals from 0 to 35, got [-1, 0]"),
        ({"totals": [10**4299, 0]}, UNREADABLE, "expected totals from 0 to 35, got [1000"),
        ({"totals": [1]}, UNREADABLE, "expected totals as two whole numbers, got [1]"),
        (
            {"rules": "backgammon-dice-basic"},
            UNREADABLE,
            "expected no totals: Backgammon Dice, basic counts none",
        ),
        (
            {"rules": "backgammon-dice-simple"},
            BAD,
            "expected no faces: Backgammon Dice, simple has none, got [[], ['half-', ",
        ),
    ],
)
def test_faces_that_do_not_fit(changes: Fields, code: str, message: str) -> None:
    answer = ask(FACED, **changes)
    assert (answer["ok"], answer["error"]["code"]) == (False, code)
    assert answer["error"]["message"].startswith(message)


def test_perft_does_not_count_games_with_faces() -> None:
    assert ask(PERFT, rules="backgammon-dice-basic", position="-" * 18) == refusal(
        BAD,
        "expected a game whose pawns have no faces, got Backgammon Dice, basic: "
        "what a roll leads to depends on faces that are thrown with it",
    )


@pytest.mark.parametrize("name", RULE_SETS)
def test_without_a_table_nobody_knows_who_is_winning(name: str) -> None:
    rules = RULE_SETS[name]
    position = format_position(rules.start, rules.layout)
    asked = {"rules": name, "position": position, "turn": "white"}
    for more in ({"op": "evaluate"}, {"op": "best", "roll": [2, 1]}):
        answer = reply(json.dumps({**asked, **more}))
        assert (answer["ok"], answer["error"]["code"]) == (False, "no-table")


def test_where_a_table_is_missing_the_reply_says_how_to_build_it() -> None:
    asked = {"op": "evaluate", "rules": "minigam", "position": "H------h", "turn": "white"}
    assert ask(asked, options={"second_die": "must"}) == refusal(
        "no-table",
        "expected a table of exact values at /nowhere/minigam-second_die=must.table, found none: "
        'run `make solve SOLVE="--rules minigam --option second_die=must"`',
    )


def test_a_game_that_cannot_be_solved_has_no_table() -> None:
    position = format_position(RULE_SETS["portes"].start, RULE_SETS["portes"].layout)
    asked = {"op": "evaluate", "rules": "portes", "position": position, "turn": "black"}
    assert ask(asked) == refusal(
        "no-table",
        "there is no table of exact values: Portes is too large to be solved: expected at most "
        "8000 ways to place a side's checkers, got 40225345056; try minigam or hypergammon",
    )


@pytest.mark.slow
def test_with_a_table_the_reply_has_exact_values() -> None:
    tables = TableStore(solved.data_folder() / "tables")
    asked = {"rules": "minigam", "position": "H------h", "turn": "white"}
    evaluated = engine.reply(json.dumps({"op": "evaluate", **asked}), tables)
    assert evaluated == {"ok": True, "win": 0.5367777, "equity": 0.0735555, "exact": True}
    best = engine.reply(json.dumps({"op": "best", "roll": [5, 2], **asked}), tables)
    assert [(play["play"], play["position"]) for play in best["plays"]] == [
        ("bar/off", "G------h"),
        ("bar/2 bar/5", "F-A--A-h"),
    ]
    assert best["plays"][0]["win"] > best["plays"][1]["win"] > 0.4
    over = engine.reply(json.dumps({**asked, "op": "evaluate", "position": "-------h"}), tables)
    assert over == {"ok": True, "win": 1.0, "equity": 1.0, "exact": True}
