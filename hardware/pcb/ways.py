"""Three ways to build a board: what each costs, how long it takes, and what is soldered by hand.

A board whose lanes have eight places can have them all as printed boards. The larger boards have
printed boards for the supply, the Pico and the dice, and their chain on stripboard.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from hardware.drawing.bill import played_with, total_cents
from hardware.drawing.boards import Board, board_named, sheets
from hardware.drawing.branches import FACE as FACE_PIXELS
from hardware.drawing.branches import branches
from hardware.drawing.chain import LINES
from hardware.drawing.ends import PIXEL_WIRES, ends_on_stripboard, times
from hardware.drawing.felt import felt
from hardware.drawing.inputs import is_control, is_sensor
from hardware.drawing.items import CRIMP_TOOL, LANE_PIXEL, ROUND_PIXEL
from hardware.drawing.strip import EXTRAS
from hardware.drawing.tables import table
from hardware.drawing.wiring import Part, Sheet, items_of
from hardware.pcb import boards as printed
from hardware.pcb import orders
from hardware.pcb.cables import cables_of
from hardware.pcb.kit import Kit, lane_of
from hardware.pcb.pins import I2C_PLUG
from hardware.pcb.prices import assembling_cents, bare_cents, joints, parts_cents
from minigam.board.profile_model import A_BOARD

ON_A_BASE = re.compile(r"A1|U\d+|F\d+|R\d+|C\d+|X2")
"""The parts of the sheets that a base board has."""
AN_END_CENTS = 10
"""A contact, and its part of a housing."""
PAIR = 2 * 2
"""The ends of a pair of wires."""
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
    kit, ends = boards_of(board), ends_with_printed(board)
    in_holes = sum(count * joints(each, drilled=True) for each, count in kit.items())
    every = sum(count * joints(each) for each, count in kit.items())
    yield Effort(Way.ASSEMBLED, _cents(board, kit, assembled=True), ends, in_holes)
    yield Effort(Way.SOLDERED, _cents(board, kit, assembled=False), ends, every)
    yield Effort(Way.STRIPBOARD, total_cents(board), ends_on_stripboard(board), 0)


def _cents(board: Board, kit: Kit, *, assembled: bool) -> int:
    """All that is ordered for printed boards."""
    if lane_of(kit):
        return orders.total_cents(board, kit, assembled=assembled)
    bare = sum(count * (bare_cents(each) + parts_cents(each)) for each, count in kit.items())
    assembling = sum(assembling_cents(each, count) for each, count in kit.items())
    return _rest_cents(board) + bare + (assembling if assembled else 0)


def boards_of(board: Board) -> Mapping[printed.Board, int]:
    """The printed boards of a board, and how many of each."""
    on_a_pico, lanes = board.profile.on_a_pico, len(_lanes(board))
    found = {printed.BASE if on_a_pico else printed.BUTTON_BASE: 1, printed.FACE: _faces(board)}
    if has_printed_lanes(board):
        found[printed.LANE if on_a_pico else printed.BUTTON_LANE] = lanes
    return found


def has_printed_lanes(board: Board) -> bool:
    """Whether all lanes have as many places and pixels as a printed one."""
    sensors, counts = board.profile.sensors, set(_lanes(board).values())
    if sensors is not None:
        counts |= {len(places) for places in sensors.places.values()}
    return counts == {A_BOARD}


def ends_with_printed(board: Board) -> int:
    """The ends of all cables, and of what stays on stripboard.

    >>> from hardware.drawing.boards import board_named
    >>> ends_with_printed(board_named("quarter-hall"))
    248
    """
    kit = boards_of(board)
    if lane_of(kit):
        return cables_of(board, kit).ends
    return _cable_ends(board) + _ends_of_lanes(board)


def _cable_ends(board: Board) -> int:
    """From the base board to all else."""
    profile = board.profile
    ends = PAIR * (1 + _faces(board))  # the supply's, and the data of each face
    ends += sum(PAIR * _pairs(board, branch.names) for branch in branches(profile.strip))
    ends += PAIR * len(profile.inputs)
    ends += 2 * sum(is_sensor(name, board.touched) for name in profile.inputs)
    if profile.on_a_pico:
        ends += 2 * len(I2C_PLUG.pins)  # to the meter
    if has_printed_lanes(board):
        ends += PAIR * len(_lanes(board))
        if chained := felt(profile):
            ends += 2 * len(LINES) * chained.boards
    return ends


def _ends_of_lanes(board: Board) -> int:
    """What stays to be soldered: the lights of the turn, and lanes that are no printed boards."""
    ends = 2 * PIXEL_WIRES * board.profile.strip.segments["turn"].count
    if has_printed_lanes(board):
        return ends
    on_sheets = [sheet for sheet in sheets(board) if _is_of_the_chain(sheet)]
    ends += sum(2 * len(sheet.wires) * times(sheet, board) for sheet in on_sheets)
    return ends + 2 * PIXEL_WIRES * len(_lanes(board))


def _is_of_the_chain(sheet: Sheet) -> bool:
    return sheet.name == "register" or sheet.name.startswith(("chain", "sensors"))


def _pairs(board: Board, names: tuple[str, ...]) -> int:
    """Pairs of wires for 5 V of a branch: one from its fuse, and one to each of several boards."""
    fed = sum(name not in EXTRAS for name in names) if has_printed_lanes(board) else 1
    fed += _faces(board) if "dice" in names else 0
    return 1 if fed == 1 else 1 + fed


def _lanes(board: Board) -> dict[str, int]:
    """The pixels of each lane."""
    segments = board.profile.strip.segments
    return {name: segment.count for name, segment in segments.items() if name not in EXTRAS}


def _faces(board: Board) -> int:
    return board.profile.strip.segments["dice"].count // FACE_PIXELS


def _rest_cents(board: Board) -> int:
    """All that printed boards do not replace, with contacts and housings for their cables."""
    found = items_of([replace(sheet, parts=_kept(board, sheet)) for sheet in sheets(board)])
    found = Counter({item: item.pieces(count) for item, count in found.items()})
    found[ROUND_PIXEL] -= FACE_PIXELS * _faces(board)
    if has_printed_lanes(board):
        del found[LANE_PIXEL]
    found += played_with(board) + Counter([CRIMP_TOOL])
    contacts = AN_END_CENTS * _cable_ends(board)
    return contacts + sum(count * item.cents for item, count in found.items())


def _kept(board: Board, sheet: Sheet) -> tuple[Part, ...]:
    return tuple(part for part in sheet.parts if not _is_replaced(board, part.name))


def _is_replaced(board: Board, name: str) -> bool:
    if ON_A_BASE.fullmatch(name):
        return True
    is_lane = re.fullmatch(r"B\d+", name) or "/" in name
    is_zone = name in board.profile.inputs and not is_control(name)
    return has_printed_lanes(board) and bool(is_lane or is_zone)
