"""The sign that a sensor or button looks ill, and the list behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import PHONE, PI_SCREEN, SCREEN, chromium, visiting
from tests.e2e.canned import groups, serving, snapshot
from tests.e2e.test_browser import CUT_OFF

pytestmark = pytest.mark.browser

SIGN = '[data-action="health"]'
TEXTS = [
    "point 3, place 2: flickers, 80 changes within 12 seconds; "
    "is the magnet weak or the sensor loose?",
    "white's off tray, place 1: cannot be read; are its cables plugged in?",
]
SCENE = snapshot(groups({"point-3": 3}, {"point-5": 4}), title="Minigam")
WRONG = {**SCENE, "wrong": [{"zone": "point-3", "side": "white", "put": 0, "take": 1}]}


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_there_is_no_sign_while_all_is_well(browser: Browser) -> None:
    with serving("sim", SCENE) as site, visiting(browser, site.url) as visitor:
        expect(visitor.page.locator(SIGN)).to_be_hidden()
        assert visitor.complaints == []


@pytest.mark.parametrize("size", [SCREEN, PI_SCREEN, PHONE], ids=str)
def test_the_sign_opens_the_list(size: tuple[int, int], browser: Browser) -> None:
    with serving("sim-hall", SCENE) as site:
        site.shown.ill = TEXTS
        with visiting(browser, site.url, size) as visitor:
            sign = visitor.page.locator(SIGN)
            expect(sign).to_have_text("⚠ 2")
            expect(sign).to_have_accessible_name("2 inputs look ill")
            assert visitor.page.evaluate(CUT_OFF) == []
            sign.click()
            dialog = visitor.page.locator('[data-dialog="health"]')
            expect(dialog.locator("li")).to_have_text(TEXTS)
            expect(dialog.get_by_role("button")).to_be_focused()
            expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)
            dialog.get_by_role("button").click()
            expect(dialog).to_be_hidden()
            assert visitor.complaints == []


def test_a_long_list_can_be_scrolled(browser: Browser) -> None:
    with serving("sim-hall", SCENE) as site:
        site.shown.ill = [f"point 3, place {number}: flickers" for number in range(100)]
        with visiting(browser, site.url) as visitor:
            visitor.page.locator(SIGN).click()
            dialog = visitor.page.locator('[data-dialog="health"]')
            last = dialog.locator("li").last
            expect(last).not_to_be_in_viewport()
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport()
            expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)


def test_the_sign_gives_way_to_the_button_that_puts_things_right(browser: Browser) -> None:
    with serving("sim-hall", WRONG) as site:
        site.shown.ill = TEXTS
        with visiting(browser, site.url) as visitor:
            sign = visitor.page.locator(SIGN)
            expect(sign).to_have_text("⚠ 2")
            expect(sign).to_be_hidden()
            assert visitor.page.evaluate(CUT_OFF) == []
            site.show(SCENE)
            expect(sign).to_be_visible()
