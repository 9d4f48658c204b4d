"""The first game on the page: begun while nobody plays, played by what it shows, and left."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Visitor
from tests.e2e.daemon import Daemon
from tests.e2e.pages import Pages
from tests.e2e.test_browser_settings import change
from tests.tiers import some

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
    some([("sim", "en"), ("dice-16", "de"), ("sim", "de"), ("full-24", "en")], 2),
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


@pytest.mark.parametrize(
    ("board", "lang", "winner"),
    some([("sim-hall", "en", "white"), ("sim-full-24-hall", "de", "black")], 1),
)
def test_where_checkers_are_felt_it_is_played_by_lifting_and_putting_them(
    pages: Pages, board: str, lang: str, winner: str
) -> None:
    daemon, visitor = pages.play("--board", board, size=SMALL_PHONE, lang=lang)
    begin(visitor, {"en": "First game", "de": "Erstes Spiel"}[lang])
    visitor.page.locator('[data-action="lay"]').click()
    expect(visitor.page.locator('[data-action="lay"]')).to_be_hidden()
    while visitor.phase != "game-over":
        for place in to_touch(visitor, daemon):
            visitor.touch(place)
    assert daemon.get("/api/state")["result"]["winner"] == winner
    assert daemon.get("/api/games")["games"] == []


def to_touch(visitor: Visitor, daemon: Daemon) -> list[str]:
    """What the page shows; an arrow is a way to go, and what is hit goes to its bar."""
    seen = daemon.get("/api/state")
    if arrows := seen["advice"]:
        return [arrows[0]["from"], arrows[0]["to"]]
    (only,) = offered(visitor)
    other = {"white": "black", "black": "white"}[seen["turn"]]
    return [only, only, f"bar-{other}"] if only in visitor.zones("hit") else [only]


def test_what_is_wrong_there_is_put_right_and_a_button_leaves_it(pages: Pages) -> None:
    daemon, visitor = pages.play("--board", "sim-hall")
    begin(visitor, "First game")
    visitor.page.locator('[data-action="lay"]').click()
    for place in ("roll", "roll", "point-4", "point-5"):  # which could move, but point 1 is lit
        visitor.touch(place)
    expect(visitor.part("reason")).to_have_attribute("data-code", "put-right")
    expect(visitor.part("reason")).to_have_text("Not yet. Move 1 checker from point 5 to point 4.")
    visitor.page.locator('[data-action="lay"]').click()
    expect(visitor.part("prompt")).to_have_text(
        "In this lesson one checker moves, the lit one: lift it."
    )
    visitor.page.get_by_role("button", name="End the first game").click()
    expect(visitor.dialog("setup")).to_be_visible()
    assert daemon.get("/api/state")["tutorial"] is None


def test_a_board_that_offers_other_games_only_does_not_offer_it(pages: Pages) -> None:
    daemon, visitor = pages.play("--board", "sim-hall")
    change(daemon, {"games": ["minigam-full-entry"]})
    visitor.page.get_by_role("button", name="Set up").click()
    expect(visitor.dialog("setup").get_by_role("button", name="Names")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="First game")).to_have_count(0)
