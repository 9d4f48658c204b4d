"""A lane's tracks by formula. Ground and 5 V are planes: hardware/pcb/lane_board.py.

The front has short tracks, the rail for 3.3 V along the upper edge, and the data of the pixels.
The back has a bus: one straight line from each sensor to its register.
"""

import math
from collections.abc import Iterable

from hardware.drawing.registers import SENSOR_INPUTS
from hardware.pcb.copper import Copper, free_places
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import (
    EIGHT,
    GND,
    SENSOR_Y,
    U1_AT,
    U2_AT,
    UNDER,
    V3,
    V5,
    Lane,
)
from hardware.pcb.placing import BACK, FRONT, Pads
from minigam.board.profile_model import A_BOARD

SIGNAL, BRANCH, WIDE, RAIL = 0.25, 0.4, 0.6, 1.0
"""Widths of tracks in mm: lines, 3.3 V of a part, ground of a pixel, 3.3 V of all."""
RAIL_Y, RETURN_Y = 2.0, 29.0
"""Of the rail for 3.3 V, and of the last pixel's data on its way back to the plug."""
BRACKETS = {"CLOCK": (12.0, SIGNAL), "LOAD": (12.8, SIGNAL), V3: (14.2, RAIL)}
"""Where the lines from plug to plug are, one within the other, and their widths."""
OUT1, IN2 = U1_AT[0] + 4.9, U2_AT[0] - 4.7
"""Columns of vias beside U1's right pins and U2's left ones."""
LEFT1 = U1_AT[0] - 4.7
"""Beside U1's left pins."""
MAST_X = U1_AT[0] + 6.825
"""Of DATA_OUT, between the two columns of vias."""


def routes(pads: Pads, lane: Lane) -> Copper:
    """Every track and via but for the vias that join the two ground planes."""
    copper = Copper()
    _plugs(copper, pads)
    _supply(copper, pads, lane)
    _lines(copper, pads)
    _data(copper, pads)
    _ties(copper, pads, lane)
    for k in lane.places:
        _sensor(copper, pads, k)
        pixel(copper, pads, k, lane)
    pixel_ends(copper, pads, lane)
    return copper


def _plugs(copper: Copper, pads: Pads) -> None:
    for pin, net in (("5", "CLOCK"), ("3", "LOAD"), ("1", V3)):
        (x, width), one, two = BRACKETS[net], pads.at("J1", pin), pads.at("J2", pin)
        copper.track(net, FRONT, width, one, (x, one[1]), (x, two[1]), two)


def _supply(copper: Copper, pads: Pads, lane: Lane) -> None:
    """3.3 V along the edge, and down to the registers and their capacitors."""
    x, _ = BRACKETS[V3]
    end = pads.at(f"C{lane.count}", "1")[0]
    copper.track(V3, FRONT, RAIL, (x, pads.at("J1", "1")[1]), (x, RAIL_Y), (end, RAIL_Y))
    for chip, block in (("U1", "C17"), ("U2", "C18")):
        power, near = pads.at(chip, "16"), pads.at(block, "1")
        copper.track(V3, FRONT, BRANCH, (near[0], RAIL_Y), near, power)
        earth(copper, pads.at(block, "2"), 1.27, 0, BRANCH)
    bulk = pads.at("C19", "1")
    copper.track(V3, FRONT, WIDE, (bulk[0], RAIL_Y), bulk)
    earth(copper, pads.at("C19", "2"), 0, 1.5, WIDE)


def earth(copper: Copper, at: Point, dx: float, dy: float, width: float = SIGNAL) -> None:
    """A short track from a pad to a via into the ground planes."""
    end = shift(at, dx, dy)
    copper.track(GND, FRONT, width, at, end)
    copper.via(GND, end)


def _lines(copper: Copper, pads: Pads) -> None:
    """Load and clock: from the brackets on the back to U1, and on to U2."""
    for net, pin in (("LOAD", "1"), ("CLOCK", "2")):
        x, _ = BRACKETS[net]
        one, two = pads.at("U1", pin), pads.at("U2", pin)
        down = two[1] - one[1]
        copper.via(net, (x, one[1]), (LEFT1, one[1]), (IN2, two[1]))
        bend = (IN2 - down, one[1])
        copper.track(net, BACK, SIGNAL, (x, one[1]), bend, (IN2, two[1]))
        copper.track(net, FRONT, SIGNAL, (LEFT1, one[1]), one)
        copper.track(net, FRONT, SIGNAL, (IN2, two[1]), two)
    copper.track("LOAD", FRONT, SIGNAL, (LEFT1, pads.at("U1", "1")[1]), pads.at("R11", "1"))
    earth(copper, pads.at("R11", "2"), 0, -1.2)
    copper.track("CLOCK", FRONT, SIGNAL, (LEFT1, pads.at("U1", "2")[1]), pads.at("R12", "1"))
    earth(copper, pads.at("R12", "2"), 0, 2.6)


