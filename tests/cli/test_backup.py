"""`minigam backup` and `minigam restore`: there and back, and not under a daemon's feet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from minigam.cli.backup import SAME_DISK
from minigam.daemon.resources import only_one
from tests.cli.commands import run
from tests.docs.sample import write_journal

DISKS = (Path("/dev/shm"), Path("/var/tmp"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    write_journal(folder)
    return folder


def test_there_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    stick.mkdir()
    listed = run(capsys, "games", "--data", data)
    status, out, err = run(capsys, "backup", stick, "--data", data)
    (file,) = stick.iterdir()
    assert (status, out, err) == (0, f"written and read again: {file}\n", f"{SAME_DISK}\n")
    assert run(capsys, "restore", file, "--data", other) == (0, f"restored into {other}\n", "")
    assert run(capsys, "games", "--data", other) == listed
    status, out, err = run(capsys, "restore", file, "--data", other)
    (before,) = other.glob("before-*")
    told = f"restored into {other}\nwhat was there before is in {before}\n"
    assert (status, out, err) == (0, told, "")


def test_a_folder_that_is_missing_is_not_made(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = tmp_path / "not" / "mounted"
    told = (
        f"minigam: expected a folder to write into, found none at {stick}: "
        "mount the stick, or make the folder\n"
    )
    assert run(capsys, "backup", stick, "--data", data) == (1, "", told)
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
    data: Path, other_disk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, "backup", other_disk, "--data", data)
    assert (status, err) == (0, "")


def test_nothing_is_restored_while_a_daemon_plays(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_one(data):
        assert run(capsys, "backup", tmp_path, "--data", data)[0] == 0
        (file,) = tmp_path.glob("*.tar.gz")
        assert run(capsys, "restore", file, "--data", data) == (
            1,
            "",
            f"minigam: another minigam is using {data}: stop it, or give another folder "
            "with --data\n",
        )


def test_a_file_that_is_none(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / "nothing"
    told = f"cannot be used: [Errno 2] No such file or directory: '{file}'; nothing was changed"
    assert run(capsys, "restore", file, "--data", data) == (
        1,
        "",
        f"minigam: the backup {file} {told}\n",
    )
