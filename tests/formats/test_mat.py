"""Matches as `.mat`: whole files, what is lost, and every kind of damage."""

from dataclasses import replace

import pytest

from minigam.errors import CannotHoldError, IllegalPlayError, UnreadableError
from minigam.formats.mat import carried, write_mat
from minigam.formats.mat_reader import read_mat
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Played, Record
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Terms
from tests.formats.test_jsonfile import DOUBLED, REFUSED

WHITE, BLACK = Side.WHITE, Side.BLACK
AT = "2026-01-31T19:05:12Z"
FILE = """\
; [Player 1 "Ann: 1st"]
; [Player 2 "Zoë"]
; [EventDate "2026.01.31"]
; [EventTime "19.05"]
; [Variation "Backgammon"]

 4 point match

 Game 1
 Ann 1st : 0                     Zoë : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      66: 24/18 24/18 13/7 13/7
  3) 52:                          Wins 2 points

 Game 2
 Ann 1st : 0                     Zoë : 2
  1)                             32: 24/21 13/11
  2) 41: 24/23 8/4*              66:
  3) 65: 24/18 23/18             43: 25/21* 24/21
  4) 11:                          Wins 1 point

 Game 3
 Ann 1st : 0                     Zoë : 3
  1) 21: 13/11 6/5
      Wins 2 points

 Game 4
 Ann 1st : 2                     Zoë : 3
  1)                             63: 24/15
  2)  Doubles => 2                Drops
      Wins 1 point
"""
MINUTE = "2026-01-31T19:05:00Z"
TERMS = Terms("backgammon", (("length", "4"),), names=("Ann: 1st", "Zoë"))
MATCH = Record(TERMS, at=MINUTE, ended_by="resigned")
GAMES = (
    replace(
        MATCH,
        opening=((3, 1),),
        actions=DOUBLED,
        roll=(5, 2),
        result=Result(BLACK, 2, "single"),
    ),
    replace(
        MATCH,
        terms=replace(TERMS, score=(0, 2)),
        opening=((2, 3),),
        actions=(
            Played(BLACK, (2, 3), "24/21 13/11"),
            Played(WHITE, (4, 1), "24/23 8/4*"),
            Played(BLACK, (6, 6), "pass"),
            Played(WHITE, (6, 5), "24/18 23/18"),
            Played(BLACK, (4, 3), "bar/21* 24/21"),
        ),
        roll=(1, 1),
        result=Result(BLACK, 1, "single"),
    ),
    replace(
        MATCH,
        terms=replace(TERMS, score=(0, 3)),
        opening=((2, 1),),
        actions=(Played(WHITE, (2, 1), "13/11 6/5"),),
        result=Result(WHITE, 2, "gammon"),
    ),
    replace(
        MATCH,
        terms=replace(TERMS, score=(2, 3), crawford_played=True),
        opening=((3, 6),),
        actions=(
            Played(BLACK, (3, 6), "24/15"),
            CubeAction(WHITE, "double"),
            CubeAction(BLACK, "drop"),
        ),
        result=Result(WHITE, 1, "single"),
        ended_by="dropped",
    ),
)


def test_a_whole_match() -> None:
    assert read_mat(FILE) == GAMES
    assert write_mat(GAMES) == FILE


