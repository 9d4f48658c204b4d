"""`minigam backup` and `minigam restore`: there and back, and not under a daemon's feet."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from minigam.cli.backup import SAME_DISK
from minigam.journal.atomic_replace import INTENT, is_pending
from minigam.journal.data_folder import lock_data_folder
from minigam.journal.importing import lock_imports
from minigam.journal.lock import data_locked
from tests.cli.commands import Run
from tests.cli.test_files import XGID

DISKS = (Path("/dev/shm"), Path("/var/tmp"))


def backup_of(games: Path, run: Run) -> Path:
    """Its file, which lies beside the folder of the games."""
    assert run("backup", games.parent, "--data", games).status == 0
    (file,) = games.parent.glob("*.tar.gz")
    return file


def test_there_and_back(games: Path, tmp_path: Path, run: Run) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    stick.mkdir()
    listed = run("games", "--data", games)
    status, out, err = run("backup", stick, "--data", games)
    (file,) = stick.iterdir()
    assert (status, out, err) == (0, f"written and read again: {file}\n", f"{SAME_DISK}\n")
    assert run("restore", file, "--data", other) == (0, f"restored into {other}\n", "")
    assert run("games", "--data", other) == listed
    status, out, err = run("restore", file, "--data", other)
    (before,) = other.glob("before-*")
    told = f"restored into {other}\nwhat was there before is in {before}\n"
    assert (status, out, err) == (0, told, "")


def test_a_folder_that_is_missing_is_not_made(games: Path, tmp_path: Path, run: Run) -> None:
    stick = tmp_path / "not" / "mounted"
    told = (
        f"minigam: expected a folder to write into, found none at {stick}: "
        "mount the stick, or make the folder\n"
    )
    assert run("backup", stick, "--data", games) == (2, "", told)
    assert list(tmp_path.iterdir()) == [games]


def test_of_a_backup_on_another_disk_nothing_more_is_said(games: Path, run: Run) -> None:
    disks = (disk for disk in DISKS if disk.is_dir())
    others = [disk for disk in disks if disk.stat().st_dev != games.stat().st_dev]
    if not others:
        pytest.skip("there is no other file system to write to")
    with TemporaryDirectory(dir=others[0]) as folder:
        status, _, err = run("backup", folder, "--data", games)
    assert (status, err) == (0, "")


@pytest.mark.parametrize(
    ("used", "told"),
    [
        (
            lock_data_folder,
            "another minigam is using {}: stop it, or give another folder with --data",
        ),
        (lock_imports, "games are being imported into {}: try again when that has ended"),
    ],
    ids=["a daemon plays", "games are imported"],
)
def test_nothing_is_restored_while_the_folder_is_in_use(
    used: Callable[[Path], AbstractContextManager[object]], told: str, games: Path, run: Run
) -> None:
    with used(games):
        file = backup_of(games, run)
        said = run("restore", file, "--data", games)
    assert said == (3, "", f"minigam: {told.format(games)}\n")


def test_a_file_that_is_none(games: Path, run: Run) -> None:
    file = games / "nothing"
    told = f"cannot be used: [Errno 2] No such file or directory: '{file}'; nothing was changed"
    assert run("restore", file, "--data", games) == (
        2,
        "",
        f"minigam: the backup {file} {told}\n",
    )


@pytest.mark.parametrize(
    "command", ["games", "backup", "import", "settings", "restore", "show", "doctor"]
)
def test_a_restore_that_was_broken_off_is_gone_on_with(
    command: str, games: Path, tmp_path: Path, run: Run
) -> None:
    """By whatever uses the folder next; who only looks for faults says so."""
    file = backup_of(games, run)
    listed = run("games", "--data", games)[1]
    with patch("minigam.journal.atomic_replace.finish"):
        run("restore", file, "--data", games)
    assert is_pending(games)
    more: dict[str, list[object]] = {
        "backup": [tmp_path],
        "import": [XGID],
        "settings": ["idle=3", "--board", "sim"],
        "restore": [file],
        "show": [1],
    }
    status, out, _ = run(command, *more.get(command, []), "--data", games)
    if command == "doctor":
        assert "a restore was broken off: the next command goes on with it" in out
    else:
        assert status == 0
    if command != "import":
        assert run("games", "--data", games)[1] == listed
    assert not is_pending(games)


def test_nobody_looks_at_games_while_they_are_restored(games: Path, run: Run) -> None:
    (games / INTENT).touch()
    with data_locked(games, "lock", "busy"):
        assert run("games", "--data", games)[0] == 3
