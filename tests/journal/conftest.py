"""What several tests of the journal need."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.journal.tampering import write_games


@pytest.fixture(scope="session")
def memory() -> Iterator[Path]:
    """A folder in memory, where there is one: of a disk nothing is asked here but to take long."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with TemporaryDirectory(prefix="minigam-test-", dir=place) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of every kind, only to be looked at."""
    folder = tmp_path_factory.mktemp("games") / "games"
    write_games(folder)
    return folder
