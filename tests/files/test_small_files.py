"""A small file is whole, whatever happens while it is written."""

import os
import stat
from pathlib import Path
from unittest.mock import Mock

import pytest

from minigam.files.small_files import write_whole


def test_the_text_is_there_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    for text in ("a longer one", "né"):
        write_whole(tmp_path, "folder/file", text)
    assert path.read_bytes() == "né".encode()
    assert [each.name for each in path.parent.iterdir()] == ["file"]
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path)]
    assert modes == [0o700, 0o600]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_writes_is_the_folders_owners_but_not_what_a_link_leads_to(
    tmp_path: Path,
) -> None:
    data, other, folder = tmp_path / "data", tmp_path / "other", tmp_path / "data" / "folder"
    folder.mkdir(parents=True)  # of an earlier time, and root's
    other.mkdir()
    os.chown(data, 12345, 12346)
    (data / "link").symlink_to(other)
    for name in ("folder/file", "file", "link/file"):
        write_whole(data, name, "text")
    assert {owner_of(path) for path in (folder, folder / "file", data / "file")} == {(12345, 12346)}
    assert {owner_of(path) for path in (other, other / "file")} == {(0, 0)}


def owner_of(path: Path) -> tuple[int, int]:
    return path.stat().st_uid, path.stat().st_gid


def test_a_link_in_the_way_is_not_written_through(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / "file.new").symlink_to(other)
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(tmp_path, "file", "text")
    assert other.read_text() == "mine"
    assert not (tmp_path / "file").exists()


def test_where_the_disk_fails_the_old_text_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path, "file", "old")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError("no space left")))
    with pytest.raises(OSError, match="no space left"):
        write_whole(tmp_path, "file", "new")
    assert (tmp_path / "file").read_text() == "old"


def test_both_the_text_and_its_name_are_brought_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "file", list[tuple[str, bool]]()

    def noted(handle: int) -> None:
        synced.append((os.readlink(f"/proc/self/fd/{handle}"), path.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    write_whole(tmp_path, "file", "text")
    assert synced == [(f"{path}.new", False), (str(tmp_path), True)]
