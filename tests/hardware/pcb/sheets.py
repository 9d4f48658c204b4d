"""The wiring sheets' register board and sensors, as pins of a printed lane.

A sheet's part stands for one or more parts of the lane; pins with the same function correspond. A
lane of five has no pull-ups for the other three inputs: these are tied to 3.3 V.
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
from hardware.drawing.wiring import End, Wire
from hardware.pcb.lane import Lane
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


def wanted(lane: Lane) -> set[Pins]:
    """The nets that the sheets ask for, by pins of the lane, without those of a single pin."""
    joined = [{_end(wire.start, lane), _end(wire.end, lane)} for wire in register_board().wires]
    joined += [{_block(wire.start), _sensor(wire.end)} for wire in _sensors(lane)]
    joined += [{end, f"terminal {line}"} for end, line in _terminals(lane)]
    merged: list[set[End | str]] = []
    for pair in joined:
        touching = [net for net in merged if net & pair]
        merged = [net for net in merged if not net & pair] + [set(pair).union(*touching)]
    nets = {frozenset(end for end in net if isinstance(end, tuple)) for net in merged}
    return {net for net in nets if len(net) > 1}


def parts_wanted(lane: Lane) -> set[str]:
    """The parts of the lane that have a part on the sheets."""
    return {ref for net in wanted(lane) for ref, _ in net}


def _sensors(lane: Lane) -> list[Wire]:
    """The wires of the first register board's sensors, as many as the lane has places."""
    found = felt(load_profile("quarter-hall"))
    assert found
    return [wire for wire in sensors(found)[0].wires if _number(wire.end) in lane.places]


def _number(end: End) -> int:
    """Of a sensor's place, as sensors are named after places of the first lane."""
    return int(end[0].rpartition("/")[2])


def _end(end: End, lane: Lane) -> End | str:
    """A pin of the lane, or the name of a terminal that the lane has not."""
    name, pin = end[0].removeprefix(PREFIX), end[1]
    if name in SAME:
        return SAME[name], pin
    if name == PULLS:  # pin 1 is what they have in common
        number = int(pin) - 1
        return (f"R{number}", "2") if number in lane.places else "terminal VCC"
    assert name in {HIGH, LOW, OUT}
    return f"terminal {name} {pin}"


def _terminals(lane: Lane) -> list[tuple[End | str, str]]:
    """Each pull-up's own end at 3.3 V, and a capacitor at every sensor, which the sheets imply."""
    found: list[tuple[End | str, str]] = []
    for k in lane.places:
        found += [((f"R{k}", "1"), "VCC"), ((f"C{k}", "1"), "VCC"), ((f"C{k}", "2"), "GND")]
        found += [(f"terminal {OUT} IN{k}", f"IN{k}")]
    found += [(f"terminal {OUT} VCC1 to VCC8", "VCC"), (f"terminal {OUT} GND1 to GND8", "GND")]
    return found


def _block(end: End) -> str:
    """A register board's terminal, as the sheet of its sensors names it."""
    name = end[1]
    return f"terminal {name}" if name.startswith("IN") else f"terminal {name.rstrip('12345678')}"


def _sensor(end: End) -> End:
    """A sensor's pin in its other package."""
    return f"Q{_number(end)}", DRV5032_DBZ.number(DRV5032_LPG.pins[end[1]])
