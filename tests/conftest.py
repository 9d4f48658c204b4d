"""Options that the whole suite shares."""

from __future__ import annotations

import pytest
from hypothesis import settings

# No property is judged by the clock: a busy machine is no fault of the code.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")
# `make fuzz` takes its time.
settings.register_profile("long", settings.default, deadline=None, max_examples=2000)


SUITES = {
    "boot": "systemd-container",
    "browser": "chromium-headless-shell",
    "cage": "mmdebstrap",
    "espeak": "espeak-ng",
    "gnubg": "gnubg",
    "micropython": "micropython",
    "power": "qemu-system-x86",
    "shim": "gcc",
    "systemd": "systemd",
    "virtual": "qemu-system-x86",
}
"""Each suite that may be left out: its marker, and the program it needs."""


def pytest_addoption(parser: pytest.Parser) -> None:
    for suite, program in SUITES.items():
        text = f"leave out the tests that drive {program}"
        parser.addoption(f"--skip-{suite}", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests come last; a suite is skipped only where the caller says so."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
    for suite in [name for name in SUITES if config.getoption(f"--skip-{name}")]:
        program = SUITES[suite]
        skip = pytest.mark.skip(reason=f"{program} is not here (sudo apt install {program})")
        for item in items:
            if item.get_closest_marker(suite):
                item.add_marker(skip)
