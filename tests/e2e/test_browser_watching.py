"""Others than the board's own page: who only watches is offered nothing that they may not do."""

from typing import Any

import pytest
from playwright.sync_api import expect

from minigam.words import Words, wordings
from tests.e2e.browser import PHONE, REFUSED, Visitor, findings
from tests.e2e.canned import Site, choices, snapshot
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_languages import PLAYING
from tests.e2e.test_browser_panel import UNREAD, clock
from tests.e2e.test_browser_settings import SHOWN

pytestmark = pytest.mark.browser

WATCHING = {
    "visitor": "watching", "touch": False, "listening": True, "cannot_pair": None, "phone": None,
}  # fmt: skip
PAIRED = {**WATCHING, "visitor": "paired", "touch": True, "phone": 1}
MENU = snapshot(
    {}, phase="menu", dice=[], clock=clock("white"), settings=SHOWN,
    choices=choices("Show position", "Hint", "Pause", "Resign", "Set-up was wrong"),
)  # fmt: skip


def watched(pages: Pages, **fields: Any) -> tuple[Site, Visitor]:
    """A game, seen by somebody who may only watch."""
    site, visitor = pages.show("sim", PLAYING, PHONE)
    visitor.become(WATCHING)
    site.show({**PLAYING, **fields})
    return site, visitor


def test_a_sleeping_board_can_be_paired_with_but_not_woken(pages: Pages) -> None:
    site, visitor = watched(pages, asleep=True)
    visitor.tolerated = REFUSED  # for the server this page is the board's own
    expect(visitor.part("resting")).to_be_visible()
    expect(visitor.part("resting-hint")).to_have_text("The board sleeps")
    expect(visitor.page.locator('[data-action="wake"]').first).to_be_disabled()
    assert findings(visitor.page) == []
    visitor.press("r")
    visitor.part("resting").get_by_role("button", name="Pair this phone").click()
    expect(visitor.dialog("pair")).to_be_visible()
    assert site.shown.touches == []


def test_nobody_asks_a_watcher_whether_to_go_on(pages: Pages) -> None:
    _, visitor = watched(pages, woken=True, title="Seen")
    expect(visitor.part("facts")).to_contain_text("Seen")
    expect(visitor.dialog("again")).to_be_hidden()


def test_nobody_tells_a_watcher_to_press_roll(pages: Pages) -> None:
    begin = {"code": "attract", **wordings(Words("Press roll.", watching="Being set up."))}
    _, visitor = watched(pages, phase="attract", turn=None, dice=[], prompt=begin)
    expect(visitor.part("prompt")).to_have_text("Being set up.")


def test_keys_open_nothing_that_would_be_refused(pages: Pages) -> None:
    _, visitor = watched(pages)
    for key in ("w", "e"):
        visitor.press(key)
        expect(visitor.page.locator("dialog[open]")).to_have_count(0)
    visitor.press("k")
    keys = visitor.part("keys-rows").locator("kbd").all_inner_texts()
    assert keys == ["?", "k", "f", "s", "g", "Esc"]
    visitor.press("Escape", "g")
    expect(visitor.dialog("games").get_by_role("button", name="Statistics")).to_be_visible()
    expect(visitor.dialog("games").get_by_role("button", name="Names")).to_be_hidden()


@EACH_LANGUAGE
def test_a_phone_names_the_players_during_a_game(lang: str, pages: Pages) -> None:
    site, visitor = pages.show("sim", MENU, PHONE, lang=lang)
    page = visitor.page
    expect(page.locator('.tools [data-action="games"]')).to_be_hidden()
    key = page.request.get(f"{site.url}/api/me").json()["key"]  # it is here all the same
    visitor.become({**PAIRED, "key": key})
    expect(page.locator(".choice").last).to_be_in_viewport()  # the page has scrolled to the menu
    page.locator("main").evaluate("(main) => main.scrollIntoView()")
    assert visitor.found(UNREAD, CUT_OFF) == []
    page.locator('.tools [data-action="games"]').click()
    visitor.dialog("games").locator('[data-action="names"]').click()
    visitor.dialog("names").locator('[data-name="white"]').fill("Ann")
    visitor.part("names-done").click()
    expect(visitor.dialog("names")).to_be_hidden()
    assert site.shown.touches == ["Ann and "]


def test_a_computer_is_given_no_name(pages: Pages) -> None:
    site, visitor = pages.show("sim", snapshot({}, seats={"white": "human", "black": "hard"}))
    visitor.press("w")
    white, black = (visitor.dialog("names").get_by_label(side) for side in ("White", "Black"))
    expect(black).to_be_disabled()
    expect(black).to_have_attribute("placeholder", "computer, hard")
    white.fill("Ann")
    white.press("Enter")
    expect(visitor.dialog("names")).to_be_hidden()
    assert site.shown.touches == ["Ann and "]
