"""The sheet of the supply: fuses, what feeds the computer, and the meter on boards with a Pico."""

from dataclasses import replace

from hardware.drawing.computers import PI_NAME, PICO_NAME, USB, USB_POWER, pi, pico
from hardware.drawing.items import (
    FUSE_COVER,
    FUSE_HOLDER,
    JACK,
    LEVER,
    METER,
    PI_SUPPLY,
    SCHOTTKY,
    SHUNT,
    SUPPLY,
    USB_CABLE,
    fuse,
)
from hardware.drawing.wiring import Part, Sheet, Wire
from minigam.board.profile_model import Profile

SOURCE = Part("J1", "Supply, 5 V, 5 A", {"+": "", "-": ""}, {SUPPLY: 1, JACK: 1})
OWN_SUPPLY = Part("J2", "The Pi's own supply", {"USB-C": ""}, {PI_SUPPLY: 1})
FEED = Part(
    "X1",
    "Lever connectors: one for 5 V, two joined for ground",
    {"5V": "", "GND": ""},
    {LEVER: 3},
)
BLOCK = "D1"
METER_NOTES = """Its shunt of 100 mΩ is replaced by one of 20 mΩ.
No software reads it yet: it is for the bench.
Without it, F1 leads to X1."""
PI_5V, PI_GROUND = "2", "6"
PICO_VSYS, PICO_GROUND = "39", "38"
PI_3V3, PI_SDA, PI_SCL, PI_I2C_GROUND = "1", "3", "5", "9"


def power(profile: Profile) -> Sheet:
    """How the supply's current gets to everything, each branch through its own fuse."""
    return _felt(profile) if profile.on_a_pico else _tapped(profile)


def _fuse(name: str, what: str, share_ma: float) -> Part:
    item = fuse(share_ma)
    rated = item.name.split(",")[1].strip()
    holds = {item: 1, FUSE_HOLDER: 1, FUSE_COVER: 1}
    return Part(name, f"Fuse {rated}: {what}", {"1": "", "2": ""}, holds)


def _fuses(profile: Profile, controller: str) -> tuple[Part, Part]:
    strip = profile.strip
    return (
        _fuse("F1", "strip", strip.budget.total_ma),
        _fuse("F2", controller, strip.controller_ma),
    )


def _tapped(profile: Profile) -> Sheet:
    notes = "A Pi 5 keeps its own supply: leave F2 and pin 2 out."
    computer = pi({PI_5V: "", PI_GROUND: ""})
    parts = (SOURCE, *_fuses(profile, "Pi"), FEED, _noted(computer, notes))
    wires = (
        Wire("5V", ("J1", "+"), ("F1", "1")),
        Wire("5V", ("F1", "2"), ("X1", "5V")),
        Wire("5V", ("J1", "+"), ("F2", "1")),
        Wire("5V", ("F2", "2"), (PI_NAME, PI_5V)),
        Wire("GND", ("J1", "-"), ("X1", "GND")),
        Wire("GND", ("X1", "GND"), (PI_NAME, PI_GROUND)),
    )
    return Sheet("power", "Supply, fuses and common ground", parts, wires)


def _noted(part: Part, notes: str) -> Part:
    return replace(part, notes=notes)


def _felt(profile: Profile) -> Sheet:
    meter = Part(
        "U2",
        "Current meter INA219",
        {"VIN+": "", "VIN-": "", "VCC": "", "GND": "", "SDA": "", "SCL": ""},
        {METER: 1, SHUNT: 1},
        notes=METER_NOTES,
    )
    diode = Part(BLOCK, "Schottky diode", {"A": "", "K": "ring"}, {SCHOTTKY: 1})
    computer = pico({PICO_VSYS: "", PICO_GROUND: "", USB: "socket"})
    parts = (SOURCE, *_fuses(profile, "Pico and sensors"), diode, meter, FEED, computer)
    own = (OWN_SUPPLY, _pi_beside_a_pico())
    return Sheet("power", "Supply, fuses, meter and common ground", (*parts, *own), _FELT)


def _pi_beside_a_pico() -> Part:
    used = {
        USB_POWER: "socket",
        PI_3V3: "",
        PI_SDA: "SDA",
        PI_SCL: "SCL",
        PI_I2C_GROUND: "",
        USB: "socket",
    }
    part = pi(used)
    return replace(part, holds={**part.holds, USB_CABLE: 1})


_FELT = (
    Wire("5V", ("J1", "+"), ("F1", "1")),
    Wire("5V", ("F1", "2"), ("U2", "VIN+")),
    Wire("5V", ("U2", "VIN-"), ("X1", "5V")),
    Wire("5V", ("J1", "+"), ("F2", "1")),
    Wire("5V", ("F2", "2"), (BLOCK, "A")),
    Wire("5V", (BLOCK, "K"), (PICO_NAME, PICO_VSYS)),
    Wire("GND", ("J1", "-"), ("X1", "GND")),
    Wire("GND", ("X1", "GND"), (PICO_NAME, PICO_GROUND)),
    Wire("GND", ("U2", "GND"), ("X1", "GND")),
    Wire("5V", ("J2", "USB-C"), (PI_NAME, USB_POWER)),
    Wire("3V3", (PI_NAME, PI_3V3), ("U2", "VCC")),
    Wire("SDA", (PI_NAME, PI_SDA), ("U2", "SDA")),
    Wire("SCL", (PI_NAME, PI_SCL), ("U2", "SCL")),
    Wire("GND", (PI_NAME, PI_I2C_GROUND), ("U2", "GND")),
    Wire("USB", (PI_NAME, USB), (PICO_NAME, USB)),
)
