"""Files that commands write are whole, or as they were."""

import os
import stat
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest

from minigam.cli.main import COMMANDS, _parser
from minigam.cli.output import write_file
from minigam.journal.store import FILE_NAME
from tests.cli.commands import Run, parsers
from tests.cli.test_exit_status import ALL
from tests.cli.test_looking import LOOKING, PORT, WITHOUT_DATA
from tests.e2e.daemon import MINIGAM, PATIENCE_SECONDS, free_port

CLOSED = [">&-", "2>&-", "<&-", "<&- >&- 2>&-"]
SHORT = {
    **{name: more for name, (more, *_) in {**LOOKING, **WITHOUT_DATA}.items()},
    "import": ["-"],
    "backup": ["."],
    "solve": ["--rules", "backgammon"],
    "firmware": ["files", "pico", "--board", "quarter-hall"],
    "dark": ["--board", "sim"],
    "display": ["--help"],
}
"""Words with which each command ends by itself."""
RUNNING = """
import os, sys
from minigam.cli.main import main
from minigam.cli.output import STANDARD

status = main(["check"])
leads = [os.readlink(f"/proc/self/fd/{number}") for number in STANDARD]
open("leads", "w").write(f"{status} {leads} {sys.stdin}")
"""


def test_a_file_is_new_or_replaced(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_file(file, b"one")
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask()
    file.chmod(0o640)
    write_file(file, b"two")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"two", 0o640)
    assert list(tmp_path.iterdir()) == [file]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_dash_is_standard_output(
    games: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("export", "1", "--output", "-", "--data", games)
    assert said == run("export", "1", "--data", games)
    assert said.status == 0
    assert list(tmp_path.iterdir()) == [games]


@pytest.mark.parametrize(
    "line",
    [
        "calibrate --output -",
        "doctor --support -",
        "firmware files -",
        "hil sim --report -",
        "record -",
        "rescue -",
    ],
)
def test_a_dash_is_refused_where_nothing_is_written_to_standard_output(
    line: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(*line.split())
    message = "expected a name, got -: this is not written to standard output"
    assert (said.status, said.out, said.err.strip().endswith(message)) == (2, "", True)
    assert list(tmp_path.iterdir()) == []


def test_every_other_path_is_read() -> None:
    """A path that is written is an argument of one of two kinds, which know what a dash means."""
    read = {
        (name, action.dest)
        for name, parser in parsers(_parser(COMMANDS))
        for action in parser._actions
        if action.type is Path and action.dest != "data"
    }
    kept = {("provision", "file"), ("provision", "state")}  # the service's own
    parts = ("ca", "certificate", "key", "password_file")
    broker = {(name, f"broker_{part}") for name in ("run", "record") for part in parts}
    assert read - kept - broker == {
        ("backup", "folder"),
        ("restore", "file"),
        ("hil", "cases"),
        ("hil", "compare"),
        ("settings", "broker_password_file"),
    }


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    file, link = tmp_path / "there" / "game.json", tmp_path / "link"
    link.symlink_to(file)
    write_file(link, b"one")
    assert (link.is_symlink(), file.read_bytes()) == (True, b"one")


@pytest.mark.parametrize("before", [None, b"an older game"])
def test_on_a_full_disk_all_stays_as_it_was(
    before: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    if before is not None:
        file.write_bytes(before)

    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left") as caught:
        write_file(file, b"new")
    assert caught.value.filename == str(file)
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found == ({} if before is None else {"game.json": before})


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, b"one")
    reader.join()
    assert (read, stat.S_ISFIFO(pipe.stat().st_mode)) == ([b"one"], True)


def closed(closing: str, *command: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *map(str, command)],
        input=b"",
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.fixture
def data(games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(games.parent)
    monkeypatch.setenv("HOME", str(games.parent / "home"))
    return games


@pytest.mark.slow
@pytest.mark.parametrize(("name", "closing"), [*zip(ALL, cycle(CLOSED), strict=False)])
def test_a_closed_stream_is_no_bug(name: str, closing: str, data: Path) -> None:
    words = [str(free_port()) if each == PORT else each for each in SHORT[name]]
    more = ["--data", data] if name in LOOKING else []
    done = closed(closing, *MINIGAM, name, *words, *more)
    assert done.returncode in (0, 2, 3), done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_an_export_to_a_closed_output_leads_nowhere(data: Path) -> None:
    done = closed(">&-", *MINIGAM, "export", "1", "--data", data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (data / FILE_NAME).read_bytes()[:15] == b"SQLite format 3"


@pytest.mark.parametrize(
    ("command", "wanted"),
    [("engine", "expected questions"), ("import - --data data", "-: expected games")],
)
def test_what_is_read_from_a_closed_input_is_asked_for(
    command: str, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = closed("<&-", *MINIGAM, *command.split())
    message = f"minigam: {wanted} on standard input, got a closed one: open it\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)
    assert list(tmp_path.iterdir()) == []


def test_no_file_takes_the_place_of_a_closed_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    closed("<&- >&- 2>&-", sys.executable, "-c", RUNNING)
    assert (tmp_path / "leads").read_text() == f"0 {['/dev/null'] * 3} None"
