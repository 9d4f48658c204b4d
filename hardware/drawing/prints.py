"""How many of each printed part a board needs, and what they take: estimates, without a slicer."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.drawing.bill import bill
from hardware.drawing.boards import Board
from hardware.drawing.field import Field, pieces
from hardware.drawing.items import CHECKER
from hardware.drawing.measures import load_measures
from hardware.drawing.stl import volume_cm3
from hardware.pcb.lane import FIVE
from minigam.board.profile_model import A_BOARD

PRINTED = Path(__file__).parents[1] / "printed"
GRAMS_A_CM3 = 1.24
"""Density of PLA (NatureWorks Ingeo 4043D, data sheet, "Specific Gravity")."""
CM3_AN_HOUR = 8.0
"""What a usual printer lays down, with layers of 0.2 mm and a nozzle of 0.4 mm; an estimate."""


@dataclass(frozen=True)
class Print:
    """A part to print, and how often."""

    part: str
    """Its file, without the ending."""
    quantity: int
    instead: bool = False
    """Whether printed lanes need it, in place of the channels."""

    @property
    def grams(self) -> float:
        """Of all of them in PLA, if they are printed solid."""
        return self._cm3 * GRAMS_A_CM3

    @property
    def hours(self) -> float:
        """For all of them."""
        return self._cm3 / CM3_AN_HOUR

    @property
    def _cm3(self) -> float:
        return self.quantity * volume_cm3((PRINTED / f"{self.part}.stl").read_bytes())


def prints(board: Board) -> list[Print]:
    """Every part of a board; checkers are printed, or bought."""
    field = Field(board, load_measures())
    checkers = sum(line.quantity for line in bill(board) if line.item == CHECKER)
    lanes = Counter(piece for lane in field.lanes for piece in pieces(lane.lights))
    trays = sum(lane.columns > 1 for lane in field.lanes)
    found = [
        Print(_variant("dice-window", field.faces, 2), 1),
        *(Print(_variant("diffuser", places, 4), count) for places, count in lanes.items()),
        *(Print(_variant("channel", places, 4), count) for places, count in lanes.items()),
        *_frames(field),
        Print("tray", trays),
        Print("checker", checkers),
    ]
    return [each for each in found if each.quantity]


def _variant(part: str, size: int, usual: int) -> str:
    return part if size == usual else f"{part}-{size}"


def _frames(field: Field) -> Iterator[Print]:
    """Two halves of a lane of eight, or one piece of one of five."""
    lanes = Counter(
        (lane.lights, lane.touched) for lane in field.lanes for _ in range(lane.columns)
    )
    near = lanes[A_BOARD, False], lanes[A_BOARD, True]
    yield Print("lane-frame", near[0], instead=True)
    yield Print("lane-frame-button", near[1], instead=True)
    yield Print("lane-frame-far", sum(near), instead=True)
    yield Print("lane-frame-5", lanes[FIVE.count, False], instead=True)
