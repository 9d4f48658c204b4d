"""A chain of register boards down to its wires and chips, with the faults that these may have.

Wires are nets with resistors on them, so that what two outputs do to each other comes out of Ohm's
law; a chip is a SN74HCS165 by its data sheet, whose inputs keep what they were between thresholds.
3V3 and GND always come: what registers read without them is not known well enough to be modelled.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from hardware.simulation.datasheets import SUPPLY, hcs

LOAD, CLOCK, DATA = "LOAD", "CLOCK", "DATA"
_HCS = hcs(SUPPLY)
CORNERS = {
    "middle": (0.9, 2.3),
    "low": (_HCS.fall_min, _HCS.rise_min),
    "wide": (_HCS.fall_min, _HCS.rise_max),
    "high": (_HCS.fall_max, _HCS.rise_max),
}
"""Thresholds of a SN74HCS165, where its inputs fall and rise: the data sheet's corners, volts."""
PICO, OUTPUT = 1 / 230, 1 / 1030
"""Conductances, in siemens: the Pico's outputs behind 200 ohms, a register's behind 1000."""
PULL_UP, PICO_PULL_UP, PULL_DOWN = 1 / 10e3, 1 / 50e3, 1 / 100e3
"""The resistors on the wires."""
JOINED = 10.0

CHECKS = (0, 0, 1, 1), (1, 1, 0, 0)
"""What is tied to the inputs around the sensors'."""


class End(NamedTuple):
    """An end of a wire: which one, in which cable, and whether at the board nearer to the Pico."""

    line: str
    cable: int
    """The one to register board 1 is 1."""
    near: bool


RAILS = {"GND": 0.0, "3V3": SUPPLY}
Node = End | str
"""An end of a wire, or one of `RAILS`."""


@dataclass
class Register:
    """One chip: eight bits, and what its two inputs last were for certain."""

    bits: list[int] = field(default_factory=lambda: [1] * 8)
    load: int = 1
    clock: int = 0
    edges: Callable[[], int] = lambda: 1
    """How often it takes one rising edge of its clock."""

    def drive(self, load: int | None, clock: int | None, inputs: list[int], serial: int) -> None:
        self.load = self.load if load is None else load
        rises = clock == 1 and self.clock == 0
        self.clock = self.clock if clock is None else clock
        if not self.load:
            self.bits = inputs
        elif rises:
            for _ in range(self.edges()):
                self.bits = [*self.bits[1:], serial]


