"""A match by keys alone: set up in the form, played to its end and seen again."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import SITUATION, Visitor, focus, press
from tests.e2e.pages import Pages
from tests.tiers import some

pytestmark = pytest.mark.browser

NO_POINTER = """for (const name of ['pointerdown', 'mousedown', 'touchstart']) {
    document.addEventListener(name, () => console.error('not a key'), true);
}"""
FIELD = "document.activeElement.name || document.activeElement.textContent"
"""The name of the field in focus, or the text of the button."""
STORED_GAME = "document.activeElement.matches('[data-replay]')"
MOST_TOUCHES, MOST_GAMES = 1500, 3


def set_up(visitor: Visitor, length: int) -> None:
    """A match between people; the form is reached with Tab, too."""
    form = visitor.dialog("setup")
    focus(visitor.page, "Set up", FIELD)
    visitor.press("Enter")
    expect(form).to_be_visible()
    focus(visitor.page, "length", FIELD)
    visitor.page.keyboard.type("other")
    focus(visitor.page, "length_other", FIELD)
    visitor.page.keyboard.type(str(length))
    focus(visitor.page, "Begin", FIELD)
    visitor.press("Enter")
    expect(form).to_be_hidden()


def play(visitor: Visitor) -> None:
    """To the end of a game: any checker, and its way."""
    chance = Random(1)
    for _ in range(MOST_TOUCHES):
        before = visitor.page.evaluate(SITUATION)
        if visitor.phase == "game-over":
            return
        if visitor.phase == "passing":
            visitor.page.wait_for_function(f"(before) => ({SITUATION})() !== before", arg=before)
        else:
            offered = visitor.zones("target", "hit") or visitor.zones("source")
            visitor.touch(chance.choice(offered) if offered else "roll")
    raise AssertionError("expected the game to end")


def seen_again(visitor: Visitor) -> None:
    """The match's game, from its end back to its beginning, and the page as it was."""
    games, replay = visitor.dialog("games"), visitor.dialog("replay")
    visitor.press("g")
    expect(games).to_be_visible()
    focus(visitor.page, True, STORED_GAME)
    visitor.press("Enter")
    expect(replay).to_be_visible()
    slider = replay.locator('[data-part="replay-slider"]')
    last = slider.get_attribute("max")
    visitor.press("End")
    expect(slider).to_have_value(last or "")
    visitor.press("Home")
    expect(slider).to_have_value("0")
    visitor.press("Escape")
    expect(replay).to_be_hidden()
    visitor.press("Escape")
    expect(games).to_be_hidden()


@pytest.mark.parametrize("length", some([1, 2], 1))
def test_a_match_by_keys_alone(length: int, pages: Pages) -> None:
    daemon, visitor = pages.play(hand=press)
    visitor.page.add_init_script(NO_POINTER)
    visitor.page.reload()
    set_up(visitor, length)
    for _ in range(MOST_GAMES):
        play(visitor)
        if max(daemon.get("/api/state")["score"].values()) >= length:
            break
        expect(visitor.page.locator(".answers [aria-disabled]")).to_have_count(0)
        focus(visitor.page, "Next game", FIELD)
        visitor.press("Enter")
        visitor.page.wait_for_selector('body:not([data-phase="game-over"])')
    end = daemon.get("/api/state")
    assert max(end["score"].values()) == length
    assert end["match"] == {"length": length, "crawford": False}
    seen_again(visitor)
    assert daemon.get("/api/state") == end
