"""The games that were played: their list, one of them step by step, and statistics."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import ON_LINE, REFUSED, Size, findings
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import EACH_SCREEN, Pages
from tests.e2e.test_browser import OUTSIDE
from tests.e2e.test_browser_languages import CUT_IN_DIALOG
from tests.e2e.test_browser_watching import WATCHING
from tests.journal.played import write_left_games

pytestmark = pytest.mark.browser


@pytest.fixture(name="daemon", scope="module")
def _daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A board on which games of every kind were played."""
    file = write_left_games(tmp_path_factory.mktemp("games") / "data")
    with running(file.parent) as daemon:
        yield daemon


def opened(page: Page, name: str) -> Locator:
    dialog = page.locator(f'dialog[data-dialog="{name}"]')
    expect(dialog).to_be_visible()
    assert dialog.evaluate(OUTSIDE) == []
    return dialog


def checkers(page: Page) -> list[str]:
    zones = page.locator('[data-part="replay-board"] [data-zone]').all()
    return [f"{zone.get_attribute('data-zone')}:{zone.get_attribute('data-checkers')}"
            for zone in zones if zone.get_attribute("data-checkers") != "0"]  # fmt: skip


@EACH_SCREEN
def test_a_game_is_chosen_and_replayed_by_touch(size: Size, daemon: Daemon, pages: Pages) -> None:
    visitor = pages.visit(daemon.url, size)
    page = visitor.page
    page.locator('[data-action="games"]').click()
    games = opened(page, "games").locator("[data-replay]")
    assert [game.get_attribute("data-replay") for game in games.all()] == ["6", "3", "2", "1"]
    expect(games.nth(0)).to_contain_text("Ann \u2013 Björn")
    expect(games.nth(0)).to_contain_text("Björn won by resignation, 1 point · 0 : 1")
    expect(games.nth(3)).to_contain_text("game 1 · Minigam · 26 turns · Jan 31, 2026")
    games.nth(3).click()
    dialog = opened(page, "replay")
    assert set(checkers(page)) == {"bar-white:8", "bar-black:8"}
    page.locator('[data-move="forward"]').click()
    expect(page.locator('[data-part="replay-caption"]')).to_have_text(
        "1. White's 5-3: bar/3 bar/5 was the best play."
    )
    expect(dialog.locator(".die")).to_have_count(2)
    page.locator('[data-move="last"]').click()
    assert "off-black:8" in checkers(page)
    expect(page.locator('[data-part="replay-caption"]')).to_have_text(
        "26. Black's 1-1: 1/off(2) was the best play. · Black won, 1 point · 0 : 1"
    )
    expect(page.locator('[data-part="replay-board"] .arrow .past .head')).to_have_count(2)
    page.locator('[data-play="1"]').click()  # it was judged: its arrows are at its beginning
    assert set(checkers(page)) == {"bar-white:8", "bar-black:8"}
    page.locator('dialog[data-dialog="replay"] [data-zone="bar-white"]').click()  # does nothing
    assert visitor.phase == "attract"
    dialog.locator("[data-close]").click()
    expect(dialog).to_be_hidden()
    expect(page.locator('[data-part="replay-board"] [data-zone]')).to_have_count(0)


@EACH_SCREEN
def test_a_game_is_kept_and_let_go_again(size: Size, daemon: Daemon, pages: Pages) -> None:
    page = pages.visit(daemon.url, size).page
    page.keyboard.press("g")
    keep = opened(page, "games").get_by_role("button", name="Keep game 1")
    expect(keep).to_have_attribute("aria-pressed", "false")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    expect(keep).to_have_text("★ Kept")
    assert findings(page) == []
    assert [game["game"] for game in daemon.get("/api/games")["games"] if game["starred"]] == [1]
    page.reload()
    page.wait_for_selector(ON_LINE)
    page.keyboard.press("g")
    opened(page, "games").locator('[data-replay="1"]').click()
    beside = opened(page, "replay").get_by_role("button", name="Keep game 1")
    expect(beside).to_have_attribute("aria-pressed", "true")
    beside.click()
    expect(beside).to_have_text("☆ Keep")
    page.keyboard.press("Escape")
    expect(keep).to_have_attribute("aria-pressed", "false")
    assert not any(game["starred"] for game in daemon.get("/api/games")["games"])


POINTS = """(board) => ['.wood', '[data-zone="point-1"] .edge'].map((name) => {
    const { width, height } = document.querySelector(`[data-part="${board}"] ${name}`)
        .getBoundingClientRect();
    return [Math.round(width), width > height];
})"""
"""How wide the board is, and whether its first point lies."""


