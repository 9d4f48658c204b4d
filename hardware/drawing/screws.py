"""Screws and nuts of a board, totalled from the holes that are drilled into its field."""

from collections import Counter

from hardware.drawing.boards import Board
from hardware.drawing.field import Field
from hardware.drawing.items import M3_10, M3_12, M3_16, M3_NUT, RIM_SCREW, Item
from hardware.drawing.measures import load_measures
from hardware.drawing.shapes import Circle, Layer

RIM = Counter({RIM_SCREW: 8})
"""What holds the field on its box: three an edge, with those of the corners."""


def screws(board: Board) -> Counter[Item]:
    """Of a board with a strip in channels.

    >>> from hardware.drawing.boards import board_named
    >>> found = screws(board_named("quarter-buttons"))
    >>> found[M3_10], found[M3_12], found[M3_NUT], found[RIM_SCREW]
    (40, 4, 44, 8)
    """
    field = Field(board, load_measures())
    drilled = dict.fromkeys(Layer, 0)
    for layer, shapes in field.drawing().layers.items():
        holes = (shape for shape in shapes if isinstance(shape, Circle))
        drilled[layer] += sum(hole.diameter == field.measures["screw_hole"] for hole in holes)
    channels, trays = drilled[Layer.CHANNELS], tray_screws(board)
    others = sum(drilled.values()) - channels - drilled[Layer.LANES]
    window = others - RIM.total() - trays
    return with_nuts({M3_10: channels, M3_12: window, M3_16: trays}) + RIM


def with_nuts(found: dict[Item, int]) -> Counter[Item]:
    """Screws, and a nut for each."""
    return Counter(found) + Counter({M3_NUT: sum(found.values())})


def tray_screws(board: Board) -> int:
    """Two in each wall between columns of a tray."""
    lanes = Field(board, load_measures()).lanes
    return sum(2 * (lane.columns - 1) for lane in lanes)