class Chain:
    """Register boards in a row; each with its registers U1 and U2, U1 nearer to the Pico."""

    def __init__(self, boards: int, corner: str = "middle") -> None:
        self.falls, self.rises = CORNERS[corner]
        self.occupied: set[int] = set()
        self.registers = [(Register(), Register()) for _ in range(boards)]
        self.cut: set[tuple[str, int]] = set()
        """Wires, each with its cable."""
        self.weak: dict[tuple[str, int], float] = {}
        """Wires whose joint is bad, each with its cable: how well it conducts, in siemens."""
        self.shorts: list[tuple[End, Node]] = []
        """Wires that touch another, or one of `RAILS`."""
        self.crossed: dict[End, End] = {}
        """Ends of wires in each other's places, both ways."""
        self.ties: dict[tuple[int, int], Callable[[], int]] = {}
        """Check inputs that are not what they should be: board from 1, check bit from 0."""
        self.split: set[int] = set()
        """Boards whose U1 gets nothing from U2."""
        self._held = {End(DATA, cable, True): 1 for cable in range(1, boards + 1)}
        self._pins = {LOAD: 1, CLOCK: 0}
        self._nets: list[list[Node]] = []

    @property
    def boards(self) -> int:
        return len(self.registers)

    def wire_up(self) -> None:
        """After its faults are in: find the nets."""
        joined: dict[Node, set[Node]] = {}
        for one, other in self._joints():
            both = joined.get(one, {one}) | joined.get(other, {other})
            joined |= dict.fromkeys(both, both)
        nets = {id(net): net for net in joined.values()}
        self._nets = [sorted(net, key=str) for net in nets.values()]

    def _joints(self) -> Iterable[tuple[Node, Node]]:
        """What is joined by copper, or by accident."""
        for cable in range(1, self.boards + 1):
            for line in (LOAD, CLOCK, DATA):
                near, far = End(line, cable, True), End(line, cable, False)
                there = self.crossed.get(far, far)
                apart = (line, cable) in self.cut or (line, cable) in self.weak
                yield (near, near) if apart else (near, there)
                yield (far, far)
            if cable < self.boards:
                for line in (LOAD, CLOCK):
                    yield End(line, cable, False), End(line, cable + 1, True)
        yield from self.shorts

    def drive(self, line: str, level: int) -> None:
        """The Pico drives a line; all that follows from it has happened when this returns."""
        self._pins[line] = level
        for _ in range(2 * self.boards + 2):
            before = self._outputs()
            self._step()
            if self._outputs() == before:
                return

    def read(self) -> int:
        """What the Pico's data pin says."""
        return self._level(self._levels(), End(DATA, 1, True))

    def _outputs(self) -> list[int]:
        return [register.bits[0] for register in chain(*self.registers)]

    def _step(self) -> None:
        """All chips see the same moment."""
        levels = self._levels()
        before = [(one.bits[0], other.bits[0]) for one, other in self.registers]
        for board, (one, other) in enumerate(self.registers, 1):
            load, clock = (levels[End(line, board, False)] for line in (LOAD, CLOCK))
            half = 1 if board in self.split else before[board - 1][1]
            behind = End(DATA, board + 1, True)
            serial = 1 if board == self.boards else self._level(levels, behind)
            inputs = self._inputs(board)
            one.drive(load, clock, inputs[:8], half)
            other.drive(load, clock, inputs[8:], serial)

    def _inputs(self, board: int) -> list[int]:
        first = 8 * (board - 1)
        sensors = [int(place not in self.occupied) for place in range(first, first + 8)]
        front, back = CHECKS
        checks = [self._tied(board, at, bit) for at, bit in enumerate((*front, *back))]
        return [*checks[:4], *sensors, *checks[4:]]

    def _tied(self, board: int, at: int, bit: int) -> int:
        tie = self.ties.get((board, at))
        return tie() if tie else bit

    def _level(self, levels: dict[End, int | None], end: End) -> int:
        """What an input says that keeps what it was between thresholds."""
        level = levels[end]
        if level is not None:
            self._held[end] = level
        return self._held[end]

    def _levels(self) -> dict[End, int | None]:
        found: dict[End, int | None] = {}
        for net in self._nets:
            volts = self._volts(net)
            level = 0 if volts < self.falls else 1 if volts > self.rises else None
            found |= {end: level for end in net if isinstance(end, End)}
        return found

    def _volts(self, net: list[Node]) -> float:
        siemens, amperes = self._pull(net)
        for end in net:
            if isinstance(end, End) and (joint := self.weak.get((end.line, end.cable))):
                other = end._replace(near=not end.near)
                beyond, there = self._pull(next(net for net in self._nets if other in net))
                through = joint * beyond / (joint + beyond)
                siemens, amperes = siemens + through, amperes + through * there / beyond
        return amperes / siemens

    def _pull(self, net: list[Node]) -> tuple[float, float]:
        """All that pulls at a net: conductance, and the current at 0 V."""
        pulls = [pull for end in net for pull in self._pulls(end)]
        return sum(g for g, _ in pulls), sum(g * volts for g, volts in pulls)

    def _pulls(self, end: Node) -> Iterable[tuple[float, float]]:
        """What pulls at an end of a wire: conductance and voltage."""
        if isinstance(end, str):
            yield JOINED, RAILS[end]
        elif end.line == DATA:
            if end.near:
                yield (PICO_PULL_UP if end.cable == 1 else PULL_UP), SUPPLY
            else:
                yield OUTPUT, SUPPLY * self.registers[end.cable - 1][0].bits[0]
        elif not end.near:
            yield PULL_DOWN, 0.0
        elif end.cable == 1:
            yield PICO, SUPPLY * self._pins[end.line]


class WholeChain:
    """A chain without faults: its bits alone, where the wires of `Chain` would take too long."""

    def __init__(self, boards: int) -> None:
        self.boards = boards
        self.occupied: set[int] = set()
        self._pins = {LOAD: 1, CLOCK: 0}
        self._bits = [1]

    def wire_up(self) -> None:
        """As `Chain`: there is nothing to find."""

    def drive(self, line: str, level: int) -> None:
        """The Pico drives a line."""
        rises = line == CLOCK and level > self._pins[CLOCK]
        self._pins[line] = level
        if not self._pins[LOAD]:
            front, back = CHECKS
            sensors = [int(place not in self.occupied) for place in range(8 * self.boards)]
            boards = (sensors[at : at + 8] for at in range(0, len(sensors), 8))
            self._bits = [bit for board in boards for bit in (*front, *board, *back)]
        elif rises:
            self._bits = self._bits[1:] or [1]

    def read(self) -> int:
        """What the Pico's data pin says."""
        return self._bits[0]
