"""Tracks and vias of a board, and a check of their clearances and connections without KiCad."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from hardware.pcb.geometry import Box, Point, line_to_box, line_to_line, point_to_line
from hardware.pcb.placing import BACK, FRONT, Pads, PlacedPad

VIA, DRILL = 0.6, 0.3
"""Diameters of a via and of its hole, in mm."""
CLEARANCE = 0.2
"""Least distance between copper of different nets, in mm."""
BOTH = frozenset({FRONT, BACK})


@dataclass(frozen=True)
class Track:
    """A straight track."""

    net: str
    layer: str
    width: float
    start: Point
    end: Point


@dataclass(frozen=True)
class Via:
    """A hole that joins both layers."""

    net: str
    at: Point


@dataclass
class Copper:
    """Tracks and vias as they are laid."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)

    def track(self, net: str, layer: str, width: float, *points: Point) -> None:
        """Lay a track from point to point."""
        for start, end in pairwise(points):
            if start != end:
                self.tracks.append(Track(net, layer, width, start, end))

    def via(self, net: str, *places: Point) -> None:
        """Drill vias."""
        self.vias += [Via(net, at) for at in places]


@dataclass(frozen=True)
class Shape:
    """A piece of copper of one net: a line with a width, or a pad's rectangle."""

    net: str
    layers: frozenset[str]
    line: tuple[Point, Point]
    """A point twice for a via."""
    radius: float
    box: Box | None
    name: str

    def distance(self, other: "Shape") -> float:
        """Between the edges, in mm; negative or 0 where they touch."""
        if self.box and other.box:
            one, two = self.box, other.box
            dx = abs(one.middle[0] - two.middle[0]) - (one.width + two.width) / 2
            dy = abs(one.middle[1] - two.middle[1]) - (one.height + two.height) / 2
            return math.hypot(max(dx, 0), max(dy, 0))
        if self.box:
            return other.distance(self)
        if other.box:
            return line_to_box(self.line, other.box) - self.radius
        return line_to_line(self.line, other.line) - self.radius - other.radius


def shapes(copper: Copper, pads: Pads) -> list[Shape]:
    """All tracks, vias and pads; the poured planes are not among them."""
    return [
        *(_of_track(track) for track in copper.tracks),
        *(
            Shape(via.net, BOTH, (via.at, via.at), VIA / 2, None, f"via of {via.net} {via.at}")
            for via in copper.vias
        ),
        *(_of_pad(pad) for pad in pads.by_name.values()),
    ]


def _of_track(track: Track) -> Shape:
    line = (track.start, track.end)
    name = f"track of {track.net} {track.start} to {track.end}"
    return Shape(track.net, frozenset({track.layer}), line, track.width / 2, None, name)


def _of_pad(pad: PlacedPad) -> Shape:
    name = f"pad {pad.ref}.{pad.number}"
    net = pad.net or f"nothing at {name}"
    return Shape(net, pad.layers, (pad.at, pad.at), 0, pad.box, name)


def _pairs(found: list[Shape]) -> Iterator[tuple[Shape, Shape]]:
    """Shapes that share a layer and whose columns of 40 mm meet, each pair once."""
    columns: dict[int, list[int]] = {}
    for index, shape in enumerate(found):
        for column in _columns(shape):
            columns.setdefault(column, []).append(index)
    seen = {pair for column in columns.values() for pair in combinations(column, 2)}
    for one, other in sorted(seen):
        if found[one].layers & found[other].layers:
            yield found[one], found[other]


def _columns(shape: Shape) -> range:
    wide = shape.box.width / 2 if shape.box else shape.radius
    xs = [x for x, _ in shape.line]
    return range(int((min(xs) - wide - 1) // 40), int((max(xs) + wide + 1) // 40) + 1)


def too_near(copper: Copper, pads: Pads, least: float = CLEARANCE) -> list[str]:
    """Pairs of different nets closer than that."""
    pairs = _pairs(shapes(copper, pads))
    return [
        f"{one.name} and {other.name}: {one.distance(other):.3f} mm"
        for one, other in pairs
        if one.net != other.net and one.distance(other) < least - 1e-6
    ]


def pieces(copper: Copper, pads: Pads, poured: Iterable[str] = ()) -> dict[str, int]:
    """How many separate pieces each net's copper has; nets that a plane joins are left out."""
    found = [shape for shape in shapes(copper, pads) if shape.net not in set(poured)]
    group = list(range(len(found)))

    def root(at: int) -> int:
        while group[at] != at:
            at = group[at]
        return at

    index = {id(shape): at for at, shape in enumerate(found)}
    for one, other in _pairs(found):
        if one.net == other.net and one.distance(other) <= 0:
            group[root(index[id(one)])] = root(index[id(other)])
    roots: dict[str, set[int]] = {}
    for at, shape in enumerate(found):
        roots.setdefault(shape.net, set()).add(root(at))
    return {net: len(each) for net, each in roots.items()}


def free_places(
    copper: Copper, pads: Pads, grid: Iterable[Point], room: Callable[[Point], bool]
) -> list[Point]:
    """Places of a grid where a via is at least 0.4 mm from all tracks, pads and vias."""
    gap = VIA / 2 + CLEARANCE + 0.2
    found = []
    for at in grid:
        near = (
            any(pad.box.grown(gap).contains(at) for pad in pads.by_name.values())
            or any(point_to_line(at, t.start, t.end) < t.width / 2 + gap for t in copper.tracks)
            or any(math.dist(at, via.at) < VIA / 2 + gap for via in copper.vias)
        )
        if not near and room(at):
            found.append(at)
    return found
