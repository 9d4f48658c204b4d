"""A replay with what an analyst says of each play: arrows, verdicts, and mistakes to try again."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.cli.test_analyse import last_roll
from tests.e2e.browser import Size, findings
from tests.e2e.daemon import Daemon, minigam
from tests.e2e.pages import EACH_SCREEN, Pages
from tests.e2e.test_browser import OUTSIDE
from tests.e2e.test_browser_languages import CUT_IN_DIALOG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MADE, BEST = ".arrow .made", ".arrow .now"


def replay(page: Page) -> Locator:
    dialog = page.locator('dialog[data-dialog="replay"]')
    expect(dialog).to_be_visible()
    expect(dialog.locator("[data-zone]").first).to_be_visible()
    return dialog


def caption(page: Page) -> Locator:
    return page.locator('[data-part="replay-caption"]')


def arrows(dialog: Locator) -> tuple[int, int]:
    """How many arrows are of the play made, and of the best one or the next step."""
    return dialog.locator(MADE).count(), dialog.locator(BEST).count()


@EACH_SCREEN
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_mistake_is_drawn_beside_the_best_play(
    size: Size, lang: str, judged: Daemon, pages: Pages
) -> None:
    page = pages.visit(f"{judged.url}/?lang={lang}#game=1&at=43", size).page
    dialog = replay(page)
    assert arrows(dialog) == (1, 2)
    assert dialog.evaluate(OUTSIDE) == []
    assert dialog.evaluate(CUT_IN_DIALOG) == []
    assert findings(page) == []


def test_the_caption_says_the_verdict(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#game=1&at=43").page
    dialog = replay(page)
    verdict = (
        "15. White's 3-1: 3/off gave away 9.0 % of the chance to win. The best was bar/3 6/off. "
        "It makes point 3."
    )
    expect(caption(page)).to_have_text(f"{verdict} Dashed: played. Solid: best.")
    page.keyboard.press("ArrowRight")  # the first step is made: the next one is shown
    expect(caption(page)).to_have_text(verdict)
    assert arrows(dialog) == (0, 1)
    page.locator('[data-play="1"]').click()
    expect(caption(page)).to_have_text("1. White's 5-3: bar/3 bar/5 was the best play.")
    assert arrows(dialog) == (0, 2)


def test_the_list_marks_what_was_not_the_best(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#game=1&at=0").page
    rows = replay(page).locator("[data-play]")
    marks = [row.locator("b").all_text_contents() for row in rows.all()]
    assert {number: mark for number, (mark,) in
            ((number, mark) for number, mark in enumerate(marks, 1) if mark)} == {
        2: "?? blunder", 5: "? mistake", 10: "? mistake", 14: "?? blunder",
        15: "?? blunder",
    }  # fmt: skip


def test_turns_are_numbered_as_in_the_report(pages: Pages, tmp_path: Path) -> None:
    """Doubles and answers have no number."""
    game = last_roll(tmp_path / "last-roll.json", "double", "take")
    minigam("import", str(game), "--data", pages.folder / "data")
    daemon, visitor = pages.play("--board", "full-24", "--rules", "backgammon")
    visitor.page.goto(f"{daemon.url}/#game=1&at=0")
    visitor.page.reload()
    replay(visitor.page)
    plays = visitor.page.locator('[data-part="replay-plays"] button')
    expect(plays).to_have_count(3)
    texts = plays.all_text_contents()
    assert [text[:2] for text in texts] == ["Wh", "Bl", "1."], texts


def test_mistakes_are_asked_for_one_after_another(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#game=1&at=39").page
    dialog = replay(page)
    plays = page.locator('[data-part="replay-plays"]')
    dialog.get_by_role("button", name="Next mistake").click()
    expect(caption(page)).to_have_text("14. Black, 4-2: what would you play?")
    assert arrows(dialog) == (0, 0)
    expect(plays).to_be_hidden()
    dialog.get_by_role("button", name="Best play").click()
    expect(caption(page)).to_contain_text("The best was 4/off 2/off.")
    assert arrows(dialog) == (1, 2)
    expect(plays).to_be_visible()
    asked = []
    for _ in range(2):  # the last of the game, and the first again
        dialog.get_by_role("button", name="Next mistake").click()
        asked.append(caption(page).text_content())
        page.keyboard.press("ArrowRight")  # an answer can be left out
    assert asked == [
        "15. White, 3-1: what would you play?", "2. Black, 4-3: what would you play?"
    ]  # fmt: skip
    expect(page).to_have_url(f"{judged.url}/#game=1&at=5")


def test_a_game_without_mistakes_asks_nothing(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#game=3").page
    expect(replay(page).get_by_role("button", name="Next mistake")).to_be_hidden()


def test_a_pass_is_neither_praised_nor_blamed(judged: Daemon, pages: Pages) -> None:
    page = pages.visit(f"{judged.url}/#game=1&at=60").page
    replay(page)
    expect(caption(page)).to_have_text("22. Black 5-2: pass")


def test_verdicts_that_take_a_while_are_shown_once_they_are_there(
    judged: Daemon, pages: Pages
) -> None:
    """The replay does not wait for them."""
    page = pages.visit(judged.url).page
    answers: list[bool] = []

    def late(route: Route) -> None:
        response = route.fetch()
        game = response.json()
        if not answers:
            plays = [{**play, "verdict": None} for play in game["plays"]]
            game |= {"judging": True, "plays": plays}
        answers.append(game["judging"])
        route.fulfill(response=response, json=game)

    page.route("**/api/games/1*", late)
    page.evaluate("location.hash = '#game=1&at=43'")
    dialog = replay(page)
    expect(dialog.get_by_role("button", name="Next mistake")).to_be_hidden()
    expect(caption(page)).to_contain_text("The best was bar/3 6/off.")
    expect(dialog.get_by_role("button", name="Next mistake")).to_be_visible()
    assert (answers[0], answers[-1]) == (True, False)
