"""Double taps, the other mouse button and two fingers, on canned snapshots."""

from __future__ import annotations

from typing import Any

import pytest

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
