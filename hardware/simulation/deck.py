"""Decks of the chain: text that ngspice reads."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from hardware.simulation.cable import ribbon, section
from hardware.simulation.datasheets import CLAMP_OHM, OUTPUT_EDGE_S, OUTPUT_OHM, SUPPLY
from hardware.simulation.designs import Corner, Design

SECTION_M, LEAST_SECTIONS = 0.125, 2
"""Of a cable that one coil stands for: it takes 0.7 ns, less than half of the fastest edge."""
SUPPORT_F = 100e-9
"""At each register, between 3.3 V and ground."""
NONE_F, NONE_OHM = 1e-15, 0.1
"""In place of a part that a design does not have."""
NO_FUSE_OHM = 1e-4
"""The same where only a wire is."""
LEAK_OHM = 10e6
"""Of an input that nothing pulls up."""
RISE_S = 20e-9
LINES = ("LOAD", "CLOCK")


@dataclass(frozen=True)
class Drive:
    """What moves in a deck."""

    pulses: tuple[str, ...] = ()
    """Lines of the Pico that rise, and fall after half of the time; the others stay at `rest`."""
    data: bool = False
    """Whether all DATA outputs rise and fall at once."""
    rest: float = 0.0
    """V, of lines without a pulse."""
    half_s: float = 1e-6
    """From the rising edge to the falling one, and from there to the end."""

    @property
    def fall_s(self) -> float:
        """When the falling edge begins."""
        return RISE_S + self.half_s

    @property
    def end_s(self) -> float:
        """The length of the simulation."""
        return RISE_S + 2 * self.half_s


def chain_deck(design: Design, corner: Corner, drive: Drive) -> str:
    """A chain of all boards; it keeps the nodes of `taps`."""
    cable = ribbon(design.order, corner.spread)
    lines = [
        f"{design.name}, {corner.name}",
        f"VSUPPLY supply 0 {SUPPLY}",
        f"RFUSE supply n0_3V3 {design.fuse_ohm[corner.is_fuse_worn] or NO_FUSE_OHM:g}",
        *_drivers(design, corner, drive),
    ]
    for board, metres in enumerate(design.cables_m, 1):
        count = max(LEAST_SECTIONS, ceil(metres / SECTION_M))
        for part in range(count):
            ends = [
                (_node(line, board - 1, part, count), _node(line, board - 1, part + 1, count))
                for line in cable.lines
            ]
            lines += section(cable, f"{board}_{part}", ends, metres / count)
        lines += _board(design, corner, drive, board)
    saved = " ".join(f"v({node})" for node in taps(design.boards))
    lines += [
        ".model CLAMP D(IS=1e-14)",
        ".options method=gear reltol=1e-3 pivrel=1e-8",
        f".save {saved}",
        f".tran 0.25n {drive.end_s:.6g} 0 0.25n",
        ".end",
    ]
    return "\n".join(lines) + "\n"


def _node(line: str, board: int, part: int, count: int) -> str:
    """The node of a line behind some of the sections from a board to the next one.

    DATA ends at each board; 3.3 V has the resistance of the way there and back before the board.
    """
    if part == count:
        side = {"DATA": "a", "3V3": "w"}.get(line, "n")
        return f"{side}{board + 1}_{line}"
    if part:
        return f"m{board}_{part}_{line}"
    return f"n{board}_{line}" if line != "DATA" else f"b{board}_DATA"


def _pulse(moves: bool, drive: Drive, edge_s: float) -> str:
    if not moves:
        return f"{drive.rest:g}"
    rise, fall, end = RISE_S, drive.fall_s, drive.end_s
    corners = (0.0, 0), (rise, 0), (rise + edge_s, 1), (fall, 1), (fall + edge_s, 0), (end, 0)
    return "PWL(" + " ".join(f"{at:.6g} {level * SUPPLY:g}" for at, level in corners) + ")"


def _drivers(design: Design, corner: Corner, drive: Drive) -> Iterator[str]:
    for line in LINES:
        yield f"V{line} s_{line} 0 {_pulse(line in drive.pulses, drive, corner.pin.edge_s)}"
        yield f"RS{line} s_{line} f_{line} {corner.pin.ohm + design.series_ohm:g}"
        yield f"CF{line} f_{line} 0 {design.filter_f or NONE_F:g}"
        yield f"RM{line} f_{line} n0_{line} {design.match_ohm or NONE_OHM:g}"
    yield f"CPICO b0_DATA 0 {corner.input_f + corner.stray_f:.6g}"


def _board(design: Design, corner: Corner, drive: Drive, board: int) -> Iterator[str]:
    supply, load = f"n{board}_3V3", design.registers * (corner.input_f + corner.stray_f)
    number = board - 1
    step = design.steps_ohm[number] if design.steps_ohm else NO_FUSE_OHM
    yield f"RW{board} w{board}_3V3 {supply} {step:.6g}"
    if design.loads_a:
        yield f"IL{board} {supply} 0 {design.loads_a[number]:.6g}"
    yield f"CS{board} {supply} s{board}_ESR {design.registers * SUPPORT_F:.6g}"
    yield f"RE{board} s{board}_ESR 0 0.05"
    for line in LINES:
        node = f"n{board}_{line}"
        yield f"CI{line}{board} {node} 0 {load:.6g}"
        yield f"DU{line}{board} {node} u{board}_{line} CLAMP"
        yield f"RU{line}{board} u{board}_{line} {supply} {CLAMP_OHM:g}"
        yield f"DD{line}{board} d{board}_{line} {node} CLAMP"
        yield f"RD{line}{board} d{board}_{line} 0 {CLAMP_OHM:g}"
        if design.down_ohm:
            yield f"RP{line}{board} {node} 0 {design.down_ohm:g}"
    yield f"VQ{board} q{board} 0 {_pulse(drive.data, drive, OUTPUT_EDGE_S)}"
    yield f"RQ{board} q{board} a{board}_DATA {OUTPUT_OHM + design.data_ohm:g}"
    serial = corner.input_f + corner.stray_f + design.delay_f
    yield f"CSER{board} b{board}_DATA 0 {serial:.6g}"
    yield f"RUP{board} b{board}_DATA {supply} {design.up_ohm or LEAK_OHM:g}"


def taps(boards: int) -> list[str]:
    """What a deck keeps: both lines at each board, and the ends of the clamps' resistors."""
    numbers = range(1, boards + 1)
    lines = [f"{kind}{board}_{line}" for line in LINES for board in numbers for kind in "nud"]
    return [*lines, *(f"n{board}_3V3" for board in numbers)]
