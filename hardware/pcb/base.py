"""The base board as data: a Pico, the strip's supply with a fuse for each branch, and all plugs.

For every board that senses its checkers. The Pico hangs on the Pi's USB: no copper leads from the
strip's 5 V to it, nor to the Pi. x runs to the right and y down, in mm from a corner.
"""

from hardware.drawing.chain import LINES, chain
from hardware.drawing.felt import Felt, felt
from hardware.drawing.items import C100N, METER, SHUNT
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
from hardware.pcb.bought import KINDS, kind_on
from hardware.pcb.geometry import Point
from hardware.pcb.grid import STEP
from hardware.pcb.pins import PinTable
from hardware.pcb.placing import Part
from minigam.board.header import GROUND, PICO
from minigam.board.profile import load_profile

NAME, REVISION, TITLE = "base", "A", "Base board for a Pico"
SIZE, CORNER = (106.0, 80.0), 3.0
PROFILES = ("quarter-hall", "full-24-hall", "dice-16-hall")
"""It fits each of them: they have the same pins."""
FEEDS = 8
"""As many as the board with the most branches has."""
SUPPLY, PI_3V3, METER_3V3, SDA, SCL = "SUPPLY", "PI_3V3", "METER_3V3", "SDA", "SCL"
"""5 V between transistor and meter, and the lines of the Pi, which supplies the meter."""
CHAIN_3V3 = "CHAIN_3V3"
"""What leaves the board, behind a fuse that resets itself."""
HOLES: tuple[Point, ...] = ((3.5, 3.5), (102.5, 3.5), (3.5, 76.5), (102.5, 76.5))
FIDUCIALS: tuple[Point, ...] = ((4.0, 48.0), (102.0, 49.0), (61.0, 13.0))
FIRST_FEED, PITCH, FUSE_Y = 32 * STEP, 37 * STEP, 54.5
"""Of the first fuse, and from fuse to fuse."""
SOCKET_X, SOCKET_Y, ROWS = 26 * STEP, 82 * STEP, 17.78
"""Of the Pico's pin 1; its USB socket is at the left, its pin 40 above pin 1."""
ZONE_5V: tuple[Point, ...] = (
    *((8.0, 45.0), (86.5, 45.0), (86.5, 42.0), (96.2, 42.0), (96.2, 45.0)),
    *((99.0, 45.0), (99.0, 54.2), (8.0, 54.2)),
)
ZONE_SUPPLY: tuple[Point, ...] = (
    *((82.9, 32.8), (86.6, 32.8), (86.6, 33.6), (90.9, 33.6)),
    *((90.9, 37.6), (85.4, 37.6), (85.4, 35.6), (82.9, 35.6)),
)
ZONE_INPUT: tuple[Point, ...] = (
    *((87.2, 27.2), (96.4, 27.2), (96.4, 34.0), (102.0, 34.0)),
    *((102.0, 38.2), (93.6, 38.2), (93.6, 33.2), (87.2, 33.2)),
)
BUTTONS_X, BUTTONS_Y = (62.8, 73.0, 83.2), 6.0
FILTERS_X, FILTERS_Y = (36.0, 46.0, 56.0), 30.8


def feed_x(number: int) -> float:
    """The x of a fuse, from 1."""
    return FIRST_FEED + (number - 1) * PITCH


def parts() -> tuple[Part, ...]:
    """Every part that is bought."""
    profile = load_profile(PROFILES[0])
    found = [*_pico(), *_supply(), *_chain(), *shifter_block(profile, (70.0, 24.0))]
    found += damper_block(profile, (94.75, 45.5), (65.3, 51.2))
    for number, name in enumerate(profile.inputs, 1):
        found += filter_block(number, name, (FILTERS_X[number - 1], FILTERS_Y))
        plug = {"IN": f"{name}_IN", "GND": GND}
        at = (BUTTONS_X[number - 1], BUTTONS_Y)
        found.append(Part(f"J1{number}", kinds.BUTTON_PLUG, plug, at, label=(-2.6, -4.1)))
    data = {"DATA": DATA_OUT, "GND": GND}
    pull_down = kind_on(lights(profile), "R3")
    found += [
        Part("J2", kinds.DATA_PLUG, data, (92.6, BUTTONS_Y)),
        small("R3", pull_down, (DATA_OUT, GND), (88.0, 13.6), 0, (-3.0, 0)),
    ]
    for number in range(1, FEEDS + 1):
        found += fuse_block(number, (feed_x(number), FUSE_Y))
    return tuple(found)


