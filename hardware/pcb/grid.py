"""A board as a grid of cells on two layers: what keeps tracks and vias away from each cell."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from hardware.pcb.copper import BOTH, CLEARANCE, VIA, Copper
from hardware.pcb.geometry import Box, Point
from hardware.pcb.placing import BACK, FRONT, Pads

STEP = 0.3175
"""From cell to cell in mm: a quarter of the pins' distance of a SOIC."""
LAYERS = (FRONT, BACK)
ROUND = 0.0
"""The class of vias; the class of a track is its width in mm."""
BULGE = STEP * math.sqrt(0.5)
"""Half a slanting step: between two cells a track may pass an edge closer than at either."""
BESIDE_PAD = 0.1
"""From a via to any pad in mm, of its own net too: a hole in a pad would drain its solder."""
SLACK = 1e-6
Cells: TypeAlias = npt.NDArray[np.int64]
Prices: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Area:
    """The inside of a board, and rectangles that only the named nets may touch."""

    size: Point
    margin: float
    """From copper to the edge, in mm."""
    kept: tuple[Kept, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A rectangle that is kept for some nets, or for none."""

    box: Box
    layers: frozenset[str] = BOTH
    nets: frozenset[str] = frozenset()


@dataclass
class Grid:
    """Counts by class: how many things keep it away from each cell, layer after layer."""

    columns: int
    rows: int
    fixed: dict[float, Cells]
    """Pads, obstacles and the edge."""
    laid: dict[float, Cells]
    """Tracks and vias."""
    no_via: Flags
    """On one layer: where a pad is."""

    @property
    def cells(self) -> int:
        """Of one layer."""
        return self.columns * self.rows

    @classmethod
    def of(cls, widths: Iterable[float], pads: Pads, area: Area) -> Grid:
        """An empty board."""
        columns, rows = (int(length / STEP) + 1 for length in area.size)
        kinds = {ROUND, *widths}
        fixed, laid = (
            {kind: np.zeros(2 * columns * rows, np.int64) for kind in kinds} for _ in range(2)
        )
        grid = cls(columns, rows, fixed, laid, np.zeros(columns * rows, np.bool_))
        for pad in pads.by_name.values():
            grid.no_via[grid.near_box(pad.box, VIA / 2 + BESIDE_PAD)] = True
        things = [(pad.box, pad.layers) for pad in pads.by_name.values()]
        things += [(kept.box, kept.layers) for kept in area.kept]
        for kind, counts in fixed.items():
            counts += np.tile(grid._outside(area, radius(kind)), 2)
            for box, layers in things:
                counts[grid.on(grid.near_box(box, apart(kind, 0)), layers)] += 1
        return grid

    def _outside(self, area: Area, half: float) -> Cells:
        xs, ys = np.meshgrid(np.arange(self.columns) * STEP, np.arange(self.rows) * STEP)
        inner, (width, height) = area.margin + half - SLACK, area.size
        out = (xs < inner) | (xs > width - inner) | (ys < inner) | (ys > height - inner)
        found: Cells = out.ravel().astype(np.int64)
        return found

    def on(self, cells: Cells, layers: frozenset[str]) -> Cells:
        """Cells of one layer as those of several."""
        return np.concatenate(
            [cells + at * self.cells for at, layer in enumerate(LAYERS) if layer in layers]
        )

    def near_box(self, box: Box, distance: float) -> Cells:
        """The cells closer than that to a rectangle, as on the front."""
        (x, y), width, height = box.middle, box.width / 2, box.height / 2
        flat, xs, ys = self._window((x, y), width + distance, height + distance)
        dx, dy = np.maximum(abs(xs - x) - width, 0), np.maximum(abs(ys - y) - height, 0)
        return flat[np.hypot(dx, dy) < distance - SLACK]

    def near_line(self, start: Point, end: Point, distance: float) -> Cells:
        """The cells closer than that to a straight line, as on the front."""
        (x1, y1), (x2, y2) = start, end
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        wide, high = abs(x1 - x2) / 2 + distance, abs(y1 - y2) / 2 + distance
        flat, xs, ys = self._window(middle, wide, high)
        dx, dy = x2 - x1, y2 - y1
        along = ((xs - x1) * dx + (ys - y1) * dy) / max(dx * dx + dy * dy, SLACK)
        along = np.clip(along, 0, 1)
        return flat[np.hypot(xs - x1 - along * dx, ys - y1 - along * dy) < distance - SLACK]

    def _window(self, middle: Point, wide: float, high: float) -> tuple[Cells, Prices, Prices]:
        (x, y) = middle
        i = np.arange(max(0, int((x - wide) / STEP)), min(self.columns, int((x + wide) / STEP) + 2))
        j = np.arange(max(0, int((y - high) / STEP)), min(self.rows, int((y + high) / STEP) + 2))
        xs, ys = np.broadcast_arrays(i[None, :] * STEP, j[:, None] * STEP)
        return j[:, None] * self.columns + i[None, :], xs, ys

    def reach(self, copper: Copper, kind: float) -> Cells:
        """The cells from which tracks and vias keep a class away, each once."""
        found = [np.zeros(0, np.int64)]
        for track in copper.tracks:
            near = self.near_line(track.start, track.end, apart(kind, track.width / 2))
            found.append(self.on(near, frozenset({track.layer})))
        for via in copper.vias:
            found.append(self.on(self.near_line(via.at, via.at, apart(kind, VIA / 2)), BOTH))
        return np.unique(np.concatenate(found))

    def point(self, cell: int) -> Point:
        """Where a cell is, in mm."""
        at = cell % self.cells
        return round(at % self.columns * STEP, 4), round(at // self.columns * STEP, 4)


def radius(kind: float) -> float:
    """Half the width of a track or a via."""
    return (kind or VIA) / 2


def apart(kind: float, other: float) -> float:
    """How far the middle of a track or a via has to be from other copper of that radius."""
    least = radius(kind) + CLEARANCE + other
    return math.hypot(least, BULGE) if kind != ROUND else least
