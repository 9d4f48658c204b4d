"""The sheet of a multiplexer, for profiles that scan their sensors with those."""

from hardware.drawing.items import C100N, R10K
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, inside, resistor
from minigam.board.profile_model import CHANNELS

CHIP, NEAR, OUT, BLOCK, PULL = "U1", "near side", "sensors", "C1", "R1"
VCC, GND, ENABLE, COMMON = "24", "12", "15", "1"
SELECT = {"S0": "10", "S1": "11", "S2": "14", "S3": "13"}
CHANNEL_PINS = ("9", "8", "7", "6", "5", "4", "3", "2", *map(str, range(23, 15, -1)))
"""A CD74HC4067's pins from I0 to I15, as two published libraries of parts have them: compare the
data sheet of yours."""
POWER, EARTH = f"VCC0 to VCC{CHANNELS - 1}", f"GND0 to GND{CHANNELS - 1}"
"""The terminals that all its sensors have in common."""


def multiplexer() -> Sheet:
    """One multiplexer of a board: its Pico's pins, and the terminals of its sixteen sensors.

    A DRV5032AJ pulls its output to ground or lets it go (Texas Instruments DRV5032 data sheet,
    device comparison). Only the selected one is on the common line, so one pull-up is enough; the
    Pico's own of about 50 kΩ would be too weak to charge the line before it is read.
    """
    parts = (_near(), _chip(), ceramic(BLOCK, C100N, "100 nF at the chip"), _pull(), _out())
    wires = (*_from_the_pico(), *_beside_the_chip(), *_to_the_sensors())
    title = "A multiplexer, where a profile has them in place of registers"
    return inside(Sheet("multiplexer", title, parts, wires, inside_of="multiplexers"))


def _near() -> Part:
    select = {line: f"sensors.select, {line}" for line in SELECT}
    pins = {"3V3": "", "GND": "", **select, "DATA": "its own of sensors.data"}
    return Part(NEAR, "to the Pico; S0 to S3 to every multiplexer", pins)


def _chip() -> Part:
    channels = {pin: f"I{at}" for at, pin in enumerate(CHANNEL_PINS)}
    pins = {VCC: "VCC", GND: "GND", ENABLE: "E, low: on"}
    pins |= {pin: line for line, pin in SELECT.items()} | {COMMON: "common", **channels}
    return Part(CHIP, "Multiplexer CD74HC4067", pins)


def _pull() -> Part:
    return resistor(PULL, R10K, "10 kΩ pull-up")


def _out() -> Part:
    pins = {f"IN{at}": f"I{at}" for at in range(CHANNELS)}
    return Part(OUT, "to the sensors", {**pins, POWER: "3.3 V", EARTH: "ground"})


def _from_the_pico() -> list[Wire]:
    return [
        Wire("3V3", (NEAR, "3V3"), (CHIP, VCC)),
        Wire("GND", (NEAR, "GND"), (CHIP, GND)),
        Wire("GND", (NEAR, "GND"), (CHIP, ENABLE)),
        *(Wire(line, (NEAR, line), (CHIP, pin)) for line, pin in SELECT.items()),
        Wire("DATA", (NEAR, "DATA"), (CHIP, COMMON)),
    ]


def _beside_the_chip() -> list[Wire]:
    return [
        Wire("3V3", (CHIP, VCC), (BLOCK, "1")),
        Wire("GND", (CHIP, GND), (BLOCK, "2")),
        Wire("DATA", (CHIP, COMMON), (PULL, "1")),
        Wire("3V3", (CHIP, VCC), (PULL, "2")),
    ]


def _to_the_sensors() -> list[Wire]:
    """The first channel has the lowest number of the sixteen sensors."""
    channels = enumerate(CHANNEL_PINS)
    signals = [Wire(f"I{at}", (CHIP, pin), (OUT, f"IN{at}")) for at, pin in channels]
    supply = [Wire("3V3", (CHIP, VCC), (OUT, POWER)), Wire("GND", (CHIP, GND), (OUT, EARTH))]
    return [*signals, *supply]
