"""The commands over a journal in which one game is damaged."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from minigam.errors import ExitStatus
from minigam.journal.retention import star
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import (
    Abandoned,
    Action,
    Begun,
    Committed,
    Confirmed,
    NumberGiven,
    Rolled,
    Stepped,
)
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.terms import Terms
from minigam.table.setup import Setup, games_for
from tests.cli.commands import Run, begin_game
from tests.cli.test_looking import tree
from tests.journal.tampering import fit_links
from tests.journal.test_shared_games import keep
from tests.rules.two_boards import MEETING, TwoBoards
from tests.table.random_games import random_game

Look = Callable[[Path, Run], str]
SOUND, DAMAGED = 1, 2
IMPOSSIBLE = (
    '{"action":"number","v":1,"side":"green","number":1}',
    '{"action":"number","v":1,"side":"black","number":"1"}',
    '{"action":"number","v":1,"side":"black"}',
    '{"action":"number","v":9,"side":"black","number":1}',
    f'{{"action":"number","v":1,"side":"black","number":{"9" * 5000}}}',
    "[" * 100_000,
)
BOARD = board_key(6, False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two games, both in their first turn."""
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        for number in (SOUND, DAMAGED):
            journal.begin([Begun(Setup().terms())], BOARD)
            journal.commit_secret(number, Committed("66" * 32), bytes(32))
            journal.append(number, [NumberGiven(Side.WHITE, 1)])
            journal.append(number, [NumberGiven(Side.BLACK, 2)])
            journal.append(number, [Rolled((5, 2)), Stepped(0, 5)])
    return tmp_path


