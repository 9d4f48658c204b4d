"""The sheet of what is on a register board: eight inputs, and the check bits around them."""

from hardware.drawing.chain import CABLE_MM, DATA_PIN, PINS, plug, register_parts
from hardware.drawing.items import C1N2, C100N, NETWORK, R1K, R10K, R100K
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, inside, rail, resistor
from minigam.board.profile_model import A_BOARD
from minigam.link.messages import CHECKS

NEAR, FAR, OUT = "plug A", "plug B", "sensors"
POWER, EARTH = f"VCC1 to VCC{A_BOARD}", f"GND1 to GND{A_BOARD}"
"""The terminals that all sensors of a board have in common, as its other sheet names them."""
CHIPS = ("U1", "U2")
"""The one nearer to the Pico sends first."""
PULLS, PULL, SERIES, HIGH, LOW = "RN1", "R1", "R2", "3V3 rail", "GND rail"
INNER = "R5"
DELAY = {"U1": "C3", "U2": "C4"}
"""At each serial input: with the resistor before it, data comes later than the clock's edge.

That edge takes up to 0.33 us. One register may count it near its beginning, another near its end:
without the delay the first one's new bit could reach the second before that has read the old one.
"""
DOWN = {"LOAD": "R3", "CLOCK": "R4"}
"""What holds a cut line at ground: then the registers go on sending their first bit."""
INPUTS = {"H": "6", "G": "5", "F": "4", "E": "3", "D": "14", "C": "13", "B": "12", "A": "11"}
"""A 74HCS165's inputs in the order in which it sends them."""
LOAD, CLOCK, INHIBIT, SER, QH, VCC, GND = "1", "2", "15", "10", "9", "16", "8"
"""Its other pins (Texas Instruments SN74HCS165 data sheet, pin functions)."""
SENSOR_INPUTS = [
    *(("U1", INPUTS[name]) for name in "DCBA"),
    *(("U2", INPUTS[name]) for name in "HGFE"),
]
"""The pin of each of the eight inputs, in the order in which they are sent."""
CHECK_INPUTS = [
    *(("U1", INPUTS[name]) for name in "HGFE"),
    *(("U2", INPUTS[name]) for name in "DCBA"),
]
"""The pins that are tied to a check bit, in the order in which they are sent."""


def register_board() -> Sheet:
    """Two registers, a pull-up for each input and for DATA from the next board, and both plugs."""
    parts = (
        plug(NEAR, "towards the Pico", CABLE_MM),
        resistor(SERIES, R1K, "1 kΩ"),
        ceramic("C1", C100N, "100 nF at U1"),
        _chip("U1", "DCBA", first=1),
        ceramic("C2", C100N, "100 nF at U2"),
        resistor(INNER, R1K, "1 kΩ"),
        *(ceramic(name, C1N2, f"1.2 nF at {chip}") for chip, name in DELAY.items()),
        _chip("U2", "HGFE", first=5),
        resistor(PULL, R10K, "10 kΩ pull-up"),
        *(resistor(name, R100K, "100 kΩ pull-down") for name in DOWN.values()),
        plug(FAR, "away from the Pico"),
        rail(HIGH, "joined to pin 16"),
        rail(LOW, "joined to pin 8"),
        _pulls(),
        _out(),
    )
    wires = (*_supply(), *_lines(), *_data(), *_checks(), *_inputs())
    board = Sheet("register", "A register board", parts, wires, inside_of="register boards")
    return inside(board)


def _chip(name: str, sensors: str, first: int) -> Part:
    """`sensors`: which of its inputs are for sensors, the first of which has number `first`."""
    pins = {VCC: "VCC", GND: "GND", LOAD: "SH/LD", CLOCK: "CLK", INHIBIT: "CLK INH"}
    pins |= {QH: "QH", SER: "SER"}
    found = {letter: f"IN{at}" for at, letter in enumerate(sensors, first)}
    pins |= {pin: f"{letter}, {found.get(letter, 'check')}" for letter, pin in INPUTS.items()}
    return Part(name, "74HCS165", pins, register_parts(1))


