"""The engine's whole replies: the contract's examples, every error, and that it goes on."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.cli import engine
from minigam.daemon.judges import Judges
from minigam.players import weights
from minigam.rules.notation import parse_play
from minigam.rules.pawntext import format_faces, parse_faced_position
from minigam.rules.position import Side, format_position
from minigam.rules.ruleset import RULE_SETS
from minigam.solver.tablebase import TablebaseStore
from tests.rules import naive
from tests.rules.cases import LAYOUT, random_cases
from tests.solver import solved

Fields = dict[str, Any]
NO_TABLES = Judges(TablebaseStore(Path("/nowhere")))

START: Fields = {"rules": "minigam", "position": "H------h", "turn": "white"}
LEGAL: Fields = {"op": "legal", **START, "roll": [5, 2]}
PERFT: Fields = {"op": "perft", **START, "depth": 2}

BAD, UNKNOWN, UNREADABLE = "bad-request", "unknown-name", "unreadable"
FIELDS = "expected the fields faces, op, options, position, roll, rules, totals, turn, xgid"
PLAYS = {"bar/2 bar/5": "F-A--A-h", "bar/off": "G------h"}
"""Of `LEGAL`, with the position that each leads to."""


def reply(line: str | bytes) -> Fields:
    return engine.reply(line, NO_TABLES)


def ask(request: Fields, **changes: object) -> Fields:
    """The reply to a request with some fields changed."""
    return reply(json.dumps({**request, **changes}))


def legal_reply(plays: Mapping[str, str]) -> Fields:
    both = [{"play": play, "position": position} for play, position in plays.items()]
    return {"ok": True, "plays": both}


def refusal(code: str, message: str) -> Fields:
    return {"ok": False, "error": {"code": code, "message": message}}


def error_of(answer: Fields) -> str:
    """Its code and its message."""
    assert answer["ok"] is False
    return f"{answer['error']['code']}: {answer['error']['message']}"


# ---- Answers -------------------------------------------------------------------------------------


def test_fields_may_come_in_any_order_and_a_line_may_be_bytes() -> None:
    for fields in permutations(LEGAL.items()):
        line = json.dumps(dict(fields))
        assert reply(line) == reply(line.encode()) == legal_reply(PLAYS)


@pytest.mark.parametrize(
    ("changes", "plays"),
    [
        ({"turn": "black"}, {"bar/2 bar/5": "H-a--a-f", "bar/off": "H------g"}),
        ({"position": "A-bb---d", "roll": [3, 2]}, {"pass": "A-bb---d"}),
        *(
            ({"position": over, "turn": turn}, {"pass": over})
            for over in ("-------h", "H-------", "--------")
            for turn in ("white", "black")
        ),
        *(
            (
                {"roll": [3, 3], "options": {"enter_on_own": no, "second_die": "must"}},
                {"bar/6": "G-----Ah"},
            )
            for no in (False, "false")
        ),
    ],
    ids=str,
)
def test_each_play_has_the_mover_s_numbers_and_whites_orientation(
    changes: Fields, plays: dict[str, str]
) -> None:
    """Nothing to play, as at the end of a game, is a pass; options are text or JSON."""
    assert ask(LEGAL, **changes) == legal_reply(plays)


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
    told = {"op": "legal", "rules": "backgammon", "position": OPENING[5:31], "roll": [3, 1]}
    expected = ask(told, turn="white")
    assert len(expected["plays"]) == 16
    for xgid in (OPENING, OPENING[5:]):
        assert ask({"op": "legal", "xgid": xgid}) == expected
    unrolled = {"op": "legal", "roll": [3, 1], "xgid": UNROLLED}
    assert ask(unrolled) == expected
    black = UNROLLED.replace(":0:0:1:", ":2:-1:-1:")
    assert ask(unrolled, xgid=black) == ask(told, turn="black")


def test_an_xgid_of_another_game_of_24_points() -> None:
    xgid = "XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10"
    best = ask({"op": "best", "rules": "hypergammon", "xgid": xgid, "roll": [3, 1]})
    assert {len(play["position"]) for play in best["plays"]} == {26}
    assert ask({"op": "evaluate", "xgid": OPENING})["ok"]


@pytest.mark.parametrize(
    ("request_", "begin"),
    [
        ({"xgid": 5}, "bad-request: expected xgid as a text, got 5"),
        ({"xgid": OPENING, "roll": [3, 1]}, "bad-request: expected no roll beside an xgid that h"),
        ({"xgid": UNROLLED}, "bad-request: expected the fields roll; missing of these: roll"),
        (
            {"xgid": UNROLLED, "turn": "white", "position": "x"},
            "bad-request: expected no position, turn beside an xgid, which says that itself",
        ),
        ({"xgid": OPENING.replace("31", "B")}, "unreadable: column 39 of the XGID"),
        ({"xgid": OPENING, "rules": "minigam"}, "cannot-hold: XGID and GNU Backgammon's IDs know"),
        ({"xgid": OPENING, "rules": "hypergammon"}, "unreadable: column 6 of the XGID"),
    ],
)
def test_an_xgid_that_does_not_fit(request_: Fields, begin: str) -> None:
    assert error_of(ask({"op": "legal"}, **request_)).startswith(begin)


@pytest.mark.parametrize("full_entry", [False, True])
def test_perft(full_entry: bool) -> None:
    counts = naive.perft("H------h", "white", 2, naive.Options(full_entry=full_entry))
    rules = "minigam-full-entry" if full_entry else "minigam"
    assert ask(PERFT, rules=rules) == {"ok": True, "counts": counts}
    assert ask(PERFT, rules=rules, depth=1) == {"ok": True, "counts": counts[:1]}
    over = ask(PERFT, rules=rules, position="-------h", depth=4)
    assert over == {"ok": True, "counts": [0, 0, 0, 0]}


# ---- Errors --------------------------------------------------------------------------------------

ONE_LINE = "expected a JSON object on one line, got"
OPS = "expected one of: legal, perft, evaluate, best"
RULES = f"expected one of: {', '.join(RULE_SETS)}"
PLACES = "expected a position of 8 characters, got"
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


CANNOT_BE_ANSWERED: dict[str, list[tuple[Fields, str]]] = {
    UNKNOWN: [
        ({"op": "dance"}, f"unknown op 'dance'; {OPS}"),
        ({"op": None}, f"unknown op 'None'; {OPS}"),
        ({"op": ["legal"]}, f"unknown op \"['legal']\"; {OPS}"),
        ({"rules": "ludo"}, f"unknown rule set 'ludo'; {RULES}"),
        ({"rules": {}}, f"unknown rule set '{{}}'; {RULES}"),
        (
            {"options": {"speed": 1}},
            "unknown option of minigam 'speed'; expected one of: enter_on_own, second_die, length",
        ),
        (
            {"options": {"second_die": "both"}},
            "unknown value of option second_die 'both'; expected one of: order, must, free",
        ),
        (
            {"options": {"enter_on_own": 1}},
            "unknown value of option enter_on_own '1'; expected one of: true, false",
        ),
    ],
    BAD: [
        ({"options": None}, f"{OPTIONS} None"),
        ({"options": ["second_die=must"]}, f"{OPTIONS} ['second_die=must']"),
        ({"dice": [5, 2], "colour": "red"}, f"{FIELDS}, got colour, dice"),
        ({"depth": 2}, f"{FIELDS}, got depth"),
    ],
    UNREADABLE: [
        ({"position": None}, f"{PLACES} None"),
        ({"position": "H-----h"}, f"{PLACES} 'H-----h'"),
        (
            {"position": "H--x---h"},
            "expected '-', A to O or a to o at column 4 of position 'H--x---h', got 'x'",
        ),
        ({"position": "h------H"}, "white cannot stand on the other side's bar in 'h------H'"),
        *(
            ({"turn": turn}, f"expected a side, white or black, got {turn!r}")
            for turn in ("red", None, ["white"])
        ),
        *(
            ({"roll": roll}, f"expected a roll of two numbers from 1 to 6, got {roll!r}")
            for roll in (None, 52, [5], [5, 7], [5, 2.0], [True, 2], ["5", "2"])
        ),
    ],
}


@pytest.mark.parametrize(
    ("code", "changes", "message"),
    [(code, *case) for code, cases in CANNOT_BE_ANSWERED.items() for case in cases],
    ids=str,
)
def test_a_question_that_cannot_be_answered(code: str, changes: Fields, message: str) -> None:
    assert ask(LEGAL, **changes) == refusal(code, message)


@pytest.mark.parametrize("field", ["op", "rules", "options", "position", "turn", "roll", "more"])
def test_what_is_said_back_is_short(field: str) -> None:
    for value in ("x" * 2_000_000, ["x\n"] * 100_000, {"x" * 100_000: "x" * 100_000}):
        message = ask(LEGAL, **{field: value})["error"]["message"]
        assert len(message) <= 1000
        assert len(message.splitlines()) == 1


@pytest.mark.parametrize("depth", [None, 0, -1, 5, 2.0, True, "2", [2], 10**30])
def test_a_depth_that_cannot_be_counted(depth: object) -> None:
    message = f"expected depth as a whole number from 1 to 4, got {depth!r}"
    assert ask(PERFT, depth=depth) == refusal(BAD, message)


@pytest.mark.parametrize(
    ("request_", "missing", "asked"),
    [
        (LEGAL, "op", "op"),
        *((LEGAL, name, "rules, position, turn, roll") for name in (*START, "roll")),
        (LEGAL, "turn, roll", "rules, position, turn, roll"),
        (PERFT, "depth", "rules, position, turn, depth"),
    ],
)
def test_a_missing_field_is_named(request_: Fields, missing: str, asked: str) -> None:
    request = {name: value for name, value in request_.items() if name not in missing.split(", ")}
    message = f"expected the fields {asked}; missing of these: {missing}"
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
    ("changes", "begin"),
    [
        ({"faces": [[]] * 17}, "unreadable: expected faces as a list of 18 lists, got "),
        ({"faces": "half-"}, "unreadable: expected faces as a list of 18 lists, got 'half-'"),
        (
            {"faces": [["half"], *[[]] * 17]},
            "unreadable: expected faces such as regular0 or half- in list 0 of faces, got ['half']",
        ),
        (
            {"faces": [["half-"], *[[]] * 17]},
            "unreadable: expected 0 faces in list 0 of faces, got 1",
        ),
        ({"totals": [36, 0]}, "unreadable: expected totals from 0 to 35, got [36, 0]"),
        ({"totals": [-1, 0]}, "unreadable: expected totals from 0 to 35, got [-1, 0]"),
        ({"totals": [10**4299, 0]}, "unreadable: expected totals from 0 to 35, got [1000"),
        ({"totals": [1]}, "unreadable: expected totals as two whole numbers, got [1]"),
        (
            {"rules": "backgammon-dice-basic"},
            "unreadable: expected no totals: Backgammon Dice, basic counts none",
        ),
        (
            {"rules": "backgammon-dice-simple"},
            "bad-request: expected no faces: Backgammon Dice, simple has none, got [[], ['half-', ",
        ),
    ],
)
def test_faces_that_do_not_fit(changes: Fields, begin: str) -> None:
    assert error_of(ask(FACED, **changes)).startswith(begin)


def test_perft_does_not_count_games_with_faces() -> None:
    assert ask(PERFT, rules="backgammon-dice-basic", position="-" * 18) == refusal(
        BAD,
        "expected a game whose pawns have no faces, got Backgammon Dice, basic: "
        "what a roll leads to depends on faces that are rolled with it",
    )


@pytest.mark.parametrize("name", RULE_SETS)
def test_without_a_table_networks_estimate(name: str) -> None:
    rules = RULE_SETS[name]
    position = format_position(rules.start, rules.layout)
    asked = {"rules": name, "position": position, "turn": "white"}
    found = ask(asked, op="evaluate")
    assert found == {"ok": True, "win": found["win"], "equity": found["equity"], "exact": False}
    assert 0.4 < found["win"] < 0.7
    best, legal = (ask(asked, op=op, roll=[2, 1]) for op in ("best", "legal"))
    assert (best["ok"], best["exact"]) == (True, False)
    worth = [play["equity"] for play in best["plays"]]
    assert worth == sorted(worth, reverse=True)
    assert len(worth) == len(legal["plays"])


def test_an_opening_that_everybody_plays() -> None:
    """8/5 6/5 with 3-1: gnubg 1.07 gives it 55.1 % and 0.16 points at 2 plies."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    first, *_ = ask({"op": "best", "xgid": xgid})["plays"]
    assert first["play"] == "8/5 6/5"
    assert (first["win"], first["equity"]) == (
        pytest.approx(0.551, abs=0.02),
        pytest.approx(0.16, abs=0.04),
    )


