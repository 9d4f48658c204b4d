"""The quarter board that feels its checkers, on a Pico that is not there: a turn by clicks."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Visitor
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import Pages
from tests.e2e.test_browser_gestures import middle
from tests.faults import lasting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(name="visitor")
def _visitor(pages: Pages) -> Visitor:
    return pages.play("--board", "sim-hall")[1]


def begin(visitor: Visitor) -> str:
    """From the attract scene to the first roll; who plays it."""
    while visitor.phase != "moving":
        visitor.touch("roll")
    side = visitor.page.locator(".strip.on").get_attribute("data-side")
    assert side is not None
    return side


def out_of_reach(visitor: Visitor, side: str) -> str:
    """A point that nothing enters on: no die leads there, nor both by one checker."""
    dice = [int(die.get_attribute("data-value") or 0) for die in visitor.page.locator(".die").all()]
    ways = [way for way in range(1, 7) if way not in (*dice, sum(dice))]
    return f"point-{ways[0] if side == 'white' else 7 - ways[0]}"


def test_a_turn_by_lifting_and_putting(visitor: Visitor) -> None:
    side = begin(visitor)
    while visitor.phase == "moving":
        lit = visitor.zones("target", "hit") or visitor.zones("source")
        visitor.touch(lit[0])
    expect(visitor.part("plays").locator("li")).to_have_count(1)
    expect(visitor.part("plays").locator("li")).to_have_attribute("data-side", side)


def test_what_lies_wrong_is_told_drawn_and_put_right(visitor: Visitor) -> None:
    side = begin(visitor)
    wrong = out_of_reach(visitor, side)
    visitor.zone(f"bar-{side}").click()
    expect(visitor.zone(f"bar-{side}")).to_have_attribute("data-state", "selected")
    visitor.zone(wrong).click()
    expect(visitor.zone(wrong).locator("circle.wrong.take")).to_have_count(1)
    expect(visitor.zone(f"bar-{side}").locator("circle.wrong.put")).to_have_count(1)
    expect(visitor.part("reason")).to_have_attribute("data-code", "put-right")
    visitor.page.locator('[data-action="lay"]').click()
    expect(visitor.page.locator("circle.wrong")).to_have_count(0)
    expect(visitor.page.locator('[data-action="lay"]')).to_be_hidden()


def test_a_checker_that_may_not_move_is_drawn_as_lifted(visitor: Visitor) -> None:
    other = {"white": "bar-black", "black": "bar-white"}[begin(visitor)]
    visitor.zone(other).click()
    expect(visitor.zone(other)).to_have_attribute("data-state", "lifted")
    expect(visitor.zone(other).locator(".ring")).to_have_count(1)
    visitor.zone(other).click()
    expect(visitor.zone(other)).to_have_attribute("data-state", "idle")


def test_what_roll_would_take_is_marked_and_nothing_is_numbered(visitor: Visitor) -> None:
    marked = visitor.part("choices").locator("[aria-current]")
    expect(marked).to_have_text("Begin the game")
    visitor.touch("undo")
    visitor.touch("undo")
    expect(marked).to_have_text("Whiteperson")
    assert visitor.zones("choice") == ["point-2"]
    expect(visitor.part("choices").locator(".key")).to_have_count(0)
    visitor.page.locator('[data-tap="begin"]').click()
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "opening")


def test_a_game_goes_on_after_a_sudden_end(tmp_path: Path) -> None:
    """The board is compared with the position; a tidy hand has set the simulated one up."""
    first = Daemon(tmp_path / "data", "--board", "sim-hall")
    while first.get("/api/state")["phase"] != "moving":
        first.tap("roll")
    before = first.get("/api/state")
    first.kill()
    with running(tmp_path / "data", "--board", "sim-hall") as again:
        assert lasting(again.get("/api/state")) == lasting(before)


def test_what_a_drag_has_put_wrong_a_drag_puts_right(visitor: Visitor) -> None:
    side = begin(visitor)
    wrong, mouse = out_of_reach(visitor, side), visitor.page.mouse
    circles = visitor.page.locator("circle.wrong")
    for start, end, left in ((f"bar-{side}", wrong, 2), (wrong, f"bar-{side}", 0)):
        mouse.move(*middle(visitor, start))
        mouse.down()
        mouse.move(*middle(visitor, end), steps=8)
        mouse.up()
        expect(circles).to_have_count(left)
    assert visitor.phase == "moving"
