"""The sheet of the strip: data through the level shifter, and its supply."""

from hardware.drawing.computers import computer, ground, name_of, pin
from hardware.drawing.items import (
    C100N,
    C1000U,
    LANE_PIXEL,
    R10K,
    R330,
    ROUND_PIXEL,
    SHIFTER,
    STRIP_CABLE,
)
from hardware.drawing.power import FEED
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, electrolytic, inside, rail, resistor
from minigam.board.profile_model import Profile, Strip

EXTRAS = ("dice", "turn")
"""Segments of single pixels, in a window of their own."""
A_LINE = 4
"""Segments a line of the strip's note."""
PITCH_MM = 33
"""From pixel to pixel of a lane: about 30 a metre."""
ENDS_MM, SINGLE_MM = 100, 50
"""A cable's ends and its way to the next lane; the cable of a single pixel."""
GATE = Part(
    "U1",
    "Level shifter 74AHCT125",
    {"2": "1A", "3": "1Y", "14": "VCC", "7": "GND"},
    {SHIFTER: 1},
)
TO_5V = {"4": "2OE, off", "10": "3OE, off", "13": "4OE, off"}
TO_GROUND = {"1": "1OE, on", "5": "2A", "9": "3A", "12": "4A"}
"""The shifter's other inputs (Texas Instruments SN74AHCT125 data sheet, pin functions)."""


def lights(profile: Profile) -> Sheet:
    """From the computer's data pin to the first pixel."""
    strip = profile.strip
    data = pin(profile, strip.gpio)
    earth = ground(profile, beside=data)
    parts = (
        computer(profile, {data: "data", earth: ""}),
        FEED,
        resistor("R1", R10K, "10 kΩ pull-down"),
        ceramic("C2", C100N, "100 nF at the shifter"),
        GATE,
        resistor("R2", R330, "330 Ω in the data line"),
        resistor("R3", R10K, "10 kΩ pull-down"),
        electrolytic("C1", C1000U, "1000 µF, mind + and -"),
        _strip(strip),
    )
    wires = _wires(name_of(profile), data, earth)
    return Sheet("strip", "The strip and its level shifter", parts, wires)


def _strip(strip: Strip) -> Part:
    """The pixels, and the cable that leads back along each lane to the beginning of the next."""
    lanes = [segment for name, segment in strip.segments.items() if name not in EXTRAS]
    pixels = sum(segment.count for segment in lanes)
    single = sum(strip.segments[name].count for name in EXTRAS if name in strip.segments)
    pins = {"DIN": "", "5V": "first", "GND": "first", "5V end": "last", "GND end": "last"}
    what = f"Strip of {strip.pixels} WS2812B"
    cable = pixels * PITCH_MM + len(lanes) * ENDS_MM + single * SINGLE_MM
    holds = {LANE_PIXEL: pixels, ROUND_PIXEL: single, STRIP_CABLE: cable}
    return Part("LED", what, pins, holds, _order(strip))


def _order(strip: Strip) -> str:
    """The segments, in the order of the data."""
    found = sorted(strip.segments.items(), key=lambda named: named[1].first)
    names = [f"{name} ({segment.count})" for name, segment in found]
    lines = [names[first : first + A_LINE] for first in range(0, len(names), A_LINE)]
    return "DOUT of each to DIN of the next:\n" + ",\n".join(map(", ".join, lines))


def _wires(name: str, data: str, earth: str) -> tuple[Wire, ...]:
    """`name`: the computer's; `data`, `earth`: its pins."""
    return (
        Wire("data 3.3 V", (name, data), ("U1", "2")),
        Wire("GND", (name, earth), ("U1", "7")),
        Wire("5V", ("X1", "5V"), ("U1", "14")),
        Wire("GND", ("X1", "GND"), ("U1", "7")),
        Wire("data 3.3 V", ("U1", "2"), ("R1", "1")),
        Wire("GND", ("U1", "7"), ("R1", "2")),
        Wire("5V", ("U1", "14"), ("C2", "1")),
        Wire("GND", ("U1", "7"), ("C2", "2")),
        Wire("data 5 V", ("U1", "3"), ("R2", "1")),
        Wire("data 5 V", ("R2", "2"), ("LED", "DIN")),
        Wire("5V", ("X1", "5V"), ("LED", "5V")),
        Wire("GND", ("X1", "GND"), ("LED", "GND")),
        Wire("5V", ("X1", "5V"), ("LED", "5V end")),
        Wire("GND", ("X1", "GND"), ("LED", "GND end")),
        Wire("data 5 V", ("LED", "DIN"), ("R3", "1")),
        Wire("GND", ("LED", "GND"), ("R3", "2")),
        Wire("5V", ("LED", "5V"), ("C1", "+")),
        Wire("GND", ("LED", "GND"), ("C1", "-")),
    )


def shifter() -> Sheet:
    """The level shifter's inputs that carry no data: one gate is on, three are off."""
    pins = {"14": "VCC", **TO_5V, "7": "GND", **TO_GROUND}
    power, earth = rail("5V rail", "from X1"), rail("GND rail", "from X1")
    parts = (Part("U1", GATE.what, pins, GATE.holds), power, earth)
    wires = (
        *(Wire("5V", ("U1", pin), (power.name, "1")) for pin in ("14", *TO_5V)),
        *(Wire("GND", ("U1", pin), (earth.name, "1")) for pin in ("7", *TO_GROUND)),
    )
    return inside(Sheet("shifter", "The shifter's other pins", parts, wires, inside_of="U1"))
