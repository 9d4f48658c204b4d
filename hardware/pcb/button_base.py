"""The base board of boards with buttons or touch spots as data. It is plugged onto a Pi's header.

The socket is on its back, at the lower edge: the board reaches away from the Pi, beyond the edge
that has the header, and its right end is that of a HAT, clear of the sockets for USB and network.
Pins 2 and 4 of the header are joined to nothing. x runs to the right and y down, in mm.
"""

from hardware.drawing.branches import branches
from hardware.drawing.computers import power_3v3
from hardware.drawing.inputs import is_control
from hardware.drawing.lights import lights
from hardware.pcb import kinds
from hardware.pcb.blocks import (
    DATA_3V3,
    DATA_OUT,
    GND,
    INPUT,
    V3,
    V5,
    damper_block,
    filter_block,
    fuse_block,
    guard_block,
    shifter_block,
    small,
)
from hardware.pcb.bought import kind_on
from hardware.pcb.geometry import Point
from hardware.pcb.grid import STEP
from hardware.pcb.placing import Part
from minigam.board.header import GROUND, PI
from minigam.board.profile import load_profile

NAME, REVISION, TITLE = "button-base", "A", "Base board for a Pi's header"
SIZE, CORNER = (122.0, 82.0), 3.0
PROFILES = ("quarter-buttons", "quarter-hall-tap")
"""It fits both: the second one extends the first one."""
PIN_1: Point = (206 * STEP, 248 * STEP)
PI_LEFT, HEADER_Y = PIN_1[0] - 8.37, PIN_1[1] - 1.27
"""Of the Pi's left edge, and of the line between the header's rows."""
HOLES: tuple[Point, ...] = (
    *((3.5, 13.6), (118.5, 13.6), (3.5, 78.5)),
    *((PI_LEFT + 3.5, HEADER_Y), (PI_LEFT + 61.5, HEADER_Y)),
)
"""The last two are those of the Pi (Raspberry Pi, HAT design guide, mechanical specification)."""
FIDUCIALS: tuple[Point, ...] = ((4.0, 29.0), (4.0, 50.0), (112.0, 68.0))
FIRST_FEED, PITCH, FUSE_Y = 11.1125, 11.7475, 56.0
ZONE_5V: tuple[Point, ...] = (
    *((17.8, 34.4), (24.2, 34.4), (24.2, 40.0), (18.6, 40.0), (18.6, 45.4), (24.0, 45.4)),
    *((24.0, 46.5), (56.0, 46.5), (56.0, 55.7), (7.0, 55.7), (7.0, 46.5), (10.5, 46.5)),
    *((10.5, 39.4), (17.8, 39.4)),
)
ZONE_INPUT: tuple[Point, ...] = (
    *((3.0, 32.9), (17.4, 32.9), (17.4, 38.3), (10.5, 38.3), (10.5, 37.6), (3.0, 37.6)),
)
PLUG_X, PLUG_Y, PLUG_PITCH = 4.5, 6.0, 11.8
"""Of the first zone's plug."""
CONTROLS_X, CONTROLS_Y = 116.5, (30.0, 42.0, 54.0)
CONTROL_FILTERS_X, CONTROL_FILTERS_Y = (84.0, 94.0, 104.0), 38.0


def feed_x(number: int) -> float:
    """The x of a fuse, from 1."""
    return FIRST_FEED + (number - 1) * PITCH


def feeds() -> int:
    """How many branches the strip has."""
    return len(branches(load_profile(PROFILES[0]).strip))


def parts() -> tuple[Part, ...]:
    """Every part that is bought."""
    profile = load_profile(PROFILES[0])
    supply = {"+": INPUT, "-": GND}
    found = [
        Part("J1", kinds.SUPPLY_TERMINAL, supply, (6.0, 35.0), 270),
        Part("J4", kinds.PI_HEADER, functions(), PIN_1, 270, back=True),
        *guard_block(V5, (16.0, 35.6), 180, ((18.4, 31.6), 0), ((22.3, 44.6), 90)),
        *damper_block(profile, (22.5, 36.5), (17.4, 43.6)),
        *shifter_block(profile, (71.0, 56.0)),
        Part("J2", kinds.DATA_PLUG, {"DATA": DATA_OUT, "GND": GND}, (CONTROLS_X, 66.0), 90),
        small("R3", kind_on(lights(profile), "R3"), (DATA_OUT, GND), (94.0, 64.0), 0, (-3.0, 0)),
    ]
    zones = [name for name in profile.inputs if not is_control(name)]
    for number, name in enumerate(profile.inputs, 1):
        if name in zones:
            x = PLUG_X + zones.index(name) * PLUG_PITCH
            plug = {"3V3": f"{name}_3V3", "IN": f"{name}_IN", "GND": GND}
            found.append(Part(f"J{10 + number}", kinds.TOUCH_PLUG, plug, (x, PLUG_Y)))
            found += filter_block(number, name, (x + 2.5, 20.6), upward=True)
            high = (V3, plug["3V3"])
            found.append(small(f"R{80 + number}", kinds.R47, high, (x + 3.3, 13.4), 90, (1.8, 1.4)))
        else:
            at = number - len(zones) - 1
            plug = {"IN": f"{name}_IN", "GND": GND}
            place = (CONTROLS_X, CONTROLS_Y[at])
            found.append(Part(f"J{10 + number}", kinds.BUTTON_PLUG, plug, place, 90))
            middle = (CONTROL_FILTERS_X[at], CONTROL_FILTERS_Y)
            found += filter_block(number, name, middle, upward=True)
    for number in range(1, feeds() + 1):
        found += fuse_block(number, (feed_x(number), FUSE_Y))
    return tuple(found)


def functions() -> dict[str, str]:
    """The net of each pin of the header that is used, by its function."""
    profile, table = load_profile(PROFILES[0]), kinds.PI_HEADER.pins
    first = PI.pin(next(iter(profile.inputs.values())))
    nets = {PI.pin(gpio): name for name, gpio in profile.inputs.items()}
    nets |= {PI.pin(profile.strip.gpio): DATA_3V3, int(power_3v3(profile, str(first))): V3}
    nets |= {pin: GND for pin, label in enumerate(PI.labels, 1) if label == GROUND}
    return {table.pins[str(pin)]: net for pin, net in nets.items()}
