"""The words beside the board and on it: all of them can be read, on canned snapshots."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from minigam.words import Words
from tests.e2e.browser import PHONE, PI_SCREEN, SCREEN, Size, Visitor
from tests.e2e.canned import choice, choices, dice, snapshot
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_boards import (
    CROWDED,
    MINIGAM,
    SMALL,
    SPILT,
    START,
    Scene,
    cube,
    scene,
    settle,
)

pytestmark = pytest.mark.browser

WIDE = (1280, 800)
SIZES = (WIDE, SCREEN, PI_SCREEN, PHONE)


def clock(running: str | None, **fields: Any) -> dict[str, Any]:
    """Both sides' time, one of them running or none."""
    banks = {"white": 120_000, "black": 90_000}
    return {**banks, "delay": 0, "running": running, "fallen": [], **fields}


MENU = choices("Show position", "Hint", "Pause", "Resign", "Set-up was wrong", "Change colours")
AFTERWARDS = choices("Rematch", "Swap sides", "New game")
ENDED: dict[str, Any] = {
    "phase": "game-over", "dice": [], "choices": AFTERWARDS,
    "match": {"length": 5, "crawford": True},
    "controls": {
        "roll": {"live": True, "label": "Rematch"}, "undo": {"live": False, "label": "Undo"},
    },
}  # fmt: skip
RESIGNING = choices("Resign a single game", "Resign a gammon", "Resign a backgammon")
CRAWFORD = {"length": 5, "crawford": True}
MONEY = {"length": 0, "crawford": False}
TOURNAMENT = {"title": "Backgammon Dice, tournament", "dice_mode": "hand"}
PLAYED = {"match": CRAWFORD, "totals": {"white": 17, "black": -11}, "dice": dice(2, 6, used=2)}
SCENES: dict[str, Scene] = {
    "a tournament": scene("dice-16", **TOURNAMENT, **PLAYED),
    "a tournament set up": scene(
        "dice-16", **TOURNAMENT, phase="attract", dice=[], turn=None,
        choices=choices("Game", "White", "Black", "Dice", "Hints"),
    ),
    "a match on six points": scene(
        "sim", title="Minigam, full entry", match=CRAWFORD, dice_mode="hand"
    ),
    "the longest menu": scene(
        "full-24", title="Backgammon for money", phase="menu", dice=[], choices=MENU, match=MONEY,
        cube=cube(1),
    ),
    "a result": scene(
        "full-24", **ENDED,
        result={"winner": "white", "points": 2, "kind": "gammon"},
    ),
    "a report to be read": scene(
        "sim", **ENDED, report=True,
        result={"winner": "white", "points": 1, "kind": "single"},
    ),
    "a long verdict": scene(
        "full-24", phase="to-throw", dice=[], cube=cube(1), match=MONEY,
        verdict={
            "was_best": False,
            "text": "White's 4-4: bar/4(2) 4/8*(2) gave away 12.3 % of the chance to win. "
            "The best was bar/4(2) 1/5*/9. Undo takes it back.",
        },
    ),
    "the menu beside clocks": scene(
        "full-24", title="Backgammon", phase="menu", dice=[], choices=MENU, match=CRAWFORD,
        cube=cube(1), clock=clock("white", white=754_000),
    ),
    "clocks": scene(
        "full-24", match=CRAWFORD, cube=cube(2),
        clock=clock("black", white=5_999_000, delay=12_000, fallen=["black"]),
    ),
    "clocks of a tournament": scene("dice-16", **TOURNAMENT, **PLAYED, clock=clock("white")),
    "a resignation": scene(
        "full-24", CROWDED, phase="resigning", dice=[], choices=RESIGNING, cube=cube(2)
    ),
    "a resignation on sixteen": scene("dice-16", phase="resigning", dice=[], choices=RESIGNING),
}  # fmt: skip

PLAYER_CUT = """() => [...document.querySelectorAll('.strip .who')]
    .filter((who) => who.scrollWidth > who.clientWidth || who.scrollHeight > who.clientHeight + 1)
    .map(({ textContent }) => textContent)"""
"""Players of whom not all can be read."""
TITLE_CUT = """() => {
    const facts = document.querySelector('[data-part="facts"]');
    const { left, top, right, bottom } = facts.getBoundingClientRect();
    const lines = [...facts.firstElementChild.getClientRects()];
    return lines.length === 0 || facts.scrollWidth > facts.clientWidth || lines.some((line) =>
        line.left < left - 1 || line.right > right + 1
        || line.top < top - 2 || line.bottom > bottom + 2);
}"""
"""Whether any of the title is out of sight."""
UNREAD = """() => [...document.querySelectorAll('.choice, .choice .name')]
    .filter((row) => {
        const list = row.closest('.choices').getBoundingClientRect();
        const { top, bottom } = row.getBoundingClientRect();
        return top < list.top - 1 || bottom > list.bottom + 1
            || row.scrollWidth > row.clientWidth || row.scrollHeight > row.clientHeight + 1;
    }).map(({ textContent }) => textContent)"""
