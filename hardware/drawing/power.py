"""The sheets of the strip's supply: its electronic fuses, and what else hangs on it: nothing.

The Pi has a supply of its own, and a Pico hangs on the Pi's USB: so no fault of the strip takes
the computer along, and no supply can feed another one's.
"""

from dataclasses import replace

from hardware.drawing.branches import Branch, branches
from hardware.drawing.computers import PI_HOLDS, PI_NAME, PICO_NAME, USB, USB_POWER, pi, pico
from hardware.drawing.items import (
    C1U,
    C100N,
    C470U,
    FUSE,
    FUSE_ADAPTER,
    JACK,
    LEVER,
    MAINS,
    METER,
    PI_SUPPLY,
    R1K,
    R15K,
    SHUNT,
    SUPPLY,
    USB_CABLE,
)
from hardware.drawing.strip import strip_part
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, electrolytic, inside, resistor
from minigam.board.profile_model import Profile

SOURCE = Part(
    "J1",
    "The strip's supply, 5 V, 5 A",
    {"+": "", "-": ""},
    {SUPPLY: 1, MAINS: 1, JACK: 1},
)
OWN_SUPPLY = Part("J2", "The Pi's own supply", {"USB-C": ""}, {PI_SUPPLY: 1})
WIRES_A_LEVER = 5
"""Of a lever connector."""
FUSE_HOLDS = {FUSE: 1, FUSE_ADAPTER: 1, R15K: 1, C1U: 1, C100N: 1, C470U: 1}
DAMPER = electrolytic("C1", C470U, "470 µF at X1, mind + and -")
"""Plugged into a supply that is on, the cord and the small capacitors at the fuses would ring."""
DISCHARGE = resistor("R9", R1K, "1 kΩ, empties C1")
"""Fuses that are off draw next to nothing, and would be off again when the plug is back."""
METER_NOTES = """Its shunt of 100 mΩ is replaced by one of 5 mΩ.
minigam does not read it: it is for experiments.
Without it, J1 leads to X1."""
PI_3V3, PI_SDA, PI_SCL, PI_I2C_GROUND = "1", "3", "5", "9"
IN, EARTH, ENABLE, LIMIT, OUT = "1", "2", "3", "5", "6"
"""A TPS2553's pins in SOT-23-6 (Texas Instruments TPS2553 data sheet, pin functions, DBV)."""


def power(profile: Profile) -> Sheet:
    """How the supply's current gets to every branch of the strip, through a fuse for each."""
    found = branches(profile.strip)
    fuses = [_fuse(branch) for branch in found]
    on_a_pico = profile.on_a_pico
    computers = [_pi_beside_a_pico(), pico({USB: "socket"})] if on_a_pico else [_pi_alone()]
    feed = feed_of(profile)
    strip = strip_part(profile.strip, len(found), _ends(found))
    parts = [
        SOURCE,
        *([_meter()] if on_a_pico else []),
        feed,
        DAMPER,
        DISCHARGE,
        *fuses,
        strip,
    ]
    wires = [*(_METERED if on_a_pico else _STRAIGHT), *_DAMPED]
    wires += [wire for branch in found for wire in _branch(branch)]
    wires += [Wire("5V", ("J2", "USB-C"), (PI_NAME, USB_POWER))]
    wires += [Wire("USB", (PI_NAME, USB), (PICO_NAME, USB))] if on_a_pico else []
    title = "Supply, electronic fuses and common ground"
    return Sheet("power", title, (*parts, OWN_SUPPLY, *computers), tuple(wires))


def feed_of(profile: Profile) -> Part:
    """Where all wires of 5 V meet, and all of ground."""
    count = len(branches(profile.strip))
    # The wires of the supply, of the level shifter and of C1 too; at ground also that of a meter.
    five_volts, earth = count + 3, count + 4
    levers = sum(map(levers_for, (five_volts, earth)))
    what = "Lever connectors, joined: some for 5 V, some for ground"
    return Part("X1", what, {"5V": "", "GND": ""}, {LEVER: levers})