@pytest.mark.parametrize("size", [(390, 664), (375, 553)], ids=str)
def test_a_replay_on_a_phone_lies_and_fills_it_as_the_game_does(size: Size, pages: Pages) -> None:
    daemon, visitor = pages.play("--board", "full-24", "--rules", "backgammon", size=size)
    visitor.play_until(lambda: len(daemon.get("/api/state")["plays"]) > 1)
    daemon.hold(3.2, "roll", "undo")  # it is stored, unfinished
    page = visitor.page
    page.wait_for_selector('body[data-phase="attract"]')
    [live, _], [_, lies] = page.evaluate(POINTS, "board")
    page.goto(f"{page.url}#game=1")
    opened(page, "replay")
    expect(page.locator('[data-part="replay-board"] [data-zone]')).to_have_count(28)
    [wide, _], [_, also] = page.evaluate(POINTS, "replay-board")
    assert (lies, also) == (True, True)
    assert abs(wide - live) <= 4


def test_who_watches_sees_which_games_are_kept(daemon: Daemon, pages: Pages) -> None:
    visitor = pages.visit(daemon.url)
    page = visitor.page
    visitor.become(WATCHING)
    sent = page.request.post(f"{daemon.url}/api/star", data={"game": 2, "starred": True})
    assert sent.ok
    page.keyboard.press("g")
    keeps = opened(page, "games").locator("[data-keep]:visible")
    expect(keeps).to_have_text(["★ Kept"])
    expect(keeps).to_be_disabled()
    assert page.request.post(f"{daemon.url}/api/star", data={"game": 2, "starred": False}).ok


def test_a_game_is_replayed_by_keys(daemon: Daemon, pages: Pages) -> None:
    page = pages.visit(daemon.url).page
    page.keyboard.press("g")
    opened(page, "games").locator('[data-replay="1"]').focus()
    page.keyboard.press("Enter")
    slider = opened(page, "replay").locator('[data-part="replay-slider"]')
    expect(slider).to_be_focused()
    values = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        values.append(slider.input_value())
    assert values == ["1", "2", "1", slider.get_attribute("max"), "0", "0"]
    expect(slider).to_have_attribute("aria-valuetext", "The start")
    page.keyboard.press("Escape")
    expect(page.locator('dialog[data-dialog="replay"]')).to_be_hidden()


def test_the_address_names_the_place_and_leads_there_again(daemon: Daemon, pages: Pages) -> None:
    page = pages.visit(daemon.url).page
    page.keyboard.press("g")
    opened(page, "games").locator('[data-replay="1"]').click()
    for _ in range(2):
        page.locator('[data-move="forward"]').click()
    expect(page).to_have_url(f"{daemon.url}/#game=1&at=2")
    assert set(checkers(page)) == {"bar-white:7", "point-5:1", "bar-black:8"}
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, "replay").get_by_role("button", name="Link").click()
    expect(page.locator('[data-part="replay-caption"]')).to_have_text(
        "The link to this place is copied."
    )
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{daemon.url}/#game=1&at=2"
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator('[data-move="forward"]').click()
    caption = page.locator('[data-part="replay-caption"]')
    said = caption.inner_text()
    opened(page, "replay").get_by_role("button", name="Link").click()
    field = opened(page, "replay").get_by_role("textbox", name="The link, to copy by hand")
    expect(field).to_be_focused()
    expect(field).to_have_value(link.replace("at=2", "at=3"))
    assert page.evaluate("getSelection().toString()") == field.input_value()
    expect(caption).to_have_text(said)
    page.locator('[data-move="back"]').click()
    expect(field).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{daemon.url}/")
    other = pages.visit(link).page
    opened(other, "replay")
    assert set(checkers(other)) == {"bar-white:7", "point-5:1", "bar-black:8"}
    other.evaluate("location.hash = 'game=2'")
    expect(other.locator('[data-part="replay-title"]')).to_contain_text("game 2")


def test_an_unfinished_game_says_so_and_the_one_on_the_board_leads_there(pages: Pages) -> None:
    daemon, visitor = pages.play()
    for _ in range(2):  # the first one is left
        daemon.hold(3.2, "roll", "undo")
        daemon.tap("roll", "roll")
        visitor.page.wait_for_function("document.body.dataset.phase !== 'attract'")
    visitor.press("g")
    games = opened(visitor.page, "games").locator("[data-replay]")
    expect(games.locator("small")).to_have_text(["on the board now", "not finished"])
    games.nth(0).click()
    expect(visitor.dialog("games")).to_be_hidden()
    expect(visitor.dialog("replay")).to_be_hidden()
    visitor.press("g")
    games.nth(1).click()
    opened(visitor.page, "replay")


