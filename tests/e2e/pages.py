"""Pages that are opened for a test, and closed with all that is behind them when it has ended."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import PHONE, PI_SCREEN, SCREEN, Size, Visitor, visiting
from tests.e2e.canned import Site, serving
from tests.e2e.daemon import Daemon, running

EACH_SCREEN = pytest.mark.parametrize("size", [SCREEN, PI_SCREEN, PHONE], ids=str)
EACH_LANGUAGE = pytest.mark.parametrize("lang", ["en", "de"])


@dataclass(frozen=True)
class Pages:
    """Opens them; `how` is what `visiting` takes."""

    browser: Browser
    folder: Path
    opened: ExitStack

    def show(
        self,
        board: str,
        scene: dict[str, Any],
        size: Size = PI_SCREEN,
        faulty: Sequence[str] = (),
        **how: Any,
    ) -> tuple[Site, Visitor]:
        """A board with a snapshot of the test's own; `faulty`: what looks faulty there."""
        site = self.opened.enter_context(serving(board, scene))
        site.shown.faulty = list(faulty)
        return site, self.visit(site.url, size, **how)

    def play(self, *options: str, **how: Any) -> tuple[Daemon, Visitor]:
        daemon = self.opened.enter_context(running(self.folder / "data", *options))
        return daemon, self.visit(daemon.url, **how)

    def visit(self, url: str, size: Size = PI_SCREEN, **how: Any) -> Visitor:
        return self.opened.enter_context(visiting(self.browser, url, size, **how))
