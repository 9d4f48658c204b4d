"""Where everything lies in the case of a board with printed lanes, and how deep it must be.

The case is a box below the field. Lanes, the window of the dice and buttons hang from the wood; the
base board and the Pi stand on the floor. x and y are those of the field, as seen from above with
the player in front; z is up from the floor. All lengths are in mm.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from hardware.drawing.boards import Board
from hardware.drawing.field import Field
from hardware.pcb.bodies import body_of, covered, has_body
from hardware.pcb.cables import cables_of
from hardware.pcb.floor import JACK_LENGTH, JACK_WIDTH, PI_SIZE, PI_SOCKETS, PLUG_LENGTH, Floor
from hardware.pcb.geometry import Box
from hardware.pcb.kit import Kit, Piece, Pieces

SCREW_LENGTH, NUT = 12.0, 5.5
"""M3 x 12 through wood, frame and board, with a nut (ISO 4032), across its flats."""
ROLL_DEPTH = 32.0
"""A button of 24 mm to snap in, below the wood, with its wires: our estimate, a high one."""
PI_THICKNESS, SOCKETS_WIDTH = 1.4, 53.0
PI_PLUG_AT, PLUG_HEIGHT = 11.2, 10.0
"""The middle of a Pi's supply, from its left edge; the height of a USB plug."""
PI_CABLE = 20.0
"""Above a Pi, the meter's housing on its header, with its wires: 2.5 and 14 mm, and the bend."""
JACK_LOW, JACK_HIGH = 12.0, 30.0
LEVER, TAPE = (20.0, 30.0, 8.5), 1.0
"""A lever connector for five wires (Wago 221-415), and what fixes it to a lane's back."""

Edges = tuple[float, float, float, float]
"""Left, low, right and high."""


class Kind(Enum):
    """What a thing is: how a picture shows it, and where it is fixed."""

    WALL = ("wall", "#b08850", False)
    LANE = ("lanes", "#a8c8a0", True)
    WINDOW = ("window and faces of the dice", "#88b0a8", True)
    SCREW = ("nuts and ends of screws", "#808080", True)
    BUTTON = ("roll buttons and undo", "#b878b8", True)
    PLUG = ("plugs with their cables", "#e09040", True)
    BASE = ("base board", "#5080c0", False)
    ON_BASE = ("what stands on the base board, with cables", "#80a8e0", False)
    PI = ("Raspberry Pi", "#60a060", False)
    USB = ("plugs at the Pi and the Pico", "#505050", False)
    JACK = ("supply's socket", "#c05050", False)
    LEVERS = ("lever connectors", "#e0c040", True)

    def __init__(self, title: str, color: str, hangs: bool) -> None:
        """As a legend names it."""
        self.title, self.color, self.hangs = title, color, hangs


@dataclass(frozen=True)
class Thing:
    """A box in the case."""

    kind: Kind
    name: str
    left: float
    low: float
    right: float
    high: float
    bottom: float
    """Above the floor, as is `top`."""
    top: float

    def is_above(self, other: "Thing") -> bool:
        """Whether their plans overlap."""
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.high, other.high) - max(self.low, other.low)
        return min(across, along) > 0.01

    def meets(self, other: "Thing") -> bool:
        """Whether they share more than a face."""
        return (
            self.is_above(other)
            and min(self.top, other.top) - max(self.bottom, other.bottom) > 0.01
        )