def _pulls() -> Part:
    pins = {"1": "common, 3.3 V"} | {str(at + 2): "10 kΩ" for at in range(A_BOARD)}
    return Part(PULLS, "Resistor network 8 x 10 kΩ", pins, {NETWORK: 1})


def _out() -> Part:
    """The terminals of eight sensors; each has its own pair for 3.3 V and ground."""
    pins = {f"IN{at}": f"input {at}" for at in range(1, A_BOARD + 1)}
    return Part(OUT, "to the sensors", {**pins, POWER: "3.3 V", EARTH: "ground"})


def _supply() -> list[Wire]:
    high, low = PINS["3V3"], PINS["GND"]
    return [
        Wire("3V3", (NEAR, high), ("U1", VCC)),
        Wire("GND", (NEAR, low), ("U1", GND)),
        Wire("3V3", ("U1", VCC), ("U2", VCC)),
        Wire("GND", ("U1", GND), ("U2", GND)),
        Wire("3V3", ("U2", VCC), (FAR, high)),
        Wire("GND", ("U2", GND), (FAR, low)),
        *(Wire("3V3", (chip, VCC), (f"C{at}", "1")) for at, chip in enumerate(CHIPS, 1)),
        *(Wire("GND", (chip, GND), (f"C{at}", "2")) for at, chip in enumerate(CHIPS, 1)),
        *(Wire("GND", (chip, INHIBIT), (LOW, "1")) for chip in CHIPS),
        Wire("3V3", ("U2", VCC), (HIGH, "1")),
        Wire("GND", ("U2", GND), (LOW, "1")),
    ]


def _lines() -> list[Wire]:
    """Load and clock go to both registers, and on to the next board."""
    ends = {"LOAD": LOAD, "CLOCK": CLOCK}
    return [
        wire
        for net, pin in ends.items()
        for wire in (
            Wire(net, (NEAR, PINS[net]), ("U1", pin)),
            Wire(net, ("U1", pin), ("U2", pin)),
            Wire(net, ("U2", pin), (DOWN[net], "1")),
            Wire(net, (DOWN[net], "1"), (FAR, PINS[net])),
            Wire("GND", (DOWN[net], "2"), (FAR, PINS["GND"])),
        )
    ]


def _data() -> list[Wire]:
    """From the next board through both registers; a cut wire there reads 1."""
    return [
        Wire("DATA", (NEAR, DATA_PIN), (SERIES, "1")),
        Wire("QH", (SERIES, "2"), ("U1", QH)),
        Wire("halves", ("U1", SER), (INNER, "1")),
        Wire("QH", (INNER, "2"), ("U2", QH)),
        Wire("next", ("U2", SER), (PULL, "1")),
        Wire("halves", ("U1", SER), (DELAY["U1"], "1")),
        Wire("next", ("U2", SER), (DELAY["U2"], "1")),
        *(Wire("GND", (name, "2"), (LOW, "1")) for name in DELAY.values()),
        Wire("next", (PULL, "1"), (FAR, DATA_PIN)),
        Wire("3V3", (PULL, "2"), (FAR, PINS["3V3"])),
    ]


def _checks() -> list[Wire]:
    """The check bits, each tied to a supply."""
    bits = f"{CHECKS:0{len(CHECK_INPUTS)}b}"
    return [
        Wire("3V3", end, (HIGH, "1")) if bit == "1" else Wire("GND", end, (LOW, "1"))
        for end, bit in zip(CHECK_INPUTS, bits, strict=True)
    ]


def _inputs() -> list[Wire]:
    """Each input is pulled up on its way to its sensor."""
    ends = list(enumerate(SENSOR_INPUTS, 1))
    to_pulls = [Wire(f"IN{at}", end, (PULLS, str(at + 1))) for at, end in ends]
    to_sensors = [Wire(f"IN{at}", (PULLS, str(at + 1)), (OUT, f"IN{at}")) for at, _ in ends]
    supply = [
        Wire("3V3", (HIGH, "1"), (PULLS, "1")),
        Wire("3V3", (PULLS, "1"), (OUT, POWER)),
        Wire("GND", (LOW, "1"), (OUT, EARTH)),
    ]
    return [*to_pulls, *to_sensors, *supply]