"""Lines of the list that are not wholly in sight."""
HIDDEN_PIPS = """() => [...document.querySelectorAll('.die')].flatMap((die) => {
    const circles = (name) => [...die.querySelectorAll(name)]
        .map(({ cx, cy, r }) => [cx.baseVal.value, cy.baseVal.value, r.baseVal.value]);
    return circles('.badge').flatMap(([x, y, r]) => circles('.pip')
        .filter(([left, top, reach]) => Math.hypot(x - left, y - top) < r + reach)
        .map(() => die.dataset.value));
})"""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCENES)
def test_every_word_can_be_read(name: str, size: Size, pages: Pages) -> None:
    _, visitor = pages.show(*SCENES[name])
    visitor.resize(size)
    for fault in (CUT_OFF, TITLE_CUT, UNREAD, SPILT, SMALL):
        assert not visitor.page.evaluate(fault), fault


def test_words_that_do_not_fit_a_point_give_way_to_its_number(pages: Pages) -> None:
    named = choices("Rematch", "Rematch, sides swapped", "New game")
    before = snapshot(START, phase="attract", dice=[], choices=named)
    site, visitor = pages.show("full-24", before, PHONE)
    said = [visitor.zone(f"point-{number}").locator(".plate text") for number in (2, 3)]
    expect(said[0]).to_have_text("2")
    expect(said[1]).to_have_text("New game")
    expect(visitor.page.locator('[data-tap="point-2"]')).to_have_text("2Rematch, sides swapped")
    expect(visitor.zone("point-2")).to_have_accessible_name("Point 2, Rematch, sides swapped")
    visitor.resize(WIDE)
    expect(said[0]).to_have_text("Rematch, sides swapped")
    site.show(snapshot(START, phase="game-over", dice=[], choices=AFTERWARDS))
    expect(said[0]).to_have_count(0)


@pytest.mark.parametrize("value", range(1, 7))
def test_the_tick_on_a_used_die_hides_no_pip(value: int, pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START, dice=dice(value, value, used=1)))
    used = visitor.page.locator('.die[data-fate="used"]')
    expect(used.locator(".badge")).to_have_count(1)
    expect(used.locator(".pip")).to_have_count(value)
    assert visitor.page.evaluate(HIDDEN_PIPS) == []


def test_the_rules_open_with_the_close_button_in_focus(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START))
    visitor.press("?")
    close = visitor.dialog("rules").locator("[data-close]")
    expect(close).to_be_focused()
    outlined = "(element) => parseFloat(getComputedStyle(element).outlineWidth)"
    assert close.evaluate(outlined) == 3
    visitor.press("Shift+Tab")
    expect(visitor.page.locator('[data-action="keys"]')).to_be_focused()
    visitor.press("Shift+Tab")
    expect(visitor.part("rules-text")).to_be_focused()
    assert 1 <= visitor.part("rules-text").evaluate(outlined) < 3
    visitor.press("Tab", "Tab", "Enter")
    expect(close).to_be_hidden()


def test_what_is_only_scrolled_has_a_ring_for_who_uses_keys(pages: Pages) -> None:
    """As where a page opens a dialog by itself, or with a finger after keys."""
    _, visitor = pages.show("full-24", snapshot(START))
    visitor.page.evaluate("document.querySelector('[data-action=rules]').click()")
    expect(visitor.dialog("rules")).to_be_visible()  # not before the rules are read
    text, close = (visitor.dialog("rules").locator(name) for name in (".scroll", "[data-close]"))
    ringed = """(element) => {
        element.focus({ focusVisible: true });
        return getComputedStyle(element).outlineStyle !== 'none';
    }"""
    assert (text.evaluate(ringed), close.evaluate(ringed)) == (False, True)
    visitor.press("Tab")
    assert (text.evaluate(ringed), close.evaluate(ringed)) == (True, True)
    visitor.dialog("rules").locator("h2").click()
    assert (text.evaluate(ringed), close.evaluate(ringed)) == (False, True)


KEPT = "The game on the board is kept in the list, unfinished."
LOST = "This ends the match to 5 points at White 3, Black 2. The score goes back to 0."
OVER = {
    "roll": {"live": True, "label": Words("Rematch")},
    "undo": {"live": False, "label": Words("Undo")},
}
NEXT = {
    "roll": {"live": True, "label": "Next game"},
    "undo": {"live": False, "label": Words("Undo")},
}


