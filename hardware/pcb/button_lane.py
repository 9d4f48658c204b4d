"""A lane of a board with buttons or touch spots as data: eight pixels, and what is tapped.

It is as large as the lane of the felt board (hardware/pcb/lane.py) and has the same pixels and
plugs for them, under the same names. It has no registers and no sensors below the checkers. At its
near end is what a player taps: a push button, in line with the checkers, whose body stands in a
hole of the wood, and a hall switch for a checker that is held to its spot, in line with the pixels.
Both pull the same line down, and either may be left out. The spot is 30 mm from every place of a
checker, since a checker that stays there reads as a button held down. No screw is near them: the
first one is between the first two places. The field (hardware/drawing/field.py) has its holes and
dishes where they are here.

J1 leads to the input's filter, which stays near the computer (`filter` in hardware/drawing/
inputs.py), with the pull-up that the line needs.
"""

from hardware.pcb import kinds
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import (
    GND,
    PIXEL_Y,
    PLACES,
    SENSOR_Y,
    V3,
    ceramic,
    data_end,
    pixel,
    pixel_bulk,
    pixel_plugs,
)
from hardware.pcb.lane import HOLES as LANE_HOLES
from hardware.pcb.placing import Part

NAME, REVISION, TITLE = "button-lane", "B", "Lane of eight pixels with a button"
TOUCH = "TOUCH"
BUTTON_AT, SPOT_AT = (6.5, SENSOR_Y), (6.5, PIXEL_Y)
"""The middles of the button and of the touch spot."""
HOLES: tuple[Point, ...] = ((46.0, 9.0), *LANE_HOLES[1:])
FIDUCIALS: tuple[Point, ...] = ((30.0, 14.0), (285.5, 4.5), (285.5, 35.1))


def parts() -> tuple[Part, ...]:
    """Every part that is bought."""
    touch = {"3V3": V3, "IN": TOUCH, "GND": GND}
    return (
        Part("J1", kinds.TOUCH_PLUG, touch, (11.0, 23.5), 270, back=True),
        *pixel_plugs(),
        Part("SW1", kinds.BUTTON, {"1": TOUCH, "2": GND}, _button(), 90, label=(8.0, -14.5)),
        Part("Q1", kinds.SENSOR, {"VCC": V3, "OUT": TOUCH, "GND": GND}, SPOT_AT, label=(0, 2.5)),
        ceramic("C1", V3, shift(SPOT_AT, 0, -3.2), (0, -1.5)),
        *(part for k in PLACES for part in pixel(k)),
        data_end(),
        pixel_bulk(),
    )


def _button() -> Point:
    """Its first pin, with which it is placed."""
    return shift(BUTTON_AT, -2.5, 6.25)
