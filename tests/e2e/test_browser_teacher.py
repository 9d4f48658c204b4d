"""A game with a teacher, in front of the page: what it says after every turn, and the report."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.browser import PHONE, Size, Visitor
from tests.e2e.canned import snapshot
from tests.e2e.daemon import Daemon, minigam, running
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import CHECKERS, SCENES, Box, overlapping
from tests.e2e.test_browser_layout import SIZES
from tests.e2e.test_browser_panel import ENDED
from tests.solver import solved
from tests.tiers import some

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COST = r"\d+\.\d % of the chance to win|less than 0\.1 %"
VERDICT = re.compile(rf"White's \d-\d: .* (was the best play|gave away ({COST}))\.")


@pytest.fixture(name="data")
def _data(tmp_path: Path) -> Path:
    """A data folder of the test's own with the table in it."""
    folder = tmp_path / "data"
    shutil.copytree(solved.data_folder() / "tables", folder / "tables")
    return folder


def turns_of_white(daemon: Daemon) -> int:
    return sum(play["side"] == "white" for play in daemon.get("/api/state")["plays"])


@pytest.mark.usefixtures("data")
def test_every_play_is_judged_and_the_whole_game_after_it(pages: Pages) -> None:
    daemon, visitor = pages.play("--black", "easy", "--teacher")
    visitor.play_until(lambda: turns_of_white(daemon) > 0)
    expect(visitor.part("verdict")).to_have_attribute("data-code", re.compile("was-(not-)?best"))
    expect(visitor.part("verdict")).to_have_text(VERDICT)
    report = visitor.page.locator('[data-action="report"]')
    expect(report).to_be_hidden()
    visitor.play_until(lambda: visitor.phase == "game-over")
    report.click()
    read_report(visitor, daemon)
    visitor.press("Escape", "t")
    expect(visitor.dialog("report")).to_be_visible()


@pytest.mark.usefixtures("data")
def test_a_button_asks_for_the_best_play_and_another_opens_the_menu(pages: Pages) -> None:
    _, visitor = pages.play("--teacher", "--hints")
    visitor.play_until(lambda: visitor.phase == "moving")
    visitor.page.locator('[data-command="best-play"]').click()
    expect(visitor.part("reason")).to_contain_text("The best play: ")
    expect(visitor.page.locator(".touched")).to_have_count(0)
    visitor.page.locator('[data-command="menu"]').click()
    visitor.page.wait_for_selector('body[data-phase="menu"]')
    expect(visitor.page.locator(".touched")).to_have_count(0)
    visitor.page.locator(".choice", has_text="Best play").click()
    expect(visitor.part("reason")).to_contain_text("The best play: ")


LONG = (
    "White's 6-2: 24/18 13/11 gave away 0.154 points. The best was bar/23 8/2*. It hits. "
    "It leaves 16 of 36 rolls that hit, not 36."
)
IN_SIGHT = """() => [...document.querySelectorAll('.verdict')]
    .filter((part) => part.checkVisibility())
    .map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && part.scrollHeight <= part.clientHeight + 1;
    })"""
"""Of the places in which a verdict is shown, whether all of it is in sight."""


@pytest.mark.parametrize("board", CHECKERS)
def test_a_verdict_is_in_sight_on_every_screen(board: str, pages: Pages) -> None:
    """Without scrolling, in one place."""
    verdict = {"was_best": False, "text": LONG, "page": LONG, "watching": LONG}
    scene = snapshot(CHECKERS[board], teacher=True, phase="to-throw", dice=[], verdict=verdict)
    _, visitor = pages.show(board, scene)
    hidden = {}
    for size in SIZES:
        visitor.resize(size)
        if (found := visitor.page.evaluate(IN_SIGHT)) != [True]:
            hidden[size] = found
    assert hidden == {}


ALWAYS = ("menu", "resign", "new-game")
BUTTONS = """(which) => [...document.querySelectorAll(which)]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
GROUPS = (".dock button, .controls button", ".tools button")
"""On a phone the first stay in sight, and the others go under them as the page is scrolled."""
OPENED = (".dock button, .tools button",)
"""What opens at the lower edge of a phone, over the board."""
HEIGHT = "document.querySelector('.dock').offsetHeight"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "more",
    some([(each,) for each in (("double", "hint", "best-play"), ("double",), ("hint",), ())], 1),
)
def test_no_two_buttons_lie_on_each_other(
    more: tuple[str, ...], language: str, pages: Pages
) -> None:
    """Nor where a phone's commands are open."""
    phase = "moving" if "hint" in more else "to-throw"
    commands = [*ALWAYS, *more]
    game = snapshot(CHECKERS["full-24"], teacher=True, hints=True, phase=phase, commands=commands)
    _, visitor = pages.show("full-24", game, lang=language)
    assert lying_on_each_other(visitor) == {}


@pytest.mark.parametrize(
    "name", some(sorted(SCENES, key=lambda name: name not in ("setting up pawns", "a crowd")), 2)
)
def test_no_two_buttons_lie_on_each_other_in_any_scene(name: str, pages: Pages) -> None:
    _, visitor = pages.show(*SCENES[name])
    assert lying_on_each_other(visitor) == {}


