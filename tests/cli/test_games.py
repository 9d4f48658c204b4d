"""The commands over a journal in which one game is damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from minigam.cli.main import main
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
from minigam.rules.chain import FIRST, link
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.table.setup import Setup, games_for

SOUND, DAMAGED = 1, 2
COMMANDS = (
    ("show", str(DAMAGED)),
    ("verify", str(DAMAGED)),
)
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
    with closing(sqlite3.connect(data / FILE_NAME)) as other, other:
        bodies = other.execute("SELECT body FROM action WHERE game = 2 ORDER BY number").fetchall()
        head = FIRST
        for at, (text,) in enumerate(bodies, start=1):
            head = link(head, text.encode())
            query = "UPDATE action SET link = ? WHERE game = 2 AND number = ?"
            other.execute(query, (head, at))
    return f"action {number} of game 2 in {data / FILE_NAME} is damaged: "


def listed(data: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["games", "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def refused(
    data: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str], status: int = 3
) -> str:
    """The one line on standard error."""
    assert main([*command, "--data", str(data)]) == status
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line.removeprefix("minigam: ")


def damage_told(data: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says of a damaged game: `verify` answers no, the others refuse it."""
    if command[0] != "verify":
        return refused(data, command, capsys)
    assert main([*command, "--data", str(data)]) == ExitStatus.NEGATIVE
    return capsys.readouterr().out.splitlines()[0].removeprefix("NO: ")