def _data(copper: Copper, pads: Pads) -> None:
    """From the next lane into U2, from U2 into U1, and from U1 to the lane before."""
    # DATA_IN, below everything else of the registers.
    entry, pull, plug = pads.at("U2", "10"), pads.at("R10", "1"), pads.at("J2", "2")
    x, low = entry[0] + 1.525, 28.4
    copper.track("DATA_IN", FRONT, SIGNAL, entry, (x, entry[1]), (x, pull[1]), pull)
    copper.via("DATA_IN", (x, entry[1]))
    bend = (plug[0] + plug[1] - low, low)
    copper.track("DATA_IN", BACK, SIGNAL, (x, entry[1]), (x, low), bend, plug)
    copper.track("DATA_IN", FRONT, SIGNAL, pull, pads.at("C22", "1"))
    earth(copper, pads.at("C22", "2"), 1.4, 0.4)
    # U2's output, through its resistor and past its capacitor.
    out, into = pads.at("U2", "9"), pads.at("U1", "10")
    near, far, delay = pads.at("R14", "2"), pads.at("R14", "1"), pads.at("C21", "1")
    copper.track("U2_QH", FRONT, SIGNAL, out, near)
    start = (delay[0], UNDER)
    copper.track("U1_SER", FRONT, SIGNAL, far, start, delay)
    earth(copper, pads.at("C21", "2"), -1.425, 0)
    copper.via("U1_SER", start, (OUT1, into[1]))
    bend = (OUT1 + UNDER - into[1], UNDER)
    copper.track("U1_SER", BACK, SIGNAL, start, bend, (OUT1, into[1]))
    copper.track("U1_SER", FRONT, SIGNAL, (OUT1, into[1]), into)
    # U1's output: up between the columns of vias, and above load and clock to the plug.
    copper.track("U1_QH", FRONT, SIGNAL, pads.at("U1", "9"), pads.at("R9", "2"))
    plug, top = pads.at("J1", "2"), (MAST_X, 13.4)
    copper.track("DATA_OUT", FRONT, SIGNAL, pads.at("R9", "1"), top)
    copper.via("DATA_OUT", top)
    bend = (plug[0] + top[1] - plug[1], top[1])
    copper.track("DATA_OUT", BACK, SIGNAL, top, bend, plug)


def _ties(copper: Copper, pads: Pads, lane: Lane) -> None:
    """Check bits, and the pins that hold the clock on: below the registers' bodies."""
    # U1: E and F at 3.3 V, G and H at ground, as is its clock inhibit.
    power, inhibit = pads.at("U1", "16"), pads.at("U1", "15")
    x = U1_AT[0] - 0.5
    copper.track(V3, FRONT, SIGNAL, power, (x, power[1]), (x, pads.at("U1", "4")[1]))
    for pin in "34":
        copper.track(V3, FRONT, SIGNAL, (x, pads.at("U1", pin)[1]), pads.at("U1", pin))
    x, last = U1_AT[0] + 1.0, pads.at("U1", "8")
    copper.track(GND, FRONT, SIGNAL, inhibit, (x, inhibit[1]), (x, last[1]), last)
    for pin in "56":
        copper.track(GND, FRONT, SIGNAL, (x, pads.at("U1", pin)[1]), pads.at("U1", pin))
    copper.via(GND, (x, last[1] - 1.27))
    # U2: D and C at 3.3 V, and on to the pull-up; B and A at ground.
    power, x = pads.at("U2", "16"), U2_AT[0] + 0.9
    copper.track(V3, FRONT, SIGNAL, power, (x, power[1]), (x, pads.at("U2", "13")[1]))
    for pin in ("14", "13"):
        copper.track(V3, FRONT, SIGNAL, (x, pads.at("U2", pin)[1]), pads.at("U2", pin))
    pull, tied = pads.at("R10", "2"), pads.at("U2", "13")
    copper.track(V3, FRONT, SIGNAL, tied, (pull[0], tied[1]), pull)
    earth(copper, pads.at("U2", "15"), 1.525, 0)
    x, last = U2_AT[0] - 0.7, pads.at("U2", "8")
    copper.track(GND, FRONT, SIGNAL, (x, pads.at("U2", "12")[1]), (x, last[1]), last)
    for pin in ("12", "11"):
        copper.track(GND, FRONT, SIGNAL, (x, pads.at("U2", pin)[1]), pads.at("U2", pin))
    copper.via(GND, (x, last[1] - 0.9))
    _spare(copper, pads, lane)


