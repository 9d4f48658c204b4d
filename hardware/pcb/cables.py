"""The cables of a board that is made of printed boards: from plug to plug, wire by wire.

Plugs and their pins are those of the boards' designs. A branch's pair of wires leads to lever
connectors, one for 5 V and one for ground, where it feeds several boards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import ceil

from hardware.drawing import items
from hardware.drawing.boards import Board
from hardware.drawing.branches import Branch
from hardware.drawing.inputs import is_sensor
from hardware.drawing.items import Item
from hardware.drawing.power import PI_3V3, PI_I2C_GROUND, PI_SCL, PI_SDA, levers_for
from hardware.drawing.rails import LEAD_MM
from hardware.drawing.shapes import Point
from hardware.pcb import kinds
from hardware.pcb.kit import BASES, Kit, Piece, Pieces
from hardware.pcb.placing import Part

END_MM, STEP_MM = 50, 50
"""More at each end than the way from plug to plug; lengths are multiples of the second one."""


class Wire(Enum):
    """What a cable is made of, with its mm²."""

    RIBBON = "0.14, ribbon"
    THIN = "0.14"
    FEED = "0.5"
    SUPPLY = "1.5"


HOUSINGS: Mapping[str, Item] = {
    "B2B-XH-A": items.XH_2,
    "B3B-XH-A": items.XH_3,
    "B4B-XH-A": items.XH_4,
    "B5B-XH-A": items.HOUSING,
    "B2P-VH": items.VH_2,
}
"""What goes into each plug of a printed board, by the plug's number."""
CONTACTS: Mapping[Item, Item] = {
    **dict.fromkeys((items.XH_2, items.XH_3, items.XH_4, items.HOUSING), items.CONTACT),
    items.VH_2: items.VH_CONTACT,
    items.PIN_5: items.PIN_CONTACT,
}
"""The contact of each housing."""
SCREWED, SOLDERED, IN_LEVERS = "screwed", "soldered", "lever connectors"
SUPPLY_SOCKET, TURN, METER_CABLE = "supply's socket", "turn light", "meter (optional)"
LEVERS_AT = (75.0, -40.0)
"""Where levers may be on the back of a lane, clear of plugs and screws: from either end, in mm."""


@dataclass(frozen=True)
class Socket:
    """Where a cable ends."""

    piece: str
    """A printed board's name on this board, or another part."""
    plug: str
    """Its name on that printed board; empty elsewhere."""
    pins: Mapping[str, str]
    """The pin of each signal."""
    at: Point
    """On the field, in mm."""
    housing: Item | None = None
    joined: str = ""
    """How a wire is fixed there where it has no housing."""
    kind: str = ""
    """What it is, where several are alike: the printed board's name."""
    stands: bool = False
    """Whether it stands on the floor of the case; all else hangs from the wood."""

    @property
    def name(self) -> str:
        """`point-1 J3`."""
        return f"{self.piece} {self.plug}".strip()

    @property
    def fixed(self) -> str:
        """The housing's number, or how wires are fixed."""
        return self.housing.number if self.housing else self.joined


@dataclass(frozen=True)
class Cable:
    """Wires from one place to another."""

    what: str
    start: Socket
    end: Socket
    signals: tuple[str, ...]
    """Of each wire."""
    wire: Wire
    length_mm: int

    @property
    def pins(self) -> tuple[tuple[str, str], ...]:
        """Each wire's pin at the start and at the end."""
        return tuple((self.start.pins[name], self.end.pins[name]) for name in self.signals)

    @property
    def ends(self) -> int:
        """Of wires, made by hand."""
        return 2 * len(self.signals)

    @property
    def is_straight(self) -> bool:
        """Whether it has plugs at both ends, and each wire the same pin in both."""
        plugged = self.start.housing is not None and self.end.housing is not None
        return plugged and all(start == end for start, end in self.pins)


