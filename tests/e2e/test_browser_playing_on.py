"""*Play on from here*: a game that is replayed leads to a new one on the board."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Visitor
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import Pages
from tests.e2e.test_browser_games import opened
from tests.e2e.test_browser_watching import WATCHING
from tests.journal.played import write_left_games

pytestmark = pytest.mark.browser
OFFER = '[data-part="replay-on"]'


def replayed(pages: Pages, daemon: Daemon, at: int) -> tuple[Visitor, Page]:
    visitor = pages.visit(f"{daemon.url}/#game=1&at={at}")
    opened(visitor.page, "replay")
    return visitor, visitor.page


def test_a_replay_is_played_on_and_a_game_that_is_left_is_asked_about(
    tmp_path: Path, pages: Pages
) -> None:
    file = write_left_games(tmp_path / "data")
    with running(file.parent) as daemon:
        visitor, page = replayed(pages, daemon, at=3)
        page.locator(OFFER).click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.wait_for_function("() => document.body.dataset.phase === 'opening'")
        begun = daemon.get("/api/state")
        assert (begun["position"], begun["dice"]) == ("F--A-A-h", [])
        visitor.touch("roll")
        visitor.touch("roll")
        assert daemon.get("/api/state")["turn"] == "black"
        visitor.touch("roll")
        visitor.touch(visitor.zones("source")[-1])
        visitor.touch(visitor.zones("target", "hit")[-1])
        assert daemon.get("/api/state")["position"] != begun["position"]

        page.evaluate("location.hash = 'game=1&at=6'")
        opened(page, "replay")
        page.locator(OFFER).click()
        asked = opened(page, "new")
        expect(asked).to_contain_text("The game on the board is kept in the list, unfinished.")
        asked.get_by_role("button", name="Keep playing").click()
        assert daemon.get("/api/state")["game"] == begun["game"]
        page.locator(OFFER).click()
        opened(page, "new").get_by_role("button", name="New game").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert daemon.get("/api/state")["game"] == begun["game"] + 1


def test_at_its_end_and_for_who_watches_nothing_is_played_on(tmp_path: Path, pages: Pages) -> None:
    file = write_left_games(tmp_path / "data")
    with running(file.parent) as daemon:
        visitor, page = replayed(pages, daemon, at=0)
        visitor.tolerated = "409 (Conflict)"
        page.locator('[data-move="last"]').click()
        expect(page.locator(OFFER)).to_have_attribute("aria-disabled", "true")
        page.locator(OFFER).click(force=True)
        expect(page.locator('[data-part="replay-caption"]')).to_have_text(
            "The game is over there: choose a position before its end."
        )
        assert daemon.get("/api/state")["phase"] == "attract"
        page.keyboard.press("Escape")
        visitor.become(WATCHING)
        page.evaluate("location.hash = 'game=1&at=4'")
        opened(page, "replay")
        expect(page.locator(OFFER)).to_be_hidden()
