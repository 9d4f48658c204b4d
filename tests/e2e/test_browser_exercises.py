"""Exercises out of all stored games: what is asked, the answer, and the link to each."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.browser import ON_LINE, REFUSED, Size, findings
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import EACH_LANGUAGE, EACH_SCREEN, Pages
from tests.e2e.test_browser import OUTSIDE
from tests.e2e.test_browser_languages import CUT_IN_DIALOG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WRONG = {"ok": False, "error": {"code": "internal", "message": "It went wrong."}}
MADE, BEST = ".arrow .made", ".arrow .now"


def opened(page: Page) -> Locator:
    dialog = page.locator('dialog[data-dialog="exercises"]')
    expect(dialog).to_be_visible()
    expect(dialog).to_have_attribute("data-empty", "false")
    return dialog


def said(page: Page, name: str) -> Locator:
    return page.locator(f'[data-part="exercises-{name}"]')


def arrows(dialog: Locator) -> tuple[int, int]:
    """How many arrows are of the play made, and of the best one."""
    return dialog.locator(MADE).count(), dialog.locator(BEST).count()


@EACH_SCREEN
@EACH_LANGUAGE
def test_a_question_and_its_answer_are_in_sight(
    size: Size, lang: str, judged: Daemon, pages: Pages
) -> None:
    page = pages.visit(judged.url, size, lang=lang).page
    page.locator('[data-action="games"]').click()
    page.locator('[data-action="exercises"]').click()
    dialog = opened(page)
    for made, best in ((0, 0), (1, 2)):
        assert arrows(dialog) == (made, best)
        assert dialog.evaluate(OUTSIDE) == []
        assert dialog.evaluate(CUT_IN_DIALOG) == []
        assert findings(page) == []
        said(page, "next").click()


def test_blunders_are_asked_before_mistakes_until_the_last(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#exercises").page
    dialog = opened(page)
    found, go_on = [], said(page, "next")
    while go_on.is_visible():
        assert said(page, "answer").text_content() == ""
        found.append((said(page, "question").text_content(), page.url.partition("#")[2]))
        go_on.click()
        expect(said(page, "answer")).not_to_be_empty()
        if go_on.is_visible():
            go_on.click()
    what = "What would you play?"
    assert found == [
        (f"Black to play 4-3. {what}", "exercises=1&play=2"),
        (f"Black to play 4-2. {what}", "exercises=1&play=14"),
        (f"White to play 3-1. {what}", "exercises=1&play=15"),
        (f"White to play 2-4. {what}", "exercises=1&play=5"),
        (f"Black to play 2-3. {what}", "exercises=1&play=10"),
    ]
    assert said(page, "answer").text_content() == (
        "? mistake\nBlack's 2-3: 3/off 2/off gave away 1.1 % of the chance to win. "
        "The best was bar/5* 3/off. It hits. It keeps point 2.\n"
        "Dashed: played. Solid: best.\nThat was the last exercise."
    )
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{judged.url}/")


def test_the_address_leads_to_the_same_exercise_again(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#exercises=1&play=15").page
    opened(page)
    question = "White to play 3-1. What would you play?"
    expect(said(page, "question")).to_have_text(question)
    expect(said(page, "about")).to_have_text("Exercise 3 · game 1 · Minigam · Jan 31, 2026")
    page.reload()
    page.wait_for_selector(ON_LINE)
    expect(said(page, "question")).to_have_text(question)


def test_the_game_of_an_exercise_can_be_replayed_from_there(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#exercises=1&play=14").page
    dialog = opened(page)
    replay = dialog.get_by_role("button", name="Replay")
    expect(replay).to_be_hidden()
    said(page, "next").click()
    replay.click()
    expect(page.locator('dialog[data-dialog="replay"]')).to_be_visible()
    expect(page.locator('[data-part="replay-slider"]')).to_have_js_property("value", "40")
    expect(page).to_have_url(f"{judged.url}/#game=1&at=40")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    expect(page).to_have_url(f"{judged.url}/#exercises=1&play=14")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{judged.url}/")


def test_older_exercises_are_read_when_the_newer_ones_are_through(
    judged: Daemon, pages: Pages
) -> None:
    """None is asked twice, and what goes wrong on the way is said."""
    visitor = pages.visit(judged.url)
    visitor.tolerated = REFUSED
    page, real = visitor.page, judged.get("/api/exercises")
    first, second, *_ = real["exercises"]
    answers = [
        {**real, "exercises": [first], "before": 9},
        None,
        {**real, "exercises": [first], "before": 8},
        {**real, "exercises": [second], "before": None},
    ]
    sent = iter(answers)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("/api/")[2])
        body = next(sent)
        route.fulfill(json=body or WRONG, status=200 if body else 400)

    page.route("**/api/exercises*", answer)
    page.evaluate("location.hash = 'exercises'")
    opened(page)
    said(page, "next").click()
    said(page, "next").click()
    expect(said(page, "answer")).to_have_text("It went wrong.")
    said(page, "next").click()
    expect(said(page, "about")).to_contain_text("Exercise 2 · game 1")
    assert asked == [
        "exercises?lang=en", "exercises?before=9&lang=en", "exercises?before=9&lang=en",
        "exercises?before=8&lang=en",
    ]  # fmt: skip


@EACH_SCREEN
def test_where_nobody_has_played_it_says_what_to_do(
    size: Size, tmp_path: Path, pages: Pages
) -> None:
    daemon = pages.opened.enter_context(running(tmp_path / "data"))
    visitor = pages.visit(f"{daemon.url}/#exercises", size)
    dialog = visitor.dialog("exercises")
    expect(said(visitor.page, "answer")).to_contain_text(
        "Nobody has played a game to its end here yet: play one first."
    )
    expect(dialog.get_by_role("button")).to_have_text(["Close"])
    assert dialog.evaluate(OUTSIDE) == []
    assert dialog.evaluate(CUT_IN_DIALOG) == []
    assert findings(visitor.page) == []