def lying_on_each_other(visitor: Visitor) -> dict[Size, list[tuple[Box, Box]]]:
    """The buttons that share a place, by the screens where they do."""
    found = {}
    further = visitor.page.locator(".further")
    for size in SIZES:
        visitor.resize(size)
        both = overlaps(visitor, GROUPS)
        if further.is_visible():
            further.click()
            visitor.resize(size)  # waits until the tools stand above what has opened
            both += overlaps(visitor, OPENED)
            further.click()
        if both:
            found[size] = both
    return found


def overlaps(visitor: Visitor, groups: Sequence[str]) -> list[tuple[Box, Box]]:
    page = visitor.page
    return [two for group in groups for two in overlapping(page.evaluate(BUTTONS, group))]


COVERED = """() => [...document.querySelectorAll('[data-zone]')]
    .filter((zone) => zone.getBoundingClientRect().bottom
        > document.querySelector('.dock').getBoundingClientRect().top + 1)
    .map(({ dataset }) => dataset.zone)"""
"""The zones that the prompt and what stands with it hide before anybody scrolls."""
UPRIGHT = [size for size in SIZES if max(size) < 700 and size[0] < size[1]]


def covered(pages: Pages, size: Size, **fields: Any) -> list[str]:
    commands = [*ALWAYS, "double"]
    scene = snapshot(CHECKERS["full-24"], phase="to-throw", dice=[], commands=commands, **fields)
    _, visitor = pages.show("full-24", scene)
    visitor.resize(size)
    zones: list[str] = visitor.page.evaluate(COVERED)
    return zones


@pytest.mark.parametrize("size", UPRIGHT, ids=str)
def test_a_teacher_who_says_nothing_hides_nothing_of_the_board(size: Size, pages: Pages) -> None:
    """No more than what is hidden without one."""
    assert covered(pages, size, teacher=True) == covered(pages, size)


def test_a_double_and_a_verdict_hide_nothing_of_the_board(pages: Pages) -> None:
    verdict = {"was_best": False, "text": LONG, "page": LONG, "watching": LONG}
    assert covered(pages, (390, 664), teacher=True, verdict=verdict) == []


@pytest.mark.parametrize("size", [size for size in SIZES if max(size) < 700], ids=str)
def test_on_a_phone_a_double_takes_nothing_of_the_board(size: Size, pages: Pages) -> None:
    """It stands beside the prompt, with a teacher's verdict above them or without."""
    heights = []
    for commands in (ALWAYS, (*ALWAYS, "double")):
        game = snapshot(
            CHECKERS["full-24"], teacher=True, phase="to-throw", dice=[], commands=list(commands)
        )
        _, visitor = pages.show("full-24", game)
        visitor.resize(size)
        heights.append(visitor.page.evaluate(HEIGHT))
    assert heights[1] == heights[0]


def test_while_a_game_is_judged_its_report_says_so_each_time(pages: Pages) -> None:
    asked = list[Route]()
    _, visitor = pages.show("sim", {**snapshot(CHECKERS["sim"]), **ENDED, "report": True})
    visitor.page.route("**/report*", lambda route: asked.append(route))
    waits = visitor.part("report-waits")
    for _ in range(2):
        with visitor.page.expect_request("**/report*"):
            visitor.press("t")
        expect(waits).to_have_text("The game is being judged…")
        asked.pop().fulfill(body="judged", content_type="text/html")
        expect(waits).to_be_empty()
        visitor.press("Escape")


def read_report(visitor: Visitor, daemon: Daemon) -> None:
    """It is the one that the command line writes, and nothing of it is cut off on a phone."""
    page = visitor.page.frame_locator('[data-part="report-page"]')
    expect(page.locator("h1")).to_have_text("Game 1: Minigam, White against Computer, easy (black)")
    expect(page.get_by_role("img")).to_have_accessible_name(re.compile("White's chance to win"))
    printed = minigam("report", "1", "--html", "--data", daemon.data).out
    expect(page.get_by_role("row")).to_have_count(printed.count("<tr>"))
    visitor.resize(PHONE)
    frame = next(frame for frame in visitor.page.frames if "/report" in frame.url)
    width = frame.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert (frame.content().count("<tr>"), width) == (printed.count("<tr>"), 0)
    assert frame.evaluate("document.styleSheets[0].cssRules.length") > 5


def test_before_the_end_there_is_no_report(data: Path) -> None:
    with running(data, "--teacher") as daemon:
        status, said = daemon.refused("/report")
        assert (status, "expected a game that is over: nobody plays" in said) == (400, True)
        daemon.tap("roll")
        status, said = daemon.refused("/report")
        assert status == 400
        assert "expected a game that is over, got game 1, which is not" in said


def test_it_teaches_where_there_is_no_table(pages: Pages) -> None:
    seats = ("--black", "easy", "--teacher")
    daemon, visitor = pages.play("--board", "full-24", "--rules", "backgammon", *seats)
    visitor.play_until(lambda: turns_of_white(daemon) > 0)
    expect(visitor.part("verdict")).to_have_text(
        re.compile(r"White's \d-\d: .* (was the best play|gave away \d\.\d{3} points)")
    )
