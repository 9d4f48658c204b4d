"""No copper of a branch's 5 V is narrower than its current needs, on both base boards."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from hardware.drawing.branches import TRIP_MA
from hardware.pcb.blocks import V5
from hardware.pcb.board import Design, Plane
from hardware.pcb.boards import BASE, BUTTON_BASE, Board
from hardware.pcb.copper import Shape, shapes
from hardware.pcb.geometry import Box, Point
from hardware.pcb.placing import FRONT, Pads, pads_of

STEP, CLEAR = 0.1, 0.25
"""Of the raster, and what a plane keeps from other nets, in mm."""
Cells = npt.NDArray[np.bool_]
NEARLY = 0.2
"""From a disc's middle to a pad that it covers, in mm: a pad may be narrower than the disc."""
each_base = pytest.mark.parametrize("board", [BASE, BUTTON_BASE], ids=lambda board: board.name)


def needed_mm(amperes: float, rise: float = 10, copper_mm: float = 0.035) -> float:
    """The width of an outer track by IPC-2221: I = 0.048 dT^0.44 A^0.725, A in square mils."""
    square_mils = (amperes / (0.048 * rise**0.44)) ** (1 / 0.725)
    return float(square_mils * 0.0254**2 / copper_mm)


def test_the_formula_gives_the_widths_of_its_chart() -> None:
    assert needed_mm(1.0) == pytest.approx(0.30, abs=0.01)
    assert needed_mm(4.0) == pytest.approx(2.04, abs=0.03)


def reach(design: Design, net: str, width: float, start: tuple[str, str]) -> set[tuple[str, str]]:
    """The pads of a net on the front that a disc of that width gets to from a pad, or nearly so.

    It rolls on the net's plane, as the plane is poured without its spokes, and on its tracks.
    """
    pads = pads_of(design.parts)
    (plane,) = (each for each in design.planes if each.net == net)
    box = _around(plane)
    free = _plane(design, pads, plane, box, width) | _tracks(design, net, box, width)
    own = {name: pad.box.grown(NEARLY) for name, pad in pads.by_name.items() if pad.net == net}
    found = _flood(free, _cells(own[start], box))
    return {name for name, pad in own.items() if (found & _cells(pad, box)).any()}


def _around(plane: Plane) -> Box:
    xs, ys = zip(*plane.corners, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return Box(middle, max(xs) - min(xs), max(ys) - min(ys)).grown(4)


def _grid(box: Box) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    (x, y), wide, high = box.middle, box.width / 2, box.height / 2
    xs, ys = np.arange(x - wide, x + wide, STEP), np.arange(y - high, y + high, STEP)
    return np.meshgrid(xs, ys)


def _plane(design: Design, pads: Pads, plane: Plane, box: Box, width: float) -> Cells:
    xs, ys = _grid(box)
    inside = np.zeros(xs.shape, np.bool_)
    apart = np.full(xs.shape, np.inf)
    corners = plane.corners
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        apart = np.minimum(apart, _to_line(xs, ys, (x1, y1), (x2, y2)))
        if y1 != y2:
            crossed = ((y1 > ys) != (y2 > ys)) & (xs < (x2 - x1) * (ys - y1) / (y2 - y1) + x1)
            inside ^= crossed
    free = inside & (apart >= width / 2 - STEP / 2)
    for shape in shapes(design.copper, pads):
        if shape.net != plane.net and FRONT in shape.layers and _is_near(shape, box):
            free &= _to_shape(xs, ys, shape) >= CLEAR + width / 2 - STEP / 2
    return free


def _is_near(shape: Shape, box: Box) -> bool:
    (x1, y1), (x2, y2) = shape.line
    (x, y), wide, high = box.middle, box.width / 2 + 4, box.height / 2 + 4
    return (
        max(x1, x2) > x - wide
        and min(x1, x2) < x + wide
        and (max(y1, y2) > y - high and min(y1, y2) < y + high)
    )


def _tracks(design: Design, net: str, box: Box, width: float) -> Cells:
    xs, ys = _grid(box)
    found = np.zeros(xs.shape, np.bool_)
    for track in design.copper.tracks:
        if track.net == net and track.layer == FRONT and track.width >= width:
            reach_mm = (track.width - width) / 2 + STEP / 2
            found |= _to_line(xs, ys, track.start, track.end) <= reach_mm
    return found


def _to_shape(
    xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64], shape: Shape
) -> npt.NDArray[np.float64]:
    if shape.box:
        (x, y), wide, high = shape.box.middle, shape.box.width / 2, shape.box.height / 2
        return np.hypot(np.maximum(abs(xs - x) - wide, 0), np.maximum(abs(ys - y) - high, 0))
    return _to_line(xs, ys, *shape.line) - shape.radius


def _to_line(
    xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64], start: Point, end: Point
) -> npt.NDArray[np.float64]:
    (x1, y1), (x2, y2) = start, end
    long = max(math.dist(start, end) ** 2, 1e-9)
    along = np.clip(((xs - x1) * (x2 - x1) + (ys - y1) * (y2 - y1)) / long, 0, 1)
    return np.hypot(xs - x1 - along * (x2 - x1), ys - y1 - along * (y2 - y1))


def _cells(pad: Box, box: Box) -> Cells:
    xs, ys = _grid(box)
    (x, y) = pad.middle
    found: Cells = (abs(xs - x) <= pad.width / 2) & (abs(ys - y) <= pad.height / 2)
    return found


def _flood(free: Cells, start: Cells) -> Cells:
    """What is joined to the start, by steps to the four neighbours."""
    found = free & start
    while True:
        wider = found.copy()
        wider[1:] |= found[:-1]
        wider[:-1] |= found[1:]
        wider[:, 1:] |= found[:, :-1]
        wider[:, :-1] |= found[:, 1:]
        wider &= free
        if (wider == found).all():
            return found
        found = wider


def branches_of(board: Board) -> list[int]:
    nets = (plane.net for plane in board.design.planes)
    return [int(net.removeprefix("FEED")) for net in nets if net.startswith("FEED")]


@each_base
def test_a_branch_gets_its_current_through_wide_copper(board: Board) -> None:
    """From the fuse to the capacitor and the plug, 1.5 mm wide at least."""
    assert needed_mm(TRIP_MA[1] / 1000) < 1.5
    for n in branches_of(board):
        reached = reach(board.design, f"FEED{n}", 1.5, (f"F{n}", "6"))
        assert {(f"F{n}", "6"), (f"C3{n}", "1"), (f"J3{n}", "1")} <= reached, n


@each_base
def test_each_fuse_gets_its_current_from_the_plane(board: Board) -> None:
    """From the capacitor at X1, as wide as the most that a branch can draw needs."""
    width = needed_mm(TRIP_MA[1] / 1000)
    reached = reach(board.design, V5, width, ("C1", "1"))
    assert {(f"F{n}", "1") for n in branches_of(board)} <= reached
