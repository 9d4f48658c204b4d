"""The strip as a part: its pixels, and the cable along its lanes."""

from collections.abc import Mapping

from hardware.drawing.items import LANE_PIXEL, ROUND_PIXEL, STRIP_CABLE
from hardware.drawing.wiring import Part
from minigam.board.profile_model import Strip

NAME = "LED"
EXTRAS = ("dice", "turn")
"""Segments of single pixels, in a window of their own."""
PITCH_MM = 33
"""From pixel to pixel of a lane: about 30 a metre."""
ENDS_MM, SINGLE_MM = 100, 50
"""A cable's ends and its way to the next lane; a single pixel's cable."""
FEED_MM, FEED_STEP_MM = 50, 150
"""A board's longest cable from a fuse: its ends, and how much longer it is with each branch."""
A_LINE = 4
"""Segments a line of the strip's note."""


def feed_mm(branches: int) -> int:
    """The cable from a fuse to its branch, for the branch that is farthest away.

    >>> feed_mm(4), feed_mm(8)
    (650, 1250)
    """
    return FEED_MM + branches * FEED_STEP_MM


def strip_part(strip: Strip, branches: int, pins: Mapping[str, str], notes: str = "") -> Part:
    """The pixels, the cable from each fuse, and that from each lane's end to the next beginning."""
    lanes = [segment for name, segment in strip.segments.items() if name not in EXTRAS]
    pixels = sum(segment.count for segment in lanes)
    single = sum(strip.segments[name].count for name in EXTRAS if name in strip.segments)
    cable = (
        pixels * PITCH_MM + len(lanes) * ENDS_MM + single * SINGLE_MM + branches * feed_mm(branches)
    )
    holds = {LANE_PIXEL: pixels, ROUND_PIXEL: single, STRIP_CABLE: cable}
    return Part(NAME, f"Strip of {strip.pixels} WS2812B", pins, holds, notes)


def order(strip: Strip) -> str:
    """The segments, in the order of the data."""
    found = sorted(strip.segments.items(), key=lambda named: named[1].first)
    names = [f"{name} ({segment.count})" for name, segment in found]
    lines = [names[first : first + A_LINE] for first in range(0, len(names), A_LINE)]
    return "DOUT of each to DIN of the next:\n" + ",\n".join(map(", ".join, lines))
