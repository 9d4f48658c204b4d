"""Every language has its words in sight: dialogs, choices and plays, on canned snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from minigam.words import Words
from tests.e2e.browser import PHONE, PI_SCREEN, Visitor, chromium, visiting
from tests.e2e.canned import serving, snapshot
from tests.e2e.daemon import running
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_panel import MINIGAM, UNREAD, WIDE, clock

pytestmark = pytest.mark.browser

EACH_LANGUAGE = pytest.mark.parametrize("lang", ["en", "de"])
EACH_SIZE = pytest.mark.parametrize("size", [WIDE, PI_SCREEN, PHONE], ids=str)
SHOWN = {"language": "", "tones": True, "speech": False, "volume": 70, "facing": "white"}
HERE = {"visitor": "here", "touch": True, "listening": True, "cannot_pair": None, "phone": None}
"""Who sees every button: others may watch, and this is the board's own page."""
DIALOGS = {
    "?": "rules", "k": "keys", "f": "fair", "s": "sound", "e": "settings", "g": "games",
    "w": "names",
}  # fmt: skip
CUT_IN_DIALOG = """(dialog) => [dialog, ...dialog.querySelectorAll('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const around = dialog.getBoundingClientRect();
        const wide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
        const [first, last] = [Math.max(0, around.left), Math.min(innerWidth, around.right)];
        return wide || left < first || right > last;
    }).map(({ outerHTML }) => outerHTML.slice(0, 100))"""
"""What of a dialog does not lie wholly between its sides, which cannot be scrolled to."""
ROWS_OF_TOOLS = """() => {
    const shown = [...document.querySelectorAll('.tools button')]
        .filter((button) => button.checkVisibility());
    const tops = shown.map((button) => Math.round(button.getBoundingClientRect().top));
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}"""
"""How many buttons each row below has."""
READ_PLAYS = """() => {
    const { left, right, bottom } = document.querySelector('.plays').getBoundingClientRect();
    return [...document.querySelectorAll('.plays li')]
        .map((play) => play.getBoundingClientRect())
        .filter((play) => play.left >= left - 1 && play.right <= right + 1
            && play.bottom <= bottom + 1).length;
}"""
"""How many of the last plays are in sight."""


def choice(number: int, name: Words, value: str = "") -> dict[str, Any]:
    """A line of the list."""
    return {"zone": f"point-{number}", "name": name, "value": value, "index": 0, "count": 1}


SETTING_UP = snapshot(
    MINIGAM, title=Words("Minigam, full entry"), phase="attract", turn=None, dice=[], plays=[],
    prompt={
        "code": "attract",
        "text": Words("The lit points set up the game. Press roll to begin."),
    },
    clock=clock(None), settings=SHOWN,
    choices=[
        choice(1, Words("Game"), Words("Minigam, full entry")),
        choice(2, Words("White"), Words("person")),
        choice(3, Words("Black"), Words("computer, easy")),
        choice(4, Words("Help"), Words("hints")),
        choice(5, Words("Dice"), Words("the board's")),
        choice(6, Words("Match"), Words("single games")),
    ],
)  # fmt: skip
WITHOUT_CLOCK = {**SETTING_UP, "clock": None}
OVER = snapshot(
    MINIGAM, title=Words("Minigam"), phase="game-over", dice=[], clock=clock(None), settings=SHOWN,
    result={"winner": "black", "points": 1, "kind": "single"},
    choices=[
        choice(1, Words("Rematch")),
        choice(2, Words("Rematch, sides swapped")),
        choice(3, Words("New set-up")),
    ],
    controls={
        "roll": {"live": True, "label": Words("Rematch")},
        "undo": {"live": False, "label": Words("Undo")},
    },
)  # fmt: skip
PLAYING = snapshot(MINIGAM, title=Words("Minigam"), clock=clock("white"), settings=SHOWN)


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def with_every_button(page: Page) -> None:
    """The page as it is where others may watch."""
    page.route("**/api/me*", lambda route: route.fulfill(json=HERE))
    page.reload()
    page.wait_for_selector('body[data-connection="live"]:not([data-phase="none"])')
    expect(page.locator('[data-action="phones"]')).to_be_visible()


