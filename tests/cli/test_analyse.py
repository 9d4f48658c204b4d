"""`minigam analyse`: games of a file, judged, which changes nothing."""

import json
import os
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from minigam.drivers import gnubg
from minigam.formats.jsonfile import write_json
from minigam.formats.mat import write_mat
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Entry, Played, Record
from minigam.rules.record_conversion import game_of, record_of
from minigam.rules.terms import Terms
from tests.cli.commands import Run
from tests.drivers.fake_gnubg import fake_gnubg

DROPPED: tuple[Entry, ...] = (
    Played(Side.WHITE, (3, 1), "8/5 6/5"),
    CubeAction(Side.BLACK, "double"),
    CubeAction(Side.WHITE, "drop"),
)
"""Black doubles for no reason, and white drops for none."""


def game(score: tuple[int, int], actions: tuple[Entry, ...] = DROPPED) -> Record:
    terms = Terms("backgammon", (("length", "5"),), names=("Ann", "Ben"), by_hand=True, score=score)
    won = Result(Side.BLACK, 1, "single")
    return Record(terms, opening=((3, 1),), actions=actions, result=won, ended_by="dropped")


@pytest.fixture(name="match")
def a_match(tmp_path: Path) -> Path:
    """Two games of a match to 5 points, as another program writes them."""
    path = tmp_path / "match.mat"
    path.write_text(write_mat([game((0, 0)), game((0, 1))]), "utf-8")
    return path


def test_each_game_is_judged_and_each_player_over_all(match: Path, run: Run) -> None:
    said = run("analyse", match, "--data", match.parent)
    assert (said.status, said.err) == (0, "")
    assert [line for line in said.lines if "against" in line] == [
        "Game 1: Backgammon, Ann (white) against Ben (black).",
        "Game 2: Backgammon, Ann (white) against Ben (black).",
        "2 games, Ann (white) against Ben (black).",
    ]
    cubes = [re.sub(r"\d\.\d+", "x", line) for line in said.lines if "Before" in line]
    each = [
        "Before turn 2, Black should not have doubled (cost x points).",
        "Before turn 2, White should have taken (cost x points).",
    ]
    assert sorted(cubes) == sorted(each * 2)
    ann, ben = (line for line in said.lines if line.startswith(("Ann: ", "Ben: ")))
    assert ann.startswith("Ann: 2 of 2 plays were best; cost 0.000 in all, 0.000 a play; luck ")
    assert ben.startswith("Ben: 0 of 0 plays were best; ")
    assert ann.endswith("Too few decisions for a rating.")
    assert float(ann.split("Cube: cost ")[1][:5]) > 1
    assert sorted(path.name for path in match.parent.iterdir()) == ["match.mat"]


