"""No copper of the supply is narrower than its current needs, on both base boards and lanes.

Widths are those of IPC-2221 for an outer layer of 35 µm that gets 10 K warmer: with I in A and the
cross-section A in square mils, I = 0.048 * 10^0.44 * A^0.725. So 4 A need 2.03 mm.
"""

from dataclasses import replace

import pytest

from hardware.drawing.branches import TRIP_MA
from hardware.pcb.base import SUPPLY
from hardware.pcb.blocks import GND, INPUT, V3, V5
from hardware.pcb.boards import BASE, BOARDS, BUTTON_BASE, Board
from hardware.pcb.placing import BACK
from minigam.board.profile import load_profile
from tests.hardware.pcb.discs import GAP, STEP, Disc, needed_mm, reach

each_base = pytest.mark.parametrize("board", [BASE, BUTTON_BASE], ids=lambda board: board.name)
ALL_MM = needed_mm(load_profile("quarter-hall").strip.budget.total_ma / 1000)
"""For all current that a strip may draw."""
TO_PAD = Disc(ALL_MM, gap=GAP)
TO_SPOKES = replace(TO_PAD, nearly=GAP + ALL_MM / 2 + STEP)
"""Up to the spokes of a pad that carries a branch's current alone."""


def test_the_formula_gives_the_widths_of_its_chart() -> None:
    assert needed_mm(1.0) == pytest.approx(0.30, abs=0.01)
    assert needed_mm(4.0) == pytest.approx(2.03, abs=0.01)
    assert needed_mm(0.5) == pytest.approx(0.12, abs=0.01)


def branches_of(board: Board) -> list[int]:
    nets = (plane.net for plane in board.design.planes)
    return [int(net.removeprefix("FEED")) for net in nets if net.startswith("FEED")]


@each_base
def test_a_branch_gets_its_current_through_wide_copper(board: Board) -> None:
    """From the fuse to the capacitor and the plug, 1.5 mm wide at least."""
    assert needed_mm(TRIP_MA[1] / 1000) < 1.5
    for n in branches_of(board):
        reached = reach(board.design, f"FEED{n}", Disc(1.5), (f"F{n}", "6"))
        assert {(f"F{n}", "6"), (f"C3{n}", "1"), (f"J3{n}", "1")} <= reached, n


@each_base
def test_each_fuse_gets_its_current_from_the_plane(board: Board) -> None:
    """From the capacitor at X1, as wide as the most that a branch can draw needs."""
    disc = Disc(needed_mm(TRIP_MA[1] / 1000))
    reached = reach(board.design, V5, disc, ("C1", "1"))
    assert {(f"F{n}", "1") for n in branches_of(board)} <= reached


@each_base
def test_all_current_gets_from_the_terminal_to_the_5_v_plane_through_wide_copper(
    board: Board,
) -> None:
    """From J1 through the transistor, and through the shunt where there is one, to the fuses."""
    assert ("Q1", "5") in reach(board.design, INPUT, TO_PAD, ("J1", "1"))
    start = ("Q1", "2")
    if board is BASE:
        assert ("R8", "1") in reach(board.design, SUPPLY, TO_PAD, start)
        start = ("R8", "2")
    reached = reach(board.design, V5, TO_SPOKES, start)
    assert {(f"F{n}", "1") for n in branches_of(board)} <= reached


@each_base
def test_all_current_returns_to_the_terminal_through_wide_copper(board: Board) -> None:
    """From next to each plug, on the back alone."""
    back = replace(TO_SPOKES, layer=BACK)
    plugs = {(f"J3{n}", "2") for n in branches_of(board)}
    assert plugs <= reach(board.design, GND, back, ("J1", "2"))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_no_track_of_5_v_or_3_3_v_is_too_narrow_for_a_lanes_current(board: Board) -> None:
    """Half an ampere: more than the pixels of a lane, or all sensors of a chain, draw."""
    tracks = [track for track in board.design.copper.tracks if track.net in (V3, V5)]
    assert tracks
    assert min(track.width for track in tracks) >= needed_mm(0.5)
