"""The keyboard on the screen of a board: names and numbers typed with a finger."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.browser import PI_SCREEN, SCREEN, Size, Visitor, findings, tap
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import START

pytestmark = pytest.mark.browser

FINGER = 44


def names(pages: Pages, size: Size = PI_SCREEN, lang: str = "en") -> tuple[Visitor, Locator]:
    """The names' dialog, opened by its key, and the first field."""
    scene = snapshot(START, seats={"white": "human", "black": "human"})
    _, visitor = pages.show("full-24", scene, size, hand=tap, lang=lang)
    visitor.page.keyboard.press("w")
    field = visitor.page.locator("input[data-name=white]")
    expect(field).to_be_visible()
    return visitor, field


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.locator(".keyboard").get_by_role("button", name=key, exact=True).tap()


@pytest.mark.parametrize("size", [SCREEN, PI_SCREEN], ids=str)
def test_a_name_is_typed_with_a_finger(size: Size, pages: Pages) -> None:
    visitor, field = names(pages, size)
    field.tap()
    board = visitor.page.locator(".keyboard")
    expect(board).to_be_in_viewport(ratio=1)
    press(visitor, "A", "n", "m", "delete the letter before", "n", "space", "B", "capital letters")
    press(visitor, "C", "7")
    expect(field).to_have_value("Ann BC7")
    above, below = field.bounding_box(), board.bounding_box()
    assert above
    assert below
    assert above["y"] >= 0
    assert above["y"] + above["height"] <= below["y"]
    boxes = [key.bounding_box() for key in board.get_by_role("button").all()]
    assert all(box and min(box["width"], box["height"]) >= FINGER for box in boxes)
    assert findings(visitor.page) == []
    visitor.page.locator("input[data-name=black]").tap()
    press(visitor, "E", "v", "e", "hide the keyboard")
    expect(board).to_be_hidden()
    expect(visitor.page.locator("input[data-name=black]")).to_have_value("Eve")
    expect(visitor.page.locator('dialog[data-dialog="names"]')).to_be_visible()


def test_a_name_is_no_longer_than_may_be_and_closing_ends_it(pages: Pages) -> None:
    visitor, field = names(pages)
    field.fill("x" * 19)
    field.tap()
    press(visitor, "a", "b")
    expect(field).to_have_value("x" * 19 + "a")
    visitor.page.locator('dialog[data-dialog="names"] [data-close]').tap()
    expect(visitor.page.locator(".keyboard")).to_have_count(0)


def test_it_has_the_letters_of_the_language(pages: Pages) -> None:
    visitor, field = names(pages, lang="de")
    field.tap()
    press(visitor, "Z", "ö", "ß")
    expect(field).to_have_value("Zöß")


def test_with_a_mouse_there_is_none(pages: Pages) -> None:
    visitor, field = names(pages)
    field.click()
    expect(visitor.page.locator(".keyboard")).to_have_count(0)
