"""The lane with a button: wired as the sheets of both boards whose places are tapped."""

import math
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.drawing.boards import Board, board_named
from hardware.drawing.inputs import FILTERS, inputs, is_control
from hardware.drawing.strip import EXTRAS
from hardware.drawing.wiring import End
from hardware.pcb import lane
from hardware.pcb.button_lane import BUTTON_AT, SPOT_AT, parts
from hardware.pcb.lane import LENGTH, PLACES, SENSOR_Y, WIDTH, place
from hardware.pcb.pins import DRV5032_DBZ, DRV5032_LPG, TOUCH_PLUG
from hardware.pcb.placing import Part, nets_of
from tests.hardware.pcb.parameters import parameter

PARTS = {part.ref: part for part in parts()}
TAPPED = ("J1", "SW1", "Q1", "C1")
"""What the lane has besides its pixels."""
BUTTONS, SPOTS = board_named("quarter-buttons"), board_named("quarter-hall-tap")
boards_that_are_tapped = pytest.mark.parametrize("board", [BUTTONS, SPOTS], ids=lambda b: b.name)
CHECKER, BUTTON_BODY = parameter("checker_diameter") / 2, 6.0
"""Half of what they measure, in mm: an Omron B3F-4055 is 12 mm wide."""
Pins = frozenset[End]


def lanes(board: Board) -> list[str]:
    return [zone for zone in board.profile.strip.segments if zone not in EXTRAS]


def wanted(board: Board, zone: str) -> set[Pins]:
    """The nets of an input's cable on its sheet, by pins of the lane."""
    number = list(board.profile.inputs).index(zone) + 1
    nets: dict[End, set[End]] = {}
    for wire in inputs(board.profile, board.touched).wires:
        if wire.end[0] == zone:
            assert wire.start[0] == FILTERS
            function = wire.start[1].removesuffix(str(number)).replace("VCC", "3V3")
            plug = ("J1", TOUCH_PLUG.number(function))
            nets.setdefault(plug, {plug}).add(_pin(wire.end[1], sensor=board is SPOTS))
    return set(map(frozenset, nets.values()))


def _pin(pin: str, sensor: bool) -> End:
    """A spot's pin: a sensor's in its other package, or a button's."""
    return ("Q1", DRV5032_DBZ.number(DRV5032_LPG.pins[pin])) if sensor else ("SW1", pin)


def compared(placed: list[Part], *refs: str) -> set[Pins]:
    """The nets between some parts."""
    found = nets_of(part for part in placed if part.ref in refs).values()
    return {frozenset(pins) for pins in found if len(pins) > 1}


def test_the_plug_leads_to_the_button_and_the_sensor_as_on_the_sheets() -> None:
    for zone in lanes(BUTTONS):
        assert compared([*parts()], "J1", "SW1") == wanted(BUTTONS, zone)
    for zone in lanes(SPOTS):
        assert compared([*parts()], "J1", "Q1") == wanted(SPOTS, zone)


@pytest.mark.parametrize("ref", ["J1", "Q1"])
def test_two_pins_exchanged_in_a_pin_table_are_found(ref: str) -> None:
    part = PARTS[ref]
    for one, other in combinations(part.kind.pins.pins, 2):
        pins = part.kind.pins.pins
        pins = {**pins, one: pins[other], other: pins[one]}
        kind = replace(part.kind, pins=replace(part.kind.pins, pins=pins))
        wrong = [replace(part, kind=kind) if p.ref == ref else p for p in parts()]
        assert compared(wrong, "J1", "Q1") != wanted(SPOTS, "point-1")


def test_the_sensor_has_its_capacitor_and_the_pins_that_were_looked_up_by_hand() -> None:
    """In the data sheet of the DRV5032 (DBZ package)."""
    assert PARTS["Q1"].nets == {"1": "+3V3", "2": "TOUCH", "3": "GND"}
    assert PARTS["C1"].nets == {"1": "+3V3", "2": "GND"}


def test_all_else_is_that_of_the_felt_boards_lane() -> None:
    felt = {part.ref: part for part in lane.parts()}
    assert {ref: felt[ref] for ref in PARTS if ref not in TAPPED} == {
        ref: part for ref, part in PARTS.items() if ref not in TAPPED
    }
    pixels = {ref for k in PLACES for ref in (f"D{k}", f"C{k + 8}")}
    assert PARTS.keys() - set(TAPPED) == pixels | {"J3", "J4", "J5", "R13", "C20"}


@boards_that_are_tapped
def test_every_lane_of_the_board_has_one_input_and_eight_pixels(board: Board) -> None:
    profile = board.profile
    zones = {name for name in profile.inputs if not is_control(name)}
    assert zones == set(lanes(board))
    assert {profile.strip.segments[zone].count for zone in zones} == {len(PLACES)}


def test_a_checker_at_its_place_is_off_the_spot_and_the_button() -> None:
    """Of this lane, and of both beside it. 30 mm: docs/building.md."""
    across = parameter("pitch_across")
    for x, y in ((place(k), SENSOR_Y + n * across) for k in PLACES for n in (-1, 0, 1)):
        assert math.dist((x, y), SPOT_AT) >= 30
        assert math.dist((x, y), BUTTON_AT) > CHECKER + BUTTON_BODY
    assert place(1) - BUTTON_AT[0] < parameter("pitch_along")
    assert all(0 < x < LENGTH and 0 < y < WIDTH for x, y in (SPOT_AT, BUTTON_AT))


def test_the_button_is_placed_by_its_middle() -> None:
    pads = PARTS["SW1"].kind.footprint.pads.values()
    xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
    assert ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) == (6.25, 2.5)
    x, y = PARTS["SW1"].at  # turned by a quarter: its length goes up
    assert (x + 2.5, y - 6.25) == BUTTON_AT
    assert PARTS["SW1"].turn == 90
