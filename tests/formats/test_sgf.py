"""Games as SGF: whole files, money play from gnubg, and every kind of damage."""

from dataclasses import replace
from pathlib import Path

import pytest

from minigam.errors import CannotHoldError, IllegalPlayError, UnreadableError
from minigam.formats.sgf import carried, write_sgf
from minigam.formats.sgf_reader import read_sgf
from minigam.rules.cube import Cube
from minigam.rules.match import HIGHEST_SCORE
from minigam.rules.plays import Result
from minigam.rules.position import Side, parse_position
from minigam.rules.record import CubeAction, Played, Record
from minigam.rules.record_conversion import imported
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Start, Terms
from tests.formats.test_jsonfile import DOUBLED, REFUSED
from tests.gnubg import asked

WHITE, BLACK = Side.WHITE, Side.BLACK
HEAD = "(;FF[4]GM[6]CA[UTF-8]AP[minigam]"
FILE = (
    f"{HEAD}MI[length:0][game:0][ws:1][bs:2]PW[A[n\\]n]PB[Zoë]DT[2026-01-31]RU[Money]RE[B+16R]CV[4]\n"
    ";W[31hefe]\n"
    ";B[double]\n"
    ";W[take]\n"
    ";B[66agaglrlr]\n"
    ";PL[W]DI[52])\n"
    f"{HEAD}MI[length:0][game:1][ws:0][bs:0]PW[a]PB[b]RU[Portes:NoCube]\n"
    ";B[44aeaelplp])\n"
)
NAMES = ("A[n]n", "Zoë")
GAMES = (
    Record(
        Terms("backgammon-money", names=NAMES, score=(1, 2)),
        at="2026-01-31T00:00:00Z",
        opening=((1, 1), (1, 1), (3, 1)),
        actions=DOUBLED,
        roll=(5, 2),
        result=Result(BLACK, 16, "gammon"),
        ended_by="resigned",
    ),
    Record(
        Terms("portes", names=("a", "b"), starter=BLACK),
        actions=(Played(BLACK, (4, 4), "24/20(2) 13/9(2)"),),
    ),
)


def test_whole_games() -> None:
    assert read_sgf(FILE) == GAMES
    assert write_sgf(GAMES) == FILE


def test_the_highest_score_comes_back() -> None:
    terms = replace(GAMES[0].terms, score=(HIGHEST_SCORE, HIGHEST_SCORE))
    game = replace(GAMES[0], terms=terms)
    assert read_sgf(write_sgf([game])) == (game,)
    with pytest.raises(IllegalPlayError, match="at most 999999999 points"):
        write_sgf([replace(game, terms=replace(terms, score=(HIGHEST_SCORE + 1, 0)))])


