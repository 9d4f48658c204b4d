"""The sheets of what is on a register board, and on the pattern board."""

from hardware.drawing.chain import CABLE_MM, plug
from hardware.drawing.felt import INPUT_PINS, Felt, bit
from hardware.drawing.items import C100N, NETWORK, REGISTER
from hardware.drawing.wiring import Part, Sheet, Wire, ceramic, inside, rail
from minigam.board.profile_model import BITS

NEAR, FAR, OUT = "plug A", "plug B", "sensors"
POWER, EARTH = f"VCC1 to VCC{BITS}", f"GND1 to GND{BITS}"
"""The terminals that all sensors of a board have in common, as its other sheet names them."""
CHIP, PULLS, BLOCK = "U1", "RN1", "C1"
PL, CP, Q7, DS, CE, VCC, GND = "1", "2", "9", "10", "15", "16", "8"
"""A 74HC165's other pins (Nexperia 74HC165 data sheet, table 2)."""


def register_board() -> Sheet:
    """A register, a pull-up for each of its inputs, and both plugs."""
    parts = (_near(), _decoupling(), _chip(), plug(FAR, "away from the Pico"), _pulls(), _out())
    wires = (*_from_plug_a(), *_to_plug_b(), *_inputs())
    board = Sheet("register", "A register board", parts, wires, inside_of="register boards")
    return inside(board)


def pattern_board(felt: Felt) -> Sheet:
    """A register whose inputs are tied to 3.3 V or ground."""
    high, low = rail("3V3 rail", "joined to pin 16"), rail("GND rail", "joined to pin 8")
    tied = [
        Wire("3V3", (CHIP, pin), (high.name, "1"))
        if level == "1"
        else Wire("GND", (CHIP, pin), (low.name, "1"))
        for pin, level in zip(INPUT_PINS, felt.pattern, strict=True)
    ]
    ends = [Wire("GND", (CHIP, pin), (low.name, "1")) for pin in (CE, DS)]
    wires = (*_from_plug_a(), *tied, *ends)
    title = f"The pattern board: {felt.pattern}, D7 first"
    parts = (_near(), _decoupling(), _chip(), high, low)
    return inside(Sheet("pattern", title, parts, wires, inside_of="pattern board", spread=1))


def _near() -> Part:
    return plug(NEAR, "towards the Pico", CABLE_MM)


def _decoupling() -> Part:
    return ceramic(BLOCK, C100N, "100 nF")


def _chip() -> Part:
    pins = {VCC: "VCC", GND: "GND", PL: "PL, load", CP: "CP, clock"}
    pins |= {Q7: "Q7, data out", DS: "DS, data in", CE: "CE"}
    pins |= {pin: bit(at) for at, pin in enumerate(INPUT_PINS)}
    return Part(CHIP, "74HC165", pins, {REGISTER: 1})


def _pulls() -> Part:
    pins = {"1": "common, 3.3 V"} | {str(at + 2): "10 kΩ" for at in range(BITS)}
    return Part(PULLS, "Resistor network 8 x 10 kΩ", pins, {NETWORK: 1})


def _out() -> Part:
    """The terminals of eight sensors; each has its own pair for 3.3 V and ground."""
    pins = {f"IN{at + 1}": bit(at) for at in range(BITS)}
    return Part(OUT, "to the sensors", {**pins, POWER: "3.3 V", EARTH: "ground"})


def _from_plug_a() -> list[Wire]:
    return [
        Wire("3V3", (NEAR, "1"), (CHIP, VCC)),
        Wire("GND", (NEAR, "2"), (CHIP, GND)),
        Wire("LOAD", (NEAR, "3"), (CHIP, PL)),
        Wire("CLOCK", (NEAR, "4"), (CHIP, CP)),
        Wire("DATA", (NEAR, "5"), (CHIP, Q7)),
        Wire("3V3", (CHIP, VCC), (BLOCK, "1")),
        Wire("GND", (CHIP, GND), (BLOCK, "2")),
    ]


def _to_plug_b() -> list[Wire]:
    return [
        Wire("LOAD", (CHIP, PL), (FAR, "3")),
        Wire("CLOCK", (CHIP, CP), (FAR, "4")),
        Wire("DATA", (CHIP, DS), (FAR, "5")),
        Wire("GND", (CHIP, CE), (FAR, "2")),
        Wire("3V3", (CHIP, VCC), (FAR, "1")),
        Wire("GND", (CHIP, GND), (FAR, "2")),
    ]


def _inputs() -> list[Wire]:
    """Each input is pulled up on its way to its sensor."""
    pins = enumerate(INPUT_PINS)
    to_pulls = [Wire(bit(at), (CHIP, pin), (PULLS, str(at + 2))) for at, pin in pins]
    to_sensors = [Wire(w.net, w.end, (OUT, f"IN{at}")) for at, w in enumerate(to_pulls, 1)]
    supply = [Wire("3V3", (PULLS, "1"), (OUT, POWER)), Wire("GND", (FAR, "2"), (OUT, EARTH))]
    return [*to_pulls, Wire("3V3", (CHIP, VCC), (PULLS, "1")), *to_sensors, *supply]
