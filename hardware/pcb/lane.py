"""Lanes as data: sensors, pixels and both registers of a lane of eight or of five places.

x runs along the lane, away from the player, and y across it, in mm from a corner. Sensor k lies
at (`place(k)`, `SENSOR_Y`), its pixel half a pitch of the lanes beside it, between two columns of
checkers. Plugs are on the back; all other parts are on the front, which faces the wood.

5 V is not passed from lane to lane: every lane has its own pair of wires to the supply, since an
XH contact carries 3 A only and drops add up along a chain.
"""

from dataclasses import dataclass

from hardware.drawing.registers import CHECK_INPUTS, CHIPS, SENSOR_INPUTS
from hardware.pcb import kinds
from hardware.pcb.geometry import Point
from hardware.pcb.pins import SN74HCS165_D
from hardware.pcb.placing import Part
from minigam.board.profile_model import A_BOARD
from minigam.link.messages import CHECKS

REVISION = "A"
WIDTH, CORNER = 39.6, 2.0
"""Of the board, with the radius of its corners."""
PITCH = 33.0
"""From place to place: `pitch_along` in hardware/printed/parameters.scad."""
SENSOR_Y, PIXEL_Y = 12.0, 32.0
FIRST = 29.5
"""From either end to the nearest place."""
U1_AT, U2_AT = (40.0, 20.0), (53.0, 20.635)
"""Half a step of their pins apart, so that the lines of one pass between the vias of the other."""
UNDER = 26.6
"""Of what lies below U2, between its pins and the pixels."""
V3, V5, GND = "+3V3", "+5V", "GND"
END_HOLE, MIDDLE_HOLES = (3.5, 19.8), ((112.0, 9.0), (178.0, 9.0))
"""Screws: one at each end, and those between places as far as the lane reaches."""
MARK = 4.5
"""From two edges to a fiducial."""


def place(k: int) -> float:
    """The x of a place; 1 is next to the player.

    >>> place(1), place(8)
    (29.5, 260.5)
    """
    return FIRST + (k - 1) * PITCH


@dataclass(frozen=True)
class Lane:
    """The board of a lane with so many places, at most as many as a register board has inputs."""

    name: str
    count: int
    title: str

    @property
    def places(self) -> range:
        """Their numbers."""
        return range(1, self.count + 1)

    @property
    def length(self) -> float:
        """Of the board, in mm.

        >>> EIGHT.length, FIVE.length
        (290.0, 191.0)
        """
        return 2 * FIRST + (self.count - 1) * PITCH

    def input_net(self, number: int) -> str:
        """What one of the inputs for sensors reads; 1 is sent first.

        >>> FIVE.input_net(5), FIVE.input_net(6)
        ('S5', '+3V3')
        """
        return f"S{number}" if number in self.places else V3

    @property
    def holes(self) -> tuple[Point, ...]:
        """For its screws."""
        x, y = END_HOLE
        middle = (hole for hole in MIDDLE_HOLES if hole[0] < place(self.count))
        return (END_HOLE, *middle, (self.length - x, y))

    @property
    def fiducials(self) -> tuple[Point, ...]:
        """The marks for the machine that places parts."""
        low = round(WIDTH - MARK, 3)
        return (MARK, MARK), (MARK, low), (self.length - MARK, low)

    @property
    def zone_5v(self) -> tuple[Point, ...]:
        """The corners of the plane for 5 V."""
        right = self.length - 18.0
        return (19.0, 32.8), (right, 32.8), (right, 39.0), (19.0, 39.0)


EIGHT = Lane("lane", A_BOARD, "Lane of eight places")
FIVE = Lane("lane-5", 5, "Lane of five places")
LANES = (EIGHT, FIVE)
PLACES, LENGTH, HOLES, ZONE_5V = EIGHT.places, EIGHT.length, EIGHT.holes, EIGHT.zone_5v
"""Those of the lane of eight, which boards of its size share."""


def lane_with(count: int) -> Lane:
    """The one with so many places; `ValueError` where there is none.

    >>> lane_with(5).name
    'lane-5'
    """
    for lane in LANES:
        if lane.count == count:
            return lane
    raise ValueError(f"expected a lane of {EIGHT.count} or {FIVE.count} places, got {count}")


def parts(lane: Lane = EIGHT) -> tuple[Part, ...]:
    """Every part that is bought."""
    found = [*_plugs(), *_registers(lane)]
    for k in lane.places:
        found += [*_sensor(k), *pixel(k)]
    return (*found, *_others(lane))


def _plugs() -> list[Part]:
    through = {"3V3": V3, "GND": GND, "LOAD": "LOAD", "CLOCK": "CLOCK"}
    chain = kinds.CHAIN_PLUG
    return [
        Part("J1", chain, through | {"DATA": "DATA_OUT"}, (9.0, 5.0), 270, back=True),
        Part("J2", chain, through | {"DATA": "DATA_IN"}, (9.0, 35.5), 90, back=True),
        *pixel_plugs(),
    ]


