"""The first game on the page: begun while nobody plays, played by what it shows, and left."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Visitor
from tests.e2e.pages import Pages

pytestmark = pytest.mark.browser

SMALL_PHONE = (375, 553)


def begin(visitor: Visitor, name: str) -> None:
    """While nobody plays it stands beside the prompt, or where that has no room, in the list."""
    button = visitor.page.locator("button:visible", has_text=name).first
    expect(button).to_be_in_viewport(ratio=1)
    button.click()


def offered(visitor: Visitor) -> list[str]:
    """Whatever the page shows as to be touched, but for taking back what is picked up."""
    places = visitor.zones("source", "target", "hit", "choice")
    live = visitor.page.locator('[data-control][data-live="true"]:not([hidden])').all()
    return places or [control.get_attribute("data-control") or "" for control in live]


@pytest.mark.parametrize(
    ("board", "lang"),
    [("sim", "en"), ("sim", "de"), ("full-24", "en"), ("dice-16", "de")],
)
def test_it_is_played_to_its_end_by_the_one_thing_that_the_page_shows(
    pages: Pages, board: str, lang: str
) -> None:
    daemon, visitor = pages.play("--board", board, size=SMALL_PHONE, lang=lang)
    begin(visitor, {"en": "First game", "de": "Erstes Spiel"}[lang])
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "to-throw")
    prompts = set()
    while visitor.phase != "game-over":
        (only,) = offered(visitor)
        prompts.add(visitor.part("prompt").inner_text())
        visitor.touch(only)
    assert len(prompts) > 20
    answers = visitor.part("answers").get_by_role("button")
    expect(answers).to_have_text(["New game" if lang == "en" else "Neues Spiel"])
    expect(answers).to_be_enabled()
    answers.click()
    expect(visitor.dialog("setup")).to_be_visible()
    assert daemon.get("/api/games")["games"] == []


def test_what_it_does_not_ask_for_is_refused_and_a_button_leaves_it(pages: Pages) -> None:
    daemon, visitor = pages.play("--black", "hard")
    begin(visitor, "First game")
    expect(visitor.part("facts")).to_have_text("Minigam · first game, 0 of 20 lessons")
    visitor.touch("roll")
    visitor.touch("point-4")  # which could move
    expect(visitor.part("reason")).to_have_attribute("data-code", "lesson")
    expect(visitor.part("reason")).to_have_text(
        "Not yet. In this lesson one checker moves, the lit one: tap it."
    )
    visitor.page.get_by_role("button", name="End the first game").click()
    expect(visitor.dialog("setup")).to_be_visible()
    assert daemon.get("/api/state")["seats"] == {"white": "human", "black": "hard"}


def test_other_boards_do_not_offer_it(pages: Pages) -> None:
    _, visitor = pages.play("--board", "sim-hall")
    visitor.page.get_by_role("button", name="Set up").click()
    expect(visitor.dialog("setup").get_by_role("button", name="Names")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="First game")).to_have_count(0)
