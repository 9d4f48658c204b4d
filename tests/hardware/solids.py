"""Solids as their STL files have them: triangles, and what one can ask of these."""

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path

from hardware.drawing.files import PRINTED

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
SCREW, HEAD = 3.0, 5.5
"""Diameters of an M3 screw's thread and head, in mm (ISO 4762)."""
CELL = 8
"""Of the grid in which triangles are looked up, in mm."""


@dataclass(frozen=True, eq=False)
class Solid:
    """Closed surfaces."""

    triangles: tuple[Triangle, ...]

    @property
    def corners(self) -> set[Point]:
        """Every corner of a triangle."""
        return {point for triangle in self.triangles for point in triangle}

    @property
    def size(self) -> tuple[float, ...]:
        """Along each axis."""
        return tuple(round(most - least, 3) for least, most in box(self.corners))

    def __add__(self, other: "Solid") -> "Solid":
        """Both, where they do not touch."""
        return Solid(self.triangles + other.triangles)

    def has(self, x: float, y: float, z: float) -> bool:
        """Whether a point is in the material: a line straight up leaves it once more often.

        The line is moved by a little, so that it meets no edge.
        """
        x, y = x + 0.00317, y + 0.00271
        near = self._cells.get((int(x // CELL), int(y // CELL)), ())
        return sum(height > z for height in _heights(near, x, y)) % 2 == 1

    def lets_a_screw_through(self, x: float, y: float, z: float) -> bool:
        """Whether an M3 screw fits a hole, and its head does not."""
        thread, head = (
            [self.has(x + r * dx, y + r * dy, z) for dx, dy in AROUND]
            for r in (SCREW / 2 + 0.05, HEAD / 2 - 0.3)
        )
        return not any(thread) and all(head)

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[Triangle]]:
        """The triangles above each square of the plane."""
        found: dict[tuple[int, int], list[Triangle]] = defaultdict(list)
        for triangle in self.triangles:
            xs, ys, _ = ([int(v // CELL) for v in axis] for axis in zip(*triangle, strict=True))
            for cell in product(range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)):
                found[cell].append(triangle)
        return found

    @property
    def shells(self) -> list[set[Point]]:
        """The corners of each closed surface: triangles that share a corner belong together."""
        root: dict[Point, Point] = {}

        def find(point: Point) -> Point:
            while (above := root.setdefault(point, point)) != point:
                root[point] = root[above]
                point = above
            return point

        for a, b, c in self.triangles:
            root[find(a)] = find(b)
            root[find(b)] = find(c)
        found: dict[Point, set[Point]] = defaultdict(set)
        for point in list(root):
            found[find(point)].add(point)
        return list(found.values())


@cache
def part(name: str) -> Solid:
    """A printed part of this project."""
    return load_solid(PRINTED / f"{name}.stl")


def load_solid(path: Path) -> Solid:
    """A binary STL file; corners are rounded, so that shared ones are equal."""
    data = path.read_bytes()
    each = (struct.unpack_from("<9f", data, at + 12) for at in range(84, len(data), 50))
    return Solid(tuple(map(_triangle, each)))


def _triangle(values: tuple[float, ...]) -> Triangle:
    ax, ay, az, bx, by, bz, cx, cy, cz = (round(value, 4) for value in values)
    return (ax, ay, az), (bx, by, bz), (cx, cy, cz)


def box(points: set[Point]) -> list[tuple[float, float]]:
    """The least and the most along each axis."""
    return [(min(axis), max(axis)) for axis in zip(*points, strict=True)]


def _heights(found: Iterable[Triangle], x: float, y: float) -> Iterator[float]:
    """Where the line through a point of the plane meets a triangle."""
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in found:
        whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if not whole:
            continue
        b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / whole
        c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / whole
        if b >= 0 and c >= 0 and b + c <= 1:
            yield az + b * (bz - az) + c * (cz - az)