def test_who_waits_at_a_terminal_sees_how_far_it_is(
    match: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    said = run("analyse", match, "--data", match.parent)
    assert said.err == "judging game 1 of 2 ...\njudging game 2 of 2 ...\n"


def test_as_one_page(match: Path, tmp_path: Path, run: Run) -> None:
    page = tmp_path / "page.html"
    assert run("analyse", match, "--html", "--output", page)[:3] == (0, "", "")
    text = page.read_text("utf-8")
    assert re.findall("<h1>(.*)</h1>", text) == ["2 games, Ann (white) against Ben (black)"]
    assert re.findall("<h2>(.*)</h2>", text) == [
        "Game 1: Backgammon, Ann (white) against Ben (black)",
        "Game 2: Backgammon, Ann (white) against Ben (black)",
    ]
    assert len(re.findall("<svg", text)) == 2
    assert "<script" not in text


def test_who_changed_colours_has_none_in_the_heading_of_all_games(tmp_path: Path, run: Run) -> None:
    first, path = game((0, 0)), tmp_path / "games.json"
    second = replace(first, terms=replace(first.terms, names=("Ben", "Ann")))
    path.write_text(write_json([first, second]), "utf-8")
    said = run("analyse", path, "--data", tmp_path)
    assert [line for line in said.lines if "against" in line] == [
        "Game 1: Backgammon, Ann (white) against Ben (black).",
        "Game 2: Backgammon, Ben (white) against Ann (black).",
        "2 games, Ann against Ben.",
    ]


def test_one_game_stands_alone(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "game.mat"
    path.write_text(write_mat([game((0, 0))]), "utf-8")
    assert game_of(game((0, 0))).result
    said = run("analyse", path)
    assert said.lines[0] == "Game 1: Backgammon, Ann (white) against Ben (black)."
    assert sum("against" in line for line in said.lines) == 1
    assert "<h1>Game 1: Backgammon" in run("analyse", path, "--html").out


def test_what_breaks_the_rules_is_named_by_its_place(match: Path, run: Run) -> None:
    match.write_text(match.read_text("utf-8").replace("8/5 6/5", "8/5 6/4"), "utf-8")
    said = run("analyse", match)
    assert said.status == 2
    assert said.err.startswith(f"minigam: {match}: line ")
    assert "Traceback" not in said.err


def test_doubles_and_answers_stand_among_the_turns(match: Path, run: Run) -> None:
    """And how the game ended."""
    lines = run("analyse", match).lines
    assert lines[1].startswith("Black wins by a dropped double")
    at = next(number for number, line in enumerate(lines) if line.startswith("   1. white"))
    double, answer = lines[at + 1 : at + 3]
    assert double.startswith("      black doubles, cost 0.")
    assert answer.startswith("      white drops, cost 1.")
    page = run("analyse", match, "--html").out
    assert page.count('<td class="cube"') == 4


def last_roll(path: Path, *cubes: str) -> Path:
    """White wins with 23 of 36 rolls, and black with any: white owns a cube of 2."""
    actions = [
        {"side": side, "cube": what} for side, what in zip(("white", "black"), cubes, strict=False)
    ]
    game = {
        **{"rules": "backgammon", "options": {}, "white": "Ann", "black": "Ann"},
        **{"score": [0, 0], "starter": "white", "opening": []},
        "start": {"position": "-A---A------------------a-", "cube": 2, "owner": "white"},
        "actions": [*actions, {"side": "white", "roll": [5, 3], "play": "5/off 1/off"}],
        "result": {"winner": "white", "points": 4 if cubes else 2, "kind": "single", "by": "off"},
    }
    path.write_text(json.dumps({"format": "minigam", "version": 1, "games": [game]}))
    return path


def test_a_right_double_on_the_last_roll_costs_nothing(tmp_path: Path, run: Run) -> None:
    said = run("analyse", last_roll(tmp_path / "lr.json", "double", "take"))
    assert [line for line in said.lines if "doubl" in line or "take" in line] == [
        "      white doubles",
        "      black takes",
        "Plays are judged as for money and without the cube, doubles and answers at the score.",
    ]


def test_a_missed_double_stands_among_the_turns(tmp_path: Path, run: Run) -> None:
    said = run("analyse", last_roll(tmp_path / "lr.json"))
    assert "      white does not double, cost 0.278" in said.lines
    assert "Before turn 1, White should have doubled (cost 0.278 points)." in said.lines
    assert "White: 1 of 1 play was best; cost 0.000 in all, 0.000 a play; luck" in said.out


def test_two_players_of_one_name_are_told_apart(tmp_path: Path, run: Run) -> None:
    games = json.loads(last_roll(tmp_path / "lr.json").read_text())
    path = tmp_path / "two.json"
    path.write_text(json.dumps(games | {"games": 2 * games["games"]}))
    totals = run("analyse", path).out.partition("2 games, ")[2].splitlines()[2:4]
    assert totals[0].startswith("Ann, White: 2 of 2 plays were best; ")
    assert totals[1].startswith("Ann, Black: 0 of 0 plays were best; ")


OPENING = "XGID=-b----E-C---eE---c-e----B-:{}:10"


def test_a_positions_plays_are_ranked(run: Run) -> None:
    said = run("analyse", OPENING.format("0:0:1:31:0:0:0:0"))
    assert (said.status, said.err) == (0, "")
    assert said.lines[:3] == ["Backgammon, White is on roll.", "", "The best plays of 3-1, of 16:"]
    assert re.fullmatch(r"   1\. 8/5 6/5 +\+0\.1\d\d points, wins 5\d\.\d %", said.lines[3])
    assert len(said.lines) == 15
    assert said.lines[-1] == "Judged by the level expert: the figures are estimates."


@pytest.mark.parametrize("dice", ["00", "D"])
def test_before_a_roll_a_positions_cube_is_judged(dice: str, run: Run) -> None:
    said = run("analyse", OPENING.format(f"0:0:1:{dice}:0:0:0:0"))
    assert said.lines[2].startswith("Before the roll: +0.0")
    assert said.lines[3].startswith("Rolls: +0.")
    assert said.lines[3].endswith("Black drops: +1.000.")
    assert said.lines[4] == "Best: White rolls; Black takes a double."


def test_whose_cube_it_is_not_may_not_double(run: Run) -> None:
    said = run("analyse", OPENING.format("1:-1:1:00:0:0:0:0"))
    assert [line[:10] for line in said.lines[2:]] == ["Before the", "", "Judged by "]


def test_of_a_position_there_is_no_page(run: Run) -> None:
    said = run("analyse", "--html", OPENING.format("0:0:1:31:0:0:0:0"))
    assert (said.status, said.out) == (2, "")
    assert said.err.endswith("a page needs a turn, got none: leave out --html\n")


JUDGE = """
say([0.5, 0.25, 1.0] if question["want"] == "cube" else [[0.5] + [0] * 4] * len(question["boards"]))
"""
"""It finds all plays alike, and that nobody should double."""


@pytest.fixture(name="gnubg_judge")
def a_gnubg_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A GNU Backgammon is installed."""
    folder = tmp_path / "bin"
    fake_gnubg(folder, JUDGE)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


@pytest.mark.usefixtures("gnubg_judge")
def test_gnubg_judges_where_it_is_asked_for(match: Path, run: Run) -> None:
    said = run("analyse", match, "--gnubg", "--data", match.parent)
    assert (said.status, said.err) == (0, "")
    judge = "Judged by GNU Backgammon, two plies ahead: the figures are estimates."
    assert said.lines.count(judge) == 3
    assert "Before turn 2, Black should not have doubled (cost 0.250 points)." in said.lines


@pytest.mark.usefixtures("gnubg_judge")
def test_a_game_that_gnubg_does_not_know_is_judged_and_a_sentence_says_by_whom(
    games: Path, tmp_path: Path, run: Run
) -> None:
    with closing(Journal(games / FILE_NAME, new=True)) as journal:
        record = record_of(journal.game(2))
    file = tmp_path / "games.json"
    file.write_text(write_json([record, record]), "utf-8")
    sentence = (
        "minigam: GNU Backgammon does not know Minigam, full entry; "
        "judged by the level expert: the figures are estimates\n"
    )
    for words in (("report", 2), ("analyse", file)):
        said = run(*words, "--gnubg", "--data", games)
        assert (said.status, said.err) == (0, sentence)
        assert "Judged by the level expert: the figures are estimates." in said.lines


def test_where_it_is_not_installed_a_sentence_says_so(
    match: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "GAMES_FOLDER", str(tmp_path))
    said = run("analyse", match, "--gnubg", "--data", match.parent)
    message = "gnubg is not installed: sudo apt install gnubg, or leave out --gnubg"
    assert (said.status, said.out, said.err) == (3, "", f"minigam: {message}\n")
