"""No command creates or changes a file by looking, nor by being refused."""

import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from minigam.cli.main import main
from minigam.drivers import serialport
from minigam.journal.store import FILE_NAME
from tests.cli.test_exit_status import ALL
from tests.docs.sample import write_journal
from tests.e2e.daemon import free_port

PORT, BUSY = "PORT", "BUSY"
"""Stand for a port that nobody listens at, and for one that somebody does."""
OUT = Path("out")
"""A folder that is not there, and that no command may make."""
BAD = Path("bad.txt")
EMPTY = Path("empty.json")
"""A file without a game."""
LOOKING: dict[str, list[list[str]]] = {
    "games": [[]],
    "show": [["1"], ["7"]],
    "statistics": [[]],
    "verify": [["1"], ["7"]],
    "report": [["1"], ["7"], ["7", "--output", "report.html"]],
    "export": [["1"], ["7"], ["7", "--output", "game.json"]],
    "rescue": [["rescued"], [str(BAD)]],
    "settings": [["--board", "sim"], ["--board", "sim", "nope=1"], ["--board", "nope"]],
    "pairings": [["--port", PORT], ["--port", PORT, "--revoke", "7"]],
    "doctor": [["--port", PORT], ["--port", PORT, "--board", "nope"]],
    "facts": [[], ["--option", "nope=1"]],
    "engine": [[]],
    "solve": [["--option", "nope=1"], ["--rules", "backgammon"]],
    "analyse": [[str(BAD)], ["nowhere.mat"], [str(EMPTY)]],
    "import": [[str(BAD)], ["nowhere.json"], [str(EMPTY)]],
    "restore": [[str(BAD)], ["nowhere.tar.gz"]],
    "backup": [["nowhere"]],
    "run": [
        ["--board", "nope"],
        ["--board", "sim", "--option", "nope=1"],
        ["--board", "sim", "--rules", "backgammon", "--black", "perfect"],
        ["--board", "sim", "--port", BUSY],
    ],
    "record": [
        ["trace", "--board", "nope"],
        ["trace", "--board", "sim", "--option", "nope=1"],
        [str(BAD), "--board", "sim"],
        [str(OUT / "trace"), "--board", "sim"],
    ],
}
"""Whatever only looks, or must be refused; each with `--data`."""
WITHOUT_DATA: dict[str, list[list[str]]] = {
    "check": [["--board", "quarter-hall"], ["--board", "nope"]],
    "calibrate": [["--board", "nope", "-o", "new.toml"], ["-o", str(OUT / "new.toml")]],
    "test-board": [["--board", "nope"]],
    "firmware": [
        ["install"],
        ["install", "--board", "quarter-buttons"],
        ["files", str(OUT), "--board", "quarter-buttons"],
    ],
    "hil": [
        [],
        ["nope"],
        ["quarter-buttons", "--case", "nope"],
        ["quarter-buttons", "--report", str(OUT / "report")],
    ],
    "update": [[], ["--check"], ["nowhere"], [str(BAD)], ["--requested"]],
    "completion": [["bash"], ["zsh"], ["fish"]],
    "dark": [["--board", "nope"]],
    "display": [["--port", "0"]],
    "provision": [["--file", "nowhere.toml"]],
    "club": [
        ["list", "nowhere"],
        ["add", "nowhere", "table-7"],
        ["add", "nowhere", "Table 7"],
        ["revoke", "nowhere", "table-7"],
        ["renew", "nowhere"],
        ["init", str(BAD)],
        ["init", str(OUT), "--host", "a host"],
        ["init", str(OUT), "--port", "0"],
        ["run", str(BAD)],
        ["run", str(OUT), "--broker", "nowhere"],
        ["run", str(OUT), "--broker", "mqtt://localhost", "--port", "0"],
    ],
    "train": [
        ["--option", "nope=1"],
        ["--hidden", "0"],
        ["--hidden", "many"],
        ["--out", str(OUT / "weights")],
    ],
}
WITH_DATA = [[name, *more] for name, each in LOOKING.items() for more in each]
OTHERS = [[name, *more] for name, each in WITHOUT_DATA.items() for more in each]

Tree = dict[str, bytes | None]


def tree(folder: Path) -> Tree:
    """Every file with its content, and every folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder and the user's home, without a Pico; nothing is read from a terminal."""
    for name in ("XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ROOT", str(tmp_path))  # no stick of this machine is installed from
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / BAD).write_text("?", "utf-8")
    (tmp_path / "here" / EMPTY).write_text('{"format":"minigam","version":1,"games":[]}', "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(serialport.pico_path, "__defaults__", (tmp_path, serialport.A_BOARDS))
    return tmp_path


def ends(arguments: list[str]) -> int:
    """Run a command, however it ends; its status."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        ports = {BUSY: busy.getsockname()[1], PORT: free_port()}
        try:
            return main([str(ports.get(each, each)) for each in arguments])
        except SystemExit:
            return 2


def test_every_command_is_among_them() -> None:
    assert {*LOOKING, *WITHOUT_DATA} == set(ALL)


@pytest.mark.parametrize(
    "words",
    [*([*words, "--data", "../data"] for words in WITH_DATA), *WITH_DATA, *OTHERS],
    ids=" ".join,
)
def test_no_folder_is_created_nor_the_user_s_own(words: list[str], place: Path) -> None:
    before = tree(place)
    ends(words)
    assert tree(place) == before


@pytest.mark.parametrize("words", WITH_DATA, ids=" ".join)
def test_nothing_changes_in_a_folder_with_games(words: list[str], place: Path) -> None:
    write_journal(place / "data")
    before = tree(place)
    ends([*words, "--data", "../data"])
    assert tree(place) == before


@pytest.mark.parametrize("name", ["games", "statistics", "pairings", "doctor"])
def test_a_folder_without_a_journal_gets_none(name: str, place: Path) -> None:
    (place / "data").mkdir()
    before = tree(place)
    ends([name, *LOOKING[name][0], "--data", "../data"])
    assert tree(place) == before


def test_a_backup_leaves_the_games_as_they_are(place: Path) -> None:
    write_journal(place / "data")
    (place / "stick").mkdir()
    before = tree(place / "data")
    ends(["backup", "../stick", "--data", "../data"])
    assert len(tree(place / "stick")) == 1
    assert tree(place / "data") == before


@pytest.mark.parametrize("name", ["games", "statistics", "doctor", "backup"])
def test_a_journal_of_another_version_stays_as_it_is(name: str, place: Path) -> None:
    write_journal(place / "data")
    with closing(sqlite3.connect(place / "data" / FILE_NAME)) as db:
        db.execute("PRAGMA user_version = 3")
    before = tree(place / "data")
    more = {"doctor": ["--port", PORT, "--board", "sim"], "backup": ["."]}
    status = ends([name, *more.get(name, []), "--data", "../data"])
    assert status == {"doctor": 1, "backup": 0}.get(name, 3)  # a backup is of any version
    assert tree(place / "data") == before