def change(data: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as other, other:
        other.execute(statement, values)


def damage(data: Path, body: str, number: int = 4) -> str:
    """Put something else in the place of an action, in a chain that fits; how the complaint begins.

    Without the links it would only be said that the chain is broken.
    """
    change(data, "UPDATE action SET body = ? WHERE game = 2 AND number = ?", body, number)
    fit_links(data / FILE_NAME, DAMAGED)
    return f"action {number} of game 2 in {data / FILE_NAME} is damaged: "


def listed(data: Path, run: Run) -> list[str]:
    said = run("games", "--data", data)
    assert (said.status, said.err) == (0, "")
    return said.lines


def judged(data: Path, run: Run) -> str:
    """What `verify` says of the damaged game at first."""
    said = run("verify", DAMAGED, "--data", data)
    assert (said.status, said.err) == (ExitStatus.NEGATIVE, "")
    return said.lines[0].removeprefix("NO: ")


def refused(data: Path, run: Run) -> str:
    """What `show` says of the damaged game, in its only line."""
    status, out, err = run("show", DAMAGED, "--data", data)
    assert (status, out, err.count("\n")) == (ExitStatus.UNAVAILABLE, "", 1)
    return err.removeprefix("minigam: ")


EACH_WAY = pytest.mark.parametrize("look", [refused, judged], ids=["show", "verify"])


@EACH_WAY
@pytest.mark.parametrize("body", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_an_impossible_action_is_named(data: Path, look: Look, body: str, run: Run) -> None:
    begin = damage(data, body)
    line = look(data, run)
    assert line.startswith(begin)
    assert "`minigam rescue FOLDER`" in line


@pytest.mark.parametrize("body", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_damaged_game_hides_no_other(data: Path, body: str, run: Run) -> None:
    sound = listed(data, run)[0]
    begin = damage(data, body)
    first, second = listed(data, run)
    assert first == sound
    assert second.startswith(f"    2  {begin}")
    assert "move the folder" not in second  # advice would not fit into a list


def test_a_game_opened_at_no_time_is_damaged_in_the_list_and_can_be_shown(
    data: Path, run: Run
) -> None:
    change(data, "UPDATE game SET opened_at = '0001-01-01T00:00:00+14:00' WHERE id = 2")
    damaged = f"    2  game 2 in {data / FILE_NAME} is damaged: date value out of range"
    assert listed(data, run)[1] == damaged
    assert run("show", 2, "--data", data).status == 0


@pytest.mark.parametrize(
    ("more", "last"),
    [
        ([], "Unfinished, white to play."),  # nobody can press a button of a stored game
        ([Abandoned()], "Abandoned: another game was begun."),
    ],
    ids=["unfinished", "abandoned"],
)
def test_a_game_is_shown_as_it_stands_and_not_as_its_screen(
    more: list[Action], last: str, data: Path, run: Run
) -> None:
    with closing(Journal(data / FILE_NAME)) as journal:
        journal.append(SOUND, more)
    said = run("show", SOUND, "--data", data)
    assert (said.status, said.lines[-1]) == (0, last)


def test_a_kept_game_is_marked(data: Path, run: Run) -> None:
    first, second = listed(data, run)
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        star(journal, SOUND, True)
    assert listed(data, run) == [f"{first}, kept", second]


@pytest.mark.parametrize(
    ("body", "number", "name", "why"),
    [
        ('{"action":"roll","v":1,"dice":[5,2]}', 3, "rolled",
         "expected both sides' numbers for the dice before a roll"),
        ('{"action":"step","v":1,"source":24,"die":5}', 6, "stepped",
         "expected a step that the rules allow, got 24 with 5: Empty"),
    ],
    ids=["a roll too early", "a place beyond the game's own points"],
)  # fmt: skip
def test_what_was_never_played_is_named(
    data: Path, body: str, number: int, name: str, why: str, run: Run
) -> None:
    damage(data, body, number)
    assert judged(data, run).startswith(f"action {number} ({name}) was not played: {why}")
    assert refused(data, run).startswith(f"game 2 in {data / FILE_NAME} is damaged: {why}")


@EACH_WAY
def test_a_broken_chain_is_named(data: Path, look: Look, run: Run) -> None:
    change(data, "UPDATE action SET body = replace(body, '5', '6') WHERE game = 2 AND number = 5")
    why = "it is not the one that was written after those before it"
    begin = f"action 5 of game 2 in {data / FILE_NAME} is damaged: {why}"
    assert look(data, run).startswith(begin)


# ---- A disk that cannot be written ---------------------------------------------------------------

READ_ONLY = """
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit 77
touch "$0/new" 2>/dev/null && exit 78
exec "$@"
"""
FULL = """
games=$(mktemp -d) && cp -a "$0/." "$games" && mount -t tmpfs -o size=400k games "$0" || exit 77
cp -a "$games/." "$0" && rm -r "$games"
dd if=/dev/zero of="$0/other" bs=1k 2>/dev/null
exec "$@"
"""


def mounted(script: str, folder: Path, *command: object) -> tuple[int, str, str]:
    """What a command says where a script has mounted the folder of the games."""
    unshare = ("unshare", "--map-root-user", "--mount", "sh", "-c", script, folder)
    words = (*unshare, sys.executable, "-m", "minigam", *command, "--data", folder)
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode == 77 or "unshare:" in done.stderr:
        pytest.skip("nothing can be mounted here")
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", [("games",), ("show", "1"), ("statistics",)])
def test_games_are_read_where_nothing_can_be_written(
    data: Path, command: tuple[str, ...], run: Run
) -> None:
    said, before = run(*command, "--data", data), tree(data)
    assert said.status == 0
    assert mounted(READ_ONLY, data, *command) == said
    assert tree(data) == before


def test_games_are_read_and_backed_up_from_a_full_disk(
    data: Path, tmp_path_factory: pytest.TempPathFactory, run: Run
) -> None:
    """When a backup is needed most."""
    said, stick = run("show", 1, "--data", data), tmp_path_factory.mktemp("stick")
    assert said.status == 0
    assert mounted(FULL, data, "show", "1") == said
    assert mounted(FULL, data, "backup", stick)[0] == 0
    (file,) = stick.iterdir()
    assert run("restore", file, "--data", stick / "there").status == 0


def test_so_is_what_waits_in_the_log_and_a_backup_holds_it(
    data: Path, tmp_path: Path, run: Run
) -> None:
    """As after a pulled plug."""
    pulled, stick = tmp_path / "pulled", tmp_path / "stick"
    stick.mkdir()
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        journal.begin([Begun(Setup().terms())], BOARD)
        pulled.mkdir()
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(data / name, pulled)
    assert mounted(READ_ONLY, pulled, "show", "3")[0] == 0
    assert mounted(READ_ONLY, pulled, "backup", stick)[0] == 0
    (file,) = stick.iterdir()
    assert run("restore", file, "--data", tmp_path / "there").status == 0
    with closing(Journal(tmp_path / "there" / FILE_NAME, new=True)) as journal:
        assert journal.numbers() == [1, 2, 3]


def test_what_is_wrong_there_is_told_of_its_own_place(data: Path) -> None:
    change(data, "PRAGMA user_version = 99")
    status, out, err = mounted(READ_ONLY, data, "games")
    assert (status, out) == (3, "")
    assert f"expected a journal of version 4 at {data / FILE_NAME}, got version 99" in err


# ---- A game on 24 points -------------------------------------------------------------------------


def shown_24(tmp_path: Path, run: Run, *actions: Action) -> list[str]:
    setup = Setup("backgammon", (("length", "5"),), dice="hand", games=games_for(24))
    begin_game(tmp_path, *actions, setup=setup, before=Standing((1, 2)))
    said = run("show", 1, "--data", tmp_path)
    assert said.status == 0
    return said.lines


OPENING = Rolled((6, 3))


def test_it_is_told_by_its_ids_as_it_was_before_the_throw_is_played(
    tmp_path: Path, run: Run
) -> None:
    """The ID is gnubg's own for this moment."""
    lines = shown_24(tmp_path, run, OPENING, Stepped(1, 6))
    assert lines[-3:-1] == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:1:2:0:5:10",
        "GNU Backgammon ID: 4HPwATDgc/ABMA:cAmvACAACAAE",
    ]


def test_before_the_opening_throw_it_has_no_id(tmp_path: Path, run: Run) -> None:
    assert not any("ID" in line for line in shown_24(tmp_path, run))


def test_what_happened_between_the_plays_is_told(tmp_path: Path, run: Run) -> None:
    play: list[Action] = [Stepped(1, 6), Stepped(12, 3), Confirmed()]
    lines = shown_24(tmp_path, run, OPENING, *play, CubeAction(Side.BLACK, "double"))
    assert lines[3:7] == [
        "      Score before: white 1, black 2.",
        "   1. white  6-3  24/18 13/10",
        "      black  doubles",
        "",
    ]


def test_a_name_that_the_terminal_cannot_show_is_no_fault(tmp_path: Path) -> None:
    begin_game(tmp_path, setup=Setup(names=("Zoë", "李")))
    done = subprocess.run(
        [sys.executable, "-m", "minigam", "show", "1", "--data", tmp_path],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "White: Zo\\xeb. Black: \\u674e." in done.stdout
    assert done.stderr == ""


def test_plays_are_numbered_as_on_the_board_or_as_its_settings_say(games: Path, run: Run) -> None:
    here, played = ("--data", games, "--board", "sim"), "   4. black  6-6  bar/{}(2)"
    assert played.format(1) in run("show", 1, *here).lines
    assert run("settings", "numbers=own", *here).status == 0
    assert played.format(6) in run("show", 1, *here).lines
    shown = json.loads(run("show", 1, "--json", *here).out)
    assert shown["plays"][3] == {
        "side": "black", "roll": [6, 6], "play": "bar/6(2)", "text": "bar/6(2)"
    }  # fmt: skip


def test_a_pawns_faces_are_words(tmp_path: Path, run: Run) -> None:
    found = random_game(12)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        journal.begin(found.decided, board_key(*found.state.setup.board))
    said = run("show", 1, "--data", tmp_path, "--board", "sim").out
    assert "half minus" in said
    assert "@" not in said


def test_a_game_between_two_boards_names_both_and_their_promises(tmp_path: Path, run: Run) -> None:
    boards = TwoBoards(Terms("minigam", meeting=MEETING))
    keep(tmp_path, boards.play())
    white, black = boards.game.promises
    lines = run("show", 1, "--data", tmp_path).out.splitlines()
    assert lines[2:8] == [
        f"Game 1 of the meeting {MEETING.id}.",
        f"White's board has the key {MEETING.boards[0]}.",
        f"It promised its dice by {white}.",
        f"Black's board has the key {MEETING.boards[1]}.",
        f"It promised its dice by {black}.",
        "",
    ]
    assert "The dice come from both boards' secrets: check them with `minigam verify 1`." in lines
    found = run("verify", 1, "--data", tmp_path).out
    assert found.startswith("yes: the game was played as the journal says\n")
    listed = run("games", "--data", tmp_path).out
    run("export", 1, "--data", tmp_path, "--output", tmp_path / "game.json")
    run("import", tmp_path / "game.json", "--data", tmp_path)
    assert run("games", "--data", tmp_path).out.startswith(listed.splitlines()[0])
    found = run("verify", 2, "--data", tmp_path).out
    assert found.startswith("imported: nothing was promised here\n")
