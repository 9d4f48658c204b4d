"""Files that commands write are whole, or as they were."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest

from minigam.cli.output import write_file


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
    with pytest.raises(OSError, match="No space left"):
        write_file(file, b"new")
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
