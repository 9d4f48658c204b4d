"""Others than the board's own page: who only watches is offered nothing that they may not do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from minigam.words import Words
from tests.e2e.axe import findings
from tests.e2e.browser import PHONE, Visitor, chromium, visiting
from tests.e2e.canned import Site, serving, snapshot
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_languages import PLAYING, choice
from tests.e2e.test_browser_panel import UNREAD, clock
from tests.e2e.test_browser_settings import SHOWN, dialog, scene

pytestmark = pytest.mark.browser

WATCHING = {
    "visitor": "watching", "touch": False, "listening": True, "cannot_pair": None, "phone": None,
}  # fmt: skip
PAIRED = {**WATCHING, "visitor": "paired", "touch": True, "phone": 1}
MENU = snapshot(
    {}, phase="menu", dice=[], clock=clock("white"), settings=SHOWN,
    choices=[
        choice(1, Words("Show position")),
        choice(2, Words("Hint")),
        choice(3, Words("Pause")),
        choice(4, Words("Resign")),
        choice(5, Words("Set-up was wrong")),
    ],
)  # fmt: skip


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(name="site")
def _site() -> Iterator[Site]:
    with serving("sim", PLAYING) as site:
        yield site


@pytest.fixture(name="visitor")
def _visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site.url, PHONE) as visitor:
        visitor.page.route("**/api/me*", lambda route: route.fulfill(json=WATCHING))
        visitor.page.reload()
        visitor.page.wait_for_selector('body[data-visitor="watching"][data-connection="live"]')
        yield visitor


def now(**fields: Any) -> dict[str, Any]:
    return {**PLAYING, **fields}


def test_a_sleeping_board_can_be_paired_with_but_not_woken(visitor: Visitor, site: Site) -> None:
    site.show(now(asleep=True))
    expect(scene(visitor)).to_be_visible()
    expect(visitor.part("resting-hint")).to_have_text("The board sleeps")
    expect(visitor.page.locator('[data-action="wake"]').first).to_be_disabled()
    assert findings(visitor.page) == []
    visitor.page.keyboard.press("r")
    scene(visitor).get_by_role("button", name="Pair this phone").click()
    expect(dialog(visitor, "pair")).to_be_visible()
    assert site.shown.touches == []


def test_nobody_asks_a_watcher_whether_to_go_on(visitor: Visitor, site: Site) -> None:
    site.show(now(woken=True, title="Seen"))
    expect(visitor.part("facts")).to_contain_text("Seen")
    expect(dialog(visitor, "again")).to_be_hidden()


def test_nobody_tells_a_watcher_to_press_roll(visitor: Visitor, site: Site) -> None:
    begin = {"code": "attract", "text": "The lit points set up the game. Press roll to begin."}
    site.show(now(phase="attract", turn=None, dice=[], prompt=begin))
    expect(visitor.part("prompt")).to_have_text("A game is being set up at the board.")


def test_keys_open_nothing_that_would_be_refused(visitor: Visitor) -> None:
    for key in ("w", "e"):
        visitor.page.keyboard.press(key)
        expect(visitor.page.locator("dialog[open]")).to_have_count(0)
    visitor.page.keyboard.press("k")
    keys = visitor.part("keys-rows").locator("kbd").all_inner_texts()
    assert keys == ["?", "k", "f", "s", "t", "g", "Esc"]
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("g")
    expect(dialog(visitor, "games").get_by_role("button", name="Statistics")).to_be_visible()
    expect(dialog(visitor, "games").get_by_role("button", name="Players")).to_be_hidden()
    assert visitor.complaints == []


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_phone_names_the_players_during_a_game(lang: str, browser: Browser) -> None:
    with (
        serving("sim", MENU) as site,
        visiting(browser, f"{site.url}/?lang={lang}", PHONE) as visitor,
    ):
        page = visitor.page
        expect(page.locator('.tools [data-action="games"]')).to_be_hidden()
        key = page.request.get(f"{site.url}/api/me").json()["key"]  # it is here all the same
        page.route("**/api/me*", lambda route: route.fulfill(json={**PAIRED, "key": key}))
        page.reload()
        page.wait_for_selector('body[data-visitor="paired"][data-connection="live"]')
        assert page.evaluate(UNREAD) == []
        assert page.evaluate(CUT_OFF) == []
        page.locator('.tools [data-action="games"]').click()
        dialog(visitor, "games").locator('[data-action="names"]').click()
        dialog(visitor, "names").locator('[data-name="white"]').fill("Ann")
        visitor.part("names-done").click()
        expect(dialog(visitor, "names")).to_be_hidden()
        assert site.shown.touches == ["Ann and "]


def test_a_computer_is_given_no_name(browser: Browser) -> None:
    told = snapshot({}, seats={"white": "human", "black": "hard"})
    with serving("sim", told) as site, visiting(browser, site.url) as visitor:
        visitor.page.keyboard.press("w")
        white, black = (dialog(visitor, "names").get_by_label(side) for side in ("White", "Black"))
        expect(black).to_be_disabled()
        expect(black).to_have_attribute("placeholder", "computer, hard")
        white.fill("Ann")
        white.press("Enter")
        expect(dialog(visitor, "names")).to_be_hidden()
        assert site.shown.touches == ["Ann and "]