def _spare(copper: Copper, pads: Pads, lane: Lane) -> None:
    """Inputs without a place: to what is tied on U2, and from pin to pin."""
    spare = [pads.at(*SENSOR_INPUTS[k - 1]) for k in range(A_BOARD, lane.count, -1)]
    if spare:
        tied = (U2_AT[0] + 0.9, spare[0][1])
        copper.track(V3, FRONT, SIGNAL, tied, *spare)


def _sensor(copper: Copper, pads: Pads, k: int) -> None:
    net, (chip, pin) = f"S{k}", SENSOR_INPUTS[k - 1]
    out, pull, entry = pads.at(f"Q{k}", "2"), pads.at(f"R{k}", "2"), pads.at(chip, pin)
    corner = (out[0] - (out[1] - pull[1]), out[1])
    copper.track(net, FRONT, SIGNAL, pull, corner, out)
    near, far = (OUT1 if chip == "U1" else IN2, entry[1]), (out[0], entry[1])
    copper.via(net, near, far)
    copper.track(net, FRONT, SIGNAL, entry, near)
    copper.track(net, BACK, SIGNAL, near, far)
    copper.track(net, FRONT, SIGNAL, far, out)
    # Its supply, past its capacitor, and its ground.
    block, power = pads.at(f"C{k}", "1"), pads.at(f"Q{k}", "1")
    bend = (block[0], power[1] - abs(power[0] - block[0]))
    copper.track(V3, FRONT, BRANCH, (block[0], RAIL_Y), block, bend, power)
    high = pads.at(f"R{k}", "1")
    copper.track(V3, FRONT, BRANCH, (high[0], RAIL_Y), high)
    earth(copper, pads.at(f"Q{k}", "3"), 1.66, 0, BRANCH)
    earth(copper, pads.at(f"C{k}", "2"), 1.425, 0, BRANCH)


def pixel(copper: Copper, pads: Pads, k: int, lane: Lane = EIGHT) -> None:
    """A pixel's ground, and its data to the next pixel."""
    earth(copper, pads.at(f"D{k}", "3"), -1.65, 0, WIDE)
    earth(copper, pads.at(f"C{k + A_BOARD}", "2"), 1.425, 0, WIDE)
    if k < lane.count:
        out, into = pads.at(f"D{k}", "2"), pads.at(f"D{k + 1}", "4")
        down = into[0] - 3.05
        copper.track(f"LED{k}", FRONT, SIGNAL, out, (down, out[1]), (down, into[1]), into)


def pixel_ends(copper: Copper, pads: Pads, lane: Lane = EIGHT) -> None:
    """Into the first pixel, and from the last one back to the near end; the bulk capacitor."""
    plug, into = pads.at("J3", "1"), pads.at("D1", "4")
    left, low, down = 17.2, 30.5, into[0] - 3.05
    corners = [(left, plug[1]), (left, low), (down, low), (down, into[1])]
    copper.track("DIN", FRONT, SIGNAL, plug, *corners, into)
    last = f"LED{lane.count}"
    copper.track(last, FRONT, SIGNAL, pads.at(f"D{lane.count}", "2"), pads.at("R13", "1"))
    end, plug = pads.at("R13", "2"), pads.at("J4", "1")
    right = end[0] + 1.35
    copper.track("DOUT", FRONT, SIGNAL, end, (right, end[1]), (right, RETURN_Y), (24.0, RETURN_Y))
    copper.track("DOUT", FRONT, SIGNAL, (24.0, RETURN_Y), (24.0, plug[1]), plug)
    for dy in (-0.7, 0.7):
        earth(copper, shift(pads.at("C20", "2"), 0, dy), 1.6, 0, WIDE)


def stitches(copper: Copper, pads: Pads, keep: Iterable[Point], lane: Lane = EIGHT) -> list[Point]:
    """Vias that join the two ground planes wherever there is room, on a grid of 5.5 mm.

    `keep`: holes and marks that need room around them.
    """
    keep = tuple(keep)
    (left, top), (right, _) = lane.zone_5v[0], lane.zone_5v[2]

    def room(at: Point) -> bool:
        in_5v = left - 0.8 < at[0] < right + 0.8 and at[1] > top - 0.8
        return not in_5v and all(math.dist(at, hole) > 4 for hole in keep)

    rows = (5.0, 10.6, SENSOR_Y + 4.0, 23.9, 27.9, 36.5)
    columns = range(1, int(lane.length / 5.5))
    return free_places(copper, pads, ((i * 5.5, y) for y in rows for i in columns), room)


def finished(pads: Pads, lane: Lane) -> Copper:
    """Everything that is copper but for the planes."""
    copper = routes(pads, lane)
    copper.via(GND, *stitches(copper, pads, (*lane.holes, *lane.fiducials), lane))
    return copper


POURED = (GND, V5)
"""The nets that planes join."""