def pins() -> dict[str, str]:
    """The net of each of the Pico's pins that is used, by its label."""
    profile = load_profile(PROFILES[0])
    scan = _felt().scan
    nets = {profile.strip.gpio: DATA_3V3, scan.data: "DATA"}
    nets |= {scan.load: "LOAD_GPIO", scan.clock: "CLOCK_GPIO"}
    nets |= {gpio: name for name, gpio in profile.inputs.items()}
    return {PICO.label(PICO.pin(gpio)): net for gpio, net in nets.items()} | {"3V3": V3}


def _felt() -> Felt:
    found = felt(load_profile(PROFILES[0]))
    if found is None:
        raise ValueError(f"expected sensors in {PROFILES[0]}")
    return found


def _pico() -> list[Part]:
    nets = pins()

    def functions(table: PinTable) -> dict[str, str]:
        grounds = {name: GND for name in table.pins.values() if GROUND in name}
        return {name: nets[name] for name in table.pins.values() if name in nets} | grounds

    low, high = kinds.PICO_1_TO_20, kinds.PICO_21_TO_40
    right = round(SOCKET_X + 19 * 2.54, 4)
    return [
        Part("J4", low, functions(low.pins), (SOCKET_X, SOCKET_Y), 90, label=(-2.9, 0)),
        Part("J5", high, functions(high.pins), (right, SOCKET_Y - ROWS), 270, label=(-4.2, 2.6)),
    ]


def _supply() -> list[Part]:
    """From the screw terminal through a transistor and the meter's shunt to 5 V of all fuses.

    R20 limits what a cable of the meter takes that lies on the Pi's header the wrong way round.
    """
    i2c = {"3V3": PI_3V3, "SDA": SDA, "SCL": SCL, "GND": GND}
    meter = {"IN+": SUPPLY, "IN-": V5, "VS": METER_3V3, "GND": GND, "A0": GND, "A1": GND}
    lines = {"SDA": SDA, "SCL": SCL}
    return [
        Part("J1", kinds.SUPPLY_TERMINAL, {"+": INPUT, "-": GND}, (100.0, 36.0), 90),
        *guard_block(SUPPLY, (89.4, 31.5), 90, ((92.2, 36.6), 270), ((82.2, 34.2), 180)),
        small("R8", KINDS[SHUNT], (SUPPLY, V5), (89.0, 39.8), 270, (3.2, 1.4)),
        Part("U2", KINDS[METER], meter | lines, (80.5, 39.8), label=(-4.8, 0)),
        small("C5", KINDS[C100N], (METER_3V3, GND), (84.0, 43.6), 0, (-2.8, 0)),
        small("R20", kinds.R47, (PI_3V3, METER_3V3), (90.0, 23.0), 0, (0, -1.8)),
        Part("J3", kinds.I2C_PLUG, i2c, (100.2, 22.0), 90),
    ]


def _chain() -> list[Part]:
    """The chain's plug, and the filters that make the edges of load and clock slow."""
    sheet = chain(_felt())[0]
    plug = {line: line if line in ("DATA", "LOAD", "CLOCK") else GND for line in LINES.values()}
    plug["3V3"] = CHAIN_3V3
    found = [
        Part("X2", kind_on(sheet, "X2"), plug, (6.0, 31.0), 270),
        small("F9", kinds.RESETTABLE, (V3, CHAIN_3V3), (14.0, 41.6), 180, (0, -1.8)),
    ]
    for line, x, names in (("LOAD", 15.5, ("R4", "C3", "R6")), ("CLOCK", 24.5, ("R5", "C4", "R7"))):
        first, block, second = names
        gpio, slow = f"{line}_GPIO", f"{line}_SLOW"
        found += [
            small(first, kind_on(sheet, first), (gpio, slow), (x, 31.0), 270, (-2.0, 0)),
            small(block, kind_on(sheet, block), (slow, GND), (x + 2.2, 33.6), 270, (2.0, 0)),
            small(second, kind_on(sheet, second), (slow, line), (x, 35.6), 270, (-2.0, 0)),
        ]
    return found
