"""`minigam export` and `minigam import`: games out of one journal and into another."""

import json
import os
import re
from contextlib import closing
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.startup import resume
from minigam.errors import ExitStatus
from minigam.journal.importing import LOCK, add_games
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.record import Record
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.terms import Terms
from minigam.table.setup import Setup, games_for
from tests.cli.commands import Run, begin_game
from tests.journal.played import unlit
from tests.table.random_games import random_match


def test_a_game_goes_out_and_comes_in_with_its_proof(
    sample: Path, tmp_path: Path, run: Run
) -> None:
    file, there = tmp_path / "game.json", tmp_path / "new" / "folder"
    assert run("export", 1, "--data", sample, "--output", file) == (0, "", "")
    imported = (0, "game 1: Minigam, White - Black\n", "")
    assert run("import", file, "--data", there) == imported
    verified = run("verify", 1, "--data", there)
    assert (verified.status, verified.lines[:3]) == (
        ExitStatus.UNAVAILABLE,
        [
            "imported: nothing was promised here",
            "  rules: turns: 26, each as the rules allow",
            "  dice: the rolls fit the proof that the file brought along",
        ],
    )
    assert (len(codes(sample, run)), codes(there, run)) == (1, set())
    assert run("export", 1, "--data", there) == (0, file.read_text("utf-8"), "")
    listed = run("games", "--data", there)[1]
    assert "2026-01-31" in listed
    assert "White - Black" in listed
    shown = run("show", 1, "--data", there)[1]
    assert "White: White. Black: Black. Dice: electronic." in shown
    assert "Imported from a file: nothing was promised here." in shown
    assert "The dice were promised" not in shown


def codes(data: Path, run: Run) -> set[str]:
    """The code of game 1 as `show` and `verify` say it."""
    said = run("show", 1, "--data", data)[1], run("verify", 1, "--data", data)[1]
    return {
        code for text in said for code in re.findall(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4}){3}\b", text)
    }


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_imports_is_the_folders_owners(sample: Path, tmp_path: Path, run: Run) -> None:
    file, there = tmp_path / "game.json", tmp_path / "games"
    there.mkdir()
    os.chown(there, 12345, 12346)
    run("export", 1, "--data", sample, "--output", file)
    assert run("import", file, "--data", there)[0] == 0
    found = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in there.iterdir()}
    assert found == dict.fromkeys((FILE_NAME, LOCK), (12345, 12346))