def pixel_plugs() -> list[Part]:
    """Data from the lane before and to the next one, and the feed."""
    data, power, feed = kinds.DATA_PLUG, kinds.POWER_PLUG, {"5V": V5, "GND": GND}
    return [
        Part("J3", data, {"DATA": "DIN", "GND": GND}, (20.5, 5.0), 270, back=True),
        Part("J4", data, {"DATA": "DOUT", "GND": GND}, (20.5, 22.0), 90, back=True),
        Part("J5", power, feed, (21.46, 34.2), 180, back=True),
    ]


def _inputs(chip: str, lane: Lane) -> dict[str, str]:
    """What the parallel inputs of a register read: sensors, and the tied check bits.

    An input without a place is tied to 3.3 V, so that it reads as empty.
    """
    bits = f"{CHECKS:0{len(CHECK_INPUTS)}b}"
    tied = zip(CHECK_INPUTS, (V3 if bit == "1" else GND for bit in bits), strict=True)
    felt = zip(SENSOR_INPUTS, map(lane.input_net, range(1, A_BOARD + 1)), strict=True)
    return {SN74HCS165_D.pins[pin]: net for (name, pin), net in (*tied, *felt) if name == chip}


def _registers(lane: Lane) -> list[Part]:
    common = {"SH/LD": "LOAD", "CLK": "CLOCK", "CLK INH": GND, "VCC": V3, "GND": GND}
    one, two = CHIPS
    (x1, y1), (x2, y2) = U1_AT, U2_AT
    u1 = common | _inputs(one, lane) | {"QH": "U1_QH", "SER": "U1_SER"}
    u2 = common | _inputs(two, lane) | {"QH": "U2_QH", "SER": "DATA_IN"}
    return [
        Part("U1", kinds.REGISTER, u1, U1_AT, label=(0, 6.3)),
        Part("U2", kinds.REGISTER, u2, U2_AT, label=(-4.0, 6.0)),
        ceramic("C17", V3, (x1 + 3.25, 11.5), (0, -1.6)),
        ceramic("C18", V3, (x2 + 3.25, 13.9), (-3.2, 0)),
        resistor("R9", kinds.R1K, "DATA_OUT", "U1_QH", (46.0, y1 + 4.445), 180, (-0.2, 1.7)),
        resistor("R10", kinds.R10K, "DATA_IN", V3, (58.6, y2 + 3.175), 90, (0, -2.1)),
        resistor("R14", kinds.R1K, "U1_SER", "U2_QH", (x2 + 1.65, UNDER), 0, (2.6, 0)),
        ceramic("C21", "U1_SER", (x2 - 1.575, UNDER + 1.0), (0, 1.6), kinds.C1N2, 180),
        ceramic("C22", "DATA_IN", (60.8, y2 + 3.175), (0, 2.1), kinds.C1N2, 90),
        resistor("R11", kinds.R100K, "LOAD", GND, (35.3, 13.6), 90, (-2.0, 0)),
        resistor("R12", kinds.R100K, "CLOCK", GND, (33.0, 16.825), 180, (-3.0, 0)),
    ]


def _sensor(k: int) -> list[Part]:
    x, out = place(k), f"S{k}"
    nets = {"VCC": V3, "OUT": out, "GND": GND}
    return [
        Part(f"Q{k}", kinds.SENSOR, nets, (x, SENSOR_Y), label=(0.4, 2.5)),
        resistor(f"R{k}", kinds.R10K, V3, out, (x - 3.2, 11.0), 270, (-1.5, 0)),
        ceramic(f"C{k}", V3, (x, 8.8), (0, -1.4)),
    ]


def pixel(k: int) -> list[Part]:
    """The pixel of a place, and its capacitor."""
    x, data = place(k), "DIN" if k == 1 else f"LED{k - 1}"
    nets = {"VDD": V5, "DOUT": f"LED{k}", "VSS": GND, "DIN": data}
    return [
        Part(f"D{k}", kinds.PIXEL, nets, (x, PIXEL_Y), 180, label=(6.4, -0.2)),
        ceramic(f"C{k + A_BOARD}", V5, (x + 6.4, 35.2), (0.2, 1.6)),
    ]


def _others(lane: Lane) -> list[Part]:
    bulk = Part("C19", kinds.C1U_0805, {"1": V3, "2": GND}, (34.4, 6.0), 270, label=(2.0, 0))
    return [data_end(lane), bulk, pixel_bulk()]


def data_end(lane: Lane = EIGHT) -> Part:
    """The resistor behind the last pixel, before the cable to the next lane."""
    at = (place(lane.count) + 6.4, 30.35)
    return resistor("R13", kinds.R330, f"LED{lane.count}", "DOUT", at, 0, (3.6, 0))


def pixel_bulk() -> Part:
    """The large capacitor at the feed."""
    return Part("C20", kinds.C100U, {"+": V5, "-": GND}, (46.0, 36.2), label=(-3.8, 0))


def ceramic(
    ref: str,
    line: str,
    at: Point,
    label: Point,
    kind: kinds.Kind = kinds.C100N,
    turn: float = 0,
) -> Part:
    """A ceramic capacitor from a line to ground."""
    return Part(ref, kind, {"1": line, "2": GND}, at, turn, label=label)


def resistor(
    ref: str, kind: kinds.Kind, one: str, two: str, at: Point, turn: float, label: Point
) -> Part:
    """A resistor between two nets."""
    return Part(ref, kind, {"1": one, "2": two}, at, turn, label=label)
