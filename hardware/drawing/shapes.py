"""Flat shapes in layers, and how files of CAD programs (DXF) and browsers (SVG) write them.

Lengths are in mm, x to the right and y up. A DXF file holds LINE, ARC and CIRCLE only, as AutoCAD's
DXF reference has them in every version, so that most programs for lasers and mills read it.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

Point = tuple[float, float]
MILLIMETRES = 4
"""Of `$INSUNITS` in DXF."""
TEXT, LINE, BAR = 3.0, 4.0, 100
"""In a picture: the size of letters, from line to line, and the bar that shows its scale, in mm."""
NOTES_AT = (20.0, 7.5)
"""Where the bar begins, from the left and from the front: in the rim, between its screws."""


class Layer(Enum):
    """What a machine does: its name in a DXF file, the number of its colour there, and in SVG."""

    OUTLINE = ("CUT-OUTLINE", 7, "#000000")
    WINDOWS = ("CUT-WINDOWS", 1, "#d00000")
    LIGHTS = ("DRILL-LIGHTS", 2, "#d08a00")
    BUTTONS = ("DRILL-BUTTONS", 6, "#b000b0")
    RIM = ("DRILL-RIM", 16, "#700000")
    WINDOW = ("DRILL-WINDOW", 4, "#009090")
    TRAYS = ("DRILL-TRAYS", 40, "#806000")
    CHANNELS = ("DRILL-CHANNELS", 30, "#e06030")
    LANES = ("DRILL-LANES", 5, "#0040e0")
    DISHES = ("MILL-DISHES", 3, "#009040")
    POINTS = ("ENGRAVE-POINTS", 8, "#808080")

    def __init__(self, title: str, number: int, color: str) -> None:
        """As a file names and colours it."""
        self.title, self.number, self.color = title, number, color


@dataclass(frozen=True)
class Circle:
    """A hole or a dish."""

    at: Point
    diameter: float


@dataclass(frozen=True)
class Polygon:
    """A closed line, whose corners may be round; its points go counterclockwise."""

    points: tuple[Point, ...]
    radius: float = 0
    """Of its corners, which are right angles then."""


Shape = Circle | Polygon


@dataclass(frozen=True)
class Drawing:
    """A sheet of wood, and what is cut, drilled, milled and engraved, layer by layer."""

    title: str
    width: float
    depth: float
    layers: Mapping[Layer, tuple[Shape, ...]] = field(default_factory=dict)
    legend: Point = (0, 0)
    """The upper left corner of the list of layers in a picture."""


def rectangle(middle: Point, width: float, depth: float, radius: float = 0) -> Polygon:
    """A rectangle along the axes.

    >>> rectangle((1, 1), 2, 2).points
    ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    """
    (x, y), w, d = middle, width / 2, depth / 2
    return Polygon(((x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d)), radius)


def as_dxf(drawing: Drawing) -> str:
    """A file for a program that controls a laser or a mill."""
    tables = [_pairs((0, "TABLE"), (2, "LAYER"), (70, len(Layer)))]
    tables += [
        _pairs((0, "LAYER"), (2, layer.title), (70, 0), (62, layer.number), (6, "CONTINUOUS"))
        for layer in Layer
    ]
    tables.append(_pairs((0, "ENDTAB")))
    entities = [
        text
        for layer, shapes in drawing.layers.items()
        for shape in shapes
        for text in _entities(layer, shape)
    ]
    header = _pairs((9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, MILLIMETRES))
    return "".join(
        (
            _section("HEADER", [header]),
            _section("TABLES", tables),
            _section("ENTITIES", entities),
            _pairs((0, "EOF")),
        )
    )


def _section(name: str, texts: Iterable[str]) -> str:
    return "".join((_pairs((0, "SECTION"), (2, name)), *texts, _pairs((0, "ENDSEC"))))


def _pairs(*pairs: tuple[int, str | float]) -> str:
    """Group codes and their values, a line each."""
    return "".join(f"{code}\n{_written(value)}\n" for code, value in pairs)


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 4) + 0:g}"


def _entities(layer: Layer, shape: Shape) -> Iterator[str]:
    on = (8, layer.title)
    if isinstance(shape, Circle):
        (x, y), radius = shape.at, shape.diameter / 2
        yield _pairs((0, "CIRCLE"), on, (10, x), (20, y), (40, radius))
        return
    for start, end in _sides(shape):
        yield _pairs((0, "LINE"), on, (10, start[0]), (20, start[1]), (11, end[0]), (21, end[1]))
    for (x, y), first in _corners(shape):
        arc = ((50, first), (51, (first + 90) % 360))
        yield _pairs((0, "ARC"), on, (10, x), (20, y), (40, shape.radius), *arc)


def _sides(shape: Polygon) -> Iterator[tuple[Point, Point]]:
    """The straight lines between the corners."""
    for start, end in _edges(shape.points):
        length = math.dist(start, end)
        dx, dy = ((b - a) / length * shape.radius for a, b in zip(start, end, strict=True))
        yield (start[0] + dx, start[1] + dy), (end[0] - dx, end[1] - dy)


def _corners(shape: Polygon) -> Iterator[tuple[Point, float]]:
    """Each round corner's middle, and where its quarter begins, in degrees counterclockwise."""
    if not shape.radius:
        return
    for (before, at), (_, after) in zip(
        _edges(shape.points), _edges(shape.points[1:] + shape.points[:1]), strict=True
    ):
        come, go = math.dist(before, at), math.dist(at, after)
        x = at[0] + ((before[0] - at[0]) / come + (after[0] - at[0]) / go) * shape.radius
        y = at[1] + ((before[1] - at[1]) / come + (after[1] - at[1]) / go) * shape.radius
        heading = math.degrees(math.atan2(at[1] - before[1], at[0] - before[0]))
        yield (x, y), (heading - 90) % 360


