"""The page under a keyboard and under fingers: what has the focus, and how large it is."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PI_SCREEN, Size, tap
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.staging import resign
from tests.e2e.test_browser_boards import GAME, MINIGAM, START, TEXTS, WRONG, cube
from tests.e2e.test_browser_panel import AFTERWARDS, MENU, RESIGNING, solving

pytestmark = pytest.mark.browser

FINGER = 44
"""CSS pixels, each way (WCAG 2.5.5)."""
SMALL = """(finger) => {
    const box = (element) => (element.querySelector('.edge') ?? element).getBoundingClientRect();
    const fits = (element) => box(element).width + 3 >= finger && box(element).height + 3 >= finger;
    const twin = ({ dataset }) => document.querySelector(`.zone[data-zone="${dataset.tap}"]`);
    return [...document.querySelectorAll('button, [role="button"]')]
        .filter((element) => element.checkVisibility() && !fits(element))
        .filter((element) => !twin(element) || !fits(twin(element)))
        .map((element) => [element.outerHTML.slice(0, 80), box(element)]);
}"""
"""What is too small for a finger, unless a zone of the board does the same and is large enough."""
SCENES = {
    "a turn": GAME,
    "setting up": solving(1.0, 0),
    "the menu": snapshot(MINIGAM, phase="menu", dice=[], choices=MENU),
    "afterwards": snapshot(
        MINIGAM, phase="game-over", dice=[], choices=AFTERWARDS, report=True,
        result={"winner": "white", "points": 1, "kind": "single"},
    ),
    "resigning": snapshot(MINIGAM, phase="resigning", dice=[], choices=RESIGNING),
    "what lies wrong": WRONG,
}  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
def test_all_that_is_touched_is_as_large_as_a_finger(scene: str, pages: Pages) -> None:
    """On a Pi's screen, with six points: a column of 24 points is 40 pixels wide there."""
    _, visitor = pages.show("sim", SCENES[scene], PI_SCREEN, hand=tap, faulty=TEXTS)
    assert visitor.page.evaluate(SMALL, FINGER) == []
    for name in visitor.dialogs():
        visitor.dialog(name).evaluate("it => it.showModal()")
        assert visitor.page.evaluate(SMALL, FINGER) == []
        visitor.press("Escape")


INSIDE = """(name) => document.activeElement === document.body
    || document.activeElement.closest('dialog')?.dataset.dialog === name"""
"""Whether the focus is in a dialog (or on its way through the browser's own buttons)."""


def test_a_dialog_keeps_the_focus_and_gives_it_back(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START))
    for name in visitor.dialogs():
        button = visitor.page.locator(f'main [data-action="{name}"]')
        if not button.is_visible():
            continue
        dialog = visitor.dialog(name)
        button.focus()
        visitor.press("Enter")
        expect(dialog).to_be_visible()
        for _ in range(8):
            assert visitor.page.evaluate(INSIDE, name), name
            visitor.press("Tab")
        visitor.press("Escape")
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()


PLACES = "1 … 6 b n o p ← ↑ ↓ → Tab Enter Space"
BUTTONS, LOOKS = "r u Backspace", "? k f s"


@pytest.mark.parametrize(
    ("board", "fields", "keys"),
    [
        ("sim", {}, f"{PLACES} {BUTTONS} h m {LOOKS} g w e Esc"),
        ("quarter-buttons", {"hints": False}, f"{PLACES} {BUTTONS} m {LOOKS} g w e Esc"),
        ("quarter-hall", {"cube": cube(1)}, f"{BUTTONS} d h m {LOOKS} g w e Esc"),
        ("sim", {"report": True, "dice_mode": "hand"},
         f"{PLACES} {BUTTONS} h m ? k s t g w e Esc"),
    ],
)  # fmt: skip
def test_the_keys_that_do_something_are_told_beside_the_rules(
    board: str, fields: dict[str, Any], keys: str, pages: Pages
) -> None:
    _, visitor = pages.show(board, {**GAME, **fields})
    visitor.press("?")
    visitor.page.get_by_role("button", name="Keys").click()
    dialog = visitor.page.get_by_role("dialog", name="Keys of the keyboard")
    expect(dialog).to_be_visible()
    assert " ".join(dialog.locator("kbd").all_inner_texts()) == keys
    visitor.press("Escape", "Escape", "k")
    expect(dialog).to_be_visible()


def test_fair_dice_are_the_boards(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, dice_mode="hand"))
    button = visitor.page.locator('main [data-action="fair"]')
    dialog = visitor.page.get_by_role("dialog", name="Fair dice")
    expect(button).to_be_hidden()
    visitor.press("f")
    expect(dialog).to_be_hidden()
    code = {**GAME["fairness"], "code": "e6c6-8ba8-fee2-21df"}
    site.show(snapshot(START, dice_mode="hand", fairness=code))
    button.click()
    by_hand = visitor.page.get_by_role("dialog", name="s code")
    expect(by_hand.locator("dt")).to_have_count(1)
    expect(by_hand.locator("dd")).to_have_text(code["code"])
    visitor.press("Escape")
    site.show(snapshot(START))
    button.click()
    expect(dialog.locator("dt")).to_have_count(5)
    expect(dialog).to_contain_text("Before the first roll")
    expect(dialog.locator("code")).to_have_text("minigam verify 7")


LEAST_WIDE = 24
"""Pixels of a point: some 4 mm on such a phone."""
WIDTH = "zone => zone.querySelector('.edge').getBoundingClientRect().width"


@pytest.mark.parametrize("size", [(375, 553), (320, 568), (360, 640)], ids=str)
def test_a_game_is_played_and_its_menu_left(size: Size, pages: Pages) -> None:
    """On the smallest phones the board keeps a size that fingers can hit."""
    daemon, visitor = pages.play(size=size, hand=tap)
    visitor.play_until(lambda: bool(visitor.zones("source")))
    assert visitor.zone("point-3").evaluate(WIDTH) >= LEAST_WIDE
    visitor.touch(visitor.zones("source")[0])
    visitor.touch(visitor.zones("target", "hit")[0])
    visitor.page.locator('[data-command="menu"]').tap()
    visitor.page.wait_for_selector('body[data-phase="menu"]')
    visitor.control("roll").tap()
    expect(visitor.page.locator("body")).not_to_have_attribute("data-phase", "menu")
    resign(daemon)
    visitor.page.wait_for_selector('body[data-phase="game-over"]')
