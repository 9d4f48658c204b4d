"""Both pages of setting up, of every game, on every screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from minigam.daemon.config import SIMULATED
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import opened
from tests.e2e.browser import Size
from tests.e2e.pages import EACH_LANGUAGE, EACH_SCREEN, Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_panel import UNREAD

pytestmark = pytest.mark.browser
LONG = "10 chocolate"


def pages_of(rules_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the page is told on the first and on the second page."""
    setup = Setup(rules_id, games=games_for(RULE_SETS[rules_id].layout.points), stake=LONG)
    first = opened(Opened(setup))
    second = step(first, Tapped("bar-white", 1))
    around = {"settings": {}, "asleep": False, "dark": False, "blank": False, "woken": False}
    return snapshot(first, 1) | around, snapshot(replace(second), 1) | around


@EACH_SCREEN
@EACH_LANGUAGE
@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_choice_is_in_sight(rules_id: str, lang: str, size: Size, pages: Pages) -> None:
    board, told = SIMULATED[RULE_SETS[rules_id].layout.points], pages_of(rules_id)
    site, visitor = pages.show(board, told[0], size, lang=lang)
    for each in told:
        site.show(each)
        rows = visitor.page.locator(".choices li")
        expect(rows).to_have_count(len(each["choices"]))
        expect(rows.last).to_be_visible()
        found = [visitor.page.evaluate(fault) for fault in (CUT_OFF, UNREAD)]
        assert found == [[], []], (each["phase"], len(each["choices"]))


def test_the_stake_is_shown_and_a_click_opens_the_second_page(pages: Pages) -> None:
    first, _ = pages_of("minigam")
    site, visitor = pages.show("sim", first)
    expect(visitor.part("facts")).to_contain_text("10 chocolate a point")
    visitor.page.locator('.choices [data-tap="bar-white"]').click()
    site.shown.assert_touched("bar-white")
