"""The strip's data line, high for long, at a pixel that has no supply: a steady level's worst."""

from hardware.drawing.rails import SUPPLY_V
from hardware.simulation.datasheets import CLAMP_OHM, PICO_PIN, SUPPLY
from hardware.simulation.supply import SupplyCorner, SupplyDesign
from hardware.simulation.supply_deck import IDLE_OHM

INPUT_OHM = 5e6
"""Of the shifter's input to its supply: 1 uA at most, and no diode (Texas Instruments SCLS264R)."""
DATA_END_S = 1e-3


def data_deck(design: SupplyDesign, corner: SupplyCorner, is_plugged: bool) -> str:
    """Nodes `drive` and `din`, with `series_ohm` between them; and `pin`, the computer's.

    `is_plugged`: X1 has its 5 V, and only the branch's fuse is off; else X1 has none either. The
    branch's capacitor is empty.
    """
    row = design.rows[0]
    volts = SUPPLY_V * corner.supply if is_plugged else 0.0
    ohm = design.drive_ohm if design.is_shifted else PICO_PIN.ohm
    source = "x1" if design.is_shifted else "high"
    lines = [
        f"{design.name}, data",
        f"VX1 x1 0 {volts:g}",
        f"VHIGH high 0 {SUPPLY:g}",
        f"RPIN high pin {PICO_PIN.ohm:g}",
        f"RIN pin x1 {INPUT_OHM if design.is_shifted else 1e9:g}",
        f"RDRIVE {source} drive {ohm:g}",
        f"RSERIES drive din {max(design.series_ohm, 1e-3):g}",
        "DCLAMP din clamp CLAMP",
        f"RCLAMP clamp vdd {CLAMP_OHM:g}",
        f"RIDLE vdd 0 {IDLE_OHM / row.pixels:g}",
        f"CBULK vdd 0 {design.bulk_f:g} IC=0",
        ".model CLAMP D(IS=1e-14)",
        ".save v(high) v(pin) v(drive) v(din)",
        f".tran 1u {DATA_END_S:g} 0 1u uic",
        ".end",
    ]
    return "\n".join(lines) + "\n"