@dataclass(frozen=True)
class Cables:
    """All cables of a board with printed lanes."""

    board: Board
    pieces: Pieces

    @cached_property
    def every(self) -> tuple[Cable, ...]:
        """Each cable once: the supply, 5 V, the pixels' data, the chain, inputs and the meter."""
        return tuple(self._every())

    @property
    def ends(self) -> int:
        """Of wires, made by hand."""
        return sum(cable.ends for cable in self.every)

    @property
    def levers(self) -> tuple[tuple[Socket, int], ...]:
        """Where the branches' wires are joined, and with how many lever connectors."""
        wires: dict[str, Counter[str]] = defaultdict(Counter)
        places: dict[str, Socket] = {}
        for cable in self.every:
            for socket in (cable.start, cable.end):
                if socket.joined == IN_LEVERS:
                    wires[socket.piece].update(cable.signals)
                    places[socket.piece] = socket
        return tuple(
            (places[name], sum(map(levers_for, count.values()))) for name, count in wires.items()
        )

    def _every(self) -> Iterator[Cable]:
        yield self._supply()
        for branch, fed, single in self.pieces.fed():
            yield from self._branch(branch, fed, single)
        yield from self._data()
        yield from self._chain()
        yield from self._inputs()
        yield from self._meter()

    def _supply(self) -> Cable:
        base = self.pieces.base
        pins = {"+": "+", "-": "-"}
        jack = self.pieces.floor.jack
        start = Socket(SUPPLY_SOCKET, "", pins, jack, joined=SOLDERED, stands=True)
        end = _socket(base, base.plug(kinds.SUPPLY_TERMINAL))
        return Cable("supply", start, end, ("+", "-"), Wire.SUPPLY, LEAD_MM)

    def _branch(self, branch: Branch, fed: Sequence[Piece], single: int) -> Iterator[Cable]:
        base = self.pieces.base
        start = _socket(base, base.plug(kinds.POWER_PLUG, branch.number - 1))
        ends = [_socket(piece, piece.plug(kinds.POWER_PLUG)) for piece in fed]
        what = "5 V of a branch"
        if len(ends) == 1 and not single:
            yield _cable(what, start, ends[0], Wire.FEED)
            return
        levers = self._levers(branch, ends)
        yield _cable(what, start, levers, Wire.FEED)
        yield from (_cable("5 V of a board", levers, end, Wire.FEED) for end in ends)
        if single:
            yield _cable("5 V of the turn lights", levers, self._turn(1), Wire.THIN, ("5V",))

    def _levers(self, branch: Branch, ends: Sequence[Socket]) -> Socket:
        """On the back of that lane from which the ways to all that a branch feeds are shortest."""
        at = min(self._spots(), key=lambda spot: sum(_way(spot, end.at) for end in ends))
        pins = {"5V": "5V", "GND": "GND"}
        return Socket(
            f"levers of branch {branch.number}", "", pins, at, joined=IN_LEVERS, kind="levers"
        )

    def _spots(self) -> Iterator[Point]:
        for lane in self.pieces.lanes:
            length, width = lane.board.design.size
            for along in LEVERS_AT:
                yield lane.pose.on_field((along % length, width / 2))

    def _turn(self, number: int, *, out: bool = False) -> Socket:
        """A round pixel that shows whose turn it is."""
        pins = {"5V": "5V", "DATA": "DOUT" if out else "DIN", "GND": "GND"}
        at = self.pieces.window
        return Socket(f"{TURN} {number}", "", pins, at, joined=SOLDERED, kind=TURN)

    def _data(self) -> Iterator[Cable]:
        base, lit = self.pieces.base, self.pieces.along_the_strip
        what, kind = "pixels' data", kinds.DATA_PLUG
        start = _socket(base, base.plug(kind))
        for piece in lit:
            yield _cable(what, start, _socket(piece, piece.plug(kind, 0)), Wire.THIN)
            start = _socket(piece, piece.plug(kind, 1))
        lights = range(1, self.board.profile.strip.segments["turn"].count + 1)
        yield _cable(f"{what} of the turn lights", start, self._turn(1), Wire.THIN)
        for one, other in pairwise(lights):
            ends = self._turn(one, out=True), self._turn(other)
            yield _cable("from turn light to turn light", *ends, Wire.THIN)

    def _chain(self) -> Iterator[Cable]:
        if not self.board.profile.sensors:
            return
        kind, base = kinds.CHAIN_PLUG, self.pieces.base
        start = _socket(base, base.plug(kind))
        for lane in self.pieces.lanes:
            yield _cable("chain", start, _socket(lane, lane.plug(kind, 0)), Wire.RIBBON)
            start = _socket(lane, lane.plug(kind, 1))

    def _inputs(self) -> Iterator[Cable]:
        base, lanes = self.pieces.base, {lane.zone: lane for lane in self.pieces.lanes}
        plugs = [part for part in base.board.design.parts if _is_input(part)]
        buttons = self.pieces.buttons()
        for name, part in zip(self.board.profile.inputs, plugs, strict=True):
            start = _socket(base, part)
            if name in buttons:
                pins = {"IN": "one tab", "GND": "the other tab"}
                end = Socket(name, "", pins, buttons[name], joined=SOLDERED, kind="button")
                yield _cable("button", start, end, Wire.THIN)
            else:
                end = _socket(lanes[name], lanes[name].plug(kinds.TOUCH_PLUG))
                sensed = is_sensor(name, self.board.touched)
                signals = ("3V3", "IN", "GND") if sensed else ("IN", "GND")
                what = "touch spot of a lane" if sensed else "button of a lane"
                yield _cable(what, start, end, Wire.THIN, signals)

    def _meter(self) -> Iterator[Cable]:
        base = self.pieces.base
        if not self.board.profile.on_a_pico:
            return
        pins = {"3V3": PI_3V3, "SDA": PI_SDA, "SCL": PI_SCL, "GND": PI_I2C_GROUND}
        header = self.pieces.floor.header
        end = Socket("Pi's header", "", pins, header, items.PIN_5, stands=True)
        start = _socket(base, base.plug(kinds.I2C_PLUG))
        yield _cable(METER_CABLE, start, end, Wire.THIN, tuple(pins))


