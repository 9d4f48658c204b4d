"""The kinds of parts of the printed boards: package, pads, maker's number and pin table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.pcb import pins
from hardware.pcb.geometry import Point
from hardware.pcb.pins import PinTable


@dataclass(frozen=True)
class Pad:
    """A pad of a land pattern, in mm from the part's origin; `drill` is 0 for surface mount."""

    at: Point
    width: float
    height: float
    drill: float = 0


@dataclass(frozen=True)
class Footprint:
    """A land pattern: KiCad's library and name, and where its pads are.

    The pads are written down here, so that routes and clearances need no KiCad. A test compares
    them with KiCad's library. A pin's further pads are named `1#2`, holes without copper `#1`.
    """

    library: str
    name: str
    pads: Mapping[str, Pad]


@dataclass(frozen=True)
class Symbol:
    """A schematic symbol: KiCad's library and name, and what this project changes of it."""

    library: str
    name: str
    new_name: str = ""
    """Empty for the same name."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Another electrical type by pin number."""
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def own_name(self) -> str:
        """Its name in the project's library."""
        return self.new_name or self.name


@dataclass(frozen=True)
class Kind:
    """Something to buy and place."""

    value: str
    maker: str
    number: str
    """The maker's own."""
    pins: PinTable
    symbol: Symbol
    footprint: Footprint


def _pair(x: float, width: float, height: float) -> dict[str, Pad]:
    """Two pads, left and right."""
    return {"1": Pad((-x, 0), width, height), "2": Pad((x, 0), width, height)}


def _row(count: int, pitch: float, width: float, height: float, drill: float) -> dict[str, Pad]:
    """Pins of a plug, from the origin to the right."""
    return {str(n + 1): Pad((n * pitch, 0), width, height, drill) for n in range(count)}


def _soic16() -> dict[str, Pad]:
    """1 to 8 down the left side, 9 to 16 up the right side."""
    rows = [round(n * 1.27 - 4.445, 3) for n in range(8)]
    left = {str(n + 1): Pad((-2.475, y), 1.95, 0.6) for n, y in enumerate(rows)}
    return left | {str(16 - n): Pad((2.475, y), 1.95, 0.6) for n, y in enumerate(rows)}


SOT23 = Footprint(
    "Package_TO_SOT_SMD",
    "SOT-23",
    {
        "1": Pad((-0.9375, -0.95), 1.475, 0.6),
        "2": Pad((-0.9375, 0.95), 1.475, 0.6),
        "3": Pad((0.9375, 0), 1.475, 0.6),
    },
)
PLCC4 = Footprint(
    "LED_SMD",
    "LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    {
        "1": Pad((-2.45, -1.65), 1.5, 0.9),
        "2": Pad((-2.45, 1.65), 1.5, 0.9),
        "3": Pad((2.45, 1.65), 1.5, 0.9),
        "4": Pad((2.45, -1.65), 1.5, 0.9),
    },
)
SOIC16 = Footprint("Package_SO", "SOIC-16_3.9x9.9mm_P1.27mm", _soic16())
R0603 = Footprint("Resistor_SMD", "R_0603_1608Metric", _pair(0.825, 0.8, 0.95))
C0603 = Footprint("Capacitor_SMD", "C_0603_1608Metric", _pair(0.775, 0.9, 0.95))
C0805 = Footprint("Capacitor_SMD", "C_0805_2012Metric", _pair(0.95, 1.0, 1.45))
CASE_B = Footprint("Capacitor_Tantalum_SMD", "CP_EIA-3528-21_Kemet-B", _pair(1.54, 1.34, 2.39))
B3F40 = Footprint(
    "Button_Switch_THT",
    "SW_SPST_Omron_B3F-40xx",
    {
        "1": Pad((0, 0), 2.9, 1.7, 1.2),
        "1#2": Pad((12.5, 0), 2.9, 1.7, 1.2),
        "2": Pad((0, 5), 2.9, 1.7, 1.2),
        "2#2": Pad((12.5, 5), 2.9, 1.7, 1.2),
        "#1": Pad((6.25, -2), 1.8, 1.8, 1.8),
        "#2": Pad((6.25, 7), 1.8, 1.8, 1.8),
    },
)
JST = "Connector_JST"
XH3 = Footprint(JST, "JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical", _row(3, 2.5, 1.7, 1.95, 0.95))
XH5 = Footprint(JST, "JST_XH_B5B-XH-A_1x05_P2.50mm_Vertical", _row(5, 2.5, 1.7, 1.95, 0.95))
XH2 = Footprint(JST, "JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical", _row(2, 2.5, 1.7, 2.0, 1.0))
VH2 = Footprint(JST, "JST_VH_B2P-VH_1x02_P3.96mm_Vertical", _row(2, 3.96, 2.7, 2.7, 1.7))

