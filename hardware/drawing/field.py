"""The field of a board as a flat drawing: what to cut, drill, mill and engrave, from its profile.

The front is at the bottom. A lane runs away from its own rim: those of the near row from the front,
those of the far row from the back. The far row is a near one turned by half, as its printed lanes
are: lights stand to the right of their checkers, as one sees them from the lane's own rim. The
checkers of both rows are in line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from math import ceil

from hardware.drawing.boards import Board
from hardware.drawing.items import TOUCH
from hardware.drawing.shapes import Circle, Drawing, Layer, Point, Polygon, Shape, rectangle
from hardware.pcb import button_lane
from hardware.pcb.lane import lane_with
from minigam.board.lighting import FACE_PIXELS
from minigam.board.profile_model import TURN

PIECES = (4, 5)
"""Places of the channels and diffusers there are; two of four make a lane of eight."""
CONTROL_PITCH, CONTROL_GAP = 40.0, 25.0
"""From button to button in the band of the dice, and from the dice's window to the first, in mm."""
CONTROLS = {"roll-black": -1, "roll": 1, "roll-white": 1, "undo": 2}
"""How many buttons to the right of the window one is; to the left below 0."""
BASE_GAP = 1.0
"""Between a button's hole, or a touch spot's dish, and the base of its point."""
LEGEND = (5.0, 22.0)
"""The list of layers in a picture: right of the frame, and above the middle of the dice."""
Drawn = tuple[Layer, Shape]


@dataclass(frozen=True)
class Lane:
    """A zone's columns of checkers, with their lights beside the last."""

    zone: str
    left: float
    lights: int
    sensors: int
    far: bool
    touched: bool
    """Whether it has a button, or a spot that a checker is held to."""

    @property
    def columns(self) -> int:
        """As many as its sensors fill, each as long as the lights."""
        return max(1, ceil(self.sensors / self.lights))


