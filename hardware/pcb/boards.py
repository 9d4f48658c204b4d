"""The printed circuit boards: one value each. Everything else here works from this list.

To add a board, write its design (`hardware.pcb.board.Design`) and its schematic, and add a line to
`BOARDS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from hardware.pcb import (
    base_board,
    base_sheet,
    button_base,
    button_base_board,
    button_lane,
    button_lane_board,
    face,
    face_board,
    lane,
    lane_board,
    lane_sheet,
)
from hardware.pcb.board import Design
from hardware.pcb.library import Library


@dataclass(frozen=True)
class View:
    """How the picture of a board is drawn: its size in pixels, and KiCad's zoom."""

    width: int
    height: int
    zoom: float


@dataclass(frozen=True)
class Board:
    """A printed circuit board."""

    name: str
    """Begins the names of its files."""
    draw: Callable[[], Design]
    schematic: Callable[[Library], str]
    """Writes its schematic."""
    view: View

    @cached_property
    def design(self) -> Design:
        """All that is on it."""
        return self.draw()

    def file(self, ending: str) -> str:
        """The name of one of its files.

        >>> LANE.file("-bom.csv")
        'lane-bom.csv'
        """
        return self.name + ending


def _lane(one: lane.Lane, view: View) -> Board:
    draw, schematic = partial(lane_board.design, one), partial(lane_sheet.schematic, one)
    return Board(one.name, draw, schematic, view)


LANE = _lane(lane.EIGHT, View(2400, 400, 5.7))
LANE_5 = _lane(lane.FIVE, View(1584, 400, 3.8))
BUTTON_LANE = Board(
    button_lane.NAME, button_lane_board.design, button_lane_board.schematic, LANE.view
)
FACE = Board(face.NAME, face_board.design, face_board.schematic, View(900, 1100, 0.94))
BASE = Board("base", base_board.design, base_sheet.schematic, View(1600, 1216, 1.3))
BUTTON_BASE = Board(
    button_base.NAME, button_base_board.design, button_base_board.schematic, View(1600, 1088, 1.3)
)
BOARDS = (LANE, LANE_5, BUTTON_LANE, FACE, BASE, BUTTON_BASE)


def named(names: list[str]) -> tuple[Board, ...]:
    """The boards with these names, all for none; `ValueError` for an unknown name."""
    known = {board.name: board for board in BOARDS}
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"expected names of {', '.join(known)}, got {unknown[0]}")
    return tuple(known[name] for name in names) or BOARDS
