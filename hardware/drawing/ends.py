"""How many ends of wires one makes by hand: each is stripped and soldered, screwed or crimped."""

from hardware.drawing.boards import Board, sheets
from hardware.drawing.branches import branches
from hardware.drawing.felt import felt
from hardware.drawing.strip import EXTRAS
from hardware.drawing.wiring import Sheet

PIXEL_WIRES = 3
"""5 V, data and ground lead from lane to lane, and from single pixel to single pixel."""


def ends_on_stripboard(board: Board) -> int:
    """Of a board without printed circuit boards: every line on its sheets has two ends.

    >>> from hardware.drawing.boards import board_named
    >>> ends_on_stripboard(board_named("quarter-buttons"))
    644
    """
    on_sheets = sum(2 * len(sheet.wires) * times(sheet, board) for sheet in sheets(board))
    return on_sheets + ends_of_strip(board)


def ends_of_strip(board: Board) -> int:
    """Between its lanes and single pixels."""
    segments = board.profile.strip.segments
    single = sum(segments[name].count for name in EXTRAS if name in segments)
    lanes = sum(name not in EXTRAS for name in segments)
    return 2 * PIXEL_WIRES * (lanes + single - 1)


def times(sheet: Sheet, board: Board) -> int:
    """How often a board has what a sheet shows; a block's inside, once for each block."""
    profile = board.profile
    chained = felt(profile)
    counts = {
        "": 1,
        "A1": len(profile.inputs),
        "U1": 1,
        "electronic fuses": len(branches(profile.strip)),
        "register boards": chained.boards if chained else 0,
    }
    return counts[sheet.inside_of]
