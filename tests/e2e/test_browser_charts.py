"""The pictures of the statistics: what they say in words, how they are drawn, and their numbers."""

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from minigam.table.summary import Summary
from tests.e2e.browser import Size, findings
from tests.e2e.canned import groups, snapshot
from tests.e2e.pages import EACH_LANGUAGE, EACH_SCREEN, Pages
from tests.e2e.test_browser import OUTSIDE
from tests.e2e.test_browser_languages import CUT_IN_DIALOG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = snapshot(groups({"bar-white": 8}, {"bar-black": 8}))
FACES = ((4, 2, 0, 6, 3, 3), (0, 0, 0, 0, 0, 0))


def played(number: int, count: int = 1) -> list[tuple[int, Summary]]:
    """Games of white, a person, who has won every second one against the computer."""
    return [
        (game, Summary(
            "minigam", seats=("human", ("easy", "hard")[game % 2]), begun=True, turns=20,
            winner=("white", "black")[game % 4 > 1], points=1, kind="single",
            faces=FACES[game > number], judged=(10, 10), lost=(game / 100, 1.0),
        ))
        for game in range(number, number + count)
    ]  # fmt: skip


def statistics(pages: Pages, games: list[tuple[int, Summary]], size: Size, lang: str) -> Locator:
    """The dialog, on a board where these games were played."""
    site, visitor = pages.show("sim", SCENE, size, lang=lang)
    site.shown.games_played = games
    visitor.press("g")
    visitor.page.locator('[data-action="statistics"]').click()
    dialog = visitor.dialog("statistics")
    expect(dialog).to_be_visible()
    return dialog


def rows_of(table: Locator) -> list[list[str]]:
    return [row.locator("th, td").all_text_contents() for row in table.locator("tr").all()]


@EACH_SCREEN
@EACH_LANGUAGE
def test_pictures_and_numbers_are_in_sight(size: Size, lang: str, pages: Pages) -> None:
    dialog = statistics(pages, played(1, 30), size, lang)
    expect(dialog.locator("figure .chart")).to_have_count(4)
    assert dialog.evaluate(OUTSIDE) == []
    assert dialog.evaluate(CUT_IN_DIALOG) == []
    assert findings(dialog.page) == []


HARD_TO_READ = """(dialog) => {
    const text = dialog.querySelector('.scroll');
    const { width } = dialog.querySelector('.chart').getBoundingClientRect();
    const sizes = [...text.querySelectorAll('p, th, td, figcaption, caption')]
        .map((element) => parseFloat(getComputedStyle(element).fontSize));
    const drawn = parseFloat(getComputedStyle(text.querySelector('.chart text')).fontSize);
    const level = text.querySelector('.level').getBoundingClientRect();
    const struck = [...text.querySelectorAll('.chart:has(.level) text')]
        .filter((each) => each.textContent.trim())
        .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
        .filter(([, { top, bottom }]) => top + 2 < level.top && level.top < bottom - 2)
        .map(([said]) => `${said} is struck through`);
    const sideways = text.scrollWidth - text.clientWidth;
    return [
        ...(sideways > 0 ? [`${sideways} pixels to scroll sideways`] : []),
        ...(Math.min(...sizes, (drawn * width) / 320) < 11.9 ? ['small letters'] : []),
        ...struck,
    ];
}"""
"""What is wrong with the statistics on a phone."""


@pytest.mark.parametrize("size", [(390, 664), (375, 553), (320, 480)], ids=str)
@EACH_LANGUAGE
def test_on_a_phone_all_is_read_without_scrolling_sideways(
    size: Size, lang: str, pages: Pages
) -> None:
    named = [
        (game, replace(
            one, rules_id="backgammon-dice-tournament", faces=(27, 38, 29, 24, 33, 29),
            names=("Maximiliane-Angelika", "Konstantin-Alexander"), seats=("human", "human"),
        ))
        for game, one in played(40, 3)
    ]  # fmt: skip
    dialog = statistics(pages, [*played(1, 30), *named], size, lang)
    assert dialog.evaluate(HARD_TO_READ) == []
    assert dialog.evaluate(CUT_IN_DIALOG) == []


def test_each_picture_says_the_numbers_that_stand_beneath_it(pages: Pages) -> None:
    dialog = statistics(pages, played(1, 3), (1280, 800), "en")
    figures = dialog.locator("figure").all()
    labels = [figure.get_by_role("img").get_attribute("aria-label") for figure in figures]
    assert labels == [
        "Games won by each side. White: 1 of 3; Black: 2 of 3",
        "Games that people won against the computer. easy: 0 of 1; hard: 1 of 2",
        "The board\N{RIGHT SINGLE QUOTATION MARK}s dice. "
        "1: 4; 2: 2; 3: 0; 4: 6; 5: 3; 6: 3; expected: 3",
        "Points given away a play, in the newest games. "
        "game 1, Minigam: 0.001; game 2, Minigam: 0.002; game 3, Minigam: 0.003",
    ]
    assert [rows_of(figure.locator("table")) for figure in figures] == [
        [["", "games", "won"], ["White", "3", "1"], ["Black", "3", "2"]],
        [["", "games", "won"], ["easy", "1", "0"], ["hard", "2", "1"]],
        [["", "1", "2", "3", "4", "5", "6"], ["rolled", "4", "2", "0", "6", "3", "3"]],
        [["", "plays", "points a play"], ["game 3, Minigam", "10", "0.003"],
         ["game 2, Minigam", "10", "0.002"], ["game 1, Minigam", "10", "0.001"]],
    ]  # fmt: skip


def test_bars_and_columns_are_as_long_as_their_numbers(pages: Pages) -> None:
    dialog = statistics(pages, played(1, 3), (1280, 800), "en")

    def lengths(figure: int, side: str) -> list[float]:
        bars = dialog.locator("figure").nth(figure).locator("rect.bar").all()
        found = [float(bar.get_attribute(side) or 0) for bar in bars]
        return [round(length / max(found), 3) for length in found]

    assert lengths(0, "width") == [0.5, 1.0]
    assert lengths(1, "width") == [0.0, 1.0]
    assert lengths(2, "height") == [0.667, 0.333, 0.0, 1.0, 0.5, 0.5]
    assert lengths(3, "height") == [0.333, 0.667, 1.0]
    level, column = (
        dialog.locator("figure").nth(2).locator(name) for name in (".level", "rect.bar")
    )
    expect(level).to_have_attribute("y1", column.nth(4).get_attribute("y") or "")


def test_of_many_games_some_are_named(pages: Pages) -> None:
    """The first, the last, and the one that gave most away."""
    dialog = statistics(pages, played(1, 30), (1280, 800), "en")
    said = dialog.locator("figure").nth(3).locator(".chart text").all_text_contents()
    assert [text.strip() for text in said if text.strip()] == ["11", "0.030", "30"]


def test_without_games_there_are_no_pictures(pages: Pages) -> None:
    dialog = statistics(pages, [], (1280, 800), "en")
    expect(dialog).to_contain_text("No game is over yet.")
    expect(dialog.locator("figure")).to_have_count(0)
