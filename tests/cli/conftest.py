"""What the tests of commands need."""

from functools import partial
from pathlib import Path

import pytest

from tests.cli import commands
from tests.cli.commands import Run
from tests.docs.sample import write_journal


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return partial(commands.run, capsys)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with the sample journal."""
    write_journal(tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample journal, only to be looked at."""
    folder = tmp_path_factory.mktemp("sample") / "games"
    write_journal(folder)
    return folder
