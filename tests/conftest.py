"""Options that the whole suite shares."""

from __future__ import annotations

import pytest
from hypothesis import settings

# No property is judged by the clock: a busy machine is no fault of the code.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--skip-browser", action="store_true", help="leave out the tests that drive chromium"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests come last; browser tests are skipped only where the caller says so."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
    if config.getoption("--skip-browser"):
        skip = pytest.mark.skip(reason="chromium is not here (sudo apt install chromium)")
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(skip)
