"""Double taps, the other mouse button and two fingers, on canned snapshots."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PHONE, Visitor
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import PAWNS, START

pytestmark = pytest.mark.browser

ZONE = "point-6"
LIVE: dict[str, Any] = {
    "roll": {"live": False, "label": "Confirm"}, "undo": {"live": True, "label": "Take back"},
}  # fmt: skip
IDLE: dict[str, Any] = {**LIVE, "undo": {"live": False, "label": "Take back"}}


def middle(visitor: Visitor, zone: str = ZONE) -> tuple[float, float]:
    box = visitor.zone(zone).locator(".edge").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("board", "checkers", "fields", "meant"),
    [
        ("full-24", START, {"targets": ["point-1"]}, "point-1"),
        ("full-24", START, {"targets": ["point-1", "point-2"]}, ZONE),
        ("full-24", START, {"selected": "point-8", "targets": ["point-1"]}, ZONE),
        ("dice-16", PAWNS, {"targets": ["point-8"], "selected_face": "half-"}, ZONE),
    ],
    ids=["one way", "two ways", "another checker", "a pawn"],
)
def test_a_double_tap_plays_a_checker_that_can_go_one_way_only(
    board: str, checkers: Any, fields: dict[str, Any], meant: str, pages: Pages
) -> None:
    site, visitor = pages.show(board, snapshot(checkers, **{"selected": ZONE, **fields}))
    visitor.page.mouse.dblclick(*middle(visitor))
    site.shown.assert_touched(ZONE, meant)


def two_fingers(visitor: Visitor, move: float) -> None:
    """A short touch of two fingers, which go so far meanwhile."""
    x, y = middle(visitor)
    session = visitor.page.context.new_cdp_session(visitor.page)

    def send(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", (x, y), (x + 60, y))
    send("touchMove", (x, y + move), (x + 60, y + move))
    send("touchEnd")


def test_the_other_mouse_button_and_two_fingers_take_back(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, controls=LIVE), PHONE)
    visitor.zone(ZONE).click(button="right")
    site.shown.assert_touched("undo")
    two_fingers(visitor, move=0)
    site.shown.assert_touched("undo", "undo")
    two_fingers(visitor, move=80)
    site.show(snapshot(START, controls=IDLE))
    visitor.zone(ZONE).click(button="right")
    visitor.zone(ZONE).click()
    site.shown.assert_touched("undo", "undo", ZONE)


FAR: dict[str, Any] = {
    "targets": ["point-18", "point-19"],
    "far_targets": ["point-13"],
}


def test_a_far_place_is_reached_by_one_tap(pages: Pages) -> None:
    held = snapshot(START, selected="point-24", **FAR)
    site, visitor = pages.show("full-24", held)
    expect(visitor.zone("point-13")).to_have_attribute("data-state", "far")
    expect(visitor.zone("point-13")).to_have_accessible_name(re.compile("more than one die"))
    visitor.zone("point-13").click()
    site.shown.assert_touched("point-24 to point-13")


def drag(visitor: Visitor, start: str, end: str) -> None:
    """By the mouse."""
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor, start))
    mouse.down()
    mouse.move(*middle(visitor, end), steps=8)
    expect(visitor.page.locator(".sliding > *")).to_have_count(1)
    mouse.up()
    expect(visitor.page.locator(".sliding > *")).to_have_count(0)


def test_a_checker_can_be_dragged(pages: Pages) -> None:
    """Picked up and put down, or put down only; a click counts again afterwards."""
    fields: dict[str, Any] = {"sources": ["point-24", "point-13", "point-8"]}
    site, visitor = pages.show("full-24", snapshot(START, **fields))
    drag(visitor, "point-24", "point-22")
    expected = ["lift point-24", "point-24 to point-22"]
    site.shown.assert_touched(*expected)
    site.show(snapshot(START, selected="point-24", **FAR))
    expect(visitor.zone("point-13")).to_have_attribute("data-state", "far")
    drag(visitor, "point-24", "point-13")
    drag(visitor, "point-8", "point-13")
    expected += ["point-24 to point-13", "lift point-8", "point-8 to point-13"]
    site.shown.assert_touched(*expected)
    visitor.zone("point-8").click()
    site.shown.assert_touched(*expected, "point-8")


def test_a_drag_to_nowhere_puts_back_and_one_to_its_own_place_is_a_tap(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, sources=["point-24", "point-8"]))
    mouse, (x, y) = visitor.page.mouse, middle(visitor, "point-24")
    for back in (False, True):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 60, steps=4)
        mouse.move(*((x, y) if back else (x, 1)), steps=4)
        mouse.up()
        expect(visitor.page.locator(".sliding > *")).to_have_count(0)
        expect(visitor.page.locator(".touched")).to_have_count(0)
    site.shown.assert_touched("lift point-24", "point-24 to point-24", "lift point-24")


def test_a_button_let_go_beside_the_board_ends_the_drag(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, sources=["point-24"]))
    mouse, (x, y) = visitor.page.mouse, middle(visitor, "point-24")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, 1)  # at once: the board sees neither this nor what follows
    mouse.up()
    mouse.move(x - 60, y, steps=4)
    visitor.zone("point-8").click()
    site.shown.assert_touched("point-8")


@pytest.mark.parametrize(
    ("board", "touches"),
    [("sim-hall", ["point-1", "point-3"]), ("sim", ["lift point-1", "point-1 to point-3"])],
)
def test_on_a_board_that_feels_a_drag_is_the_hands(
    board: str, touches: list[str], pages: Pages
) -> None:
    one = {"point-1": [{"side": "white", "count": 1}]}
    site, visitor = pages.show(board, snapshot(one, sources=["point-1"]))
    drag(visitor, "point-1", "point-3")
    site.shown.assert_touched(*touches)


@pytest.mark.parametrize(("motion", "durations"), [("no-preference", [200]), ("reduce", [])])
def test_checkers_slide_unless_motion_is_reduced(
    motion: Any, durations: list[int], pages: Pages
) -> None:
    site, visitor = pages.show("full-24", snapshot(START))
    visitor.page.emulate_media(reduced_motion=motion)
    one = [{"side": "white", "count": 1}]
    moved = {**START, "point-24": one, "point-22": one}
    visitor.page.evaluate(
        "() => { const go = Element.prototype.animate;"
        " window.slid = []; Element.prototype.animate = function (way, how) {"
        " window.slid.push(how.duration); return go.call(this, way, how); }; }"
    )
    site.show(snapshot(moved))
    expect(visitor.zone("point-22")).to_have_attribute("data-checkers", "1")
    assert visitor.page.evaluate("() => window.slid") == durations
    expect(visitor.page.locator(".sliding > *")).to_have_count(0)


Place = tuple[float, float]


def fingers(visitor: Visitor) -> Callable[..., None]:
    """What sends touches: their kind, and where each finger is that is down."""
    session = visitor.page.context.new_cdp_session(visitor.page)

    def send(kind: str, *places: Place) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return send


@pytest.mark.parametrize("size", [(800, 480), (390, 664), (375, 553)], ids=str)
def test_a_finger_drags_a_checker_too(size: tuple[int, int], pages: Pages) -> None:
    """Also on a turned board; a click without a pointer counts afterwards."""
    site, visitor = pages.show("full-24", snapshot(START, sources=["point-8"]), size)
    visitor.zone("point-8").scroll_into_view_if_needed()
    (x, y), (across, down) = middle(visitor, "point-8"), middle(visitor, "point-9")
    send = fingers(visitor)
    send("touchStart", (x, y))
    for part in (0.25, 0.5, 0.75, 1):
        send("touchMove", (x + (across - x) * part, y + (down - y) * part))
    expect(visitor.page.locator(".sliding > *")).to_have_count(1)
    send("touchEnd")
    expect(visitor.page.locator(".sliding > *")).to_have_count(0)
    site.shown.assert_touched("lift point-8", "point-8 to point-9")
    visitor.zone("point-13").dispatch_event("click")
    site.shown.assert_touched("lift point-8", "point-8 to point-9", "point-13")


def test_a_second_finger_ends_a_drag(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START, sources=["point-8"]))
    x, y = middle(visitor, "point-8")
    send, away = fingers(visitor), (x + 40, y)
    send("touchStart", (x, y))
    send("touchMove", (x + 20, y))
    send("touchMove", away)
    expect(visitor.page.locator(".sliding > *")).to_have_count(1)
    send("touchStart", away, middle(visitor, "point-3"))
    send("touchEnd", away)
    send("touchEnd")
    expect(visitor.page.locator(".sliding > *")).to_have_count(0)


@pytest.mark.parametrize(("zone", "asked"), [("point-13", True), ("point-12", False)])
def test_of_a_checker_that_cannot_move_the_board_is_asked_why(
    zone: str, asked: bool, pages: Pages
) -> None:
    """Of a checker of the side on turn; the other side's is nobody's to drag."""
    site, visitor = pages.show("full-24", snapshot(START, sources=["point-24"]))
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor, zone))
    mouse.down()
    mouse.move(*middle(visitor, "point-9"), steps=4)
    mouse.up()
    said = [f"lift {zone}", f"{zone} to point-9"] if asked else []
    site.shown.assert_touched(*said)
    visitor.zone("point-8").click()
    site.shown.assert_touched(*said, "point-8")


def test_a_dragged_checker_is_under_the_finger_wherever_it_was_touched(pages: Pages) -> None:
    """Of a column of five the lowest is touched; the one on top goes."""
    _, visitor = pages.show("full-24", snapshot(START, sources=["point-6"]))
    mouse, zone = visitor.page.mouse, visitor.zone("point-6").bounding_box()
    assert zone
    mouse.move(zone["x"] + zone["width"] / 2, zone["y"] + zone["height"] - 4)
    mouse.down()
    mouse.move(*(to := middle(visitor, "point-9")), steps=4)
    flying = visitor.page.locator(".sliding > *")
    expect(flying).to_have_count(1)
    drawn = flying.bounding_box()
    assert drawn
    at = (drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2)
    assert at == pytest.approx(to, abs=3)
