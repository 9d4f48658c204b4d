"""`minigam backup` and `minigam restore`: there and back, and not under a daemon's feet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from minigam.cli.backup import SAME_DISK
from minigam.journal.atomic_replace import INTENT, is_pending
from minigam.journal.data_folder import only_one
from minigam.journal.importing import only_import
from minigam.journal.lock import folder_locked
from tests.cli.commands import Run
from tests.cli.test_files import XGID
from tests.docs.sample import write_journal

DISKS = (Path("/dev/shm"), Path("/var/tmp"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    write_journal(folder)
    return folder


def test_there_and_back(data: Path, tmp_path: Path, run: Run) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    stick.mkdir()
    listed = run("games", "--data", data)
    status, out, err = run("backup", stick, "--data", data)
    (file,) = stick.iterdir()
    assert (status, out, err) == (0, f"written and read again: {file}\n", f"{SAME_DISK}\n")
    assert run("restore", file, "--data", other) == (0, f"restored into {other}\n", "")
    assert run("games", "--data", other) == listed
    status, out, err = run("restore", file, "--data", other)
    (before,) = other.glob("before-*")
    told = f"restored into {other}\nwhat was there before is in {before}\n"
    assert (status, out, err) == (0, told, "")


def test_a_folder_that_is_missing_is_not_made(data: Path, tmp_path: Path, run: Run) -> None:
    stick = tmp_path / "not" / "mounted"
    told = (
        f"minigam: expected a folder to write into, found none at {stick}: "
        "mount the stick, or make the folder\n"
    )
    assert run("backup", stick, "--data", data) == (2, "", told)
    assert list(tmp_path.iterdir()) == [data]


@pytest.fixture
def other_disk(data: Path) -> Iterator[str]:
    """A folder on another file system than the games."""
    disks = (disk for disk in DISKS if disk.is_dir())
    others = [disk for disk in disks if disk.stat().st_dev != data.stat().st_dev]
    if not others:
        pytest.skip("there is no other file system to write to")
    with TemporaryDirectory(dir=others[0]) as folder:
        yield folder


def test_of_a_backup_on_another_disk_nothing_more_is_said(
    data: Path, other_disk: str, run: Run
) -> None:
    status, _, err = run("backup", other_disk, "--data", data)
    assert (status, err) == (0, "")


def test_nothing_is_restored_while_a_daemon_plays(data: Path, tmp_path: Path, run: Run) -> None:
    with only_one(data):
        assert run("backup", tmp_path, "--data", data)[0] == 0
        (file,) = tmp_path.glob("*.tar.gz")
        assert run("restore", file, "--data", data) == (
            3,
            "",
            f"minigam: another minigam is using {data}: stop it, or give another folder "
            "with --data\n",
        )


def test_a_file_that_is_none(data: Path, run: Run) -> None:
    file = data / "nothing"
    told = f"cannot be used: [Errno 2] No such file or directory: '{file}'; nothing was changed"
    assert run("restore", file, "--data", data) == (
        2,
        "",
        f"minigam: the backup {file} {told}\n",
    )


@pytest.mark.parametrize(
    "command", ["games", "backup", "import", "settings", "restore", "show", "doctor"]
)
def test_a_restore_that_was_broken_off_is_gone_on_with(
    command: str, data: Path, tmp_path: Path, run: Run
) -> None:
    """By whatever uses the folder next; who only looks for faults says so."""
    run("backup", tmp_path, "--data", data)
    (file,) = tmp_path.glob("*.tar.gz")
    listed = run("games", "--data", data)[1]
    with patch("minigam.journal.atomic_replace.finish"):
        run("restore", file, "--data", data)
    assert is_pending(data)
    more: dict[str, list[object]] = {
        "backup": [tmp_path],
        "import": [XGID],
        "settings": ["idle=3", "--board", "sim"],
        "restore": [file],
        "show": [1],
    }
    status, out, _ = run(command, *more.get(command, []), "--data", data)
    if command == "doctor":
        assert "a restore was broken off: the next command goes on with it" in out
    else:
        assert status == 0
    if command != "import":
        assert run("games", "--data", data)[1] == listed
    assert not is_pending(data)


def test_nobody_looks_at_games_while_they_are_restored(data: Path, run: Run) -> None:
    (data / INTENT).touch()
    with folder_locked(data, "lock", "busy"):
        assert run("games", "--data", data)[0] == 3


def test_games_are_not_imported_while_others_are_restored(
    data: Path, tmp_path: Path, run: Run
) -> None:
    run("backup", tmp_path, "--data", data)
    (file,) = tmp_path.glob("*.tar.gz")
    with only_import(data):
        status, _, err = run("restore", file, "--data", data)
    told = f"minigam: games are being imported into {data}: try again when that has ended\n"
    assert (status, err) == (3, told)
