"""`minigam doctor`: its words, its status, and what it packs for those who help."""

import json
import re
import socket
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from minigam.board.profile import built_in_boards
from minigam.cli.support import Private, write_support
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Begun, Committed
from minigam.table.setup import Setup
from tests.cli.commands import Run, Said
from tests.e2e.daemon import free_port, running

SECRET = sha256(b"nobody knows").digest()
NAMES = ("Wilhelmina", "Bartholomew")
HOST = "attic-board"


Doctor = Callable[..., Said]


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Doctor:
    """Runs `minigam doctor` in somebody's home, with a living game of two named people.

    No daemon runs.
    """
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(socket, "gethostname", lambda: f"{HOST}.example")
    folder = tmp_path / "games"
    folder.mkdir()
    journal = Journal(folder / FILE_NAME, new=True)
    number = journal.begin([Begun(Setup(names=NAMES).terms())], board_key(6, False))
    journal.commit_secret(number, Committed(sha256(SECRET).hexdigest()), SECRET)
    journal.close()
    return partial(run, "doctor", "--data", folder, "--port", free_port())


def test_nothing_is_wrong(doctor: Doctor) -> None:
    said = doctor("--board", "sim")
    assert (said.status, {line.split()[0] for line in said.lines}) == (0, {"ok", "note"})
    assert "ok    board    sim: Quarter board, simulated" in said.lines
    unnamed = "note  board    is taken for this one, since none was named: name it with --board"
    assert unnamed not in said.lines
    assert unnamed in doctor().lines


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("nope", "unknown board profile 'nope'; "),
        ("bad.toml", "the board profile cannot be used, 1 fault(s):"),
    ],
)
def test_something_is_wrong(board: str, told: str, doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('extends = "sim-hall"\ncolour = "oak"\n', "utf-8")
    said = doctor("--board", board)
    assert said.status == 1
    assert f"\nFAULT board    {told}" in said.out


def packed(file: Path) -> dict[str, str]:
    with ZipFile(file) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name).decode() for name in opened.namelist()}


def test_what_is_packed_tells_what_helps(doctor: Doctor, tmp_path: Path) -> None:
    file = tmp_path / "support.zip"
    told = doctor("--board", "sim-hall", "--support", file)
    *said, last = told.lines
    assert told.status == 0
    assert last == f"packed into {file}: look into it before you send it"
    found = packed(file)
    assert found["doctor.txt"] == "".join(f"{line}\n" for line in said).replace(str(tmp_path), "~")
    assert "~/games/journal.sqlite" in found["doctor.txt"]
    assert found["profile.toml"] == built_in_boards()["sim-hall"].read_text("utf-8")
    assert re.search(r"^gpiozero \d", found["versions.txt"], re.MULTILINE)
    assert found["health.json"] == "null\n"
    assert len(found) == 4


def test_what_is_packed_tells_no_secrets(doctor: Doctor, tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(f'# on {HOST}, see {tmp_path}/wiring\nextends = "sim"\ntitle = "Ours"\n')
    file = tmp_path / "support.zip"
    assert doctor("--board", board, "--support", file).status == 0
    for text in packed(file).values():
        for private in (*NAMES, SECRET.hex(), HOST, str(tmp_path)):
            assert private.lower() not in text.lower()
    assert SECRET not in file.read_bytes()
    assert packed(file)["profile.toml"].startswith("# on HOST, see ~/wiring\n")


def test_a_profile_that_cannot_be_read_is_told_in_its_place(tmp_path: Path) -> None:
    file, private = tmp_path / "support.zip", Private(str(tmp_path), HOST)
    write_support(file, "", str(tmp_path / "gone.toml"), None, private)
    assert packed(file)["profile.toml"] == (
        "# cannot be read: [Errno 2] No such file or directory: '~/gone.toml'\n"
    )


@pytest.mark.slow
def test_a_daemon_that_runs_is_asked(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "support.zip"
    with running(tmp_path / "data") as daemon:
        told = ("--data", daemon.data, "--port", daemon.port, "--support", file)
        said = run("doctor", "--board", "sim", *told)
        health = daemon.get("/api/health")
    assert said.status == 0
    assert f"ok    daemon   runs at port {daemon.port}, on the board sim" in said.lines
    assert "ok    inputs   none looks faulty" in said.lines
    assert json.loads(packed(file)["health.json"]) == health
