"""How wide copper is: a disc rolls over a net's plane and tracks, from pad to pad."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware.pcb.board import Design, Plane
from hardware.pcb.copper import Shape, shapes
from hardware.pcb.geometry import Box, Point
from hardware.pcb.placing import FRONT, Pads, pads_of

STEP, CLEAR, GAP = 0.1, 0.25, 0.3
"""Of the raster, and what a plane keeps from other nets and, but for spokes, from its own pads, in
mm."""
Cells = npt.NDArray[np.bool_]
NEARLY = 0.2
"""From a disc's middle to a pad that it covers, in mm: a pad may be narrower than the disc."""


def needed_mm(amperes: float, rise: float = 10, copper_mm: float = 0.035) -> float:
    """The width of an outer track by IPC-2221: I = 0.048 dT^0.44 A^0.725, A in square mils.

    >>> round(needed_mm(4.0), 2)  # with 35 µm of copper, for 10 K
    2.03
    """
    square_mils = (amperes / (0.048 * rise**0.44)) ** (1 / 0.725)
    return float(square_mils * 0.0254**2 / copper_mm)


@dataclass(frozen=True)
class Disc:
    """What rolls over the copper of one layer; all in mm."""

    width: float
    layer: str = FRONT
    gap: float = 0.0
    """Around the net's own pads: with `GAP` spokes do not count, and only tracks lead to pads."""
    nearly: float = NEARLY
    """From its middle to a pad that it gets to."""


def reach(design: Design, net: str, disc: Disc, start: tuple[str, str]) -> set[tuple[str, str]]:
    """The pads of a net that a disc gets to from a pad, on the net's plane and on its tracks."""
    pads = pads_of(design.parts)
    (plane,) = (each for each in design.planes if each.net == net)
    box = _around(plane)
    free = _plane(design, pads, plane, box, disc) | _tracks(design, net, box, disc)
    own = {
        name: pad.box
        for name, pad in pads.by_name.items()
        if pad.net == net and disc.layer in pad.layers
    }
    found = _flood(free, _cells(own[start].grown(NEARLY), box))
    return {
        name for name, pad in own.items() if (found & _cells(pad.grown(disc.nearly), box)).any()
    }


def _around(plane: Plane) -> Box:
    xs, ys = zip(*plane.corners, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return Box(middle, max(xs) - min(xs), max(ys) - min(ys)).grown(4)


def _grid(box: Box) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    (x, y), wide, high = box.middle, box.width / 2, box.height / 2
    xs, ys = np.arange(x - wide, x + wide, STEP), np.arange(y - high, y + high, STEP)
    return np.meshgrid(xs, ys)


def _plane(design: Design, pads: Pads, plane: Plane, box: Box, disc: Disc) -> Cells:
    """Where a disc's middle may be on a poured plane."""
    xs, ys = _grid(box)
    inside, apart = _polygon(xs, ys, plane)
    radius = disc.width / 2 - STEP / 2
    free = inside & (apart >= radius)
    for other in design.planes:
        if other.priority > plane.priority and disc.layer in other.layers:
            within, beside = _polygon(xs, ys, other)
            free &= ~within & (beside >= CLEAR + radius)
    for shape in shapes(design.copper, pads):
        if disc.layer not in shape.layers or not _is_near(shape, box):
            continue
        if gap := CLEAR if shape.net != plane.net else disc.gap if shape.box else 0.0:
            free &= _to_shape(xs, ys, shape) >= gap + radius
    return free


def _polygon(
    xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64], plane: Plane
) -> tuple[Cells, npt.NDArray[np.float64]]:
    """What is inside a plane's outline, and how far everything is from the outline."""
    inside = np.zeros(xs.shape, np.bool_)
    apart = np.full(xs.shape, np.inf)
    corners = plane.corners
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        apart = np.minimum(apart, _to_line(xs, ys, (x1, y1), (x2, y2)))
        if y1 != y2:
            crossed = ((y1 > ys) != (y2 > ys)) & (xs < (x2 - x1) * (ys - y1) / (y2 - y1) + x1)
            inside ^= crossed
    return inside, apart


def _is_near(shape: Shape, box: Box) -> bool:
    (x1, y1), (x2, y2) = shape.line
    (x, y), wide, high = box.middle, box.width / 2 + 4, box.height / 2 + 4
    return (
        max(x1, x2) > x - wide
        and min(x1, x2) < x + wide
        and (max(y1, y2) > y - high and min(y1, y2) < y + high)
    )


def _tracks(design: Design, net: str, box: Box, disc: Disc) -> Cells:
    xs, ys = _grid(box)
    found = np.zeros(xs.shape, np.bool_)
    for track in design.copper.tracks:
        if track.net == net and track.layer == disc.layer and track.width >= disc.width:
            reach_mm = (track.width - disc.width) / 2 + STEP / 2
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