BY_GNUBG = """\
; [EventDate "2026.11.21"]

 5 point match

 Game 1
 gnubg : 0                      root : 0
  1) 32: 24/21 13/11             41: 8/4* 24/23
  2)  Doubles => 2                Takes
  3) 66:                         65: 24/18 23/18
  4) 43: 25/21* 24/21            31: 25/24 6/3
  5) 11:                         Wins 4 points

 Game 2
 gnubg : 0                      root : 4
  1)                             42: 8/4 6/4
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("25/21* 24/21", "Bar/21 24/21"),
        ("25/21* 24/21", "24/21, bar/21*"),
        ("24/18 23/18", "24/18* 23/18"),
        ("66:    ", "66: Cannot Move"),
        (" 5 point match", '; [Annotator "me"]\n 5 point match'),
        ("Doubles => 2", "doubles =>  2"),
        ("\n  2)", "\n\n  2)"),
        (" Game 1", "Game 1 "),
        ("8/4* 24/23\n", "8/4* 24/23 \n"),
    ],
)
def test_what_others_write_is_understood(old: str, new: str) -> None:
    assert old in BY_GNUBG
    if "24/18*" in new:  # a hit that is none
        with pytest.raises(IllegalPlayError, match="line 9, column 38"):
            read_mat(BY_GNUBG.replace(old, new, 1))
        return
    assert read_mat(BY_GNUBG.replace(old, new, 1)) == read_mat(BY_GNUBG)


def test_jacoby_is_found_where_only_that_makes_sense() -> None:
    """gnubg does not say it: a gammon with the cube in the middle is worth one point."""
    opening, win = "1) 31: 8/5 6/5", "Wins 1 point"
    text = f" 0 point match\n\n Game 1\n a : 0    b : 0\n  {opening}\n      {win}\n"
    assert read_mat(text)[0].terms.options == ()
    (game,) = read_mat(write_mat([Record(Terms("backgammon", (("jacoby", "true"),)))]))
    assert game.terms.rules.jacoby


def test_what_is_lost_is_ties_unfinished_steps_and_seconds() -> None:
    record = Record(
        Terms("backgammon", (("jacoby", "false"),)),
        at=AT,
        opening=((3, 3), (3, 1)),
        actions=(Played(WHITE, (3, 1), "8/5 6/5"),),
        roll=(5, 2),
        steps=("13/8",),
    )
    (kept,) = carried([record])
    assert (kept.opening, kept.steps, kept.roll, kept.at) == (((3, 1),), (), (5, 2), MINUTE)
    assert kept.terms.options == ()


def test_who_begins_with_a_double_begins_without_an_opening_throw() -> None:
    record = Record(
        Terms("backgammon", starter=BLACK), actions=(Played(BLACK, (4, 4), "24/20(2) 13/9(2)"),)
    )
    assert read_mat(write_mat([record])) == (record,)


# ---- Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", sorted(RULE_SETS.keys() - {"backgammon", "hypergammon"}))
def test_games_that_the_format_does_not_know_are_refused(rules_id: str) -> None:
    with pytest.raises(CannotHoldError) as refused:
        write_mat([Record(Terms(rules_id))])
    rules = RULE_SETS[rules_id]
    instead = "sgf or json" if rules_id in ("portes", "backgammon-money") else "json"
    assert str(refused.value) == (
        f"{rules.title} cannot be written as .mat: the format knows backgammon and "
        f"hypergammon only; use {instead}"
    )


def test_games_of_several_matches_are_refused() -> None:
    with pytest.raises(CannotHoldError, match="holds one match, and these games are of several"):
        write_mat([GAMES[0], GAMES[2]])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 4 point match", " long match", "line 7, column 2: expected a line like '5 point match'"),
        (" 4 point match", " 100 point match", "line 7, column 2: expected a match to at most 99"),
        (" 4 point match", " 3 point match", "line 23, column 2: expected points below 3 before"),
        ("Backgammon", "Chess", "line 1, column 1: expected one of the variations backgammon, hy"),
        (" Game 1", " Match 1", "line 9, column 2: expected a line like 'Game 1', got 'Match 1'"),
        ("Zoë : 0", "Zoë", "line 10, column 2: expected a line like 'Ann : 0    Bob : 0', got"),
        ("31: 8/5 6/5", "31: 8/5 6/4", "line 11, column 10: expected a legal play of 3-1 for w"),
        ("31: 8/5 6/5", "31: 8-5 6/5", "line 11, column 10: expected a play like .*got '8-5'"),
        ("31: 8/5 6/5", "37: 8/5 6/5", "line 11, column 6: expected a roll and its play, a dou"),
        ("Doubles => 2", "Doubles => 4", "line 11, column 35: expected 2, got 4"),
        ("Doubles => 2", "Beavers => 2", "line 11, column 35: expected a roll and its play"),
        (" Takes", " Waits", "line 12, column 7: expected a roll and its play, a double, its"),
        ("Wins 2 points", "Wins 3 points", "line 13, column 35: expected a resignation for 2, 4"),
        (" Takes ", " Drops ", "line 12, column 34: expected nothing after the result"),
        ("63: 24/15", "66: 24/15", "line 29, column 38: expected a legal play of 6-6 for black"),
        ("  2) 41: 24/23 8/4*", "  2) 41:           ", "line 18, column 34: expected a result aft"),
        ("  2) 41: 24/23 8/4*", "  2) 41: cannot move", "line 18, column 6: expected a legal play"),
    ],
)
def test_damage_is_told_with_its_place(old: str, new: str, message: str) -> None:
    assert old in FILE
    with pytest.raises(REFUSED, match=message):
        read_mat(FILE.replace(old, new, 1))


@pytest.mark.parametrize(
    "text", ["", "\n\n", '; [Site "x"]\n', " 5 point match\n", FILE[: FILE.index(" Game 1")]]
)
def test_a_file_that_ends_too_soon_is_refused(text: str) -> None:
    line = text.count("\n") + 1
    with pytest.raises(UnreadableError, match=f"line {line}, column 1: expected a match with a"):
        read_mat(text)


def test_a_long_word_is_refused_at_once() -> None:
    with pytest.raises(REFUSED):
        read_mat(FILE.replace("8/5 6/5", "1" * 5000 + ":"))