@pytest.mark.parametrize("game", [2, 3], ids=["by hand", "unfinished"])
def test_games_by_hand_and_unfinished_games_too(
    game: int, sample: Path, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "game.json"
    run("export", game, "--data", sample, "--output", file)
    assert run("import", file, "--data", tmp_path)[0] == 0
    assert run("export", 1, "--data", tmp_path)[1] == file.read_text("utf-8")


def test_a_whole_match_from_any_of_its_games(tmp_path: Path, run: Run) -> None:
    match = [record_of(state.game, "2026-01-31T19:05:00Z") for state in random_match(6, 4)]
    alone = Record(Terms("minigam", names=("a", "b")), at="2026-01-31T19:05:00Z")
    first, *others = [(record.at, imported(record)) for record in match]
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        add_games(journal, [first, (alone.at, imported(alone)), *others])
    assert len(match) > 2
    every = [1, *range(3, len(match) + 2)]
    texts = {run("export", n, "--match", "--data", tmp_path)[1] for n in every}
    assert len(texts) == 1
    (text,) = texts
    assert [len(game["actions"]) for game in json.loads(text)["games"]] == [
        len(record.actions) for record in match
    ]
    status, single, _ = run("export", 2, "--match", "--data", tmp_path)
    assert (status, len(json.loads(single)["games"])) == (0, 1)


def test_the_daemon_goes_on_with_its_own_game_and_each_board_with_its(tmp_path: Path) -> None:
    game = "", imported(Record(Terms("portes")))

    def recovered() -> list[int | None]:
        boards = map(load_profile, ("sim", "quarter-buttons", "full-24", "dice-16"))
        tables = [resume(board, unlit(journal)) for board in boards]
        return [table.number if table else None for table in tables]

    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        add_games(journal, [game])
        assert recovered() == [None] * 4
        quarter = begin_game(tmp_path)
        full = begin_game(tmp_path, setup=Setup("portes", games=games_for(24)))
        add_games(journal, [game, game])
        assert recovered() == [quarter, quarter, full, None]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file or directory: {}\n"),
        (b"", "{}: line 1, column 1: expected a match with a game, got the end of the file"),
        (b'{\n"a": \xff}', "{}: line 2, column 6: expected UTF-8, got the byte 255"),
        (b"x" * (2**24 + 1), "{}: expected a file of at most 16777216 bytes, got a larger"),
    ],
    ids=["missing", "empty", "bytes", "large"],
)
def test_a_file_that_cannot_be_read_is_named(
    content: bytes | None, message: str, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "game.json"
    if content is not None:
        file.write_bytes(content)
    status, out, told = run("import", file, "--data", tmp_path / "data")
    assert (status, out) == (2, "")
    assert told.startswith(f"minigam: {message.format(file)}")
    assert not (tmp_path / "data").exists()


def test_nothing_comes_in_from_a_file_with_one_bad_game(
    sample: Path, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "game.json"
    run("export", 2, "--data", sample, "--output", file)
    tree = json.loads(file.read_text("utf-8"))
    tree["games"].append({**tree["games"][0], "score": [1, 0], "black": ""})
    file.write_text(json.dumps(tree))
    assert run("import", file, "--data", tmp_path / "data")[0] == 2
    assert not (tmp_path / "data").exists()


def test_a_format_that_cannot_hold_a_game_is_refused(
    sample: Path, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "game.mat"
    message = (
        "minigam: Minigam, full entry cannot be written as .mat: the format knows backgammon and "
        "hypergammon only; use json\n"
    )
    assert run("export", 2, "--data", sample, "--output", file) == (2, "", message)
    assert run("export", 2, "--data", sample, "--format", "mat") == (2, "", message)
    assert not file.exists()


def test_a_match_comes_in_from_a_mat_file_and_goes_out_again(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "match.mat"
    file.write_text(MAT)
    assert run("import", file, "--data", tmp_path)[1].splitlines() == [
        "game 1: Backgammon, Ann - Bob B.",
        "game 2: Backgammon, Ann - Bob B.",
    ]
    listed = run("games", "--data", tmp_path)[1].splitlines()
    assert "Ann - Bob B." in listed[0]
    assert listed[0].endswith("turns: 6  black won by resignation")
    assert listed[1].endswith("turns: 1  white won by resignation")
    again = run("export", 2, "--match", "--format", "mat", "--data", tmp_path)[1]
    assert again == MAT


MAT = """\
; [Player 1 "Ann"]
; [Player 2 "Bob B."]
; [EventDate "2026.01.31"]
; [EventTime "19.05"]
; [Variation "Backgammon"]

 5 point match

 Game 1
 Ann : 0                         Bob B. : 0
  1) 32: 24/21 13/11             41: 24/23 8/4*
  2)  Doubles => 2                Takes
  3) 66:                         65: 24/18 23/18
  4) 43: 25/21* 24/21            31: 25/24 6/3
  5) 64:                          Wins 4 points

 Game 2
 Ann : 0                         Bob B. : 4
  1) 31: 8/5 6/5
      Wins 1 point
"""


@pytest.mark.parametrize("ending", ["json", "mat", "sgf"])
def test_a_file_says_itself_what_format_it_is_in(ending: str, tmp_path: Path, run: Run) -> None:
    """Written by the ending of its name, and read whatever its name."""
    source, other = tmp_path / "match.mat", tmp_path / f"match.{ending}"
    source.write_text(MAT)
    run("import", source, "--data", tmp_path)
    run("export", 1, "--match", "--output", other, "--data", tmp_path)
    assert other.read_text()[0] == {"json": "{", "mat": ";", "sgf": "("}[ending]
    unnamed = other.rename(tmp_path / "unnamed")
    assert run("import", unnamed, "--data", tmp_path / ending)[0] == 0
    again = run("export", 1, "--match", "--format", "mat", "--data", tmp_path / ending)[1]
    assert again == (MAT.replace("19.05", "00.00") if ending == "sgf" else MAT)


XGID = "XGID=---BDED----------dfc------:1:1:1:00:0:0:3:0:10"
NO_BEAVERS = "minigam: beavers are allowed there, and are not played here\n"


def test_an_id_on_the_command_line_is_a_game_that_begins_there(tmp_path: Path, run: Run) -> None:
    imported = (0, "game 1: Backgammon, White - Black\n", NO_BEAVERS)
    assert run("import", XGID, "--data", tmp_path) == imported
    shown = run("show", 1, "--data", tmp_path)[1]
    assert XGID.replace(":3:0:10", ":1:0:10") in shown.splitlines()
    assert "GNU Backgammon ID: 4H4PAAB73wMAAA:UQkAAAAAAAAA" in shown.splitlines()
    assert "turns: 0  unfinished" in run("games", "--data", tmp_path)[1]
    for number, form in enumerate(("json", "sgf"), start=2):
        file = tmp_path / f"game.{form}"
        run("export", 1, "--data", tmp_path, "--format", form, "--output", file)
        assert run("import", file, "--data", tmp_path)[0] == 0
        again = run("show", number, "--data", tmp_path)[1]
        assert again == shown.replace("Game 1", f"Game {number}")
    assert run("export", 1, "--data", tmp_path, "--format", "mat")[0] == ExitStatus.USAGE


def test_a_comment_that_looks_like_an_id_is_none(tmp_path: Path, run: Run) -> None:
    run("import", XGID, "--data", tmp_path)
    file = tmp_path / "game.sgf"
    run("export", 1, "--data", tmp_path, "--format", "sgf", "--output", file)
    text = file.read_text("utf-8").replace("(;", "(;C[see\nXGID=this position]", 1)
    assert "XGID=this" in text
    file.write_text(text, "utf-8")
    assert run("import", file, "--data", tmp_path) == (
        0, "game 2: Backgammon, White - Black\n", ""
    )  # fmt: skip


def test_ids_come_from_a_file_too(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{XGID.replace(':3:0', ':0:0')}\n4HPwATDgc/ABMA:cAkAAAAAAAAE\n")
    status, out, err = run("import", file, "--data", tmp_path)
    assert (status, len(out.splitlines()), err) == (0, 2, "")


def test_an_id_that_cannot_be_played_adds_no_game(tmp_path: Path, run: Run) -> None:
    beavered = XGID.replace(":00:", ":B:")
    status, out, err = run("import", beavered, "--data", tmp_path / "new")
    assert (status, out) == (ExitStatus.USAGE, "")
    assert err.endswith("got 'B', a beaver: these are not played\n")
    assert not (tmp_path / "new").exists()
