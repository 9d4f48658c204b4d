"""Every language has its words in sight: dialogs, choices and plays, on canned snapshots."""

from typing import Any

import pytest
from playwright.sync_api import expect

from minigam.daemon.config import SIMULATED
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot as table_snapshot
from minigam.table.state import opened
from minigam.web.language import parse_catalogue
from minigam.words import Words
from tests.e2e.browser import PHONE, PI_SCREEN, Size, Visitor
from tests.e2e.canned import choice, snapshot
from tests.e2e.pages import EACH_LANGUAGE, EACH_SCREEN, Pages
from tests.e2e.test_browser import CUT_OFF, GOES_ON
from tests.e2e.test_browser_boards import CHECKERS, MINIGAM
from tests.e2e.test_browser_panel import AFTERWARDS, UNREAD, WIDE, clock
from tests.e2e.test_browser_panel import OVER as REMATCH
from tests.e2e.test_browser_settings import SHOWN
from tests.web.test_language import THREE_FORMS

pytestmark = pytest.mark.browser

EACH_SIZE = pytest.mark.parametrize("size", [WIDE, PI_SCREEN, PHONE], ids=str)
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
        if (element.closest('svg *')) return false;
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
COUNTED = """async () => {
    const { sayCounted } = await import('/words.js');
    return {
        points: [1, 2, 5, 22, 1112].map((n) => sayCounted('1 point', '{number} points', n)),
        untranslated: [1, 22].map((n) => sayCounted('1 turn', '{number} turns', n)),
    };
}"""
READ_PLAYS = """() => {
    const { left, right, bottom } = document.querySelector('.plays').getBoundingClientRect();
    return [...document.querySelectorAll('.plays li')]
        .map((play) => play.getBoundingClientRect())
        .filter((play) => play.left >= left - 1 && play.right <= right + 1
            && play.bottom <= bottom + 1).length;
}"""


SETTING_UP = snapshot(
    MINIGAM, title=Words("Minigam, full entry"), phase="attract", turn=None, dice=[], plays=[],
    prompt={
        "code": "attract",
        "text": Words("The lit points set up the game. Press roll to begin."),
        "page": Words("Tap what you want to change, or begin."),
        "watching": Words("A game is being set up."),
    },
    clock=clock(None), settings=SHOWN,
    choices=[
        choice("point-1", "Game", "Minigam, full entry"),
        choice("point-2", "White", "person"),
        choice("point-3", "Black", "computer, easy"),
        choice("point-4", "Help", "hints"),
        choice("point-5", "Dice", "the board's"),
        choice("point-6", "Match", "single games"),
    ],
)  # fmt: skip
WITHOUT_CLOCK = {**SETTING_UP, "clock": None}
OVER = snapshot(
    MINIGAM, title=Words("Minigam"), phase="game-over", dice=[], clock=clock(None), settings=SHOWN,
    result={"winner": "black", "points": 1, "kind": "single"},
    choices=AFTERWARDS, controls=REMATCH,
)  # fmt: skip
PLAYING = snapshot(MINIGAM, title=Words("Minigam"), clock=clock("white"), settings=SHOWN)


def with_every_button(visitor: Visitor) -> None:
    """The page as it is where others may watch."""
    visitor.become(HERE)
    expect(visitor.page.locator('[data-action="phones"]')).to_be_visible()


@EACH_LANGUAGE
@EACH_SIZE
@pytest.mark.parametrize(
    "scene", [SETTING_UP, WITHOUT_CLOCK, OVER], ids=["setting-up", "without-clock", "over"]
)
def test_every_choice_is_in_sight(
    scene: dict[str, Any], size: Size, lang: str, pages: Pages
) -> None:
    _, visitor = pages.show("sim", scene, size, lang=lang)
    with_every_button(visitor)
    assert min(visitor.page.evaluate(ROWS_OF_TOOLS)) > 1
    assert visitor.found(UNREAD, CUT_OFF) == []


@EACH_LANGUAGE
@EACH_SIZE
def test_some_of_the_last_plays_are_in_sight(size: Size, lang: str, pages: Pages) -> None:
    _, visitor = pages.show("sim", PLAYING, size, lang=lang)
    with_every_button(visitor)
    assert visitor.page.evaluate(READ_PLAYS) >= 2
    assert visitor.page.evaluate(CUT_OFF) == []


