"""Pin tables of the parts, each from its data sheet: what a pin of that package does.

KiCad's checks compare a schematic with a board; neither sees that both use the wrong pin. So the
nets of a board are given by function, these tables give the numbers, and tests compare the result
with the wiring sheets and with KiCad's own symbols.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.drawing.chain import LINES
from minigam.board.header import PI, PICO, Header


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
TPS2553_DBV = PinTable(
    {"1": "IN", "2": "GND", "3": "EN", "4": "FAULT", "5": "ILIM", "6": "OUT"},
    "Texas Instruments TPS2553 data sheet (SLVS841), Pin Configuration and Functions, DBV package",
)
SN74AHCT125_D = PinTable(
    {
        **{"1": "1OE", "2": "1A", "3": "1Y", "4": "2OE", "5": "2A", "6": "2Y", "7": "GND"},
        **{"8": "3Y", "9": "3A", "10": "3OE", "11": "4Y", "12": "4A", "13": "4OE", "14": "VCC"},
    },
    "Texas Instruments SN74AHCT125 data sheet (SCLS264), Pin Configuration and Functions, D",
)
INA219_D = PinTable(
    {
        **{"1": "A1", "2": "A0", "3": "SDA", "4": "SCL"},
        **{"5": "VS", "6": "GND", "7": "IN-", "8": "IN+"},
    },
    "Texas Instruments INA219 data sheet (SBOS448), Pin Configuration and Functions, D package",
)
RADIAL = PinTable(
    {"1": "+", "2": "-"}, "Panasonic FR series data sheet: the sleeve is marked at the negative pin"
)
SI7157DP = PinTable(
    {"1": "S1", "2": "S2", "3": "S3", "4": "G", "5": "D"},
    "Vishay Si7157DP data sheet (document 65734), PowerPAK SO-8; pins 5 to 8 are the large pad",
)
DIODE = PinTable({"1": "K", "2": "A"}, "Littelfuse SMBJ data sheet: the band marks the cathode")
SUPPLY_TERMINAL = PinTable({"1": "+", "2": "-"}, "this project")
BUTTON_PLUG = PinTable({"1": "IN", "2": "GND"}, "this project; pin 1 as on JST's drawing of XH")
I2C_PLUG = PinTable(
    {"1": "3V3", "2": "SDA", "3": "SCL", "4": "GND"},
    "this project; pin 1 as on JST's drawing of XH",
)


def _socket(header: Header, first: int, last: int, source: str) -> PinTable:
    """A socket below some of a header's pins. Those that share a label have their number too."""
    names = {pin: header.label(pin) for pin in range(first, last + 1)}
    several = {name for name in names.values() if header.labels.count(name) > 1}
    named = {pin: f"{name}_{pin}" if name in several else name for pin, name in names.items()}
    return PinTable({str(pin - first + 1): name for pin, name in named.items()}, source)


PICO_1_TO_20 = _socket(PICO, 1, 20, "Raspberry Pi Pico datasheet, section 2.1, Pico pinout")
PICO_21_TO_40 = _socket(PICO, 21, 40, PICO_1_TO_20.source)
"""Each counts from 1: pin 1 of the second socket is the Pico's pin 21."""
PI_HEADER = _socket(PI, 1, 40, "Raspberry Pi documentation, GPIO and the 40-pin header")
