"""Games as JSON: a whole file by hand, and every kind of damage."""

import json
from dataclasses import replace

import pytest

from minigam.errors import AmbiguousPlayError, IllegalPlayError, UnreadableError
from minigam.formats.jsonfile import read_json, write_json
from minigam.rules.clock import TimeControl
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record
from minigam.rules.terms import Terms

FILE = """\
{
  "format": "minigam",
  "version": 1,
  "games": [
    {
      "rules": "backgammon",
      "options": {"length": "5"},
      "white": "Ann",
      "black": "Zoë",
      "at": "2026-01-31T19:05:00Z",
      "score": [1, 2],
      "crawford_played": false,
      "opening": [[4, 4], [3, 1]],
      "actions": [
        {"side": "white", "roll": [3, 1], "play": "8/5 6/5"},
        {"side": "black", "cube": "double"},
        {"side": "white", "cube": "take"},
        {"side": "black", "roll": [6, 6], "play": "24/18(2) 13/7(2)"}
      ],
      "roll": [5, 2],
      "steps": ["13/8"],
      "result": {"winner": "black", "points": 4, "kind": "gammon", "by": "resigned"}
    },
    {
      "rules": "portes",
      "options": {},
      "white": "Zoë",
      "black": "Ann",
      "score": [0, 2],
      "crawford_played": false,
      "starter": "black",
      "opening": [],
      "actions": [],
      "result": null
    }
  ]
}
"""
DOUBLED = (
    Played(Side.WHITE, (3, 1), "8/5 6/5"),
    CubeAction(Side.BLACK, "double"),
    CubeAction(Side.WHITE, "take"),
    Played(Side.BLACK, (6, 6), "24/18(2) 13/7(2)"),
)
"""What the first game of every format's file holds."""
REFUSED = (UnreadableError, IllegalPlayError, AmbiguousPlayError)
GAMES = (
    Record(
        Terms("backgammon", (("length", "5"),), names=("Ann", "Zoë"), score=(1, 2)),
        at="2026-01-31T19:05:00Z",
        opening=((4, 4), (3, 1)),
        actions=DOUBLED,
        roll=(5, 2),
        steps=("13/8",),
        result=Result(Side.BLACK, 4, "gammon"),
        ended_by="resigned",
    ),
    Record(Terms("portes", names=("Zoë", "Ann"), score=(0, 2), starter=Side.BLACK)),
)


def test_a_whole_file() -> None:
    assert read_json(FILE) == GAMES
    assert write_json(GAMES) == FILE
    assert json.loads(FILE)["games"][0]["white"] == "Ann"


def test_what_says_nothing_may_be_left_out() -> None:
    text = (
        '{"format":"minigam","version":1,"games":[{"rules":"minigam",'
        '"white":"a","black":"b","actions":[],"result":null}]}'
    )
    assert read_json(text) == (Record(Terms("minigam", names=("a", "b"))),)


def test_a_file_may_call_a_computer_as_it_likes() -> None:
    names, seats = ("Ann", "Hal"), ("human", "hard")
    kept = Record(Terms("minigam", names=names, seats=seats, imported=True))
    assert read_json(write_json([kept])) == (kept,)
    assert kept.terms.names == names


MATCH = (("length", "3"),)
CLOCK = TimeControl("3:00+5", "told", (170_000, 90_500))


@pytest.mark.parametrize("clock", [CLOCK, replace(CLOCK, flag="loses", banks=None)])
def test_a_game_with_a_clock_comes_back(clock: TimeControl) -> None:
    kept = Record(Terms("minigam", MATCH, names=("a", "b"), clock=clock))
    assert read_json(write_json([kept])) == (kept,)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("3:00+5", "3 min", "line 10, column 25: unknown clock '3 min'; expected one of: off,"),
        ("3:00+5", "off", "line 10, column 25: expected a time such as 10:00.12; without a clock"),
        ('"told"', '"falls"', "expected loses, told, got"),
        ("[170000, 90500]", "170000", "expected two numbers"),
        ("[170000, 90500]", "[170000, 180001]", "180000 ms left of each bank"),
    ],
)
def test_a_clock_that_is_none_is_refused(old: str, new: str, message: str) -> None:
    text = write_json([Record(Terms("minigam", MATCH, names=("a", "b"), clock=CLOCK))])
    assert old in text
    with pytest.raises(REFUSED, match=message):
        read_json(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"minigam"', '"chess"', 'line 2, column 13: expected "minigam", got "chess"'),
        ('"version": 1', '"version": 2', "line 3, column 14: expected version 1, got 2"),
        ('"games": [', '"games": [3, ', "line 4, column 13: expected an object with rules"),
        ('"backgammon"', '"chess"', "line 6, column 16: unknown rule set 'chess'"),
        ('"5"', '"x"', "line 7, column 18: expected a length from 0 to 99, got 'x'"),
        ('"length"', '"long"', "unknown option of backgammon 'long'; expected one of"),
        ('"Ann"', '""', "line 8, column 16: expected a name of 1 to 60 letters, got ''"),
        ('"Ann"', "null", "line 8, column 16: expected a name, got null"),
        ("-31T", "-32T", "line 10, column 13: expected a time like"),
        ("[1, 2]", "[1]", "line 11, column 16: expected two numbers, got 1"),
        ("[1, 2]", "[1, -2]", "line 11, column 20: expected a whole number, 0 or more, got -2"),
        ("[1, 2]", "[1, 5]", r"line 11, column 16: expected points below 5 before a game"),
        ("false", "0", "line 12, column 26: expected true or false, got 0"),
        ("[4, 4]", "[4, 7]", r"line 13, column 19: expected two dice from 1 to 6, got \[4, 7\]"),
        ("[4, 4]", "[4, 2]", r"line 13, column 27: expected no further opening roll"),
        ('"white", "roll"', '"red", "roll"', 'line 15, column 18: expected white or black, got "'),
        ('"white", "roll"', '"black", "roll"', "line 15, column 9: expected white to act"),
        ("8/5 6/5", "8/5 6/4", "line 15, column 51: expected a legal play of 3-1 for white"),
        ("8/5 6/5", "8/5-6/5", "line 15, column 51: expected a play like"),
        ('"double"', '"redouble"', "line 16, column 35: expected double, take, drop, got"),
        ('"double"', '"drop"', "line 16, column 9: expected a double before, got 'drop'"),
        ('"roll": [5, 2]', '"roll": [5, 2], "role": 1', "line 20, column 31: expected one of the"),
        ('"13/8"', '"13/9"', "line 22, column 17: expected one of .*got '13/9'"),
        ('"points": 4', '"points": 5', "line 22, column 17: expected a resignation for 2, 4, 6"),
        ('"by": "resigned"', '"by": "luck"', "line 22, column 74: expected off, resigned, dropped"),
        ('"starter": "black",', '"starter": "black"', r"line 32, column 7: expected a comma or"),
        ('      "white": "Zoë",\n', "", "line 24, column 5: expected the field white, got rules"),
    ],
)
def test_damage_is_told_with_its_place(old: str, new: str, message: str) -> None:
    assert old in FILE
    with pytest.raises(REFUSED, match=message):
        read_json(FILE.replace(old, new, 1))