def test_with_neither_a_table_nor_networks_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    asked = {"op": "evaluate", **START, "options": {"second_die": "must"}}
    alone = Judges(TablebaseStore(Path("/nowhere")))
    assert engine.reply(json.dumps(asked), alone) == refusal(
        "no-table",
        "expected a table of exact values at /nowhere/minigam-second_die=must.table, found none: "
        'run `make solve SOLVE="--rules minigam --option second_die=must"`; or let networks judge: '
        "there are no weights for Minigam yet, so nothing can judge its positions",
    )


@pytest.mark.slow
def test_with_a_table_the_reply_has_exact_values() -> None:
    tables = Judges(TablebaseStore(solved.data_folder() / "tables"))
    evaluated = engine.reply(json.dumps({"op": "evaluate", **START}), tables)
    assert evaluated == {"ok": True, "win": 0.5367777, "equity": 0.0735555, "exact": True}
    best = engine.reply(json.dumps({"op": "best", "roll": [5, 2], **START}), tables)
    assert [(play["play"], play["position"]) for play in best["plays"]] == [
        ("bar/off", "G------h"),
        ("bar/2 bar/5", "F-A--A-h"),
    ]
    assert best["plays"][0]["win"] > best["plays"][1]["win"] > 0.4
    over = engine.reply(json.dumps({**START, "op": "evaluate", "position": "-------h"}), tables)
    assert over == {"ok": True, "win": 1.0, "equity": 1.0, "exact": True}
