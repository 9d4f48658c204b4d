"""The sign that a sensor or button looks ill, and the list behind it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Size
from tests.e2e.canned import groups, snapshot
from tests.e2e.pages import EACH_SCREEN, Pages
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


def test_there_is_no_sign_while_all_is_well(pages: Pages) -> None:
    _, visitor = pages.show("sim", SCENE)
    expect(visitor.page.locator(SIGN)).to_be_hidden()


@EACH_SCREEN
def test_the_sign_opens_the_list(size: Size, pages: Pages) -> None:
    _, visitor = pages.show("sim-hall", SCENE, size, ill=TEXTS)
    sign = visitor.page.locator(SIGN)
    expect(sign).to_have_text("⚠ 2")
    expect(sign).to_have_accessible_name("2 inputs look ill")
    assert visitor.page.evaluate(CUT_OFF) == []
    sign.click()
    dialog = visitor.dialog("health")
    expect(dialog.locator("li")).to_have_text(TEXTS)
    expect(dialog.get_by_role("button")).to_be_focused()
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()


def test_a_long_list_can_be_scrolled(pages: Pages) -> None:
    _, visitor = pages.show(
        "sim-hall", SCENE, ill=[f"point 3, place {number}: flickers" for number in range(100)]
    )
    visitor.page.locator(SIGN).click()
    dialog = visitor.dialog("health")
    last = dialog.locator("li").last
    expect(last).not_to_be_in_viewport()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)


def test_the_sign_gives_way_to_the_button_that_puts_things_right(pages: Pages) -> None:
    site, visitor = pages.show("sim-hall", WRONG, ill=TEXTS)
    sign = visitor.page.locator(SIGN)
    expect(sign).to_have_text("⚠ 2")
    expect(sign).to_be_hidden()
    assert visitor.page.evaluate(CUT_OFF) == []
    site.show(SCENE)
    expect(sign).to_be_visible()
