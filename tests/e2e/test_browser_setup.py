"""The set-up as a form: by mouse, by keys, on every screen, in both languages."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.browser import PI_SCREEN, REFUSED, Size, Visitor, findings
from tests.e2e.canned import snapshot
from tests.e2e.daemon import Daemon
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser_boards import START
from tests.e2e.test_browser_watching import WATCHING

pytestmark = pytest.mark.browser

SMALL_PHONE = (375, 553)
FINGER = 44
"""The least height, in pixels."""
TOURNAMENT = ("--board", "dice-16", "--rules", "backgammon-dice-tournament")
"""The game with most to choose."""
CLOCK = "minutes and a delay from 0:01+0 to 999:59+99, such as 12:30+8"
LOW = """(form) => [...form.querySelectorAll('button, select, label, input:not([hidden])')]
    .filter((each) => each.checkVisibility() && each.type !== 'checkbox')
    .filter((each) => each.getBoundingClientRect().height < %d)
    .map((each) => each.outerHTML)"""
CUT_OFF = "(fields) => fields.scrollWidth > fields.clientWidth"


def opened(visitor: Visitor, name: str = "Set up") -> Locator:
    visitor.page.get_by_role("button", name=name, exact=True).click()
    form = visitor.dialog("setup")
    expect(form).to_be_visible()
    return form


def field(form: Locator, name: str) -> Locator:
    return form.get_by_role("combobox", name=name, exact=True)


def values(daemon: Daemon) -> dict[str, Any]:
    """What is set by now."""
    groups = daemon.get("/api/setup")["groups"]
    return {field["name"]: field["value"] for group in groups for field in group["fields"]}


def test_what_does_not_fit_stays_and_is_said_until_it_is_mended(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = REFUSED
    form = opened(visitor)
    for name, value in (("Match", "abc"), ("Clock", "12:99"), ("Stake", "")):
        field(form, name).select_option("other…")
        typed = form.locator("input[type=text]:visible").last
        typed.fill(value)
        typed.press("Tab")
    form.get_by_role("button", name="Begin").click()
    faults = [
        "Match: expected a number from 0 to 99, got 'abc'.",
        f"Clock: expected {CLOCK}, got '12:99'.",
        "Stake: expected an amount alone from 0.01 to 99999.99, such as 0.75.",
    ]
    alert = form.get_by_role("alert")
    expect(alert).to_have_text("\n".join(faults), use_inner_text=True)
    field(form, "Match").select_option("to 5")
    expect(alert).to_have_text("\n".join(faults[1:]), use_inner_text=True)
    shown = form.locator("input[type=text]:visible")
    assert [typed.input_value() for typed in shown.all()] == ["12:99", ""]
    expect(shown.first).to_have_attribute("aria-invalid", "true")
    field(form, "Clock").select_option("none")
    field(form, "Stake").select_option("nothing")
    expect(alert).to_be_hidden()
    form.get_by_role("button", name="Begin").click()
    expect(form).to_be_hidden()
    assert daemon.get("/api/state")["match"]["length"] == 5


def test_a_whole_game_is_set_up_and_begun(pages: Pages) -> None:
    daemon, visitor = pages.play("--board", "full-24")
    visitor.tolerated = REFUSED
    form = opened(visitor)
    field(form, "Game").select_option("Backgammon for money")
    field(form, "Automatic doubles").select_option("at most 2")
    field(form, "Black").select_option("computer, hard")
    form.get_by_label("Jacoby rule").uncheck()
    field(form, "Clock").select_option("other…")
    typed = form.get_by_role("textbox", name=f"Clock: {CLOCK}")
    expect(form.locator("small", has_text=CLOCK)).to_be_visible()
    typed.fill("soon")
    typed.press("Enter")
    expect(form.get_by_role("alert")).to_have_text(f"Clock: expected {CLOCK}, got 'soon'.")
    expect(typed).to_have_attribute("aria-invalid", "true")
    typed.fill("later")
    form.get_by_role("button", name="Begin").click()
    expect(form.get_by_role("alert")).to_contain_text("got 'later'")
    expect(form).to_be_visible()
    typed.fill("3:00+5")
    typed.press("Enter")
    expect(field(form, "Clock")).to_have_value("3:00+5")
    expect(form.get_by_role("alert")).to_be_hidden()
    field(form, "Time over").select_option("is announced")
    field(form, "Stake").select_option("2 a point")
    field(form, "Unit").select_option("coffee")
    expect(visitor.part("prompt")).to_contain_text("Stake: 2 coffee a point.")
    assert values(daemon) == {
        "rules": "backgammon-money",
        "white": "human",
        "black": "hard",
        "help": "none",
        "dice": "electronic",
        "jacoby": False,
        "automatic_doubles": "2",
        "clock": "3:00+5",
        "flag": "told",
        "stake": "2",
        "unit": "coffee",
    }
    form.get_by_role("button", name="Begin").click()
    expect(form).to_be_hidden()
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "opening")


def test_the_form_follows_the_board_and_a_game_that_begins_closes_it(pages: Pages) -> None:
    daemon, visitor = pages.play()
    form = opened(visitor)
    daemon.tap("point-3")
    expect(field(form, "Black")).to_have_value("easy")
    daemon.tap("roll")
    expect(form).to_be_hidden()


def test_a_new_game_opens_the_form(pages: Pages) -> None:
    daemon, visitor = pages.play()
    daemon.tap("roll")
    visitor.page.locator('.commands [data-command="new-game"]').click()
    visitor.dialog("new").get_by_role("button", name="New game").click()
    expect(visitor.dialog("setup")).to_be_visible()


def test_where_nothing_can_begin_the_board_is_asked_and_says_why(pages: Pages) -> None:
    """On a full disk no game can be begun."""
    buttons = {
        "roll": {"live": True, "label": "Begin"},
        "undo": {"live": False, "label": "Undo"},
    }
    scene = snapshot(START, phase="attract", dice=[], commands=[], controls=buttons)
    site, visitor = pages.show("full-24", scene)
    form = opened(visitor)
    form.get_by_role("button", name="Begin").click()
    expect(form).to_be_hidden()
    site.shown.assert_touched("begin")


def test_an_option_says_what_it_means(pages: Pages) -> None:
    _, visitor = pages.play("--board", "full-24")
    form = opened(visitor)
    meaning = "In single games, every win counts once while nobody has doubled."
    expect(form.get_by_text(meaning)).to_have_count(1)
    for each, said in (
        (form.get_by_role("checkbox", name="Jacoby rule"), meaning),
        (field(form, "Dice"), "By hand: you roll dice of your own, and enter what they show."),
        (field(form, "Game"), ""),
    ):
        expect(each).to_have_accessible_description(said)


def test_a_game_is_set_up_by_keys(pages: Pages) -> None:
    daemon, visitor = pages.play()
    keyboard = visitor.page.keyboard
    keyboard.press("u")
    form = visitor.dialog("setup")
    expect(form).to_be_visible()
    field(form, "Black").focus()
    keyboard.press("ArrowDown")
    expect(field(form, "Black")).to_be_focused()
    form.get_by_label("Entering on own points").focus()
    keyboard.press("Space")
    expect(form.get_by_label("Entering on own points")).to_be_focused()
    while visitor.page.evaluate("document.activeElement.type") != "submit":
        keyboard.press("Tab")
    keyboard.press("Enter")
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "opening")
    assert (values(daemon)["black"], values(daemon)["enter_on_own"]) == ("easy", False)


@EACH_LANGUAGE
@pytest.mark.parametrize("size", [SMALL_PHONE, PI_SCREEN], ids=str)
def test_everything_is_as_high_as_a_finger_and_nothing_is_cut_off(
    pages: Pages, size: Size, lang: str
) -> None:
    _, visitor = pages.play(*TOURNAMENT, size=size, lang=lang)
    form = opened(visitor, {"en": "Set up", "de": "Ein\u00adrichten"}[lang])
    assert form.evaluate(LOW % FINGER) == []
    assert visitor.part("setup-fields").evaluate(CUT_OFF) is False
    assert findings(visitor.page) == []


def test_who_watches_is_offered_no_form(pages: Pages) -> None:
    _, visitor = pages.play()
    visitor.become(WATCHING)
    expect(visitor.page.get_by_role("button", name="Set up")).to_have_count(0)
    visitor.page.keyboard.press("u")
    expect(visitor.dialog("setup")).to_be_hidden()
