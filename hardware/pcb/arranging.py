"""A schematic without places by hand: groups of parts in rows, as wide as their labels are."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from hardware.pcb.geometry import Point
from hardware.pcb.library import Drawn, Library
from hardware.pcb.placing import Part
from hardware.pcb.schematic import GRID, Note, Sheet, write

LEFT, TOP = 20 * GRID, 14 * GRID
PAPERS = {"A3": (310 * GRID, 200 * GRID), "A2": (450 * GRID, 298 * GRID)}
"""What is used of a page: its right and its bottom, in mm."""
GAP, TITLE = 4 * GRID, 6 * GRID
"""Between parts, and the height of a group's title."""
NAMES = 3 * GRID
"""The height of a part's name above it, and of its value below it."""
WIRE, LETTER = 5 * GRID, 1.15
"""A pin's wire with the ends of its label, and the width of a label's letter, in mm."""


@dataclass(frozen=True)
class Group:
    """Parts that are drawn beside each other, in this order."""

    title: str
    refs: tuple[str, ...]


@dataclass(frozen=True)
class Room:
    """How far a part with its labels reaches left, up, right and down of its origin, in mm."""

    left: float
    up: float
    right: float
    down: float


def room_of(part: Part, drawn: Drawn) -> Room:
    """What a part needs on the sheet."""
    labels = {0: 0.0, 90: 0.0, 180: 0.0, 270: 0.0}
    for number, pin in drawn.pins.items():
        length = WIRE + LETTER * len(part.nets.get(number, ""))
        labels[pin.outward] = max(labels[pin.outward], length)
    left, up, right, down = drawn.extent
    text = LETTER * max(len(part.ref), len(part.kind.value))
    return Room(
        left + labels[180],
        max(up, 2 * GRID) + max(labels[90], NAMES),
        max(right + labels[0], text),
        max(down, 2 * GRID) + max(labels[270], NAMES),
    )


def arranged(
    name: str,
    titles: tuple[str, str],
    parts: Iterable[Part],
    groups: Iterable[Group],
    supplies: Iterable[str],
    library: Library,
    paper: str = "A3",
) -> str:
    """The schematic of a board by its name, with the sheet's title and revision.

    `supplies`: nets whose supply comes from outside. Raises `ValueError` where a part is in no
    group or in two, or where the page is too small.
    """
    sheet = Sheet(name, library)
    found = {part.ref: part for part in parts}
    wanted = [ref for group in groups for ref in group.refs]
    if sorted(wanted) != sorted(found):
        raise ValueError(f"expected each part once, got {sorted({*wanted} ^ {*found}) or wanted}")
    top, (right, bottom) = TOP, PAPERS[paper]
    for group in groups:
        sheet.note(Note(group.title, (LEFT, top)))
        top = _rows(sheet, [found[ref] for ref in group.refs], top + TITLE, right)
    for column, net in enumerate(supplies):
        sheet.supply(net, _on_grid((LEFT + (8 + 20 * column) * GRID, top + GAP)))
    if top + 2 * GAP > bottom:
        raise ValueError(f"expected {name} to fit on its page, got {top:.0f} mm")
    return write(sheet, *titles, paper)


def _rows(sheet: Sheet, parts: list[Part], top: float, right: float) -> float:
    """Draw parts from left to right, in as many rows as they need; return where these end."""
    row: list[tuple[Part, Room, float]] = []
    x = LEFT
    for part in parts:
        room = room_of(part, sheet.drawn(part.kind.symbol))
        if row and x + room.left + room.right > right:
            top, row, x = _row(sheet, row, top), [], LEFT
        row.append((part, room, x + room.left))
        x += room.left + room.right + GAP
    return _row(sheet, row, top)


def _row(sheet: Sheet, row: list[tuple[Part, Room, float]], top: float) -> float:
    middle = top + max(room.up for _, room, _ in row)
    for part, _, x in row:
        at = _on_grid((x, middle))
        drawn = sheet.drawn(part.kind.symbol)
        sheet.put(part, at, _texts(drawn))
    return middle + max(room.down for _, room, _ in row) + GAP


def _texts(drawn: Drawn) -> tuple[Point, Point]:
    """Name and value to the right of the middle, above and below the outline."""
    _, up, _, down = drawn.extent
    above, below = max(up, 2 * GRID), max(down, 2 * GRID)
    return (2 * GRID, -above - 1.5 * GRID), (2 * GRID, below + 1.5 * GRID)


def _on_grid(at: Point) -> Point:
    """The next place to the right and below on which KiCad joins wires."""
    x, y = (math.ceil(round(value / GRID, 6)) * GRID for value in at)
    return round(x, 4), round(y, 4)
