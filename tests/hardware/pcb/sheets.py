"""The wiring sheets' register board and sensors, as pins of the printed lane.

A sheet's part stands for one or more parts of the lane; pins with the same function correspond.
"""

from hardware.drawing.chain import sensors
from hardware.drawing.felt import felt
from hardware.drawing.registers import (
    CHIPS,
    DELAY,
    DOWN,
    FAR,
    HIGH,
    INNER,
    LOW,
    NEAR,
    OUT,
    PULL,
    PULLS,
    SERIES,
    register_board,
)
from hardware.drawing.wiring import End, Sheet
from hardware.pcb.lane import PLACES
from hardware.pcb.pins import DRV5032_DBZ, DRV5032_LPG
from minigam.board.profile import load_profile

Pins = frozenset[End]
SAME = {
    NEAR: "J1",
    FAR: "J2",
    **{chip: chip for chip in CHIPS},
    **{"C1": "C17", "C2": "C18"},
    SERIES: "R9",
    PULL: "R10",
    DOWN["LOAD"]: "R11",
    DOWN["CLOCK"]: "R12",
    INNER: "R14",
    DELAY["U1"]: "C21",
    DELAY["U2"]: "C22",
}
"""Parts of the sheet of a register board, and those of the lane that have the same pins."""
PREFIX = "register "


def wanted() -> set[Pins]:
    """The nets that the sheets ask for, by pins of the lane, without those of a single pin."""
    joined = [{_end(wire.start), _end(wire.end)} for wire in register_board().wires]
    joined += [{_block(wire.start), _sensor(wire.end)} for wire in _sensors().wires]
    joined += [{end, f"terminal {line}"} for end, line in _terminals()]
    merged: list[set[End | str]] = []
    for pair in joined:
        touching = [net for net in merged if net & pair]
        merged = [net for net in merged if not net & pair] + [set(pair).union(*touching)]
    nets = {frozenset(end for end in net if isinstance(end, tuple)) for net in merged}
    return {net for net in nets if len(net) > 1}


def parts_wanted() -> set[str]:
    """The parts of the lane that have a part on the sheets."""
    return {ref for net in wanted() for ref, _ in net}


def _sensors() -> Sheet:
    found = felt(load_profile("quarter-hall"))
    assert found
    return sensors(found)[0]


def _end(end: End) -> End | str:
    """A pin of the lane, or the name of a terminal that the lane has not."""
    name, pin = end[0].removeprefix(PREFIX), end[1]
    if name in SAME:
        return SAME[name], pin
    if name == PULLS:
        return ("R1", "1") if pin == "1" else (f"R{int(pin) - 1}", "2")
    assert name in {HIGH, LOW, OUT}
    return f"terminal {name} {pin}"


def _terminals() -> list[tuple[End | str, str]]:
    """Each pull-up's own end at 3.3 V, and a capacitor at every sensor, which the sheets imply."""
    found: list[tuple[End | str, str]] = []
    for k in PLACES:
        found += [((f"R{k}", "1"), "VCC"), ((f"C{k}", "1"), "VCC"), ((f"C{k}", "2"), "GND")]
        found += [(f"terminal {OUT} IN{k}", f"IN{k}")]
    found += [(f"terminal {OUT} VCC1 to VCC8", "VCC"), (f"terminal {OUT} GND1 to GND8", "GND")]
    return found


def _block(end: End) -> str:
    """A register board's terminal, as the sheet of its sensors names it."""
    name = end[1]
    return f"terminal {name}" if name.startswith("IN") else f"terminal {name.rstrip('12345678')}"


def _sensor(end: End) -> End:
    """A sensor's pin in its other package; sensors are named after places of the first lane."""
    name, pin = end
    return f"Q{name.rpartition('/')[2]}", DRV5032_DBZ.number(DRV5032_LPG.pins[pin])
