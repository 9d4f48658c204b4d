"""The smallest phones: the board keeps a size that fingers can hit, and nothing is a trap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Size, tap
from tests.e2e.pages import Pages
from tests.e2e.staging import resign

pytestmark = pytest.mark.browser
SIZES = ((375, 553), (320, 568), (360, 640))
LEAST_WIDE = 24
"""Pixels of a point: some 4 mm on such a phone."""
WIDTH = "zone => zone.querySelector('.edge').getBoundingClientRect().width"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_is_played_and_its_menu_left(size: Size, pages: Pages) -> None:
    daemon, visitor = pages.play(size=size, hand=tap)
    visitor.play_until(lambda: bool(visitor.zones("source")))
    assert visitor.zone("point-3").evaluate(WIDTH) >= LEAST_WIDE
    visitor.touch(visitor.zones("source")[0])
    visitor.touch(visitor.zones("target", "hit")[0])
    visitor.page.locator('[data-action="menu"]').tap()
    visitor.page.wait_for_selector('body[data-phase="menu"]')
    visitor.page.locator('.choices [data-tap="undo"]').or_(visitor.control("undo")).first.tap()
    expect(visitor.page.locator("body")).not_to_have_attribute("data-phase", "menu")
    resign(daemon)
    visitor.page.wait_for_selector('body[data-phase="game-over"]')
