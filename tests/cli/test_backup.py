"""`minigam backup` and `minigam restore`: there and back, and not under a daemon's feet."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigam.daemon.resources import only_one
from tests.cli.commands import run
from tests.docs.sample import write_journal


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    write_journal(folder)
    return folder


def test_there_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    listed = run(capsys, "games", "--data", data)
    status, out, err = run(capsys, "backup", stick, "--data", data)
    (file,) = stick.iterdir()
    assert (status, out, err) == (0, f"written and read again: {file}\n", "")
    assert run(capsys, "restore", file, "--data", other) == (0, f"restored into {other}\n", "")
    assert run(capsys, "games", "--data", other) == listed
    status, out, err = run(capsys, "restore", file, "--data", other)
    (before,) = other.glob("before-*")
    told = f"restored into {other}\nwhat was there before is in {before}\n"
    assert (status, out, err) == (0, told, "")


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