@dataclass(frozen=True)
class Case:
    """The case of a board whose lanes are printed boards."""

    board: Board
    kit: Kit
    measures: Mapping[str, float]

    @property
    def field(self) -> Field:
        """The wood above it."""
        return Field(self.board, self.measures)

    @property
    def depth(self) -> float:
        """Inside, from the floor to the wood."""
        return self.measures["case_depth"]

    def things(self) -> Iterator[Thing]:
        """Everything, each once."""
        yield from self._walls()
        for lane in self._pieces.lanes:
            yield from self._lane(lane)
        yield from self._window()
        yield from self._buttons()
        yield from self._base()
        yield from self._pi()
        yield from self._rest()

    @property
    def _pieces(self) -> Pieces:
        return Pieces(self.board, self.kit)

    def _walls(self) -> Iterator[Thing]:
        (w, d), wide = (self.field.width, self.field.depth), self.measures["frame_width"]
        sides: tuple[Edges, ...] = (
            *((0, 0, wide, d), (w - wide, 0, w, d)),
            *((0, 0, w, wide), (0, d - wide, w, d)),
        )
        for side in sides:
            yield Thing(Kind.WALL, "", *side, 0, self.depth)

    def _lane(self, piece: Piece) -> Iterator[Thing]:
        """A lane, its screws and its plugs."""
        back = self.depth - self.measures["lane_gap"] - self.measures["board_thickness"]
        yield Thing(Kind.LANE, piece.name, *outline(piece), back, self.depth)
        yield from self._screws(piece, back)
        yield from self._hanging(piece, back)

    def _screws(self, piece: Piece, back: float) -> Iterator[Thing]:
        end = self.depth + self.measures["field_thickness"] - SCREW_LENGTH
        for x, y in map(piece.pose.on_field, piece.board.design.holes):
            box = (x - NUT / 2, y - NUT / 2, x + NUT / 2, y + NUT / 2)
            yield Thing(Kind.SCREW, "", *box, end, back)

    def _hanging(self, piece: Piece, back: float) -> Iterator[Thing]:
        """The plugs on the back of a board below the wood."""
        for part in piece.board.design.parts:
            if has_body(part.kind.footprint):
                body = body_of(part)
                low = back - body.height - body.bend
                place = edges(piece.pose.box(covered(part)))
                yield Thing(Kind.PLUG, f"{piece.name} {part.ref}", *place, low, back)

    def _window(self) -> Iterator[Thing]:
        m = self.measures
        back = self.depth - m["pixel_height"] - m["diffuser"]
        behind, faces = back - m["board_thickness"], self._pieces.faces
        lefts, lows, rights, highs = zip(*map(outline, faces), strict=True)
        place = (min(lefts), min(lows), max(rights), max(highs))
        yield Thing(Kind.WINDOW, "", *place, back, self.depth)
        for piece in faces:
            yield Thing(Kind.WINDOW, piece.name, *outline(piece), behind, back)
            yield from self._screws(piece, behind)
            yield from self._hanging(piece, behind)

    def _buttons(self) -> Iterator[Thing]:
        size = self.measures["roll_diameter"]
        for name, at in self._pieces.buttons().items():
            place = edges(Box(at, size, size))
            yield Thing(Kind.BUTTON, name, *place, self.depth - ROLL_DEPTH, self.depth)

    def _base(self) -> Iterator[Thing]:
        """The base board on its spacers, turned by half, and all that is tall on it."""
        base = self._pieces.base
        foot = self.measures["header_base_foot" if self._floor.has_header else "base_foot"]
        top = foot + self.measures["board_thickness"]
        yield Thing(Kind.BASE, base.name, *outline(base), foot, top)
        for part in base.board.design.parts:
            if has_body(part.kind.footprint) and not part.back:
                body = body_of(part)
                place = edges(base.pose.box(covered(part)))
                yield Thing(Kind.ON_BASE, part.ref, *place, top, top + body.height + body.bend)

    @property
    def _floor(self) -> Floor:
        return self._pieces.floor

    def _pi(self) -> Iterator[Thing]:
        """Below the base board's header, or beside the base board."""
        (width, height), m, pose = PI_SIZE, self.measures, self._floor.pi_pose
        bottom = m["pi_foot"]
        if self._floor.has_header:
            bottom = m["header_base_foot"] - m["pi_spacer"] - PI_THICKNESS
        top = bottom + PI_THICKNESS
        start, end, tall = PI_SOCKETS
        sockets = Box(((start + end) / 2, height / 2), end - start, SOCKETS_WIDTH)
        supply = Box((PI_PLUG_AT, height + PLUG_LENGTH / 2), 14, PLUG_LENGTH)
        found = [
            (Kind.PI, "Pi", Box((width / 2, height / 2), width, height), bottom, top),
            (Kind.PI, "", sockets, top, top + tall),
            (Kind.USB, "USB-C", supply, bottom, top + PLUG_HEIGHT),
        ]
        if not self._floor.has_header:
            to_pico = Box((end + PLUG_LENGTH / 2, 29.0), PLUG_LENGTH, 16)
            found += [
                (Kind.USB, "USB", to_pico, top, top + tall),
                (Kind.USB, "meter", Box((32.5, 3.5), 51, 6), top, top + PI_CABLE),
            ]
        for kind, name, box, low_z, high_z in found:
            yield Thing(kind, name, *edges(pose.box(box)), low_z, high_z)

    def _rest(self) -> Iterator[Thing]:
        """The Pico's USB plug, the supply's socket and the lever connectors."""
        base = self._pieces.base
        if not self._floor.has_header:
            sockets = [covered(p) for p in base.board.design.parts if p.ref in ("J4", "J5")]
            y = sum(box.middle[1] for box in sockets) / len(sockets)
            box = Box((2.0 - PLUG_LENGTH / 2, y), PLUG_LENGTH, 14)
            low = self.measures["base_foot"] + self.measures["board_thickness"] + 10
            place = edges(base.pose.box(box))
            yield Thing(Kind.USB, "USB", *place, low, low + PLUG_HEIGHT)
        place = edges(Box(self._floor.jack, JACK_LENGTH, JACK_WIDTH))
        yield Thing(Kind.JACK, "supply", *place, JACK_LOW, JACK_HIGH)
        width, height, tall = LEVER
        back = self.depth - self.measures["lane_gap"] - self.measures["board_thickness"] - TAPE
        for socket, count in cables_of(self.board, self.kit).levers:
            place = edges(Box(socket.at, count * width, height))
            yield Thing(Kind.LEVERS, socket.piece, *place, back - tall, back)


def edges(box: Box) -> Edges:
    """Left, low, right and high of a rectangle."""
    (x, y), w, h = box.middle, box.width / 2, box.height / 2
    return x - w, y - h, x + w, y + h


def outline(piece: Piece) -> Edges:
    """A printed board as it lies on the field."""
    width, height = piece.board.design.size
    return edges(piece.pose.box(Box((width / 2, height / 2), width, height)))
