"""Where everything lies in the case of a board with printed lanes, and how deep it must be.

The case is a box below the field. Lanes, the window of the dice and buttons hang from the wood; the
base board, the Pi and lever connectors stand on the floor. x and y are those of the field, as seen
from above with the player in front; z is up from the floor. All lengths are in mm.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from hardware.drawing.boards import Board
from hardware.drawing.field import Field
from hardware.drawing.shapes import Circle, Layer, Point
from hardware.pcb import boards as printed
from hardware.pcb import button_base, face
from hardware.pcb.bodies import body_of, covered, has_body
from hardware.pcb.cables import IN_LEVERS, cables_of
from hardware.pcb.geometry import Box
from hardware.pcb.kit import Kit, Piece, Pieces
from hardware.pcb.placing import Part

SCREW_LENGTH, NUT = 12.0, 5.5
"""M3 x 12 through wood, frame and board, with a nut (ISO 4032), across its flats."""
ROLL_DEPTH = 32.0
"""A button of 24 mm to snap in, below the wood, with its wires: our estimate, a high one."""
BASE_AT: Mapping[str, Point] = {"base": (20.0, 55.0), "button-base": (42.0, 62.0)}
"""The corner of a base board at the player's left hand; its plugs for lanes face the player."""
PI_AT: Point = (197.0, 95.0)
"""That of a Pi beside its base board, whose header is away from the player."""
PI_SIZE, PI_THICKNESS = (85.0, 56.0), 1.4
PI_SOCKETS = (66.0, 88.0, 16.0)
"""USB and network: from where to where along a Pi, and their height."""
PI_PLUG_AT, PLUG_LENGTH, PLUG_HEIGHT = 11.2, 35.0, 10.0
"""The middle of a Pi's supply, from its left edge; a USB plug with the bend of its cable."""
PI_CABLE = 20.0
"""Above a Pi, the meter's housing on its header, with its wires: 2.5 and 14 mm, and the bend."""
JACK_Y, JACK_LENGTH, JACK_WIDTH, JACK_LOW, JACK_HIGH = 230.0, 30.0, 18.0, 12.0, 30.0
"""The supply's socket in the wall beside the base board, with its wires: our estimate."""
LEVERS = (40.0, 30.0, 9.0)
"""Two lever connectors for five wires, side by side (Wago 221-415)."""

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
    LEVERS = ("lever connectors", "#e0c040", False)

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
        design = piece.board.design
        plugs = [part for part in design.parts if part.kind.maker == "JST"]
        along, across = (
            sum(axis) / len(plugs) for axis in zip(*(p.at for p in plugs), strict=True)
        )

        way = -1 if piece.at[1] > self.field.depth / 2 else 1

        def on_field(at: Point) -> Point:
            x, y = piece.at
            return x + way * (at[1] - across), y + way * (at[0] - along)

        back = self.depth - self.measures["lane_gap"] - self.measures["board_thickness"]
        length, width = design.size
        edges = turned(Box((length / 2, width / 2), length, width), on_field)
        yield Thing(Kind.LANE, piece.name, *edges, back, self.depth)
        yield from self._screws(map(on_field, design.holes), back)
        yield from self._hanging(design.parts, on_field, back, piece.name)

    def _screws(self, holes: Iterator[Point], back: float) -> Iterator[Thing]:
        end = self.depth + self.measures["field_thickness"] - SCREW_LENGTH
        for x, y in holes:
            box = (x - NUT / 2, y - NUT / 2, x + NUT / 2, y + NUT / 2)
            yield Thing(Kind.SCREW, "", *box, end, back)

    def _hanging(
        self,
        parts: tuple[Part, ...],
        on_field: Callable[[Point], Point],
        back: float,
        name: str,
    ) -> Iterator[Thing]:
        """The plugs on the back of a board below the wood."""
        for part in parts:
            if has_body(part.kind.footprint):
                body = body_of(part)
                box = turned(covered(part), on_field)
                low = back - body.height - body.bend
                yield Thing(Kind.PLUG, f"{name} {part.ref}", *box, low, back)

    def _window(self) -> Iterator[Thing]:
        m = self.measures
        back = self.depth - m["pixel_height"] - m["diffuser"]
        faces = self._pieces.faces
        width, height = face.SIZE
        xs, ys = zip(*(piece.at for piece in faces), strict=True)
        box = (min(xs) - width / 2, min(ys) - height / 2, max(xs) + width / 2, max(ys) + height / 2)
        yield Thing(Kind.WINDOW, "window", *box, back, self.depth)
        for piece in faces:
            (x, y), behind = piece.at, back - m["board_thickness"]
            left, high = x - width / 2, y + height / 2

            def on_field(at: Point, left: float = left, high: float = high) -> Point:
                return left + at[0], high - at[1]

            edges = (left, high - height, left + width, high)
            yield Thing(Kind.WINDOW, piece.name, *edges, behind, back)
            yield from self._screws(map(on_field, face.HOLES), behind)
            yield from self._hanging(piece.board.design.parts, on_field, behind, piece.name)

    def _buttons(self) -> Iterator[Thing]:
        size = self.measures["roll_diameter"]
        for hole in self.field.drawing().layers[Layer.BUTTONS]:
            if isinstance(hole, Circle) and hole.diameter == size:
                (x, y), r = hole.at, size / 2
                edges = (x - r, y - r, x + r, y + r)
                yield Thing(Kind.BUTTON, "button", *edges, self.depth - ROLL_DEPTH, self.depth)

    def _base(self) -> Iterator[Thing]:
        """The base board on its spacers, turned by half, and all that is tall on it."""
        base = self._pieces.base.board
        foot = self.measures["header_base_foot" if self._has_header else "base_foot"]
        top = foot + self.measures["board_thickness"]
        left, low = self._base_at
        width, height = base.design.size
        edges = (left, low, left + width, low + height)
        yield Thing(Kind.BASE, "base board", *edges, foot, top)
        for part in base.design.parts:
            if has_body(part.kind.footprint) and not part.back:
                body = body_of(part)
                box = turned(covered(part), lambda at: self._on_base(base, at))
                yield Thing(Kind.ON_BASE, part.ref, *box, top, top + body.height + body.bend)

    @property
    def _is_at_the_right(self) -> bool:
        """Whether the first lane of the chain is there, beside which the base board lies."""
        return self._pieces.lanes[0].at[0] > self.field.width / 2

    @property
    def _base_at(self) -> Point:
        base = self._pieces.base.board
        left, low = BASE_AT[base.name]
        if self._is_at_the_right:
            left = self.field.width - left - PLUG_LENGTH - base.design.size[0]
        return left, low

    @property
    def _pi_at(self) -> Point:
        """Its sockets point to the right."""
        if self._is_at_the_right:
            return self._base_at[0] - PLUG_LENGTH - PI_SOCKETS[1] - 5, PI_AT[1]
        return PI_AT

    @property
    def _has_header(self) -> bool:
        return self._pieces.base.board == printed.BUTTON_BASE

    def _on_base(self, base: printed.Board, at: Point) -> Point:
        (x, y), (left, low) = at, self._base_at
        return left + base.design.size[0] - x, low + y

    def _pi(self) -> Iterator[Thing]:
        """Below the base board's header, or beside the base board."""
        (width, height), m = PI_SIZE, self.measures
        if self._has_header:
            base = self._pieces.base.board
            left, low = button_base.PI_LEFT, button_base.HEADER_Y - 3.5
            bottom = m["header_base_foot"] - m["pi_spacer"] - PI_THICKNESS

            def on_field(at: Point) -> Point:
                return self._on_base(base, (left + at[0], low + at[1]))
        else:
            bottom = m["pi_foot"]

            def on_field(at: Point) -> Point:
                left, low = self._pi_at
                return left + at[0], low + height - at[1]

        top = bottom + PI_THICKNESS
        start, end, tall = PI_SOCKETS
        supply = Box((PI_PLUG_AT, height + PLUG_LENGTH / 2), 14, PLUG_LENGTH)
        found = [
            (Kind.PI, "Pi", Box((width / 2, height / 2), width, height), bottom, top),
            (Kind.PI, "", Box(((start + end) / 2, height / 2), end - start, 53), top, top + tall),
            (Kind.USB, "USB-C", supply, bottom, top + PLUG_HEIGHT),
        ]
        if not self._has_header:
            to_pico = Box((end + PLUG_LENGTH / 2, 29.0), PLUG_LENGTH, 16)
            found += [
                (Kind.USB, "USB", to_pico, top, top + tall),
                (Kind.USB, "meter", Box((32.5, 3.5), 51, 6), top, top + PI_CABLE),
            ]
        for kind, name, box, low_z, high_z in found:
            yield Thing(kind, name, *turned(box, on_field), low_z, high_z)

    def _rest(self) -> Iterator[Thing]:
        """The Pico's USB plug, the supply's socket and the lever connectors."""
        base, wide = self._pieces.base.board, self.measures["frame_width"]
        if not self._has_header:
            sockets = [covered(p) for p in base.design.parts if p.ref in ("J4", "J5")]
            y = sum(box.middle[1] for box in sockets) / len(sockets)
            box = Box((2.0 - PLUG_LENGTH / 2, y), PLUG_LENGTH, 14)
            low = self.measures["base_foot"] + self.measures["board_thickness"] + 10
            edges = turned(box, lambda at: self._on_base(base, at))
            yield Thing(Kind.USB, "USB", *edges, low, low + PLUG_HEIGHT)
        half = JACK_WIDTH / 2
        start = self.field.width - wide - JACK_LENGTH if self._is_at_the_right else wide
        edges = (start, JACK_Y - half, start + JACK_LENGTH, JACK_Y + half)
        yield Thing(Kind.JACK, "supply", *edges, JACK_LOW, JACK_HIGH)
        width, height, tall = LEVERS
        cables = cables_of(self.board, self.kit).every
        ends = [end for cable in cables for end in (cable.start, cable.end)]
        places = {end.piece: end.at for end in ends if end.joined == IN_LEVERS}
        for name, (x, y) in places.items():
            edges = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            yield Thing(Kind.LEVERS, name, *edges, 0, tall)


def turned(box: Box, on_field: Callable[[Point], Point]) -> Edges:
    """A box of a board as it lies on the field: left, low, right, high."""
    xs, ys = zip(*map(on_field, box.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
