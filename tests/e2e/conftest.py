"""What the tests in a browser share."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import chromium
from tests.e2e.pages import Pages


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(name="pages")
def _pages(browser: Browser, tmp_path: Path) -> Iterator[Pages]:
    """A test names the fixture of a daemon before this one, so that its visitors leave first."""
    with ExitStack() as opened:
        yield Pages(browser, tmp_path, opened)
