"""`minigam run` on damaged journals, and on one that is taken away in play: the real program."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from minigam.journal.store import FILE_NAME
from tests.docs.sample import unfinished
from tests.e2e.daemon import PATIENCE_SECONDS, Daemon, minigam, running
from tests.journal.tampering import write_games

LIVING = 7
"""The number of the game that goes on."""


def nothing(_: Path) -> None:
    """Leave it as it is."""


def no_header(file: Path) -> None:
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:10])


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def link(file: Path) -> None:
    file.rename(file.with_name("mine"))
    file.symlink_to(file.with_name("mine"))


@pytest.mark.parametrize(
    ("damage", "games", "asides"),
    [
        (no_header, 7, 1),
        (cut_off, 1, 1),
        pytest.param(nothing, 7, 0, marks=pytest.mark.slow),
        pytest.param(link, 7, 1, marks=pytest.mark.slow),
        pytest.param(pipe, 1, 1, marks=pytest.mark.slow),
        pytest.param(folder, 1, 1, marks=pytest.mark.slow),
    ],
)
def test_a_damaged_journal_is_recovered_and_kept(
    damage: Callable[[Path], None], games: int, asides: int, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    write_games(data)
    damage(data / FILE_NAME)
    with running(data) as daemon:
        state = daemon.get("/api/state")
        assert state["phase"] == (unfinished().state.phase.value if games == LIVING else "attract")
        assert daemon.get("/api/health")["journal"] == {"stopped": False, "text": ""}
        daemon.tap("roll")
        assert len(daemon.said) == 1 + asides + (games == LIVING)
    assert len(list(data.glob("aside-*"))) == asides
    listed = minigam("games", "--data", data)
    assert (listed.status, len(listed.out.splitlines())) == (0, games)
    checks = minigam("doctor", "--board", "sim", "--port", str(daemon.port), "--data", data)
    assert checks.out.count("a damaged journal was put aside") == asides


# Another reader of the journal, such as the daemon's tidying, makes a deleted -wal anew.
@pytest.mark.parametrize(("ending", "what"), [("", "deleted"), ("-wal", "(deleted|replaced)")])
def test_a_journal_that_is_deleted_in_play_stops_it_at_the_next_touch(
    ending: str, what: str, tmp_path: Path
) -> None:
    daemon = Daemon(tmp_path / "data")
    try:
        daemon.tap("roll")
        before = daemon.get("/api/state")["phase"]
        file = daemon.data / f"{FILE_NAME}{ending}"
        file.unlink()
        daemon.tap("roll", "roll")
        message = daemon.get("/api/state")["message"]
        assert message["code"] == "journal"
        found = re.escape(f"the journal {file} was ") + what + " while it was open"
        assert re.match(found, message["text"])
        assert daemon.get("/api/state")["phase"] == before
        health = daemon.get("/api/health")
        assert health["journal"] == {"stopped": True, "text": message["text"]}
        assert daemon.process.wait(PATIENCE_SECONDS) == 3
    finally:
        daemon.kill()
    with running(daemon.data) as daemon:
        daemon.tap("roll")
        assert daemon.get("/api/health")["journal"] == {"stopped": False, "text": ""}


def test_where_nothing_can_be_written_the_page_says_why(tmp_path: Path) -> None:
    """A file system in memory, mounted read only; root in a name space of its own may do that."""
    data = tmp_path / "data"
    write_games(data)
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    prefix = ("unshare", "--map-root-user", "--mount", "sh", "-c", mount, str(data))
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    daemon = Daemon(data, prefix=prefix)
    try:
        state, health = daemon.get("/api/state"), daemon.get("/api/health")
        lights = daemon.get("/api/lights")
    finally:
        daemon.kill()
    assert {light["meaning"] for light in lights.values()} == {"error"}
    assert "Read-only file system" in state["message"]["text"]
    assert "--data" in state["message"]["text"]
    assert health["journal"] == {"stopped": True, "text": state["message"]["text"]}
    assert daemon.said[0].startswith("nothing can be played: ")
