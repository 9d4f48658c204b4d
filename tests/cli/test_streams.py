"""Every command with closed standard streams, which no file of its own may take the place of."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from minigam.journal.store import FILE_NAME
from tests.cli.test_exit_status import ALL
from tests.docs.sample import write_journal
from tests.e2e.daemon import MINIGAM, PATIENCE_SECONDS, free_port

CLOSED = [">&-", "2>&-", "<&-", "<&- >&- 2>&-"]
SHORT: dict[str, list[str]] = {
    "games": [],
    "show": ["1"],
    "statistics": [],
    "verify": ["1"],
    "report": ["1"],
    "export": ["1"],
    "rescue": ["rescued"],
    "import": ["-"],
    "restore": ["nowhere.tar.gz"],
    "backup": ["."],
    "settings": ["--board", "sim"],
    "pairings": ["--port", "PORT"],
    "doctor": ["--port", "PORT", "--board", "sim"],
    "facts": [],
    "engine": [],
    "solve": ["--rules", "backgammon"],
    "run": ["--board", "nope"],
    "record": ["new.trace", "--board", "nope"],
}
"""Whatever ends by itself; each with `--data`."""
WITHOUT_DATA: dict[str, list[str]] = {
    "check": [],
    "calibrate": ["-o", "new.toml", "--board", "nope"],
    "test-board": ["--board", "nope"],
    "firmware": ["files", "pico", "--board", "quarter-hall"],
    "hil": [],
    "completion": ["bash"],
    "dark": ["--board", "sim"],
    "display": ["--help"],
}
RUNNING = """
import os, sys
from minigam.cli.main import main
from minigam.cli.streams import STANDARD

status = main(["check"])
leads = [os.readlink(f"/proc/self/fd/{number}") for number in STANDARD]
open("leads", "w").write(f"{status} {leads} {sys.stdin}")
"""


def closed(closing: str, *command: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *map(str, command)],
        input=b"",
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write_journal(tmp_path / "data")
    return tmp_path / "data"


def test_every_command_is_among_them() -> None:
    assert {*SHORT, *WITHOUT_DATA} == set(ALL)


@pytest.mark.slow
@pytest.mark.parametrize("closing", CLOSED)
@pytest.mark.parametrize("name", ALL)
def test_a_closed_stream_is_no_bug(name: str, closing: str, data: Path) -> None:
    more = [str(free_port()) if each == "PORT" else each for each in SHORT.get(name, [])]
    more = [*more, "--data", str(data)] if name in SHORT else WITHOUT_DATA[name]
    done = closed(closing, *MINIGAM, name, *more)
    assert done.returncode in (0, 2, 3), done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_an_export_to_a_closed_output_leads_nowhere(data: Path) -> None:
    done = closed(">&-", *MINIGAM, "export", "1", "--data", data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (data / FILE_NAME).read_bytes()[:15] == b"SQLite format 3"


def test_games_from_a_closed_input_are_asked_for(tmp_path: Path) -> None:
    done = closed("<&-", *MINIGAM, "import", "-", "--data", tmp_path / "data")
    message = "minigam: -: expected games on standard input, got a closed one: open it\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)
    assert not (tmp_path / "data").exists()


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    command = [MINIGAM[0], "-c", RUNNING] if "python" in MINIGAM[0] else None
    assert command is not None
    subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command],
        cwd=tmp_path,
        timeout=PATIENCE_SECONDS,
        check=False,
        env=os.environ,
    )
    nowhere = json.dumps(["/dev/null"] * 3).replace('"', "'")
    assert (tmp_path / "leads").read_text() == f"0 {nowhere} None"
