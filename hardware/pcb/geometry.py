"""Plane geometry of a board: coordinates in mm, x to the right, y down, as in KiCad's files."""

import math
from dataclasses import dataclass

Point = tuple[float, float]


def rotate(point: Point, degrees: float) -> Point:
    """Rotate around the origin, counterclockwise as one sees it.

    >>> rotate((2.5, 0), 270)
    (0.0, 2.5)
    """
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y = point
    return round(x * cosine + y * sine, 6) + 0.0, round(y * cosine - x * sine, 6) + 0.0


def shift(point: Point, dx: float, dy: float = 0) -> Point:
    """Move a point."""
    return point[0] + dx, point[1] + dy


@dataclass(frozen=True)
class Box:
    """A rectangle along the axes."""

    middle: Point
    width: float
    height: float

    def grown(self, by: float) -> "Box":
        """The rectangle with a border of that width around it."""
        return Box(self.middle, self.width + 2 * by, self.height + 2 * by)

    def contains(self, point: Point) -> bool:
        """Whether a point is inside or on the edge."""
        dx, dy = abs(point[0] - self.middle[0]), abs(point[1] - self.middle[1])
        return dx <= self.width / 2 + 1e-9 and dy <= self.height / 2 + 1e-9

    @property
    def corners(self) -> list[Point]:
        """Its corners, in order around it."""
        (x, y), w, h = self.middle, self.width / 2, self.height / 2
        return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]

    @property
    def edges(self) -> list[tuple[Point, Point]]:
        """Its four sides."""
        corners = self.corners
        return list(zip(corners, [*corners[1:], corners[0]], strict=True))


@dataclass(frozen=True)
class Pose:
    """How a board lies: where its corner is, and where its x and y lead.

    >>> Pose((10.0, 5.0), x=(0, 1), y=(1, 0)).on_field((2.0, 3.0))
    (13.0, 7.0)
    """

    corner: Point
    x: Point
    y: Point

    def on_field(self, at: Point) -> Point:
        """Where a point of the board is."""
        return (
            self.corner[0] + at[0] * self.x[0] + at[1] * self.y[0],
            self.corner[1] + at[0] * self.x[1] + at[1] * self.y[1],
        )

    def box(self, box: Box) -> Box:
        """Where a rectangle of the board is, if the board is turned by quarters only."""
        xs, ys = zip(*map(self.on_field, box.corners), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return Box(middle, max(xs) - min(xs), max(ys) - min(ys))


def point_to_line(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a straight line of finite length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0
    if length:
        along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    along = max(0.0, min(1.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def line_to_line(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """The distance between two straight lines of finite length; 0 where they cross.

    >>> line_to_line(((0, 0), (2, 2)), ((0, 2), (2, 0)))
    0.0
    >>> line_to_line(((0, 0), (4, 0)), ((2, 3), (2, 9)))
    3.0
    """
    if _cross(one, other):
        return 0.0
    ends = [point_to_line(end, *other) for end in one] + [point_to_line(e, *one) for e in other]
    return min(ends)


def line_to_box(line: tuple[Point, Point], box: Box) -> float:
    """The distance from a straight line to a rectangle; 0 where they touch."""
    if box.contains(line[0]) or box.contains(line[1]):
        return 0.0
    return min(line_to_line(line, edge) for edge in box.edges)


def _side(start: Point, end: Point, point: Point) -> float:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether the lines cross inside of both."""
    return (
        _side(*one, other[0]) * _side(*one, other[1]) < 0
        and _side(*other, one[0]) * _side(*other, one[1]) < 0
    )
