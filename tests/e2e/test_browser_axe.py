"""Axe finds nothing: on every view of the page, wide and tall, and in every dialog that it has."""

from collections.abc import Set
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from minigam.cli.main import main
from minigam.table.state import Phase
from minigam.web import review_page
from tests.docs.sample import write_journal
from tests.e2e.browser import PHONE, PI_SCREEN, Size, Visitor, findings
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.staging import BY_HAND, resign, stage
from tests.e2e.test_browser_boards import GAME, TEXTS, WRONG
from tests.e2e.test_browser_boards import SCENES as BOARDS
from tests.e2e.test_browser_panel import SCENES as PANELS
from tests.e2e.test_browser_panel import solving
from tests.solver import solved

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = (PI_SCREEN, PHONE)
LIVE = frozenset({"again"})
"""What the page's next drawing closes, since nobody was asked: it is looked at by itself."""
SCENES: dict[str, tuple[str, dict[str, Any]]] = {
    **BOARDS,
    **PANELS,
    **{
        f"phase {phase.value}": ("full-24", BOARDS["the start"][1] | {"phase": phase.value})
        for phase in Phase
        if phase is not Phase.DOUBLED  # "doubled" shows it, with the cube that it needs
    },
    "solving": ("sim", solving(0.31, 90)),
    "something wrong": ("sim-hall", WRONG),
}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("board", sorted({board for board, _ in SCENES.values()}))
def test_axe_finds_nothing_on_any_view(board: str, size: Size, pages: Pages) -> None:
    scenes = {name: scene for name, (on, scene) in SCENES.items() if on == board}
    site, visitor = pages.show(board, snapshot({}), size)
    found = {}
    for number, (name, scene) in enumerate(scenes.items(), start=100):
        site.show({**scene, "game": number})
        expect(visitor.part("facts")).to_contain_text(f"game {number}")
        found[name] = findings(visitor.page)
    assert found == {name: [] for name in scenes}


def test_axe_finds_nothing_on_a_page_that_lost_its_board(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = "ERR_CONNECTION_REFUSED"
    daemon.process.kill()
    expect(visitor.part("connection")).to_be_visible()
    assert findings(visitor.page) == []


def test_axe_finds_nothing_in_any_dialog(pages: Pages) -> None:
    daemon, visitor = pages.play(*BY_HAND)
    stage(daemon)
    inspect_dialogs(visitor, LIVE)
    resign(daemon)
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "game-over")
    inspect_dialogs(visitor, LIVE)


def test_axe_finds_nothing_in_a_report(browser: Browser, tmp_path: Path) -> None:
    """A page of its own, which the dialog only frames."""
    data = tmp_path / "games"
    write_journal(data)
    (data / "tables").symlink_to(solved.data_folder() / "tables")
    told = tmp_path / "review_page.html"
    assert main(["report", "1", "--data", str(data), "--html", "--output", str(told)]) == 0
    page = browser.new_page()
    for document in (told.read_text("utf-8"), review_page.apology("unknown game")):
        page.set_content(document)
        assert findings(page) == []
    page.close()


def test_axe_finds_nothing_in_the_list_of_what_looks_ill(pages: Pages) -> None:
    _, visitor = pages.show("sim", GAME, faulty=TEXTS)
    expect(visitor.page.locator('[data-action="health"]')).to_be_visible()
    inspect_dialogs(visitor, LIVE)


def test_axe_finds_nothing_in_the_question_whether_to_go_on(pages: Pages) -> None:
    _, visitor = pages.show("sim", {**GAME, "woken": True})
    expect(visitor.dialog("again")).to_be_visible()
    assert findings(visitor.page) == []


def inspect_dialogs(visitor: Visitor, but: Set[str] = frozenset()) -> None:
    """Open each dialog of the page, by its button where that is in sight, and close it again."""
    names = set(visitor.dialogs())
    assert names > but
    for name in sorted(names - but):
        dialog = visitor.dialog(name)
        button = visitor.page.locator(f'.tools [data-action="{name}"]')
        if button.is_visible():
            button.click()
        else:
            dialog.evaluate("it => it.showModal()")
        expect(dialog).to_be_visible()
        for size in SIZES:
            visitor.resize(size)
            assert findings(visitor.page) == [], name
        visitor.press("Escape")
        expect(dialog).to_be_hidden()
