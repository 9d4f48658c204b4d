"""The strip's data line: level shifter, resistor, cable, pull-down and the first pixel."""

from dataclasses import dataclass, replace

from hardware.drawing.boards import board_named
from hardware.drawing.branches import branches
from hardware.drawing.lights import lights, onward
from hardware.simulation.cable import Spread, ribbon
from hardware.simulation.datasheets import (
    PICO_PIN,
    PIXEL_INPUT_F,
    PIXEL_OUTPUT_OHM,
    SHIFTER_EDGE_S,
    SHIFTER_OHM,
    SUPPLY,
)
from hardware.simulation.deck import LEAK_OHM
from hardware.simulation.designs import PROFILES, value
from hardware.simulation.wires import longest_data_mm

LEAST_CABLE_M = 0.3
"""From the shifter to the first pixel, and from branch to branch."""
START_S, HIGH_S, END_S = 20e-9, 312.5e-9, 700e-9
"""The shortest pulse on the line: a zero of `firmware/ws2812.py`."""


@dataclass(frozen=True)
class StripLine:
    """How the first pixel gets its data."""

    name: str
    high: float
    """What drives it, V."""
    drive_ohm: float
    edge_s: float
    pixel_v: float
    """Supply of the pixel."""
    series_ohm: float
    down_ohm: float
    cable_m: float
    input_f: float = PIXEL_INPUT_F


def strip_lines() -> tuple[StripLine, ...]:
    """With the shifter at 5 V and at 4.5 V, from branch to branch, and from lane to lane.

    A printed lane has the resistor of a branch behind its last pixel; on stripboard there is none
    within a branch.
    """
    profile = board_named(PROFILES[0]).profile
    parts = {part.name: part for part in lights(profile).parts}
    at_5v = StripLine(
        "strip at 5 V",
        high=5.0,
        drive_ohm=SHIFTER_OHM,
        edge_s=SHIFTER_EDGE_S,
        pixel_v=5.0,
        series_ohm=value(parts["R2"]),
        down_ohm=value(parts["R3"]),
        cable_m=max(LEAST_CABLE_M, longest_data_mm() / 1000),
    )
    between = replace(
        at_5v,
        name="strip, branch to branch",
        drive_ohm=PIXEL_OUTPUT_OHM,
        series_ohm=value(parts[onward(branches(profile.strip)[1])]),
        down_ohm=LEAK_OHM,
    )
    at_least = replace(at_5v, name="strip at 4.5 V", high=4.5, pixel_v=4.5)
    return at_5v, at_least, between, replace(between, name="strip, lane to lane", series_ohm=0.0)


def without_shifter() -> StripLine:
    """The Pico's pin right at the line: kept to show that the limit can fail."""
    first, *_ = strip_lines()
    pin = PICO_PIN
    return replace(first, name="no shifter", high=SUPPLY, drive_ohm=pin.ohm, edge_s=pin.edge_s)


def strip_deck(line: StripLine) -> str:
    """One pulse; DIN is node `din`."""
    cable = ribbon(("DATA", "GND"), Spread())
    impedance = (cable.inductance[0][0] / cable.capacitance[0][0]) ** 0.5
    delay = (cable.inductance[0][0] * cable.capacitance[0][0]) ** 0.5 * line.cable_m
    rise, fall = START_S, START_S + HIGH_S
    corners = (0.0, 0), (rise, 0), (rise + line.edge_s, 1), (fall, 1), (fall + line.edge_s, 0)
    points = " ".join(f"{at:.6g} {level * line.high:g}" for at, level in (*corners, (END_S, 0)))
    lines = [
        line.name,
        f"VY y 0 PWL({points})",
        f"RY y x {line.drive_ohm + line.series_ohm:g}",
        f"T1 x 0 din 0 Z0={impedance:.4g} TD={delay:.4g}",
        f"RD din 0 {line.down_ohm:g}",
        f"CD din 0 {line.input_f:g}",
        f"VDD vdd 0 {line.pixel_v:g}",
        "DU din vdd CLAMP",
        "DD 0 din CLAMP",
        ".model CLAMP D(IS=1e-14 RS=20)",
        ".save v(din)",
        f".tran 0.2n {END_S:g} 0 0.2n",
        ".end",
    ]
    return "\n".join(lines) + "\n"
