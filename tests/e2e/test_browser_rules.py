"""Both pages of setting up, of every game, on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from minigam.daemon.config import SIMULATED
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import opened
from tests.e2e.browser import PHONE, PI_SCREEN, SCREEN, chromium, visiting
from tests.e2e.canned import serving
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_panel import UNREAD

pytestmark = pytest.mark.browser
LONG = "10 chocolate"


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def pages_of(rules_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the page is told on the first and on the second page."""
    setup = Setup(rules_id, games=games_for(RULE_SETS[rules_id].layout.points), stake=LONG)
    first = opened(Opened(setup))
    second = step(first, Tapped("bar-white", 1))
    around = {"settings": {}, "asleep": False, "dark": False, "blank": False, "woken": False}
    return snapshot(first, 1) | around, snapshot(replace(second), 1) | around


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_choice_is_in_sight(rules_id: str, lang: str, browser: Browser) -> None:
    first, second = pages_of(rules_id)
    with serving(SIMULATED[RULE_SETS[rules_id].layout.points], first) as site:
        for size in (PI_SCREEN, SCREEN, PHONE):
            with visiting(browser, f"{site.url}/?lang={lang}", size) as visitor:
                for told in (first, second):
                    site.show(told)
                    rows = visitor.page.locator(".choices li")
                    expect(rows).to_have_count(len(told["choices"]))
                    expect(rows.last).to_be_visible()
                    found = [visitor.page.evaluate(fault) for fault in (CUT_OFF, UNREAD)]
                    assert found == [[], []], (size, told["phase"], len(told["choices"]))
                    assert visitor.complaints == []


def test_the_stake_is_shown_and_a_click_opens_the_second_page(browser: Browser) -> None:
    first, _ = pages_of("minigam")
    with serving("sim", first) as site, visiting(browser, site.url) as visitor:
        expect(visitor.part("facts")).to_contain_text("10 chocolate a point")
        visitor.page.locator('.choices [data-tap="bar-white"]').click()
        with site.shown.touched:
            site.shown.touched.wait_for(lambda: site.shown.touches == ["bar-white"], timeout=10)
        assert site.shown.touches == ["bar-white"]