@EACH_LANGUAGE
@pytest.mark.parametrize("size", [(480, 320), (844, 390), PI_SCREEN, PHONE], ids=str)
@pytest.mark.parametrize("last", ["double", "best-play"])
def test_no_command_is_cut_off(last: str, size: Size, lang: str, pages: Pages) -> None:
    board = "sim" if size == (480, 320) else "full-24"
    scene = snapshot(CHECKERS[board], commands=["menu", "resign", "new-game", last])
    _, visitor = pages.show(board, scene, size, lang=lang)
    visitor.page.locator(f'.commands [data-command="{last}"]').wait_for()
    assert visitor.found(CUT_OFF) == []


@EACH_LANGUAGE
@EACH_SIZE
def test_nothing_of_a_dialog_is_cut_off(size: Size, lang: str, pages: Pages) -> None:
    _, visitor = pages.show("sim", OVER, size, lang=lang)
    for key, name in DIALOGS.items():
        visitor.press(key)
        dialog = visitor.dialog(name)
        expect(dialog).to_be_visible()
        assert dialog.evaluate(CUT_IN_DIALOG) == [], name
        visitor.press("Escape")  # closes it, wherever the focus is
        expect(dialog).to_be_hidden()


@EACH_LANGUAGE
def test_what_can_be_scrolled_fades_out_below_until_its_end(lang: str, pages: Pages) -> None:
    _, visitor = pages.play("--board", "full-24", lang=lang)
    for key, name in (("?", "rules"), ("k", "keys")):
        visitor.press(key)
        text = visitor.dialog(name).locator(".scroll")
        expect(text).to_be_visible()
        visitor.page.wait_for_function(f"(text) => ({GOES_ON})(text)", arg=text.element_handle())
        text.evaluate("(text) => text.scrollTo(0, text.scrollHeight)")
        visitor.page.wait_for_function(f"(text) => !({GOES_ON})(text)", arg=text.element_handle())
        visitor.press("Escape")
        expect(text).to_be_hidden()


@EACH_LANGUAGE
@EACH_SIZE
def test_a_sleeping_board_shows_all_its_lamps(size: Size, lang: str, pages: Pages) -> None:
    _, visitor = pages.show(
        "sim", {**PLAYING, "title": "Backgammon", "asleep": True}, size, lang=lang
    )
    assert visitor.part("resting").evaluate(CUT_IN_DIALOG) == []


# Both pages of setting up, of every game

LONG = "10 chocolate"


def pages_of(rules_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the page is told on the first and on the second page."""
    setup = Setup(rules_id, games=games_for(RULE_SETS[rules_id].layout.points), stake=LONG)
    first = opened(Opened(setup))
    second = step(first, Tapped("bar-white", 1))
    around = {"settings": {}, "asleep": False, "dark": False, "blank": False, "woken": False}
    return table_snapshot(first, 1) | around, table_snapshot(second, 1) | around


@EACH_SCREEN
@EACH_LANGUAGE
@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_choice_of_setting_up_is_in_sight(
    rules_id: str, lang: str, size: Size, pages: Pages
) -> None:
    board, told = SIMULATED[RULE_SETS[rules_id].layout.points], pages_of(rules_id)
    site, visitor = pages.show(board, told[0], size, lang=lang)
    for each in told:
        site.show(each)
        rows = visitor.page.locator(".choices li")
        expect(rows).to_have_count(len(each["choices"]))
        expect(rows.last).to_be_visible()
        assert visitor.found(CUT_OFF, UNREAD) == [], each["phase"]


def test_the_stake_is_shown_and_a_click_opens_the_second_page(pages: Pages) -> None:
    first, _ = pages_of("minigam")
    site, visitor = pages.show("sim", first)
    expect(visitor.part("facts")).to_contain_text("10 chocolate a point")
    visitor.page.locator('.choices [data-tap="bar-white"]').click()
    site.shown.assert_touched("bar-white")


def test_counted_texts_take_the_plural_forms_of_the_language(pages: Pages) -> None:
    polish = parse_catalogue(THREE_FORMS)
    # Under a tag that the daemon knows, which would refuse what the page asks for in another.
    told = {"lang": "de", "words": polish.page, "plurals": polish.plurals, "known": []}
    _, visitor = pages.show("sim", PLAYING)
    visitor.page.route("**/api/language*", lambda route: route.fulfill(json=told))
    visitor.page.reload()
    said = visitor.page.evaluate(COUNTED)
    assert said["points"] == ["1 punkt", "2 punkty", "5 punktów", "22 punkty", "1112 punktów"]
    assert said["untranslated"] == ["1 turn", "22 turns"]