BY_GNUBG = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[gnubg]PB[root]\
DT[2026-11-21]RU[Crawford]RE[B+4R]GS[M:0 0 3 3][C:0 0]
;W[32xumk]
;B[41quab]
;W[double]
;B[take]
;W[66]
;B[65agbg]
;W[43yuxu]
;B[31yasv]
;PL[W]DI[11])
(;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:4]PW[gnubg]PB[root]RU[Crawford:CrawfordGame]
;B[42qusu])
"""


def test_a_match_to_one_point_has_no_crawford_game_as_gnubg_wrote_it() -> None:
    root = "(;FF[4]GM[6]MI[length:1][game:0][ws:0][bs:0]PW[a]PB[b]RU[Crawford]"
    (game,) = read_sgf(f"{root}\n;W[31hefe])\n")
    terms = game.terms
    assert (terms.crawford_played, terms.standing.is_crawford(terms.rules)) == (False, False)
    assert "RU[Crawford]" in write_sgf([game])


GNUBG = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"
NEW = "MI[length:0][game:0][ws:0][bs:0]PW[gnubg]PB[root]DT[2026-11-23]RU[Jacoby]"
TWICE = Start(RULE_SETS["backgammon"].start, Cube(1))
MONEY = Record(
    Terms("backgammon", (("jacoby", "true"),), names=("gnubg", "root"), start=TWICE),
    at="2026-11-23T00:00:00Z",
    opening=((3, 1),),
    actions=(
        Played(WHITE, (3, 1), "8/5 6/5"),
        CubeAction(BLACK, "double"),
        CubeAction(WHITE, "take"),
    ),
)
DROPPED = replace(
    MONEY,
    actions=(*MONEY.actions[:2], CubeAction(WHITE, "drop")),
    result=Result(BLACK, 2, "single"),
    ended_by="dropped",
)


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("CV[2]GS[M:0 0 0][C:0 0];W[31hefe]A[0][hefe E ver 3 0.55];B[double];W[take])", MONEY),
        ("CV[2]RE[B+2];W[31hefe];B[double];W[drop])", DROPPED),
        ("CV[2];W[31hefe];B[double];W[take];PL[B]DI[43];B[43])", replace(MONEY, roll=(4, 3))),
        ("CV[2];PL[W]DI[31])", replace(MONEY, actions=(), roll=(3, 1))),
        (
            ";PL[B]DI[62];CV[4];CP[w];B[64aggk])",
            replace(
                MONEY,
                terms=replace(MONEY.terms, start=Start(TWICE.position, Cube(2, WHITE))),
                opening=((4, 6),),
                actions=(Played(BLACK, (4, 6), "24/14"),),
            ),
        ),
    ],
)
def test_money_play_that_gnubg_wrote(text: str, record: Record) -> None:
    """With automatic doubles, a roll that it has judged, and a cube that was set by hand."""
    assert read_sgf(GNUBG + NEW + text) == (record,)
    assert read_sgf(write_sgf([record])) == (record,)


def test_a_position_that_gnubg_set_up() -> None:
    set_up = (
        ";CP[b];CV[2];PL[B]AE[a:y]AW[f][f][f][g][g][g][g][g][g][h][h][h][h]"
        "AB[v][v][u][u][u][u][t][t][t][t][t][s][s][s][s];B[11tuuvvwwx])"
    )
    (game,) = read_sgf(GNUBG + NEW + set_up)
    position = parse_position("------CFD----------dedb---", RULE_SETS["backgammon"].layout)
    assert game.terms.start == Start(position, Cube(1, BLACK))
    assert game.actions == (Played(BLACK, (1, 1), "5/1"),)
    assert read_sgf(write_sgf([game])) == (game,)


def test_a_beaver_is_refused_by_its_name() -> None:
    with pytest.raises(IllegalPlayError, match=r"another double: a beaver, which is not played"):
        read_sgf(f"{GNUBG}{NEW}CV[2];W[32xumk];B[double];W[double];B[take])")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (";B[65agbg]", ";B[65agbg]C[a \\] comment]"),
        (";B[65agbg]", ";B[65bgag]"),
        (";W[32xumk]", ";\n\tW\n[32xumk]"),
        (";PL[W]DI[11])", "(;PL[W]DI[11])(;W[11hghggfgf](;B[11])))"),
        ("GS[M:0 0 3 3][C:0 0]", ""),
        ("[game:0][ws:0][bs:0]", "[invented:x]"),
    ],
)
def test_what_others_write_is_understood(old: str, new: str) -> None:
    assert old in BY_GNUBG
    again = read_sgf(BY_GNUBG.replace(old, new, 1))
    assert write_sgf(again) == write_sgf(read_sgf(BY_GNUBG))


def test_a_checker_moved_by_two_dice_may_be_written_once() -> None:
    text = f"{HEAD}MI[length:0];W[61mf])"
    assert read_sgf(text)[0].actions == (Played(WHITE, (6, 1), "13/6"),)


def test_an_opening_that_is_not_decided() -> None:
    tied = Record(Terms("backgammon-money"), opening=((3, 3), (6, 6)))
    assert carried([tied])[0].opening == ((1, 1), (1, 1))
    assert read_sgf(write_sgf([tied])) == carried([tied])
    to_throw = Record(Terms("portes"), opening=((3, 3), (5, 2)))
    assert read_sgf(write_sgf([to_throw])) == (Record(Terms("portes", starter=WHITE)),)


# ---- Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules_id", [rules.id for rules in RULE_SETS.values() if rules.layout.points != 24]
)
def test_games_that_the_format_does_not_know_are_refused(rules_id: str) -> None:
    with pytest.raises(CannotHoldError) as refused:
        write_sgf([Record(Terms(rules_id))])
    assert str(refused.value) == (
        f"{RULE_SETS[rules_id].title} cannot be written as SGF, which knows backgammon and games "
        "that move as it does, on 24 points; use json"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(;FF", "x(;FF", "line 1, column 1: expected '\\(' and a game, got 'x"),
        ("(;FF", "(FF", "line 1, column 2: expected ';' and a node, got 'FF"),
        ("(;FF", "(;[x]FF", "line 1, column 3: expected a property's name"),
        ("(;FF", "((;FF", "line 1, column 2: expected ';' and a node"),
        ("GM[6]", "GM[1]", "line 1, column 2: expected GM.6., a game of backgammon, got '1'"),
        ("GM[6]", "", "line 1, column 2: expected GM.6., a game of backgammon, got ''"),
        (";W[31hefe]", ";W", "line 2, column 1: expected a value of W, got none"),
        ("PW[A[n\\]n]", "PW ", "line 1, column 2: expected a value of PW, got none"),
        ("RU[Money]", "RU[NoCube]", "line 1, column 2: expected no cube in Backgammon, got 4"),
        ("CV[4]", "CV[4]CO[x]", "line 1, column 122: expected the cube's side: b, w or c, got 'x'"),
        ("length:0", "length:100", "line 1, column 36: expected a match to at most 99 points"),
        ("length:0", "length:5", "line 1, column 2: expected a series, MI"),
        ("ws:1", "ws:x", "line 1, column 54: expected a number, got 'ws:x'"),
        ("PW[A[n\\]n]", "PW[A\tb]", "line 1, column 68: expected a name of 1 to 60 letters"),
        ("RU[Money]", "RU[Nackgammon]", "line 1, column 99: expected rules out of crawford"),
        ("CV[4]", "CV[3]", "line 1, column 117: expected the cube's value, a power of two"),
        ("B+16R", "B+12R", "line 1, column 108: expected a resignation for 8, 16 points"),
        ("31hefe", "31hefd", "line 2, column 4: expected a legal play of 3-1 for white"),
        ("31hefe", "31he", "line 2, column 4: expected a legal play of 3-1 for white"),
        ("31hefe", "37hefe", "line 2, column 4: expected two dice and two letters a step"),
        (";W[31", ";AW[a]W[31", "line 2, column 5: expected no AW after the first play, got 'a'"),
        (";W[31", ";AW[a];W[31", "line 2, column 5: expected at most 15 checkers for white"),
        (";W[31", ";AE[f]AW[s];W[31", "line 2, column 10: expected one side on a point, got 's'"),
        (";W[31", ";AE[z];W[31", "line 2, column 5: expected a letter from a to y, or two with"),
        (";W[31", ";AE[a:y]AW[f];W[31", "line 1, column 2: expected a position that is not over"),
        (";B[double]", ";W[double]", "line 3, column 4: expected black to act, got white"),
        ("[take]", "[beaver]", "line 4, column 4: expected two dice and two letters a step"),
        (
            "[take]",
            "[double]",
            "line 4, column 4: expected a take or a drop, got another double: a",
        ),
        (";PL[W]DI[52]", ";PL[X]DI[52]", "line 6, column 5: expected W or B, got 'X'"),
        (
            ";PL[W]DI[52]",
            ";PL[W]DI[31];DI[52]",
            "line 6, column 17: expected no second roll before the first is played, got '52'",
        ),
        (";PL[W]DI[52]", ";PL[W]DI[7]", "line 6, column 10: expected two dice from 1 to 6"),
        (";PL[W]DI[52]", ";PL[W]DI[52];B[52]", "line 6, column 16: expected nothing after a roll"),
        (";PL[W]DI[52])", ";PL[W]DI", "line 9, column 1: expected a game and its '\\)', got the"),
        (";PL[W]DI[52])", ";PL[W]DI[52", "line 6, column 10: expected two dice from 1 to 6"),
        (";PL[W]DI[52])", "(;PL[W]DI[52]);W[52])", "line 6, column 15: expected '\\)' after vari"),
    ],
)
def test_damage_is_told_with_its_place(old: str, new: str, message: str) -> None:
    assert old in FILE
    with pytest.raises(REFUSED, match=message):
        read_sgf(FILE.replace(old, new, 1))


@pytest.mark.parametrize("text", ["(" * 50_000, "(;" * 50_000, "(;GM[6]" + "C[x]" * 50_000])
def test_a_long_file_is_refused_at_once(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_sgf(text)


# ---- An outside witness --------------------------------------------------------------------------

MONEY_SESSIONS = """
tell("set automatic doubles 3")
tell("set jacoby on")
tell("set beavers 3")
number = 0
while number < 6:
    tell("new session")
    if gnubg.cubeinfo()["cube"] == 1:
        continue
    print("SAYS", gnubg.cubeinfo()["cube"])
    tell("move " + gnubg.hint(1)["hint"][0]["move"])
    tell("double")
    if number % 2:
        tell("take")
        tell("roll")
    else:
        tell("drop")
    tell("save match money%d.sgf" % number)
    number += 1
"""


@pytest.mark.gnubg
@pytest.mark.slow
def test_money_play_with_automatic_doubles_from_gnubg(tmp_path: Path) -> None:
    """Of sessions with Jacoby and beavers on, those that began with a tie."""
    cubes = [int(words[0]) for words in asked(MONEY_SESSIONS, tmp_path)]
    assert len(cubes) == 6
    for number, cube in enumerate(cubes):
        (game,) = read_sgf((tmp_path / f"money{number}.sgf").read_text("utf-8"))
        assert game.terms.start
        assert (game.terms.start.cube.value, game.terms.rules.jacoby) == (cube, True)
        if number % 2:
            sides = [action.side for action in game.actions[::2]]
            assert (sides, game.result) == ([game.actions[0].side] * 2, None)
        else:
            assert game.result
            assert (game.result.points, game.ended_by) == (cube, "dropped")
        imported(game)