def _edges(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(points, points[1:] + points[:1], strict=True)


def as_svg(drawing: Drawing) -> str:
    """A picture that prints at its true size, a pixel of its view being a millimetre."""
    width, depth = _written(drawing.width), _written(drawing.depth)
    groups = "".join(
        f'<g id="{layer.title}" stroke="{layer.color}">\n'
        + "".join(_element(shape, drawing.depth) for shape in shapes)
        + "</g>\n"
        for layer, shapes in drawing.layers.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{depth}mm" '
        f'viewBox="0 0 {width} {depth}">\n<title>{drawing.title}</title>\n'
        f'<g fill="none" stroke-width="0.6">\n<rect width="{width}" height="{depth}" fill="#fff" '
        f'stroke="none"/>\n{groups}</g>\n{_notes(drawing)}</svg>\n'
    )


def _notes(drawing: Drawing) -> str:
    """What only people read: the sheet's name, a bar to measure, and the colours of the layers."""
    left, y = NOTES_AT[0], drawing.depth - NOTES_AT[1]
    size = f"{_written(drawing.width)} x {_written(drawing.depth)} mm"
    (x, top), middle = drawing.legend, drawing.width / 2
    lines = [
        _text((left + BAR + 4, y + 1), f"{BAR} mm: print at 100 %"),
        _text((middle + 10, y + 1), f"{drawing.title}, {size}"),
    ]
    lines += [
        _text((x, drawing.depth - top + number * LINE), layer.title, layer.color)
        for number, layer in enumerate(drawing.layers, 1)
    ]
    start = f"M{_written(left)} {_written(y)}"
    return (
        f'<path d="{start}v-2v4v-2h{BAR}v-2v4" fill="none" stroke="#000" stroke-width="0.3"/>\n'
        f'<g font-family="sans-serif" font-size="{_written(TEXT)}">\n{"".join(lines)}</g>\n'
    )


def _text(at: Point, words: str, color: str = "#000000") -> str:
    (x, y) = at
    return f'<text {_attributes((("x", x), ("y", y)))} fill="{color}">{words}</text>\n'


def _element(shape: Shape, depth: float) -> str:
    if isinstance(shape, Circle):
        (x, y), radius = shape.at, shape.diameter / 2
        numbers = (("cx", x), ("cy", depth - y), ("r", radius))
        return f"<circle {_attributes(numbers)}/>\n"
    if shape.radius:
        xs, ys = zip(*shape.points, strict=True)
        left, top = min(xs), depth - max(ys)
        size = (("width", max(xs) - left), ("height", max(ys) - min(ys)), ("rx", shape.radius))
        return f"<rect {_attributes((('x', left), ('y', top), *size))}/>\n"
    points = " ".join(f"{_written(x)},{_written(depth - y)}" for x, y in shape.points)
    return f'<polygon points="{points}"/>\n'


def _attributes(numbers: Iterable[tuple[str, float]]) -> str:
    return " ".join(f'{name}="{_written(value)}"' for name, value in numbers)
