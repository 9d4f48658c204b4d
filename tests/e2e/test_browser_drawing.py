"""How a board is drawn: what somebody sees there before reading a word."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Size, Visitor
from tests.e2e.canned import choice, choices, snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import CHECKERS, START, boxes, cube
from tests.e2e.test_browser_layout import SIZES

pytestmark = pytest.mark.browser

Box = list[float]
BAR = 8.0
"""Pixels: how much wider the gap at the bar is than one between two points, at least."""


def gap(one: Box, other: Box) -> float:
    """How far two boxes are apart, across or down."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    return max(across, max(one[1], other[1]) - min(one[3], other[3]))


def edges(visitor: Visitor, *zones: str) -> list[Box]:
    """The outlines of these zones: left, top, right, bottom."""
    return [boxes(visitor, f'[data-zone="{zone}"] .edge')[0] for zone in zones]


def test_a_bar_parts_the_halves_at_every_size(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START))
    flat = []
    for size in SIZES:
        visitor.resize(size)
        for row in (("point-5", "point-6", "point-7"), ("point-20", "point-19", "point-18")):
            one, two, three = edges(visitor, *row)
            if gap(two, three) < gap(one, two) + BAR:
                flat.append((size, row))
    assert flat == []


MIDDLES = """() => [...document.querySelectorAll('.zone.point')].map((zone) => {
    const across = zone.closest('.turned') ? ['top', 'bottom'] : ['left', 'right'];
    return Math.abs(['.label', '.ground'].map((name) => {
        const box = zone.querySelector(name).getBoundingClientRect();
        return (box[across[0]] + box[across[1]]) / 2;
    }).reduce((label, ground) => label - ground));
})"""
"""How far each point's number stands off the middle of its triangle."""


@pytest.mark.parametrize("board", CHECKERS)
def test_a_number_stands_in_the_middle_of_its_triangle(board: str, pages: Pages) -> None:
    _, visitor = pages.show(board, snapshot(CHECKERS[board]))
    off = {}
    for size in ((1280, 800), (800, 480), (390, 664)):
        visitor.resize(size)
        off[size] = max(visitor.page.evaluate(MIDDLES))
    assert {size: by for size, by in off.items() if by > 2} == {}


OUTLINE = """(zone) => {
    const { stroke, strokeWidth, strokeDasharray, fill } = getComputedStyle(
        document.querySelector(`[data-zone="${zone}"] .edge`));
    return [stroke, parseFloat(strokeWidth), strokeDasharray, fill !== 'rgba(0, 0, 0, 0)'];
}"""


def test_a_far_target_is_framed_and_filled_as_a_target_only_thinner(pages: Pages) -> None:
    fields = {"selected": "point-24", "targets": ["point-18"], "far_targets": ["point-13"]}
    _, visitor = pages.show("full-24", snapshot(START, **fields))
    expect(visitor.zone("point-13")).to_have_attribute("data-state", "far")
    colour, wide, *near = visitor.page.evaluate(OUTLINE, "point-18")
    also, thin, *far = visitor.page.evaluate(OUTLINE, "point-13")
    assert (also, far) == (colour, near)
    assert near == ["none", True]
    assert 0 < thin < wide


def test_a_bar_that_no_checker_comes_to_is_bare_wood(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, bars=False))
    bar = visitor.zone("bar-white")
    expect(bar.locator(".label")).to_be_hidden()
    assert bar.locator(".ground").evaluate("(ground) => getComputedStyle(ground).fill") == WOOD
    site.show(snapshot(START, bars=False, **QUESTION))
    expect(bar.locator(".label")).to_be_visible()
    site.show(snapshot(START, bars=True))
    expect(bar.locator(".label")).to_be_visible()
    assert bar.locator(".ground").evaluate("(ground) => getComputedStyle(ground).fill") != WOOD


WOOD = "rgb(107, 69, 39)"
QUESTION = {"phase": "doubled", "choices": [choice("bar-white", "Take")], "cube": cube(1)}


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 664), (375, 553)], ids=str)
def test_a_cube_that_waits_is_smaller_than_a_die(size: Size, pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START, cube=cube(1)), size)
    [waiting], die = boxes(visitor, ".doubler rect"), boxes(visitor, ".die .body")[0]
    assert waiting[2] - waiting[0] < 0.9 * (die[2] - die[0])


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (768, 1024), (390, 664)], ids=str)
def test_what_is_set_up_stands_on_the_points_only_where_no_list_does(
    size: Size, pages: Pages
) -> None:
    before = snapshot(START, phase="attract", dice=[], choices=choices("Game", "White", value="x"))
    _, visitor = pages.show("full-24", before, size)
    expect(visitor.page.locator(".choice")).to_have_count(2)
    plate = visitor.zone("point-1").locator(".plate")
    (expect(plate).to_be_visible if size == (390, 664) else expect(plate).to_be_hidden)()


def test_a_board_that_is_wider_than_the_screen_scrolls_to_what_can_be_touched(
    pages: Pages,
) -> None:
    site, visitor = pages.show("full-24", snapshot(START), (480, 320))
    for zone in ("point-24", "point-13", "point-2", "off-white"):
        site.show(snapshot(START, targets=[zone], selected="point-6"))
        expect(visitor.zone(zone)).to_have_attribute("data-state", "target")
        expect(visitor.zone(zone).locator(".edge")).to_be_in_viewport(ratio=0.98)
