"""`minigam pairings`, with a daemon and without."""

import time
from pathlib import Path

import pytest

from minigam.pairing.phone_sessions import Sessions
from minigam.pairing.phones import PairingsFile, this_boot
from tests.cli.commands import Run
from tests.e2e.daemon import free_port, minigam, running


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """Two phones are paired."""
    sessions = Sessions(this_boot())
    for name in ("Ann", "Bo"):
        sessions.add(name, f"the token of {name}", time.monotonic())
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    PairingsFile(folder, this_boot()).write(sessions)
    return folder


def names(out: str) -> list[list[str]]:
    """Each line's first two words."""
    return [line.split()[:2] for line in out.splitlines()]


def test_without_a_daemon_the_folder_is_read(folder: Path, run: Run) -> None:
    options = ("--data", folder, "--port", free_port())
    listed = run("pairings", *options)
    assert (listed.status, names(listed.out)) == (0, [["1", "Ann"], ["2", "Bo"]])
    assert listed.lines[0].endswith("11 h 59 min left")
    assert run("pairings", "--revoke", "1", *options) == (0, "pairing 1 has ended\n", "")
    unknown = "minigam: unknown pairing '1'; expected one of: 2\n"
    assert run("pairings", "--revoke", "1", *options) == (2, "", unknown)
    assert names(run("pairings", *options).out) == [["2", "Bo"]]
    assert run("pairings", "--revoke", "2", *options) == (0, "pairing 2 has ended\n", "")
    assert run("pairings", *options) == (0, "no phone is paired\n", "")


@pytest.mark.slow
def test_a_daemon_is_asked_where_one_runs(folder: Path) -> None:
    with running(folder) as daemon:
        here = ("--port", str(daemon.port))
        assert names(minigam("pairings", *here).out) == [["1", "Ann"], ["2", "Bo"]]
        assert minigam("pairings", "--revoke", "2", *here).status == 0
        again = minigam("pairings", "--revoke", "2", *here)
        unknown = "minigam: unknown pairing '2'; expected one of: 1\n"
        assert (again.status, again.err) == (2, unknown)
        assert [each["name"] for each in daemon.get("/api/pairings")["pairings"]] == ["Ann"]
        elsewhere = minigam(
            "pairings", "--revoke", "1", "--data", folder, "--port", str(free_port())
        )
        assert (elsewhere.status, elsewhere.err.startswith("minigam: another minigam")) == (3, True)