@dataclass(frozen=True)
class Field:
    """A board's field; lengths are in mm."""

    board: Board
    measures: Mapping[str, float]

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """Every zone's, row by row: the last row is the near one."""
        rows = self.board.profile.rows
        return tuple(lane for row in rows for lane in self._row(row, far=row is not rows[-1]))

    @property
    def faces(self) -> int:
        """How many dice there are."""
        return self.board.profile.strip.segments["dice"].count // FACE_PIXELS

    @property
    def width(self) -> float:
        """From the left edge to the right one."""
        right = max(lane.left + self._width_of(lane) for lane in self.lanes)
        return right + self.measures["lane_side"] + self.measures["frame_width"]

    @property
    def depth(self) -> float:
        """From the front edge to the back one."""
        rim, frame = self._rim, self.measures["frame_width"]
        band = self._length + self.measures["lane_end"] + self.measures["control_depth"]
        two = len(self.board.profile.rows) > 1
        return rim + band + (self.measures["lane_end"] + self._length + rim if two else frame)

    def drawing(self) -> Drawing:
        """The whole field, without the layers that it does not need."""
        found = sorted(self._drawn(), key=lambda drawn: list(Layer).index(drawn[0]))
        layers = {
            layer: tuple(shape for _, shape in shapes)
            for layer, shapes in groupby(found, key=lambda drawn: drawn[0])
        }
        (_, y), left = self._dice, self.measures["frame_width"] + LEGEND[0]
        title = self.board.profile.title
        return Drawing(title, self.width, self.depth, layers, (left, y + LEGEND[1]))

    def at(self, lane: Lane, along: float, across: float) -> Point:
        """A point of a lane: from its rim, and right of its left edge as seen from there."""
        y = self._rim + along
        if lane.far:
            return lane.left + self._width_of(lane) - across, self.depth - y
        return lane.left + across, y

    def on_printed(self, lane: Lane, place: Point, number: int = 0) -> Point:
        """A point of a column's printed board, whose places lie below those of the wood."""
        along, across = place
        left = self.column(number) - self.measures["lane_sensors"]
        return self.at(lane, self._printed_start + along, left + across)

    @property
    def _printed_start(self) -> float:
        """How far from its rim a lane's printed board begins; below 0 it is nearer to the edge."""
        return self.measures["pitch_along"] / 2 - self.measures["lane_first"]

    def printed_holes(self, lane: Lane) -> tuple[Point, ...]:
        """The screws' holes of the printed board below each of its columns."""
        if lane.touched:
            return button_lane.HOLES
        return lane_with(lane.lights).holes

    def column(self, number: int = 0) -> float:
        """How far right of a lane's left edge a column of checkers is."""
        return self._first + number * self.measures["pitch_across"]

    def beside(self, lane: Lane) -> float:
        """How far right of its lane's left edge the lights are."""
        return self.column(lane.columns - 1) + self.measures["pitch_across"] / 2

    def _row(self, zones: tuple[str, ...], far: bool) -> Iterator[Lane]:
        profile = self.board.profile
        places = profile.sensors.places if profile.sensors else {}
        left = self.measures["frame_width"] + self.measures["lane_side"]
        left += 0 if far else self._aside
        for zone in zones:
            lights, sensors = profile.strip.segments[zone].count, len(places.get(zone, ()))
            lane = Lane(zone, left, lights, sensors, far, zone in profile.inputs)
            yield lane
            left += self._width_of(lane)

    def _width_of(self, lane: Lane) -> float:
        return lane.columns * self.measures["pitch_across"]

    @property
    def _aside(self) -> float:
        """How far the near row is moved to have its checkers in line with those of the far one."""
        if len(self.board.profile.rows) == 1:
            return 0
        return self.measures["pitch_across"] - 2 * self._first

    @property
    def _first(self) -> float:
        """How far right of a lane's left edge its first column is."""
        margin = (self.measures["pitch_across"] - self.measures["lane_width"]) / 2
        return margin + self.measures["lane_sensors"]

    @property
    def _rim(self) -> float:
        """From an edge to the first places: more where there are buttons."""
        buttons = self.measures["button_rim"] * any(lane.touched for lane in self.lanes)
        return self.measures["frame_width"] + self.measures["lane_end"] + buttons

    @property
    def _length(self) -> float:
        return max(lane.lights for lane in self.lanes) * self.measures["pitch_along"]

    def _drawn(self) -> Iterator[Drawn]:
        m, middle = self.measures, (self.width / 2, self.depth / 2)
        yield Layer.OUTLINE, rectangle(middle, self.width, self.depth, m["field_corner"])
        yield from self._rim_screws()
        yield from self._window()
        yield from self._controls()
        for lane in self.lanes:
            yield from self._lights(lane)
            yield from self._places(lane)
            yield from self._mounts(lane)

    def _hole(self, at: Point, layer: Layer) -> Drawn:
        return layer, Circle(at, self.measures["screw_hole"])

    def _rim_screws(self) -> Iterator[Drawn]:
        edge = self.measures["frame_width"] / 2
        xs, ys = ((edge, size / 2, size - edge) for size in (self.width, self.depth))
        for at in product(xs, ys):
            if at != (xs[1], ys[1]):
                yield self._hole(at, Layer.RIM)

    @property
    def _dice(self) -> Point:
        """The middle of the dice's window."""
        band = self._rim + self._length + self.measures["lane_end"]
        return self.width / 2, band + self.measures["control_depth"] / 2

    def faces_at(self) -> Iterator[Point]:
        """The middle of each die's face, from the left."""
        (x, y), m = self._dice, self.measures
        for face in range(self.faces):
            away = face - (self.faces - 1) / 2
            yield x + away * m["face_pitch"] + m["turn_gap"] / 2 * (1 if away > 0 else -1), y

    def _window(self) -> Iterator[Drawn]:
        m, (x, y) = self.measures, self._dice
        dx, dy = m["face_screw_across"], m["face_screw_along"]
        for u, v in self.faces_at():
            opening = rectangle((u, v), m["face_size"], m["face_size"], m["face_corner"])
            yield Layer.WINDOWS, opening
            for i, j in product((-1, 1), repeat=2):
                yield self._hole((u + dx * i, v + dy * j), Layer.WINDOW)
        for side in (-1, 1)[: self.board.profile.strip.segments[TURN].count]:
            yield Layer.LIGHTS, Circle((x, y + side * m["pixel_pitch"]), m["light_diameter"])

    def _controls(self) -> Iterator[Drawn]:
        m, (x, y) = self.measures, self._dice
        window = (self.faces - 1) * m["face_pitch"] + m["turn_gap"] + m["face_size"]
        first = window / 2 + m["window_margin"] + CONTROL_GAP
        for name in self.board.profile.inputs:
            if steps := CONTROLS.get(name):
                away = first + (abs(steps) - 1) * CONTROL_PITCH
                at = (x + away * (1 if steps > 0 else -1), y)
                yield Layer.BUTTONS, Circle(at, m["roll_diameter"])

    def _lights(self, lane: Lane) -> Iterator[Drawn]:
        for place in range(lane.lights):
            at = self.at(lane, (place + 0.5) * self.measures["pitch_along"], self.beside(lane))
            yield Layer.LIGHTS, Circle(at, self.measures["light_diameter"])

    def _places(self, lane: Lane) -> Iterator[Drawn]:
        m, pitch = self.measures, self.measures["pitch_along"]
        for sensor in range(lane.sensors):
            column, place = divmod(sensor, lane.lights)
            at = self.at(lane, (place + 0.5) * pitch, self.column(column))
            yield Layer.DISHES, Circle(at, m["dish_diameter"])
        if lane.touched:
            layer, spot, diameter = self._touched
            yield layer, Circle(self.on_printed(lane, spot), diameter)
        if lane.zone.startswith("point-"):
            yield Layer.POINTS, self._point(lane)

    @property
    def _touched(self) -> tuple[Layer, Point, float]:
        """The hole of a lane's button, or the dish of its touch spot: where, and its diameter."""
        if self.board.touched == TOUCH:
            return Layer.BUTTONS, button_lane.BUTTON_AT, self.measures["button_hole"]
        return Layer.DISHES, button_lane.SPOT_AT, self.measures["dish_diameter"]

    def _point(self, lane: Lane) -> Polygon:
        middle, half = self.column(), self.measures["dish_diameter"] / 2
        base = 0.0
        if lane.touched:
            _, place, diameter = self._touched
            base = self._printed_start + place[0] + diameter / 2 + BASE_GAP
        left, right = (self.at(lane, base, middle + side) for side in (-half, half))
        tip = self.at(lane, lane.lights * self.measures["pitch_along"], middle)
        return Polygon((left, right, tip))

    def _mounts(self, lane: Lane) -> Iterator[Drawn]:
        """Screws of its channels, of printed lanes instead of them, and its tray's pegs."""
        m, pitch = self.measures, self.measures["pitch_along"]
        first = 0
        for piece in pieces(lane.lights):
            for boundary in (first + 1, first + piece - 1):
                at = self.at(lane, boundary * pitch, self.beside(lane) - m["ear_across"])
                yield self._hole(at, Layer.CHANNELS)
            first += piece
        for number, hole in product(range(lane.columns), self.printed_holes(lane)):
            yield self._hole(self.on_printed(lane, hole, number), Layer.LANES)
        for divider in range(lane.columns - 1):
            across = self.column(divider) + m["pitch_across"] / 2
            for along in (pitch, (m["tray_places"] - 1) * pitch):
                yield self._hole(self.at(lane, along, across), Layer.TRAYS)


def pieces(places: int) -> tuple[int, ...]:
    """The channels, or strips of diffusers, that make a lane; `ValueError` where none do.

    >>> pieces(8), pieces(5)
    ((4, 4), (5,))
    """
    four, five = PIECES
    for fives in range(places // five + 1):
        if (places - fives * five) % four == 0:
            return (four,) * ((places - fives * five) // four) + (five,) * fives
    raise ValueError(f"expected lanes of {four}, {five} or a sum of them, got {places} places")
