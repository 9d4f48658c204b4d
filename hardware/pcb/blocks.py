"""Circuits that several boards have, at any place: electronic fuses, filters, the level shifter.

Values are those of the wiring sheets. A net's name ends in what it is: `FEED1` is a branch's 5 V,
`LIMIT1` the pin that sets its limit; `undo_IN` is the wire of the button `undo`.
"""

from hardware.drawing.inputs import one_filter
from hardware.drawing.lights import TO_5V, TO_GROUND, lights
from hardware.drawing.power import DAMPER, DISCHARGE, fuse, power
from hardware.pcb import kinds
from hardware.pcb.bought import kind_on
from hardware.pcb.geometry import Point, shift
from hardware.pcb.kinds import Kind
from hardware.pcb.pins import SN74AHCT125_D
from hardware.pcb.placing import Part
from minigam.board.profile_model import Profile

V3, V5, GND = "+3V3", "+5V", "GND"
INPUT, GATE = "INPUT", "GATE"
"""The terminal's 5 V, and the gate of the transistor that stops them if they are reversed."""
DATA_3V3, DATA_5V, DATA_OUT = "STRIP_3V3", "STRIP_5V", "STRIP"
"""The strip's data before the level shifter, behind it, and behind the resistor in its line."""


def small(
    ref: str,
    kind: Kind,
    nets: tuple[str, str],
    at: Point,
    turn: float = 0,
    label: Point = (0, -1.4),
) -> Part:
    """A resistor or a capacitor, by the nets of its pins 1 and 2."""
    return Part(ref, kind, dict(zip("12", nets, strict=True)), at, turn, label=label)


def fuse_block(number: int, at: Point) -> list[Part]:
    """A branch's electronic fuse, from 5 V above it to its plug below; `at`: of the chip."""
    sheet, feed, limit = fuse(), f"FEED{number}", f"LIMIT{number}"
    functions = {"IN": V5, "EN": V5, "GND": GND, "ILIM": limit, "OUT": feed}
    kind, bulk, plug = kind_on(sheet, "fuse U1"), {"+": feed, "-": GND}, {"5V": feed, "GND": GND}
    turned = 270
    return [
        Part(f"F{number}", kind, functions, at, turned, label=(3.2, 0.2)),
        small(
            f"C1{number}", kind_on(sheet, "fuse C1"), (V5, GND), shift(at, 1.8, -3.1), 0, (3.0, 0)
        ),
        small(
            *(f"R1{number}", kind_on(sheet, "fuse R1"), (limit, GND), shift(at, -0.9, 3.7)),
            *(turned, (-2.3, 0)),
        ),
        small(
            *(f"C2{number}", kind_on(sheet, "fuse C2"), (feed, GND), shift(at, 3.2, 3.7)),
            *(0, (0.8, -1.4)),
        ),
        Part(f"C3{number}", kind_on(sheet, "fuse C3"), bulk, shift(at, 0.15, 9.5), label=(6.2, -4)),
        Part(f"J3{number}", kinds.POWER_PLUG, plug, shift(at, -0.08, 18.3), label=(6.0, -3.3)),
    ]


def guard_block(
    supply: str,
    transistor: Point,
    turn: float,
    gate: tuple[Point, float],
    diode: tuple[Point, float],
) -> list[Part]:
    """Between the terminal and `supply`: no reversed voltage passes.

    The gate is at ground: with the right polarity the transistor is on, with the wrong one off. At
    12 V the diode draws what the supply gives, and fails shorted; until then more than 7 V may get
    through. Places with turns.
    """
    functions = {"D": INPUT, "S1": supply, "S2": supply, "S3": supply, "G": GATE}
    (at, gate_turn), (across, diode_turn) = gate, diode
    name = (0, -4.7) if turn == 180 else (-4.0, -1.5)
    beside = (3.3, 0) if diode_turn == 90 else (0, -2.9)
    return [
        Part("Q1", kinds.TRANSISTOR, functions, transistor, turn, label=name),
        small(
            "R10", kinds.R10K, (GATE, GND), at, gate_turn, (2.8, 0) if not gate_turn else (0, 2.2)
        ),
        Part("D1", kinds.SUPPRESSOR, {"K": supply, "A": GND}, across, diode_turn, label=beside),
    ]


def damper_block(profile: Profile, at: Point, beside: Point) -> list[Part]:
    """What is at the 5 V of all fuses; `at`: of the capacitor's positive pin, and `beside` it."""
    sheet, nets = power(profile), {"+": V5, "-": GND}
    return [
        Part(DAMPER.name, kind_on(sheet, DAMPER.name), nets, at, label=(6.2, -4)),
        small(DISCHARGE.name, kind_on(sheet, DISCHARGE.name), (V5, GND), beside),
    ]


def filter_block(number: int, name: str, at: Point, *, upward: bool = False) -> list[Part]:
    """The filter of an input, from the computer above it to the wire of its button below.

    `number` is that of the input, from 1; `name` its name in the profile. `upward` turns it: then
    the computer is below it.
    """
    sheet, wire = one_filter(), f"{name}_IN"
    turn, further = (90, -4.1) if upward else (270, 4.1)
    left, right = (-2.3, 0), (2.3, 0)
    block, series, pull_up = (kind_on(sheet, f"filter {part}") for part in ("C1", "R1", "R2"))
    beside, above = shift(at, 1.1), shift(at, 1.1, further)
    return [
        small(f"C{40 + number}", block, (name, GND), shift(at, -1.1), turn, left),
        small(f"R{40 + number}", series, (name, wire), beside, turn, right),
        small(f"R{60 + number}", pull_up, (wire, V3), above, turn, right),
    ]


def shifter_block(profile: Profile, at: Point) -> list[Part]:
    """The level shifter and what is at its pins; `at`: of the chip. R3 is at the strip's plug."""
    sheet, names = lights(profile), SN74AHCT125_D.pins
    functions = {
        **{"VCC": V5, "GND": GND, "1A": DATA_3V3, "1Y": DATA_5V},
        **{names[pin]: V5 for pin in TO_5V},
        **{names[pin]: GND for pin in TO_GROUND},
    }
    return [
        Part("U1", kind_on(sheet, "U1"), functions, at, label=(0, 5.4)),
        small("C2", kind_on(sheet, "C2"), (V5, GND), shift(at, 3.0, -5.9)),
        small("R1", kind_on(sheet, "R1"), (DATA_3V3, GND), shift(at, -6.5, -2.6), 180),
        small(
            *("R2", kind_on(sheet, "R2"), (DATA_5V, DATA_OUT), shift(at, -6.5, -0.2)),
            *(180, (0, 1.4)),
        ),
    ]