def levers_for(wires: int) -> int:
    """How many connectors join so many wires: each but the first has one place less, and takes one.

    >>> levers_for(5), levers_for(6), levers_for(8), levers_for(9)
    (1, 2, 2, 3)
    """
    return 1 + max(0, -(-(wires - WIRES_A_LEVER) // (WIRES_A_LEVER - 2)))


def _ends(found: list[Branch]) -> dict[str, str]:
    """The ends of each branch's wires at the strip, and the segment that they lead to."""
    lines = ("5V", "GND")
    return {f"{line} {branch.number}": branch.names[0] for branch in found for line in lines}


def _fuse(branch: Branch) -> Part:
    pins = {"IN": "", "GND": "", "OUT": ""}
    return Part(f"F{branch.number}", "Electronic fuse, 1.7 A", pins, FUSE_HOLDS, branch.words)


def chamber(pin: str) -> int:
    """Of a housing at the odd pins of a Pi's header, from pin 1: the one at a pin.

    >>> [chamber(pin) for pin in (PI_3V3, PI_SDA, PI_SCL, PI_I2C_GROUND)]
    [1, 2, 3, 5]
    """
    return (int(pin) + 1) // 2


def _branch(branch: Branch) -> list[Wire]:
    name = f"F{branch.number}"
    return [
        Wire("5V", ("X1", "5V"), (name, "IN")),
        Wire("GND", ("X1", "GND"), (name, "GND")),
        Wire(f"5V {branch.number}", (name, "OUT"), ("LED", f"5V {branch.number}")),
        Wire("GND", (name, "GND"), ("LED", f"GND {branch.number}")),
    ]


def fuse() -> Sheet:
    """What is on the board of one electronic fuse.

    Above its limit, which 15 kΩ set to 1.6 to 1.8 A, it switches off within 10 ms, and on again
    when the supply has been unplugged (data sheet, programming the current limit).
    """
    near, far = "to X1", "to the strip"
    parts = (
        Part(near, "supply", {"IN": "", "GND": ""}),
        ceramic("C1", C1U, "1 µF"),
        Part("U1", "TPS2553-1", _fuse_pins(), {FUSE: 1, FUSE_ADAPTER: 1}),
        resistor("R1", R15K, "15 kΩ: 1.7 A"),
        ceramic("C2", C100N, "100 nF"),
        electrolytic("C3", C470U, "470 µF, mind + and -"),
        Part(far, "branch", {"OUT": "", "GND": ""}),
    )
    wires = (
        Wire("5V", (near, "IN"), ("C1", "1")),
        Wire("GND", (near, "GND"), ("C1", "2")),
        Wire("5V", ("C1", "1"), ("U1", IN)),
        Wire("5V", ("C1", "1"), ("U1", ENABLE)),
        Wire("GND", ("C1", "2"), ("U1", EARTH)),
        Wire("limit", ("U1", LIMIT), ("R1", "1")),
        Wire("GND", ("U1", EARTH), ("R1", "2")),
        Wire("fused", ("U1", OUT), ("C2", "1")),
        Wire("GND", ("U1", EARTH), ("C2", "2")),
        Wire("fused", ("C2", "1"), ("C3", "+")),
        Wire("GND", ("C2", "2"), ("C3", "-")),
        Wire("fused", ("C3", "+"), (far, "OUT")),
        Wire("GND", ("C3", "-"), (far, "GND")),
    )
    title = "An electronic fuse"
    return inside(Sheet("fuse", title, parts, wires, inside_of="electronic fuses"))


def _fuse_pins() -> dict[str, str]:
    return {IN: "IN", ENABLE: "EN, on", LIMIT: "ILIM", EARTH: "GND", OUT: "OUT"}


def _meter() -> Part:
    pins = dict.fromkeys(("VIN+", "VIN-", "VCC", "GND", "SDA", "SCL"), "")
    return Part("U2", "Current meter INA219", pins, {METER: 1, SHUNT: 1}, notes=METER_NOTES)


def _pi_alone() -> Part:
    return pi({USB_POWER: "socket"})


def _pi_beside_a_pico() -> Part:
    used = {USB_POWER: "socket", PI_3V3: "", PI_SDA: "SDA", PI_SCL: "SCL", PI_I2C_GROUND: ""}
    part = pi({**used, USB: "socket"})
    return replace(part, holds=PI_HOLDS | {USB_CABLE: 1})


_DAMPED = (
    Wire("5V", ("X1", "5V"), ("C1", "+")),
    Wire("GND", ("X1", "GND"), ("C1", "-")),
    Wire("5V", ("C1", "+"), ("R9", "1")),
    Wire("GND", ("C1", "-"), ("R9", "2")),
)
_STRAIGHT = (
    Wire("5V", ("J1", "+"), ("X1", "5V")),
    Wire("GND", ("J1", "-"), ("X1", "GND")),
)
_METERED = (
    Wire("5V", ("J1", "+"), ("U2", "VIN+")),
    Wire("5V", ("U2", "VIN-"), ("X1", "5V")),
    Wire("GND", ("J1", "-"), ("X1", "GND")),
    Wire("GND", ("U2", "GND"), ("X1", "GND")),
    Wire("3V3", (PI_NAME, PI_3V3), ("U2", "VCC")),
    Wire("SDA", (PI_NAME, PI_SDA), ("U2", "SDA")),
    Wire("SCL", (PI_NAME, PI_SCL), ("U2", "SCL")),
    Wire("GND", (PI_NAME, PI_I2C_GROUND), ("U2", "GND")),
)