@pytest.mark.parametrize("body", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_an_impossible_action_is_named(
    data: Path, command: tuple[str, ...], body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = damage(data, body)
    line = damage_told(data, command, capsys)
    assert line.startswith(begin)
    assert "`minigam rescue FOLDER`" in line


@pytest.mark.parametrize("body", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_damaged_game_hides_no_other(
    data: Path, body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = listed(data, capsys)[0]
    begin = damage(data, body)
    first, second = listed(data, capsys)
    assert first == sound
    assert second.startswith(f"    2  {begin}")
    assert "move the folder" not in second  # advice would not fit into a list


def test_a_game_opened_at_no_time_is_damaged_in_the_list_and_can_be_shown(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(data, "UPDATE game SET opened_at = '0001-01-01T00:00:00+14:00' WHERE id = 2")
    damaged = f"    2  game 2 in {data / FILE_NAME} is damaged: date value out of range"
    assert listed(data, capsys)[1] == damaged
    assert main(["show", "2", "--data", str(data)]) == 0


def test_a_game_is_shown_as_it_stands_and_not_as_its_screen(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can press a button of a stored game."""
    assert main(["show", str(SOUND), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Unfinished, white to play."


def test_an_abandoned_game_is_shown_as_one(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Journal(data / FILE_NAME)) as journal:
        journal.append(SOUND, [Abandoned()])
    assert main(["show", str(SOUND), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Abandoned: another game was begun."


def test_a_kept_game_is_marked(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = listed(data, capsys)
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        star(journal, SOUND, True)
    assert listed(data, capsys) == [f"{first}, kept", second]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
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
    data: Path,
    command: tuple[str, ...],
    body: str,
    number: int,
    name: str,
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(data, body, number)
    if command[0] == "verify":
        assert main([*command, "--data", str(data)]) == 1
        told = f"NO: action {number} ({name}) was not played: {why}"
        assert capsys.readouterr().out.startswith(told)
    else:
        begin = f"game 2 in {data / FILE_NAME} is damaged: {why}"
        assert refused(data, command, capsys).startswith(begin)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_broken_chain_is_named(
    data: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    change(data, "UPDATE action SET body = replace(body, '5', '6') WHERE game = 2 AND number = 5")
    why = "it is not the one that was written after those before it"
    begin = f"action 5 of game 2 in {data / FILE_NAME} is damaged: {why}"
    assert damage_told(data, command, capsys).startswith(begin)


def test_a_number_beyond_all_numbers_is_no_game(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("show", "verify"):
        line = refused(data, (command, "9" * 23), capsys, status=2)
        assert line == f"unknown game '{'9' * 23}'; expected one of: 1, 2"


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


def from_read_only(folder: Path, *command: object) -> tuple[int, str, str]:
    """What a command says where a folder is mounted read only."""
    return mounted(READ_ONLY, folder, *command)


def mounted(script: str, folder: Path, *command: object) -> tuple[int, str, str]:
    """What a command says where a script has mounted the folder of the games."""
    unshare = ("unshare", "--map-root-user", "--mount", "sh", "-c", script, folder)
    words = (*unshare, sys.executable, "-m", "minigam", *command, "--data", folder)
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode == 77 or "unshare:" in done.stderr:
        pytest.skip("nothing can be mounted here")
    return done.returncode, done.stdout, done.stderr


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("command", [("games",), ("show", "1"), ("statistics",)])
def test_games_are_read_where_nothing_can_be_written(
    data: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--data", str(data)]) == 0
    said, before = capsys.readouterr().out, bytes_in(data)
    assert from_read_only(data, *command) == (0, said, "")
    assert bytes_in(data) == before


def test_games_are_read_and_backed_up_from_a_full_disk(
    data: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """When a backup is needed most."""
    assert main(["show", "1", "--data", str(data)]) == 0
    said, stick = capsys.readouterr().out, tmp_path_factory.mktemp("stick")
    assert mounted(FULL, data, "show", "1") == (0, said, "")
    assert mounted(FULL, data, "backup", stick)[0] == 0
    (file,) = stick.iterdir()
    assert main(["restore", str(file), "--data", str(stick / "there")]) == 0


def test_so_is_what_waits_in_the_log_and_a_backup_holds_it(data: Path, tmp_path: Path) -> None:
    """As after a pulled plug."""
    pulled, stick = tmp_path / "pulled", tmp_path / "stick"
    stick.mkdir()
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        journal.begin([Begun(Setup().terms())], BOARD)
        pulled.mkdir()
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(data / name, pulled)
    assert from_read_only(pulled, "show", "3")[0] == 0
    assert from_read_only(pulled, "backup", stick)[0] == 0
    (file,) = stick.iterdir()
    assert main(["restore", str(file), "--data", str(tmp_path / "there")]) == 0
    with closing(Journal(tmp_path / "there" / FILE_NAME, new=True)) as journal:
        assert journal.numbers() == [1, 2, 3]


def test_what_is_wrong_there_is_told_of_its_own_place(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as other, other:
        other.execute("PRAGMA user_version = 99")
    status, out, err = from_read_only(data, "games")
    assert (status, out) == (3, "")
    assert f"expected a journal of version 4 at {data / FILE_NAME}, got version 99" in err


# ---- A game on 24 points -------------------------------------------------------------------------


def shown_24(tmp_path: Path, capsys: pytest.CaptureFixture[str], *actions: Action) -> list[str]:
    setup = Setup("backgammon", (("length", "5"),), dice="hand", games=games_for(24))
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        journal.begin([Begun(setup.terms((1, 2))), *actions], board_key(*setup.board))
    assert main(["show", "1", "--data", str(tmp_path)]) == 0
    return capsys.readouterr().out.splitlines()


OPENING = Rolled((6, 3))


def test_it_is_told_by_its_ids_as_it_was_before_the_throw_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ID is gnubg's own for this moment."""
    lines = shown_24(tmp_path, capsys, OPENING, Stepped(1, 6))
    assert lines[-3:-1] == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:1:2:0:5:10",
        "GNU Backgammon ID: 4HPwATDgc/ABMA:cAmvACAACAAE",
    ]


def test_before_the_opening_throw_it_has_no_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not any("ID" in line for line in shown_24(tmp_path, capsys))


def test_what_happened_between_the_plays_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play: list[Action] = [Stepped(1, 6), Stepped(12, 3), Confirmed()]
    lines = shown_24(tmp_path, capsys, OPENING, *play, CubeAction(Side.BLACK, "double"))
    assert lines[3:7] == [
        "      Score before: white 1, black 2.",
        "   1. white  6-3  24/18 13/10",
        "      black  doubles",
        "",
    ]


def test_a_name_that_the_terminal_cannot_show_is_no_fault(tmp_path: Path) -> None:
    setup = Setup(names=("Zoë", "李"))
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        journal.begin([Begun(setup.terms())], BOARD)
    done = subprocess.run(
        [sys.executable, "-m", "minigam", "show", "1", "--data", tmp_path],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "White: Zo\\xeb. Black: \\u674e." in done.stdout
    assert done.stderr == ""
