"""What the tests in a browser share."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import chromium
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import Pages
from tests.journal.played import write_left_games
from tests.solver import solved


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(name="pages")
def _pages(browser: Browser, tmp_path: Path) -> Iterator[Pages]:
    """A test names the fixture of a daemon before this one, so that its visitors leave first."""
    with ExitStack() as opened:
        yield Pages(browser, tmp_path, opened)


@pytest.fixture(name="judged", scope="module")
def _judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A board whose games have been judged; nobody plays."""
    file = write_left_games(tmp_path_factory.mktemp("games") / "data")
    shutil.copytree(solved.data_folder() / "tables", file.parent / "tables")
    with running(file.parent) as daemon:
        while daemon.get("/api/games/1")["judging"]:
            pass
        yield daemon