@pytest.mark.parametrize(
    ("fields", "title", "about"),
    [
        ({}, "Start a new game?", KEPT),
        ({"match": MONEY}, "Start a new game?", KEPT),
        ({"match": CRAWFORD}, "Give up the match?", f"{LOST} {KEPT}"),
        (
            {"match": {"length": 1, "crawford": False}, "score": {"white": 0, "black": 0}},
            "Give up the match?",
            "This ends the match to 1 point at White 0, Black 0. The score goes back to 0. " + KEPT,
        ),
        (
            {"match": CRAWFORD, "phase": "game-over", "controls": NEXT},
            "Give up the match?",
            f"{LOST} “Next game” goes on with the match.",
        ),
    ],
)
def test_a_new_game_tells_what_it_ends(
    fields: dict[str, Any], title: str, about: str, pages: Pages
) -> None:
    told = snapshot(START, **{"score": {"white": 3, "black": 2}, **fields})
    site, visitor = pages.show("full-24", told)
    new = visitor.page.locator('.commands [data-command="new-game"]')
    new.click()
    dialog = visitor.dialog("new")
    expect(dialog).to_have_accessible_name(title)
    expect(visitor.part("new-about")).to_have_text(re.compile(f"^{re.escape(about)}$"))
    visitor.press("Enter")
    expect(dialog).to_be_hidden()
    assert site.shown.touches == []
    new.click()
    visitor.part("start-new").click()
    settle(visitor, site, "new-game")


def test_a_new_game_is_not_asked_about_where_nothing_is_lost(pages: Pages) -> None:
    over = {"match": CRAWFORD, "phase": "game-over", "score": {"white": 6, "black": 2}}
    site, visitor = pages.show("full-24", snapshot(START, **over))
    visitor.page.locator('.commands [data-command="new-game"]').click()
    settle(visitor, site, "new-game")
    expect(visitor.dialog("new")).to_be_hidden()


def test_what_comes_after_a_game_is_chosen_from_its_answers(pages: Pages) -> None:
    """There is one new game among them: the command, which asks where a match is lost."""
    after = [choice("point-1", "Next game"), choice("point-3", "New game")]
    over = {"match": CRAWFORD, "phase": "game-over", "controls": NEXT, "choices": after}
    over["score"] = {"white": 3, "black": 2}
    site, visitor = pages.show("full-24", snapshot(START, **over))
    new = visitor.page.get_by_role("button", name="New game", exact=True)
    expect(new).to_have_count(1)
    new.click()
    expect(visitor.dialog("new")).to_have_accessible_name("Give up the match?")
    visitor.part("start-new").click()
    settle(visitor, site, "new-game")


@EACH_LANGUAGE
def test_a_command_that_stands_in_the_menu_has_no_button_beside_it(lang: str, pages: Pages) -> None:
    _, visitor = pages.play("--board", "sim", "--rules", "minigam", lang=lang)
    page = visitor.page
    visitor.play_until(lambda: visitor.phase == "moving")  # after a tie, too
    page.locator('[data-command="menu"]').click()
    page.wait_for_selector('body[data-phase="menu"]')
    said = page.locator("main :is(.choice, .commands button):visible").all_inner_texts()
    names = [text.replace("\u00ad", "").split("\n")[-1] for text in said]
    assert {"en": "Resign", "de": "Aufgeben"}[lang] in names
    assert len(names) == len({*names})
    keys = page.locator(".choice .key").all_inner_texts()
    assert keys == [str(number) for number in range(1, len(keys) + 1)]


NAMES = {
    "double": "Double",
    "hint": "Hint",
    "best-play": "Best play",
    "menu": "Menu",
    "resign": "Resign",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_a_button_while_it_does_something(name: str, pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, commands=[name]))
    buttons = visitor.page.locator("main [data-command]:not([hidden])")
    expect(buttons).to_have_text([NAMES[name]])
    buttons.click()
    settle(visitor, site, name)
    buttons.focus()
    site.show(snapshot(START, commands=[]))
    expect(buttons).to_have_count(0)
    expect(visitor.control("roll")).to_be_focused()  # who uses keys does not begin anew