@EACH_LANGUAGE
@EACH_SIZE
@pytest.mark.parametrize(
    "scene", [SETTING_UP, WITHOUT_CLOCK, OVER], ids=["setting-up", "without-clock", "over"]
)
def test_every_choice_is_in_sight(
    scene: dict[str, Any], size: tuple[int, int], lang: str, browser: Browser
) -> None:
    with (
        serving("sim", scene) as site,
        visiting(browser, f"{site.url}/?lang={lang}", size) as visitor,
    ):
        with_every_button(visitor.page)
        assert min(visitor.page.evaluate(ROWS_OF_TOOLS)) > 1
        assert visitor.page.evaluate(UNREAD) == []
        assert visitor.page.evaluate(CUT_OFF) == []


@EACH_LANGUAGE
@EACH_SIZE
def test_some_of_the_last_plays_are_in_sight(
    size: tuple[int, int], lang: str, browser: Browser
) -> None:
    with (
        serving("sim", PLAYING) as site,
        visiting(browser, f"{site.url}/?lang={lang}", size) as visitor,
    ):
        with_every_button(visitor.page)
        assert visitor.page.evaluate(READ_PLAYS) >= 2
        assert visitor.page.evaluate(CUT_OFF) == []


@EACH_LANGUAGE
@EACH_SIZE
def test_nothing_of_a_dialog_is_cut_off(size: tuple[int, int], lang: str, browser: Browser) -> None:
    with (
        serving("sim", OVER) as site,
        visiting(browser, f"{site.url}/?lang={lang}", size) as visitor,
    ):
        for key, name in DIALOGS.items():
            assert cut_in(visitor, key, name) == []
        assert visitor.complaints == []


def cut_in(visitor: Visitor, key: str, name: str) -> list[str]:
    """What a key's dialog does not show; Escape closes it, wherever the focus is."""
    visitor.page.keyboard.press(key)
    dialog = visitor.page.locator(f'dialog[data-dialog="{name}"]')
    expect(dialog).to_be_visible()
    found: list[str] = dialog.evaluate(CUT_IN_DIALOG)
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


GOES_ON = """(scroll) => getComputedStyle(scroll).getPropertyValue('--fade') !== '0px'"""
"""Whether a text fades out below, as more of it follows."""


@EACH_LANGUAGE
def test_what_can_be_scrolled_fades_out_below_until_its_end(
    lang: str, browser: Browser, tmp_path: Path
) -> None:
    with (
        running(tmp_path / "data", "--board", "full-24") as daemon,
        visiting(browser, f"{daemon.url}/?lang={lang}") as visitor,
    ):
        for key, name in (("?", "rules"), ("k", "keys")):
            visitor.page.keyboard.press(key)
            text = visitor.page.locator(f'dialog[data-dialog="{name}"] .scroll')
            expect(text).to_be_visible()
            until(visitor.page, text, f"(text) => ({GOES_ON})(text)")
            text.evaluate("(text) => text.scrollTo(0, text.scrollHeight)")
            until(visitor.page, text, f"(text) => !({GOES_ON})(text)")
            visitor.page.keyboard.press("Escape")
            expect(text).to_be_hidden()


def until(page: Page, element: Locator, is_so: str) -> None:
    page.wait_for_function(is_so, arg=element.element_handle())


@EACH_LANGUAGE
def test_the_rules_of_minigam_are_wholly_in_sight_on_a_small_screen(
    lang: str, browser: Browser, tmp_path: Path
) -> None:
    with (
        running(tmp_path / "data") as daemon,
        visiting(browser, f"{daemon.url}/?lang={lang}") as visitor,
    ):
        visitor.page.keyboard.press("?")
        text = visitor.part("rules-text")
        expect(text).to_be_visible()
        assert text.evaluate("(text) => text.scrollHeight - text.clientHeight") <= 0
        assert text.evaluate(GOES_ON) is False


@EACH_LANGUAGE
@EACH_SIZE
def test_a_sleeping_board_shows_all_its_lamps(
    size: tuple[int, int], lang: str, browser: Browser
) -> None:
    with (
        serving("sim", {**PLAYING, "title": "Backgammon", "asleep": True}) as site,
        visiting(browser, f"{site.url}/?lang={lang}", size) as visitor,
    ):
        assert visitor.part("resting").evaluate(CUT_IN_DIALOG) == []
