"""The base board's schematic: which parts are drawn beside each other."""

from hardware.pcb.arranging import Group, arranged
from hardware.pcb.base import (
    BUTTONS_X,
    FEEDS,
    METER_3V3,
    NAME,
    PI_3V3,
    REVISION,
    SUPPLY,
    TITLE,
    parts,
)
from hardware.pcb.blocks import GND, INPUT, V3, V5
from hardware.pcb.library import Library

GROUPS = (
    Group(
        "Pico, the chain's filters and plug, level shifter and data of the strip",
        (
            *("J4", "J5", "R4", "C3", "R6", "R5", "C4", "R7", "F9", "X2"),
            *("R1", "U1", "C2", "R2", "R3", "J2"),
        ),
    ),
    Group(
        "Buttons, each with its filter",
        tuple(
            f"{name}{n}" for n in range(1, len(BUTTONS_X) + 1) for name in ("C4", "R4", "R6", "J1")
        ),
    ),
    Group("Supply and meter", ("J1", "Q1", "R10", "D1", "R8", "U2", "C5", "R20", "J3", "C1", "R9")),
    *(
        Group(
            f"Electronic fuses of branches {first} to {first + 3}",
            tuple(
                f"{letter}{n}"
                for n in range(first, first + 4)
                for letter in ("C1", "F", "R1", "C2", "C3", "J3")
            ),
        )
        for first in range(1, FEEDS + 1, 4)
    ),
)


def schematic(library: Library) -> str:
    """The base board's schematic."""
    supplies = (V3, V5, GND, SUPPLY, INPUT, PI_3V3, METER_3V3)
    return arranged(NAME, (TITLE, REVISION), parts(), GROUPS, supplies, library, "A2")