@pytest.mark.parametrize(
    ("key", "commands", "sent"),
    [
        ("d", ["menu", "double"], ["double"]),
        ("m", ["menu", "double"], ["menu"]),
        ("h", ["hint"], ["hint"]),
        ("h", ["hint", "best-play"], ["best-play"]),
        ("h", ["menu"], []),
        ("d", ["menu"], []),
    ],
)
def test_a_key_gives_a_command_where_it_does_something(
    key: str, commands: list[str], sent: list[str], pages: Pages
) -> None:
    site, visitor = pages.show("full-24", snapshot(START, commands=commands))
    visitor.press(key, "r")
    settle(visitor, site, *sent, "roll")


WORDED = {
    "prompt": {"code": "to-throw", "text": "Press roll.", "page": "Roll.", "watching": "White."},
    "message": {"code": "too-soon", "text": "Press it.", "page": "Try again.", "watching": "Soon."},
}
HERE = {"visitor": "here", "key": None, "touch": True}
OTHERS = {"listening": True, "cannot_pair": "", "phone": None}


@pytest.mark.parametrize(
    ("board", "me", "texts"),
    [
        ("sim", HERE, ["Roll.", "Try again."]),
        ("quarter-buttons", HERE, ["Press roll.", "Press it."]),
        ("quarter-buttons", {**HERE, "visitor": "paired"}, ["Roll.", "Try again."]),
        ("quarter-buttons", {"visitor": "watching", "key": None, "touch": False},
         ["White.", "Soon."]),
        ("sim", {"visitor": "watching", "key": None, "touch": False}, ["White.", "Soon."]),
    ],
)  # fmt: skip
def test_everybody_reads_what_can_be_done_there(
    board: str, me: dict[str, Any], texts: list[str], pages: Pages
) -> None:
    _, visitor = pages.show(board, snapshot(START, **WORDED))
    visitor.become({**me, **OTHERS})
    for part, text in zip(("prompt", "reason"), texts, strict=True):
        expect(visitor.part(part)).to_have_text(text)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["", "Maximiliane-Angelika"])
def test_who_has_won_is_called_by_name(name: str, size: Size, pages: Pages) -> None:
    """And glows, whoever had the turn: who resigns has it."""
    result = {"winner": "black", "points": 2, "kind": "gammon"}
    told = snapshot(
        START, phase="game-over", dice=[], choices=AFTERWARDS, result=result,
        names={"white": "", "black": name}, clock=clock(None), controls=OVER,
    )  # fmt: skip
    site, visitor = pages.show("full-24", snapshot(START), size)
    white, black = visitor.part("strip-white"), visitor.part("strip-black")
    expect(white).to_have_class(re.compile(r"\bon\b"))
    site.show(told)
    expect(black).to_have_class(re.compile(r"\bon\b"))
    expect(white).not_to_have_class(re.compile(r"\bon\b"))
    expect(visitor.part("name-black")).to_have_text(name or "Black")
    expect(visitor.part("pips-black")).to_have_text("wins 2 points, a gammon")
    assert visitor.found(CUT_OFF, UNREAD, PLAYER_CUT) == []


SILENT = """() => [...document.querySelectorAll('main :is([role=status], [aria-live])')]
    .filter((region) => !region.checkVisibility()).map(({ dataset }) => dataset.part)"""
"""Live regions in which a screen reader would miss the first text."""


def test_live_regions_stay_while_they_say_nothing(pages: Pages) -> None:
    site, visitor = pages.show("sim", snapshot(MINIGAM))
    expect(visitor.part("connection")).to_be_empty()
    assert visitor.page.evaluate(SILENT) == []
    told = {"code": "pairing", "text": "Let the phone in? Press roll.", "page": "Let it in?"}
    site.show(snapshot(MINIGAM, message=told))
    expect(visitor.part("spoken")).to_have_text("Let it in?")


def test_a_pass_is_a_word_of_the_language(pages: Pages) -> None:
    passed = {"side": "black", "roll": [3, 1], "play": "pass", "text": Words("pass")}
    told = snapshot(START, plays=[passed])
    _, visitor = pages.show("full-24", told, lang="de")
    expect(visitor.part("plays")).to_have_text("3-1passt")


# What another program does meanwhile


WHY = "numba is not installed: solve with `make solve` in a clone, or after pip install 'minigam"


