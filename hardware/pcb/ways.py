"""Three ways to build a board: what each costs, how long it takes, and what is soldered by hand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from hardware.drawing.bill import total_cents
from hardware.drawing.boards import Board, board_named
from hardware.drawing.branches import FACE as FACE_PIXELS
from hardware.drawing.ends import ends_on_stripboard
from hardware.drawing.felt import felt
from hardware.drawing.strip import EXTRAS
from hardware.drawing.tables import table
from hardware.pcb import boards as printed
from hardware.pcb import orders
from hardware.pcb.cables import cables_of
from hardware.pcb.kit import Kit, pixels_of
from hardware.pcb.prices import joints

MINUTES_AN_END, MINUTES_A_JOINT = 0.75, 0.3
WOOD_HOURS = 8
"""Our estimates, the last one for the case, the field and all that is printed."""


class Way(Enum):
    """How a board is built."""

    ASSEMBLED = "printed boards, ordered with their parts"
    SOLDERED = "printed boards, soldered by hand"
    STRIPBOARD = "stripboard"


@dataclass(frozen=True)
class Effort:
    """What a board takes."""

    way: Way
    cents: int
    """All parts and tools, about."""
    ends: int
    """Of wires, made by hand."""
    joints: int
    """On printed boards, made by hand."""

    @property
    def hours(self) -> int:
        """About."""
        return round(WOOD_HOURS + (self.ends * MINUTES_AN_END + self.joints * MINUTES_A_JOINT) / 60)


def ways_table(names: Iterable[str]) -> str:
    """A table for the guides: every way to build these boards."""
    head = (
        "board",
        "way",
        "euros",
        "hours",
        "wire ends by hand",
        "joints on printed boards by hand",
    )
    lines = (
        (
            *(f"`{name}`", effort.way.value, f"{effort.cents / 100:.0f}", f"{effort.hours}"),
            *(f"{effort.ends:,}", f"{effort.joints:,}" if effort.joints else ""),
        )
        for name in names
        for effort in efforts(board_named(name))
    )
    return table(head, lines)


def efforts(board: Board) -> Iterator[Effort]:
    """A board in each way."""
    kit = boards_of(board)
    ends = cables_of(board, kit).ends
    in_holes = sum(count * joints(each, drilled=True) for each, count in kit.items())
    every = sum(count * joints(each) for each, count in kit.items())
    yield Effort(Way.ASSEMBLED, orders.total_cents(board, kit, assembled=True), ends, in_holes)
    yield Effort(Way.SOLDERED, orders.total_cents(board, kit, assembled=False), ends, every)
    yield Effort(Way.STRIPBOARD, total_cents(board), ends_on_stripboard(board), 0)


def boards_of(board: Board) -> Kit:
    """The printed boards of a board, and how many of each.

    `ValueError` where its lanes have other numbers of pixels than the printed ones.
    """
    strip, chained = board.profile.strip, felt(board.profile)
    lanes = [segment.count for name, segment in strip.segments.items() if name not in EXTRAS]
    known = (printed.LANE, printed.LANE_5) if chained else (printed.BUTTON_LANE,)
    fit = [each for each in known if {pixels_of(each)} == set(lanes)]
    if not fit:
        raise ValueError(f"expected lanes as long as printed ones on {board.name}, got {lanes}")
    faces = strip.segments["dice"].count // FACE_PIXELS
    base = printed.BASE if board.profile.on_a_pico else printed.BUTTON_BASE
    return {base: 1, printed.FACE: faces, fit[0]: chained.boards if chained else len(lanes)}
