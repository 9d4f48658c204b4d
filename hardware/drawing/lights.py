"""The sheet of the strip: data through the level shifter, and its supply."""

from collections.abc import Iterator
from itertools import pairwise

from hardware.drawing.branches import Branch, branches
from hardware.drawing.computers import computer, ground, name_of, pin
from hardware.drawing.items import C100N, R10K, R330, SHIFTER
from hardware.drawing.power import feed_of
from hardware.drawing.strip import NAME as STRIP
from hardware.drawing.strip import order, strip_part
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, inside, rail, resistor
from minigam.board.profile_model import Profile

EARTH = "GND 1"
"""The strip's ground at its first pixel."""
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
    found = branches(strip)
    pins = {"DIN": "", EARTH: "first"}
    for before, branch in pairwise(found):
        pins |= {f"DOUT {before.number}": before.names[-1], f"DIN {branch.number}": branch.names[0]}
    parts = (
        computer(profile, {data: "data", earth: ""}),
        feed_of(profile),
        resistor("R1", R10K, "10 kΩ pull-down"),
        ceramic("C2", C100N, "100 nF at the shifter"),
        GATE,
        resistor("R2", R330, "330 Ω in the data line"),
        resistor("R3", R10K, "10 kΩ pull-down"),
        strip_part(strip, len(found), pins, order(strip)),
        *(resistor(onward(branch), R330, "330 Ω in the data line") for branch in found[1:]),
    )
    wires = (*_wires(name_of(profile), data, earth), *_from_branch_to_branch(found))
    return Sheet("strip", "The strip and its level shifter", parts, wires)


def onward(branch: Branch) -> str:
    """The resistor before a branch's first pixel: else the branch before it would feed its chips.

    >>> onward(Branch(2, ("point-2",), 8))
    'LED R2'
    """
    return f"{STRIP} R{branch.number}"


def _from_branch_to_branch(found: list[Branch]) -> Iterator[Wire]:
    """The data from each branch's last pixel to the next one's first."""
    for before, branch in pairwise(found):
        name = onward(branch)
        yield Wire("data 5 V", (STRIP, f"DOUT {before.number}"), (name, "1"))
        yield Wire("data 5 V", (STRIP, f"DIN {branch.number}"), (name, "2"))


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
        Wire("data 5 V", ("R2", "2"), (STRIP, "DIN")),
        Wire("data 5 V", (STRIP, "DIN"), ("R3", "1")),
        Wire("GND", (STRIP, EARTH), ("R3", "2")),
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