PLUG_FILTER = {"ki_fp_filters": "*_1x??_*"}
"""KiCad's own names its own libraries; the project's library has another name."""
PLUG5 = Symbol("Connector_Generic", "Conn_01x05", fields=PLUG_FILTER)
PLUG3 = Symbol("Connector_Generic", "Conn_01x03", fields=PLUG_FILTER)
PLUG2 = Symbol("Connector_Generic", "Conn_01x02", fields=PLUG_FILTER)
HALL_SYMBOL = Symbol(
    "Sensor_Magnetic",
    "DRV5033AJxDBZ",
    "DRV5032AJxDBZ",
    {"2": "open_collector"},
    {
        "Datasheet": "https://www.ti.com/lit/ds/symlink/drv5032.pdf",
        "Description": "Omnipolar Hall switch, 9.5 mT, open drain, 20 Hz, SOT-23",
    },
)
"""KiCad 9.0 has no DRV5032, and it calls the open drain of the DRV5033 a plain output."""
REGISTER_SYMBOL = Symbol(
    "74xx",
    "74LS165",
    "SN74HCS165",
    fields={
        "Datasheet": "https://www.ti.com/lit/ds/symlink/sn74hcs165.pdf",
        "Description": "Shift register, 8 bits, parallel load, Schmitt-trigger inputs",
    },
)
RESISTOR, CAPACITOR = Symbol("Device", "R"), Symbol("Device", "C")
POLARISED = Symbol("Device", "C_Polarized")


def _resistor(value: str, number: str) -> Kind:
    return Kind(value, "Yageo", number, pins.TWO_ENDS, RESISTOR, R0603)


SENSOR = Kind(
    *("DRV5032AJ", "Texas Instruments", "DRV5032AJDBZR"),
    *(pins.DRV5032_DBZ, HALL_SYMBOL, SOT23),
)
PIXEL = Kind("WS2812B", "Worldsemi", "WS2812B", pins.WS2812B, Symbol("LED", "WS2812B"), PLCC4)
REGISTER = Kind(
    *("SN74HCS165", "Texas Instruments", "SN74HCS165DR"),
    *(pins.SN74HCS165_D, REGISTER_SYMBOL, SOIC16),
)
R100 = _resistor("100R", "RC0603FR-07100RL")
R1K = _resistor("1k", "RC0603FR-071KL")
R10K = _resistor("10k", "RC0603FR-0710KL")
R100K = _resistor("100k", "RC0603FR-07100KL")
C100N = Kind("100n", "Kemet", "C0603C104K3RACTU", pins.TWO_ENDS, CAPACITOR, C0603)
C1N = Kind("1n", "Kemet", "C0603C102J5GACTU", pins.TWO_ENDS, CAPACITOR, C0603)
C10U = Kind("10u 25V", "Samsung", "CL21A106KAYNNNE", pins.TWO_ENDS, CAPACITOR, C0805)
C100U = Kind("100u 6.3V", "Kemet", "T520B107M006ATE040", pins.POLARISED, POLARISED, CASE_B)
"""Polymer tantalum: Kemet allows 90 % of its 6.3 V, which is 5.67 V."""
CHAIN_PLUG = Kind("chain", "JST", "B5B-XH-A", pins.CHAIN_PLUG, PLUG5, XH5)
DATA_PLUG = Kind("pixel data", "JST", "B2B-XH-A", pins.DATA_PLUG, PLUG2, XH2)
TOUCH_PLUG = Kind("touch", "JST", "B3B-XH-A", pins.TOUCH_PLUG, PLUG3, XH3)
BUTTON = Kind("B3F-4055", "Omron", "B3F-4055", pins.B3F_40, Symbol("Switch", "SW_Push"), B3F40)
"""With the cap B32-1610, which is not a part of the board."""
POWER_PLUG = Kind("5 V feed", "JST", "B2P-VH", pins.POWER_PLUG, PLUG2, VH2)
"""10 A a contact, where XH allows 3 A (JST's data sheets)."""