def _is_input(part: Part) -> bool:
    return part.kind in (kinds.BUTTON_PLUG, kinds.TOUCH_PLUG)


def _socket(piece: Piece, part: Part) -> Socket:
    pins = {name: part.kind.pins.number(name) for name in part.functions}
    housing = HOUSINGS.get(part.kind.number)
    joined = "" if housing else SCREWED
    at, stands = piece.pose.on_field(part.at), piece.board in BASES
    return Socket(piece.name, part.ref, pins, at, housing, joined, piece.board.name, stands)


def _cable(
    what: str, start: Socket, end: Socket, wire: Wire, signals: tuple[str, ...] | None = None
) -> Cable:
    """A cable of the signals that both ends have, long enough while the case is open.

    The field stands on its front edge then, at right angles to the floor: a cable from one to the
    other leads to that edge first.
    """
    shared = tuple(
        name for name in sorted(start.pins, key=lambda name: start.pins[name]) if name in end.pins
    )
    way = _way(start.at, end.at)
    if start.stands != end.stands:
        way = abs(start.at[0] - end.at[0]) + start.at[1] + end.at[1]
    length = ceil((way + 2 * END_MM) / STEP_MM) * STEP_MM
    return Cable(what, start, end, signals or shared, wire, length)


def _way(start: Point, end: Point) -> float:
    """Along the edges of the field."""
    return sum(abs(a - b) for a, b in zip(start, end, strict=True))


def cables_of(board: Board, kit: Kit) -> Cables:
    """The cables of a board whose lanes are printed; `kit`: its printed boards."""
    return Cables(board, Pieces(board, kit))
