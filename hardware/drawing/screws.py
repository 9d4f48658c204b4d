"""Screws and nuts of a board, totalled from the holes that are drilled into its field."""

from collections import Counter

from hardware.drawing.boards import Board
from hardware.drawing.field import Field
from hardware.drawing.items import M3_10, M3_12, M3_NUT, RIM_SCREW, Item
from hardware.drawing.measures import load_measures
from hardware.drawing.shapes import Layer


def screws(board: Board) -> Counter[Item]:
    """Of a board with a strip in channels.

    >>> from hardware.drawing.boards import board_named
    >>> found = screws(board_named("quarter-buttons"))
    >>> found[M3_10], found[M3_12], found[M3_NUT], found[RIM_SCREW]
    (40, 8, 48, 8)
    """
    layers = Field(board, load_measures()).drawing().layers
    channels, window = len(layers[Layer.CHANNELS]), len(layers[Layer.WINDOW])
    return with_nuts({M3_10: channels, M3_12: window}) + rim(board)


def with_nuts(found: dict[Item, int]) -> Counter[Item]:
    """Screws, and a nut for each."""
    return Counter(found) + Counter({M3_NUT: sum(found.values())})


def rim(board: Board) -> Counter[Item]:
    """What holds the field on its box."""
    return Counter({RIM_SCREW: len(Field(board, load_measures()).drawing().layers[Layer.RIM])})
