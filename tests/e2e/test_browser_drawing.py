"""How a board is drawn: what somebody sees there before reading a word."""

import pytest
from playwright.sync_api import expect

from tests.e2e.agreed import scenes
from tests.e2e.browser import Size, Visitor
from tests.e2e.canned import choice, choices, snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import CHECKERS, START, boxes, cube, overlap
from tests.e2e.test_browser_layout import BOX, SIZES

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


# What is drawn over something, or beside it


SIGNS = '[data-zone="point-1"] .marks .sign'


@pytest.mark.parametrize(("face", "signs"), [("double+", 1), ("double-", 1), ("regular0", 0)])
def test_a_picked_up_pawns_sign_lies_over_the_ring(face: str, signs: int, pages: Pages) -> None:
    pawns = {"point-1": [{"side": "white", "count": 2, "faces": ["half-", face]}]}
    _, visitor = pages.show("dice-16", snapshot(pawns, selected="point-1", selected_face=face))
    expect(visitor.page.locator('[data-zone="point-1"] .marks .ring')).to_have_count(1)
    assert visitor.page.locator(SIGNS).count() == signs
    own = f'[data-zone="point-1"] [data-face="{face}"] .sign'
    assert boxes(visitor, SIGNS) == boxes(visitor, own)


@pytest.mark.parametrize("size", [(800, 480), (390, 664)], ids=str)
def test_a_cube_that_is_owned_shows_whose_it_is(size: Size, pages: Pages) -> None:
    """Where it has one place; elsewhere it lies at its owner's side."""
    site, visitor = pages.show("full-24", snapshot(START, cube=cube(2, "black")), size)
    expect(visitor.page.locator(".doubler .owner.black")).to_be_visible()
    for nobodys in (cube(1), cube(2, "black", "black")):
        site.show(snapshot(START, cube=nobodys))
        expect(visitor.page.locator(".doubler .owner")).to_have_count(0)


ON_BARS = {f"bar-{side}": [{"side": side, "count": 8}] for side in ("white", "black")}
FRAME = 2.0
"""Pixels of a frame's width that lie within its place."""


@pytest.mark.parametrize("bar", ["bar-white", "bar-black"])
def test_a_reason_at_a_bar_covers_neither_dice_nor_checkers(bar: str, pages: Pages) -> None:
    refusal = {
        "code": "no-source",
        "text": "It is white's turn, and black's bar holds black's checkers.",
        "zone": bar,
    }
    _, visitor = pages.show("sim", snapshot(ON_BARS, message=refusal), (390, 664))
    expect(visitor.part("reason")).to_have_text(refusal["text"])
    [reason] = visitor.page.evaluate(BOX)
    found = boxes(visitor, ".board .checker, .die .body")
    assert [box for box in found if overlap(box, reason)] == []


@pytest.mark.parametrize("size", [(360, 640), (390, 664), (375, 553)], ids=str)
def test_what_may_go_is_marked_within_its_place(size: Size, pages: Pages) -> None:
    """Also where all checkers lie on a bar that is a small cell."""
    _, visitor = pages.show("sim", snapshot(ON_BARS, sources=["bar-white"]), size)
    [mark], [place] = boxes(visitor, ".chevron"), edges(visitor, "bar-white")
    assert place[1] + FRAME <= mark[1]
    assert mark[3] <= place[3] - FRAME


@pytest.mark.parametrize("size", [(768, 1024), (390, 664)], ids=str)
def test_most_of_what_is_set_up_is_in_sight_at_once(size: Size, pages: Pages) -> None:
    _, visitor = pages.show("sim", scenes("minigam")["attract"], size)
    for each in visitor.page.locator(".choice").all()[:6]:
        expect(each).to_be_in_viewport(ratio=1)


CUT = "(text) => text.scrollHeight > text.clientHeight"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_longest_title_and_its_match_are_read_before_the_game(
    language: str, pages: Pages
) -> None:
    scene = scenes("backgammon-dice-tournament")["attract"]
    _, visitor = pages.show("dice-16", scene, (800, 480), lang=language)
    expect(visitor.part("facts")).not_to_be_empty()
    assert not visitor.part("facts").evaluate(CUT)


def test_the_first_game_is_ended_by_a_button_of_one_or_two_lines(pages: Pages) -> None:
    lesson = {"lesson": 0, "lessons": 20}
    taught = snapshot(CHECKERS["sim"], tutorial=lesson, commands=["menu", "new-game"])
    _, visitor = pages.show("sim", taught, (800, 480))
    ends = visitor.page.get_by_role("button", name="End the first game")
    box = ends.bounding_box()
    assert box
    assert box["height"] < 50


def test_a_new_game_begins_at_the_top_of_the_page(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START), (375, 553))
    visitor.page.evaluate("document.body.scrollTop = document.body.scrollHeight")
    site.show(snapshot(START, phase="opening", dice=[], turn=None))
    expect(visitor.zone("point-12")).to_be_in_viewport(ratio=0.98)
