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


@dataclass(frozen=True, kw_only=True)
class BoxSymbol(Symbol):
    """A symbol that this project draws itself as a box; `types` has each of its pins."""

    table: PinTable
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """The functions at the left and at the right, from the top; a gap where empty."""


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


def _column(count: int, pitch: float, x: float, width: float, height: float) -> dict[str, Pad]:
    """Half of the pins down the left side, the others up the right side."""
    half = count // 2
    rows = [round((n - (half - 1) / 2) * pitch, 3) for n in range(half)]
    left = {str(n + 1): Pad((-x, y), width, height) for n, y in enumerate(rows)}
    return left | {str(count - n): Pad((x, y), width, height) for n, y in enumerate(rows)}


def _socket_pads(columns: int) -> dict[str, Pad]:
    """Twenty rows of 2.54 mm; a second column is to the left, and counted alternately."""
    count = 20 * columns
    at = [((n % columns) * -2.54, round(n // columns * 2.54, 2)) for n in range(count)]
    return {str(n + 1): Pad(place, 1.7, 1.7, 1.0) for n, place in enumerate(at)}


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
SOIC16 = Footprint("Package_SO", "SOIC-16_3.9x9.9mm_P1.27mm", _column(16, 1.27, 2.475, 1.95, 0.6))
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
XH5 = Footprint(JST, "JST_XH_B5B-XH-A_1x05_P2.50mm_Vertical", _row(5, 2.5, 1.7, 1.95, 0.95))
XH2 = Footprint(JST, "JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical", _row(2, 2.5, 1.7, 2.0, 1.0))
VH2 = Footprint(JST, "JST_VH_B2P-VH_1x02_P3.96mm_Vertical", _row(2, 3.96, 2.7, 2.7, 1.7))
XH3 = Footprint(JST, "JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical", _row(3, 2.5, 1.7, 1.95, 0.95))
XH4 = Footprint(JST, "JST_XH_B4B-XH-A_1x04_P2.50mm_Vertical", _row(4, 2.5, 1.7, 1.95, 0.95))
SOIC14 = Footprint("Package_SO", "SOIC-14_3.9x8.7mm_P1.27mm", _column(14, 1.27, 2.475, 1.95, 0.6))
SOT23_6 = Footprint("Package_TO_SOT_SMD", "SOT-23-6", _column(6, 0.95, 1.1375, 1.325, 0.6))
SOIC8 = Footprint("Package_SO", "SOIC-8_3.9x4.9mm_P1.27mm", _column(8, 1.27, 2.475, 1.95, 0.6))
R2512 = Footprint("Resistor_SMD", "R_2512_6332Metric", _pair(2.9625, 1.225, 3.35))
POWERPAK = Footprint(
    "Package_SO",
    "PowerPAK_SO-8_Single",
    {
        **{str(n + 1): Pad((-2.67, -1.905 + n * 1.27), 1.27, 0.61) for n in range(4)},
        "5": Pad((0.69, 0), 3.81, 3.91),
        **{f"5#{n + 2}": Pad((2.795, -1.905 + n * 1.27), 1.02, 0.61) for n in range(4)},
    },
)
FUSE1206 = Footprint("Fuse", "Fuse_1206_3216Metric", _pair(1.4, 1.25, 1.75))
SMB = Footprint("Diode_SMD", "D_SMB", _pair(2.15, 2.5, 2.3))
RADIAL8 = Footprint("Capacitor_THT", "CP_Radial_D8.0mm_P3.50mm", _row(2, 3.5, 1.6, 1.6, 0.8))
TERMINAL2 = Footprint(
    "TerminalBlock_Phoenix",
    "TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    _row(2, 5.08, 2.6, 2.6, 1.3),
)
SOCKET = "Connector_PinSocket_2.54mm"
SOCKET20 = Footprint(SOCKET, "PinSocket_1x20_P2.54mm_Vertical", _socket_pads(1))
SOCKET40 = Footprint(SOCKET, "PinSocket_2x20_P2.54mm_Vertical", _socket_pads(2))

PLUG_FILTER = {"ki_fp_filters": "*_1x??_*"}
"""KiCad's own names its own libraries; the project's library has another name."""
PLUG5 = Symbol("Connector_Generic", "Conn_01x05", fields=PLUG_FILTER)
PLUG4 = Symbol("Connector_Generic", "Conn_01x04", fields=PLUG_FILTER)
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
POLYFUSE = Symbol("Device", "Polyfuse", fields={"ki_fp_filters": "*Fuse_*"})
"""KiCad's own names the footprints of other packages."""


def _box(
    name: str, table: PinTable, left: str, right: str, kinds: Mapping[str, str], **fields: str
) -> BoxSymbol:
    """A box with these functions at its sides; `kinds`: an electrical type each, or passive."""
    types = {number: kinds.get(function, "passive") for number, function in table.pins.items()}
    sides = (tuple(left.split(", ")), tuple(right.split(", ")))
    return BoxSymbol("", name, types=types, fields=fields, table=table, sides=sides)


def _socket_symbol(name: str, table: PinTable) -> BoxSymbol:
    """A single row of pins at the left; of two rows, one at each side."""
    names = list(table.pins.values())
    left, right = (names, [""]) if len(names) == 20 else (names[::2], names[1::2])
    return _box(name, table, ", ".join(left), ", ".join(right), {})


FUSE_SYMBOL = _box(
    *("TPS2553-1", pins.TPS2553_DBV, "IN, EN, , GND", "OUT, , ILIM, FAULT"),
    {
        **{"IN": "power_in", "GND": "power_in", "EN": "input"},
        **{"OUT": "power_out", "FAULT": "open_collector"},
    },
    Datasheet="https://www.ti.com/lit/ds/symlink/tps2553-1.pdf",
    Description="Electronic fuse, limit set by a resistor, switches off, SOT-23-6",
)
SHIFTER_SYMBOL = _box(
    *("SN74AHCT125", pins.SN74AHCT125_D),
    "1OE, 1A, , 2OE, 2A, , 3OE, 3A, , 4OE, 4A, , GND",
    "VCC, 1Y, , , 2Y, , , 3Y, , , 4Y",
    {
        **{"VCC": "power_in", "GND": "power_in"},
        **{f"{gate}{end}": "input" for gate in "1234" for end in ("OE", "A")},
        **{f"{gate}Y": "tri_state" for gate in "1234"},
    },
    Datasheet="https://www.ti.com/lit/ds/symlink/sn74ahct125.pdf",
    Description="Four bus buffers, inputs for 3.3 V, outputs for 5 V, SOIC-14",
)
TRANSISTOR_SYMBOL = _box(
    *("Si7157DP", pins.SI7157DP, "D, , G", "S1, S2, S3", {}),
    Datasheet="https://www.vishay.com/docs/65734/si7157dp.pdf",
    Description="P-channel MOSFET, 20 V, 2 mOhm at 4.5 V, PowerPAK SO-8",
)
METER_SYMBOL = Symbol("Sensor_Energy", "INA219AxD")


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
C1N2 = Kind("1n2", "Kemet", "C0603C122J5GACTU", pins.TWO_ENDS, CAPACITOR, C0603)
C1U_0805 = Kind("1u 50V", "Samsung", "CL21B105KBFNNNE", pins.TWO_ENDS, CAPACITOR, C0805)
C100U = Kind("100u 6.3V", "Kemet", "T520B107M006ATE040", pins.POLARISED, POLARISED, CASE_B)
"""Polymer tantalum: Kemet allows 90 % of its 6.3 V, which is 5.67 V."""
CHAIN_PLUG = Kind("chain", "JST", "B5B-XH-A", pins.CHAIN_PLUG, PLUG5, XH5)
DATA_PLUG = Kind("pixel data", "JST", "B2B-XH-A", pins.DATA_PLUG, PLUG2, XH2)
TOUCH_PLUG = Kind("touch", "JST", "B3B-XH-A", pins.TOUCH_PLUG, PLUG3, XH3)
BUTTON = Kind("B3F-4055", "Omron", "B3F-4055", pins.B3F_40, Symbol("Switch", "SW_Push"), B3F40)
"""With the cap B32-1610, which is not a part of the board."""
POWER_PLUG = Kind("5 V feed", "JST", "B2P-VH", pins.POWER_PLUG, PLUG2, VH2)
"""10 A a contact, where XH allows 3 A (JST's data sheets)."""
R15K = _resistor("15k", "RC0603FR-0715KL")
R47 = _resistor("47R", "RC0603FR-0747RL")
R330 = _resistor("330R", "RC0603FR-07330RL")
SHUNT = Kind("5m 1W", "Vishay", "WSL25125L000FEA", pins.TWO_ENDS, RESISTOR, R2512)
C470P = Kind("470p", "Kemet", "C0603C471J5GACTU", pins.TWO_ENDS, CAPACITOR, C0603)
C1U = Kind("1u 16V", "Kemet", "C0603C105K4RACTU", pins.TWO_ENDS, CAPACITOR, C0603)
C470U = Kind("470u 10V", "Panasonic", "EEU-FR1A471", pins.RADIAL, POLARISED, RADIAL8)
FUSE = Kind(
    *("TPS2553-1", "Texas Instruments", "TPS2553DBVR-1", pins.TPS2553_DBV, FUSE_SYMBOL, SOT23_6)
)
SHIFTER = Kind(
    *("SN74AHCT125", "Texas Instruments", "SN74AHCT125DR"),
    *(pins.SN74AHCT125_D, SHIFTER_SYMBOL, SOIC14),
)
METER = Kind("INA219", "Texas Instruments", "INA219AIDR", pins.INA219_D, METER_SYMBOL, SOIC8)
TRANSISTOR = Kind(
    *("Si7157DP", "Vishay", "SI7157DP-T1-GE3", pins.SI7157DP, TRANSISTOR_SYMBOL, POWERPAK)
)
RESETTABLE = Kind(*("120 mA", "Bourns", "MF-NSMF012-2", pins.TWO_ENDS, POLYFUSE, FUSE1206))
"""Carries 120 mA, switches at 290 mA, and has 1.5 to 6 ohms (Bourns data sheet; from memory)."""
SUPPRESSOR = Kind(
    *("SMBJ5.0A", "Littelfuse", "SMBJ5.0A", pins.DIODE, Symbol("Device", "D_Zener"), SMB)
)
SUPPLY_TERMINAL = Kind(
    *("5 V supply", "Phoenix Contact", "1715721", pins.SUPPLY_TERMINAL, PLUG2, TERMINAL2)
)
"""MKDS 1,5/2-5,08: 1.5 mm², 13.5 A (Phoenix Contact's data sheet)."""
BUTTON_PLUG = Kind("button", "JST", "B2B-XH-A", pins.BUTTON_PLUG, PLUG2, XH2)
I2C_PLUG = Kind("I2C of the Pi", "JST", "B4B-XH-A", pins.I2C_PLUG, PLUG4, XH4)
PICO_1_TO_20 = Kind(
    *("Pico socket", "Samtec", "SSW-120-01-T-S", pins.PICO_1_TO_20),
    *(_socket_symbol("Pico_1_to_20", pins.PICO_1_TO_20), SOCKET20),
)
PICO_21_TO_40 = Kind(
    *("Pico socket", "Samtec", "SSW-120-01-T-S", pins.PICO_21_TO_40),
    *(_socket_symbol("Pico_21_to_40", pins.PICO_21_TO_40), SOCKET20),
)
PI_HEADER = Kind(
    *("Pi's header", "Samtec", "SSW-120-01-T-D", pins.PI_HEADER),
    *(_socket_symbol("Pi_header", pins.PI_HEADER), SOCKET40),
)