def test_a_game_that_is_gone_says_so_in_the_list(daemon: Daemon, pages: Pages) -> None:
    visitor = pages.visit(daemon.url)
    visitor.tolerated = REFUSED
    visitor.page.route("**/api/games/1?*", lambda route: route.fulfill(
        status=404, json={"ok": False, "error": {"code": "unknown-name", "message": "unknown"}}
    ))  # fmt: skip
    visitor.press("g")
    opened(visitor.page, "games").locator('[data-replay="1"]').click()
    expect(visitor.part("games-about")).to_have_text("There is no such game here.")


def test_news_of_the_board_leave_a_replay_where_it_is(daemon: Daemon, pages: Pages) -> None:
    """The address names a place only once it is stayed at; time stands here."""
    visitor = pages.visit(f"{daemon.url}/#game=1&at=1", frozen=True)
    opened(visitor.page, "replay")
    visitor.press("ArrowRight")
    names = {"white": "Zoë", "black": ""}
    assert visitor.page.request.post(f"{daemon.url}/api/names", data=names).ok
    expect(visitor.part("strip-white")).to_have_attribute("aria-label", re.compile("Zoë"))
    expect(visitor.part("replay-slider")).to_have_js_property("value", "2")
    assert visitor.page.request.post(f"{daemon.url}/api/names", data=names | {"white": ""}).ok


@pytest.mark.parametrize("place", ["game=99&at=3", "game=../state", "game="])
def test_an_address_of_no_game_says_so(place: str, daemon: Daemon, pages: Pages) -> None:
    visitor = pages.visit(f"{daemon.url}/#{place}")
    visitor.tolerated = REFUSED
    expect(visitor.part("reason")).to_have_text("There is no such game here.")
    expect(visitor.dialog("replay")).to_be_hidden()


@pytest.mark.parametrize(("step", "shown"), [("1000", "66"), ("-1", "0"), ("x", "0")])
def test_an_address_of_no_step_says_so(step: str, shown: str, daemon: Daemon, pages: Pages) -> None:
    """And shows the nearest one."""
    page = pages.visit(f"{daemon.url}/#game=1&at={step}").page
    opened(page, "replay")
    expect(page.locator('[data-part="replay-caption"]')).to_have_text("This game has no such step.")
    expect(page).to_have_url(f"{daemon.url}/#game=1&at={shown}")


@EACH_SCREEN
def test_statistics_are_told(size: Size, daemon: Daemon, pages: Pages) -> None:
    page = pages.visit(daemon.url, size).page
    page.keyboard.press("g")
    opened(page, "games").locator('[data-action="statistics"]').click()
    dialog = opened(page, "statistics")
    expect(dialog).to_contain_text("3 games are over.")
    expect(dialog.locator("caption")).to_have_text(["Ann", "Björn", "Players without a name"])
    expect(dialog.locator("figcaption")).to_have_text(
        [
            *("Games won by each side", re.compile("The board.s dice"), "Dice rolled by hand"),
            "Points given away a play, in the newest games",
        ]
    )


def test_names_are_said_shown_and_kept(daemon: Daemon, pages: Pages) -> None:
    page = pages.visit(daemon.url).page
    page.keyboard.press("w")
    dialog = opened(page, "names")
    dialog.locator('[data-name="white"]').fill("Zoë")
    dialog.locator('[data-name="black"]').fill("Ben")
    expect(page.locator("#known-names option")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator('[data-part="strip-white"]')).to_have_attribute(
        "aria-label", re.compile("Zoë")
    )
    page.keyboard.press("w")
    expect(dialog.locator('[data-name="black"]')).to_have_value("Ben")
    dialog.locator('[data-name="white"]').fill("")
    dialog.locator('[data-name="black"]').fill("")
    dialog.locator('[data-part="names-done"]').click()
    expect(dialog).to_be_hidden()


@EACH_SCREEN
def test_german_statistics_and_a_replay_are_wholly_in_sight(
    size: Size, daemon: Daemon, pages: Pages
) -> None:
    page = pages.visit(daemon.url, size, lang="de").page
    page.keyboard.press("g")
    page.locator('[data-action="statistics"]').click()
    assert opened(page, "statistics").evaluate(CUT_IN_DIALOG) == []
    page.keyboard.press("Escape")
    page.locator("[data-replay]").first.click()
    replay = opened(page, "replay")
    expect(replay.locator("[data-zone]").first).to_be_visible()
    assert replay.evaluate(CUT_IN_DIALOG) == []
