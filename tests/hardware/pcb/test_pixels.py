"""How the pixels lie on each board: what the page says of their cut corner."""

import pytest

from hardware.pcb.boards import BOARDS, FACE, Board
from hardware.pcb.kinds import PIXEL
from hardware.pcb.placing import pads_of

CUT = "3"
"""The pin at the cut corner (Worldsemi WS2812B data sheet, mechanical dimensions)."""
LIT = [board for board in BOARDS if any(part.kind == PIXEL for part in board.design.parts)]


@pytest.mark.parametrize("board", LIT, ids=lambda board: board.name)
def test_the_cut_corner_of_every_pixel_points_where_the_page_says(board: Board) -> None:
    """On lanes to the player's end and to the sensors, on faces to the lower right; y goes down."""
    pixels = [part for part in board.design.parts if part.kind == PIXEL]
    pads = pads_of(pixels)
    for part in pixels:
        (x, y), (pad_x, pad_y) = part.at, pads.at(part.ref, CUT)
        right, down = pad_x > x, pad_y > y
        assert (right, down) == ((True, True) if board == FACE else (False, False))


def test_the_cut_corner_is_at_ground() -> None:
    assert PIXEL.pins.pins[CUT] == "VSS"
