"""A lock keeps others out for as long as it is held, and no longer."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import pytest

from minigam.errors import BusyError
from minigam.files.lock import file_locked, folder_locked


class Lock(Protocol):
    def __call__(self, path: Path, busy: str) -> AbstractContextManager[None]: ...


@pytest.mark.parametrize("lock", [file_locked, folder_locked])
def test_a_second_one_is_refused_until_the_first_ends(lock: Lock, tmp_path: Path) -> None:
    path = tmp_path if lock is folder_locked else tmp_path / "lock"
    with lock(path, "first"), pytest.raises(BusyError, match=r"^second$"), lock(path, "second"):
        pass
    with lock(path, "third"):
        pass


@pytest.mark.parametrize("lock", [file_locked, folder_locked])
def test_a_link_is_not_locked(lock: Lock, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    with pytest.raises(OSError, match=r"link|directory"), lock(tmp_path / "link", "busy"):
        pass


def test_what_goes_wrong_meanwhile_is_not_taken_for_a_lock(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), file_locked(tmp_path / "lock", "busy"):
        raise BlockingIOError


def test_a_lock_file_is_its_owners_alone(tmp_path: Path) -> None:
    with file_locked(tmp_path / "lock", "busy"):
        assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
