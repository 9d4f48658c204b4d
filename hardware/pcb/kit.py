"""The printed boards of a board as single pieces: where each lies, and which branch feeds it.

Positions are those on the field (hardware/drawing/field.py), in mm.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hardware.drawing.boards import Board
from hardware.drawing.branches import Branch, branches
from hardware.drawing.felt import felt
from hardware.drawing.field import Field, Lane
from hardware.drawing.measures import load_measures
from hardware.drawing.shapes import Circle, Layer, Point, Polygon
from hardware.drawing.strip import EXTRAS
from hardware.pcb import boards as printed
from hardware.pcb import kinds
from hardware.pcb.floor import Floor
from hardware.pcb.geometry import Pose
from hardware.pcb.placing import Part

BASES = (printed.BASE, printed.BUTTON_BASE)
Kit = Mapping[printed.Board, int]
"""The kinds of printed boards that a board needs, and how many of each."""


def lane_of(kit: Kit) -> printed.Board:
    """The kind of its lanes."""
    (found,) = (each for each in kit if each not in (*BASES, printed.FACE))
    return found


def pixels_of(board: printed.Board) -> int:
    """How many pixels are on it."""
    return sum(part.kind == kinds.PIXEL for part in board.design.parts)


@dataclass(frozen=True)
class Piece:
    """One printed board of a kit."""

    name: str
    """What it is on this board: `point-1`, `die 2`, `base board`."""
    board: printed.Board
    pose: Pose
    """How it lies on the field."""
    zone: str = ""
    """Whose checkers a lane has."""
    lit: bool = True
    """Whether its pixels are used: trays have lanes that only sense."""

    @property
    def pixels(self) -> int:
        """How many of the strip's are on it."""
        return pixels_of(self.board) if self.lit else 0

    @property
    def middle(self) -> Point:
        """Of the board, on the field."""
        width, height = self.board.design.size
        return self.pose.on_field((width / 2, height / 2))

    def plug(self, kind: kinds.Kind, number: int = 0) -> Part:
        """Its plug of a kind, counted from 0 where it has several; `KeyError` if there is none."""
        found = [part for part in self.board.design.parts if part.kind == kind]
        if number >= len(found):
            raise KeyError(f"expected a plug for {kind.value} on {self.board.name}")
        return found[number]


@dataclass(frozen=True)
class Pieces:
    """All printed boards of a board, each once."""

    board: Board
    kit: Kit

    @cached_property
    def base(self) -> Piece:
        """The board that has a plug for everything."""
        return Piece("base board", self.floor.base, self.floor.base_pose)

    @cached_property
    def floor(self) -> Floor:
        """Of the case: the base board lies where the chain begins."""
        (base,) = (each for each in self.kit if each in BASES)
        field = self._field
        right = self.lanes[0].middle[0] > field.width / 2
        return Floor(field.width, field.measures["frame_width"], base, right)

    @cached_property
    def lanes(self) -> tuple[Piece, ...]:
        """Along the chain, or along the strip where nothing is sensed."""
        kind = lane_of(self.kit)
        found = tuple(self._lanes(kind))
        if len(found) != self.kit[kind]:
            raise ValueError(f"expected {self.kit[kind]} lanes on {self.board.name}")
        return found

    @cached_property
    def faces(self) -> tuple[Piece, ...]:
        """The faces of the dice, from the left."""
        middles = (self._middle(shape) for shape in self._field.drawing().layers[Layer.WINDOWS])
        width, height = printed.FACE.design.size
        return tuple(
            Piece(f"die {number}", printed.FACE, Pose(corner, x=(1, 0), y=(0, -1)))
            for number, (x, y) in enumerate(middles, 1)
            for corner in [(x - width / 2, y + height / 2)]
        )

    @property
    def every(self) -> tuple[Piece, ...]:
        """The base board, the lanes and the faces."""
        return (self.base, *self.lanes, *self.faces)

    @property
    def along_the_strip(self) -> tuple[Piece, ...]:
        """Those with pixels, in the order of the data."""
        segments = self.board.profile.strip.segments
        lit = [lane for lane in self.lanes if lane.lit]
        first = {name: segment.first for name, segment in segments.items()}
        return (*sorted(lit, key=lambda lane: first[lane.zone]), *self.faces)

    @property
    def window(self) -> Point:
        """The middle of the dice, where the lights of the turn are."""
        xs, ys = zip(*(face.middle for face in self.faces), strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def fed(self) -> Iterator[tuple[Branch, tuple[Piece, ...], int]]:
        """Each branch, the pieces that it feeds, and how many single pixels besides."""
        rest = list(self.along_the_strip)
        for branch in branches(self.board.profile.strip):
            found, left = [], branch.pixels
            while rest and rest[0].pixels <= left:
                found.append(rest.pop(0))
                left -= found[-1].pixels
            yield branch, tuple(found), left

    def buttons(self) -> dict[str, Point]:
        """Where each button is that is not on a lane."""
        large = self._field.measures["roll_diameter"]
        holes = self._field.drawing().layers[Layer.BUTTONS]
        middles = [hole.at for hole in holes if isinstance(hole, Circle) and hole.diameter == large]
        zones = {lane.zone for lane in self.lanes}
        names = [name for name in self.board.profile.inputs if name not in zones]
        return dict(zip(names, middles, strict=True))

    @cached_property
    def _field(self) -> Field:
        return Field(self.board, load_measures())

    def _lanes(self, kind: printed.Board) -> Iterator[Piece]:
        segments = self.board.profile.strip.segments
        on_field = {lane.zone: lane for lane in self._field.lanes}
        pixels = pixels_of(kind)
        for zone, count in self._columns().items():
            dark = count - segments[zone].count // pixels
            for number in range(count):
                name = f"{zone} column {number + 1}" if count > 1 else zone
                pose = self._pose(on_field[zone], number)
                yield Piece(name, kind, pose, zone, lit=number >= dark)

    def _columns(self) -> dict[str, int]:
        """How many lanes each zone has; lights are beside the last one."""
        chained = felt(self.board.profile)
        if chained is None:
            segments = self.board.profile.strip.segments
            names = sorted(segments, key=lambda name: segments[name].first)
            return {name: 1 for name in names if name not in EXTRAS}
        found: dict[str, int] = {}
        for number in range(1, chained.boards + 1):
            (zone,) = {place.partition("/")[0] for place in chained.places(number) if place}
            found[zone] = found.get(zone, 0) + 1
        return found

    def _pose(self, lane: Lane, column: int) -> Pose:
        """A lane's, whose x leads away from the rim."""
        corner, along, across = (
            self._field.on_printed(lane, at, column) for at in ((0, 0), (1, 0), (0, 1))
        )
        x, y = ((to[0] - corner[0], to[1] - corner[1]) for to in (along, across))
        return Pose(corner, x, y)

    @staticmethod
    def _middle(shape: object) -> Point:
        if not isinstance(shape, Polygon):
            raise TypeError(f"expected an opening with corners, got {shape}")
        xs, ys = zip(*shape.points, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
