"""A whole match with nothing but a keyboard: set up, played to its end, and replayed."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import MOST_STOPS, Visitor, press
from tests.e2e.pages import Pages

pytestmark = [pytest.mark.browser, pytest.mark.long]

MATCH = 3
NO_POINTER = "addEventListener('pointerdown', () => console.error('a pointer'), true)"
NAMED = "document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText"


def walk_to(visitor: Visitor, name: str) -> None:
    """Tab until what is called so has the focus."""
    for _ in range(MOST_STOPS):
        if name in visitor.page.evaluate(NAMED):
            return
        visitor.press("Tab")
    raise AssertionError(f"{name} is not reached with Tab")


def test_a_whole_match_by_keys_alone(pages: Pages) -> None:
    """Any pointer would be a complaint, and fail the visit."""
    daemon, visitor = pages.play(hand=press)
    visitor.page.evaluate(NO_POINTER)
    form = visitor.dialog("setup")
    visitor.press("u")
    expect(form).to_be_visible()
    walk_to(visitor, "Match")
    while daemon.get("/api/state")["match"]["length"] != MATCH:
        visitor.press("ArrowDown")
        expect(form.get_by_role("alert")).to_be_hidden()
    walk_to(visitor, "Begin")
    visitor.press("Enter")
    expect(form).to_be_hidden()
    visitor.play_until(lambda: max(daemon.get("/api/state")["score"].values()) >= MATCH)
    last, *_ = daemon.get("/api/games")["games"]
    assert last["game"] > 1
    visitor.press("g")
    expect(visitor.dialog("games")).to_be_visible()
    walk_to(visitor, f"game {last['game']}")
    visitor.press("Enter")
    expect(visitor.dialog("replay")).to_be_visible()
    visitor.press("End")
    expect(visitor.part("replay-caption")).to_contain_text("won")