def solving(done: float | None = None, seconds: int | None = None, **more: str) -> dict[str, Any]:
    told = {"title": "Minigam, full entry", "done": done, "seconds": seconds, "failure": None}
    return snapshot(
        MINIGAM, phase="attract", turn=None, dice=[], plays=[], solving={**told, **more},
        choices=choices("Game", "White", "Black", "Hints", "Dice", "Match", value="the board's"),
    )  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("now", "text", "left", "share"),
    [
        (solving(), "Getting ready to solve Minigam, full entry", "", None),
        (solving(0.0), "Solving Minigam, full entry", "0 %", 0.0),
        (solving(0.31, 89), "Solving Minigam, full entry", "31 %, 89 s left", 0.31),
        (solving(0.31, 90), "Solving Minigam, full entry", "31 %, 2 min left", 0.31),
        (
            solving(1.0, 0),
            "Minigam, full entry is solved: choose perfect.",
            "",
            0,
        ),
        (solving(failure=WHY), f"Minigam, full entry was not solved: {WHY}", "", 0),
    ],
    ids=["ready", "begun", "seconds", "minutes", "done", "failed"],
)
def test_the_page_says_how_far_the_solving_is(
    now: dict[str, Any], text: str, left: str, share: float | None, size: Size, pages: Pages
) -> None:
    """In words too; and nothing else loses its place for it."""
    ended = share == 0 and not left
    _, visitor = pages.show("sim", now, size)
    expect(visitor.part("solving").get_by_role("status")).to_have_text(text)
    expect(visitor.part("solving-left")).to_have_text(left)
    bar = visitor.page.get_by_role("progressbar", name=text)
    expect(bar).to_have_count(0 if ended else 1)
    if not ended:
        expect(bar).to_have_attribute("aria-valuetext", left)
        assert bar.evaluate("bar => bar.position") == (-1 if share is None else share)
    assert visitor.found(UNREAD, TOO_SMALL) == []


def test_the_page_is_silent_where_nothing_is_solved(pages: Pages) -> None:
    site, visitor = pages.show("sim", solving(0.5, 3))
    expect(visitor.part("solving")).to_be_visible()
    site.show({**site.shown.snapshot, "solving": None})
    expect(visitor.part("solving")).to_be_hidden()


TOO_SMALL = """() => [...document.querySelectorAll('.solving p')]
    .filter((text) => parseFloat(getComputedStyle(text).fontSize) < 12)
    .map(({ textContent }) => textContent)"""
"""What of it is set in less than 12 pixels."""


# The clocks count by themselves, and say when little is left

SIDES = ("white", "black")


def shown(visitor: Visitor, side: str) -> tuple[str, str]:
    part = visitor.part(f"clock-{side}")
    return part.locator(".time").inner_text(), part.locator(".delay").inner_text()


def test_without_a_clock_nothing_is_said_of_it(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START))
    for side in SIDES:
        expect(visitor.part(f"clock-{side}")).to_be_hidden()


def test_the_delay_goes_first_then_the_bank_and_the_other_stands(pages: Pages) -> None:
    told = clock("white", white=61_000, delay=12_000)
    _, visitor = pages.show("full-24", snapshot(START, clock=told), frozen=True)
    expect(visitor.part("clock-white")).to_have_accessible_name("White has 1:01 left, and it runs")
    assert shown(visitor, "white") == ("1:01", "+12")
    visitor.page.clock.run_for(11_500)
    assert shown(visitor, "white") == ("1:01", "+1")
    visitor.page.clock.run_for(3_000)
    assert [shown(visitor, side) for side in SIDES] == [("0:59", "▶"), ("1:30", "")]


def test_little_time_is_said_three_times_only(pages: Pages) -> None:
    _, visitor = pages.show(
        "full-24", snapshot(START, clock=clock("white", white=61_000)), frozen=True
    )
    heard = []
    for _ in range(61):
        visitor.page.clock.run_for(1_000)
        heard.append(visitor.part("clock-says").inner_text())
    assert list(dict.fromkeys(heard)) == [
        "White has 1 minute left",
        "White has 30 seconds left",
        "White has 10 seconds left",
    ]
    assert shown(visitor, "white") == ("0:00", "▶")


def test_a_fallen_flag_and_a_clock_that_stands(pages: Pages) -> None:
    told = clock(None, white=0, fallen=["white"])
    _, visitor = pages.show("full-24", snapshot(START, clock=told), frozen=True)
    visitor.page.clock.run_for(5_000)
    assert [shown(visitor, side) for side in SIDES] == [("0:00", "⚑"), ("1:30", "")]


def test_the_strip_of_who_has_yet_to_press_glows_in_the_opening_roll(pages: Pages) -> None:
    opening: dict[str, Any] = {"phase": "opening", "turn": None, "dice": []}
    site, visitor = pages.show("full-24", snapshot(START, **opening, waits_for="white"))
    for side, other in (("white", "black"), ("black", "white")):
        site.show(snapshot(START, **opening, waits_for=side))
        expect(visitor.part(f"strip-{side}")).to_have_class(re.compile(r"\bon\b"))
        expect(visitor.part(f"strip-{other}")).not_to_have_class(re.compile(r"\bon\b"))
