"""A face of the dice: its pixels lie in the window's wells, in the order of the software."""

import math

import pytest

from hardware.drawing.boards import boards
from hardware.drawing.branches import FACE as FACE_OF_A_BRANCH
from hardware.drawing.branches import TRIP_MA, branches
from hardware.pcb.boards import BUTTON_LANE, FACE, LANE, Board
from hardware.pcb.face import (
    HOLES,
    MIDDLE,
    PITCH,
    PIXELS,
    PLUGS_Y,
    SIZE,
    SPOTS,
    parts,
)
from hardware.pcb.lane import GND, V5
from hardware.pcb.placing import nets_of
from minigam.board.lighting import FACE_PIXELS, PIPS
from tests.hardware.pcb.parameters import parameter, window_pixels

PARTS = {part.ref: part for part in parts()}
NETS = {(ref, pin): net for net, pins in nets_of(parts()).items() for ref, pin in pins}
MOST_VOLTS, FUSE_SECONDS = 5.25, 5e-3
"""The supply and 5 %; how long a TPS2553-1 limits its current at least (its data sheet)."""


def test_pixels_are_those_of_the_window() -> None:
    assert parameter("pixel_pitch") == PITCH
    assert [(across, -down) for across, down in SPOTS] == window_pixels()
    for k, (across, up) in enumerate(window_pixels(), 1):
        there = (22.0 + 14 * across, 28.0 - 14 * up)
        assert math.dist(PARTS[f"D{k}"].at, there) < 1e-6
    assert len(PIXELS) == FACE_PIXELS == FACE_OF_A_BRANCH


def test_a_value_looks_the_same_from_both_sides_of_the_table() -> None:
    for value, pips in PIPS.items():
        shown = {SPOTS[pip] for pip in pips}
        assert len(shown) == value
        assert shown == {(-across, -down) for across, down in shown}
    assert {SPOTS[pip] for pip in PIPS[6]} == {(x, y) for x in (-1, 1) for y in (-1, 0, 1)}


def test_a_face_has_the_screws_of_the_window_and_of_the_wood() -> None:
    across, along = parameter("face_screw_across"), parameter("face_screw_along")
    steps = {(round(x - MIDDLE[0], 6), round(y - MIDDLE[1], 6)) for x, y in HOLES}
    assert steps == {(i * across, j * along) for i in (-1, 1) for j in (-1, 1)}
    assert pytest.approx(PLUGS_Y - MIDDLE[1]) == parameter("pocket_away")


def test_faces_side_by_side_do_not_touch_nor_cover_the_lights_of_the_turn() -> None:
    assert parameter("face_pitch") > SIZE[0]
    between = parameter("face_pitch") + parameter("turn_gap") - SIZE[0]
    assert between >= parameter("pixel_diameter")


def test_data_goes_from_plug_to_plug_through_all_pixels() -> None:
    net = NETS["J1", "1"]
    for k in PIXELS:
        assert NETS[f"D{k}", "4"] == net
        net = NETS[f"D{k}", "2"]
    assert (NETS["R1", "1"], NETS["R1", "2"]) == (net, NETS["J2", "1"])
    assert PARTS["R1"].kind.value == "330R"  # as on the sheets, from branch to branch
    assert PARTS["D4"].nets == {"1": V5, "2": "LED4", "3": GND, "4": "LED3"}
    assert PARTS["J3"].nets == {"1": V5, "2": GND}
    assert PARTS["C8"].nets == {"1": V5, "2": GND}


def test_every_board_has_whole_faces() -> None:
    counts = {board.name: board.profile.strip.segments["dice"].count for board in boards()}
    assert {name: divmod(count, FACE_PIXELS) for name, count in counts.items()} == {
        **dict.fromkeys(("quarter-buttons", "quarter-hall-tap", "quarter-hall"), (2, 0)),
        **dict.fromkeys(("full-24-hall", "dice-16-hall"), (4, 0)),
    }


def test_a_branch_of_faces_is_charged_before_its_fuse_switches_off() -> None:
    """As if a branch had only faces, which have the fewest pixels for their capacitor."""
    of_face = farads(FACE)
    assert of_face > 100e-6
    assert abs(farads(LANE) - of_face) < 1e-6
    assert abs(farads(BUTTON_LANE) - of_face) < 1e-6
    in_fuse = 470e-6
    for board in boards():
        for branch in branches(board.profile.strip):
            faces = -(-branch.pixels // FACE_PIXELS)
            charge = (in_fuse + faces * of_face) * MOST_VOLTS
            assert charge / (TRIP_MA[0] / 1000) < 0.6 * FUSE_SECONDS


def farads(board: Board) -> float:
    """Of the capacitors at 5 V."""
    values = {"100n": 100e-9, "100u 6.3V": 100e-6}
    found = [part for part in board.design.parts if part.ref[0] == "C"]
    return sum(values[part.kind.value] for part in found if V5 in part.nets.values())
