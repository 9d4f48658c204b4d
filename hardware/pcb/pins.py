"""Pin tables of the parts, each from its data sheet: what a pin of that package does.

KiCad's checks compare a schematic with a board; neither sees that both use the wrong pin. So the
nets of a board are given by function, these tables give the numbers, and tests compare the result
with the wiring sheets and with KiCad's own symbols.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.drawing.chain import LINES


@dataclass(frozen=True)
class PinTable:
    """What each pin of a package does, and which document says so."""

    pins: Mapping[str, str]
    """A function by its pin's number; no function twice."""
    source: str

    def number(self, function: str) -> str:
        """The pin with that function; `KeyError` if there is none.

        >>> DRV5032_DBZ.number("OUT")
        '2'
        """
        for number, name in self.pins.items():
            if name == function:
                return number
        raise KeyError(f"expected one of {sorted(self.pins.values())}, got {function}")


DRV5032_DBZ = PinTable(
    {"1": "VCC", "2": "OUT", "3": "GND"},
    "Texas Instruments DRV5032 data sheet (SLVSDC7), Pin Configuration and Functions, DBZ package",
)
DRV5032_LPG = PinTable(
    {"1": "VCC", "2": "GND", "3": "OUT"},
    "Texas Instruments DRV5032 data sheet (SLVSDC7), Pin Configuration and Functions, LPG package",
)
"""The same sensor in TO-92, which the wiring sheets use."""
WS2812B = PinTable(
    {"1": "VDD", "2": "DOUT", "3": "VSS", "4": "DIN"},
    "Worldsemi WS2812B data sheet, PIN configuration and PIN function",
)
SN74HCS165_D = PinTable(
    {
        **{"1": "SH/LD", "2": "CLK", "3": "E", "4": "F", "5": "G", "6": "H", "7": "/QH"},
        **{"8": "GND", "9": "QH", "10": "SER", "11": "A", "12": "B", "13": "C", "14": "D"},
        **{"15": "CLK INH", "16": "VCC"},
    },
    "Texas Instruments SN74HCS165 data sheet, Pin Configuration and Functions, D package",
)
CHAIN_PLUG = PinTable(LINES, "hardware/drawing/chain.py, LINES; pin 1 as on JST's drawing of XH")
DATA_PLUG = PinTable({"1": "DATA", "2": "GND"}, "this project; pin 1 as on JST's drawing of XH")
TOUCH_PLUG = PinTable(
    {"1": "3V3", "2": "IN", "3": "GND"},
    "this project; pin 1 as on JST's drawing of XH",
)
B3F_40 = PinTable(
    {"1": "1", "2": "2"},
    "Omron B3F data sheet, terminal arrangement: the two terminals of a row 12.5 mm long are one"
    " contact (from memory; KiCad's footprint numbers them so)",
)
POWER_PLUG = PinTable({"1": "5V", "2": "GND"}, "this project; pin 1 as on JST's drawing of VH")
TWO_ENDS = PinTable({"1": "1", "2": "2"}, "either way round")
POLARISED = PinTable(
    {"1": "+", "2": "-"}, "Kemet T520 data sheet: the stripe marks the positive end, pad 1"
)
