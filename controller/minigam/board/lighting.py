"""What the lights mean and how each meaning looks over time. For people: `docs/lights.md`.

Each meaning differs from every other in its pattern over time or along the lane, not only in
colour, so that colour-blind players can tell them apart. No pixel flashes more often than three
times a second (WCAG 2.3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import repeat
from math import ceil, cos, pi

Color = tuple[int, int, int]
Frame = tuple[Color, ...]
Pattern = Callable[[float, int, int], float]
"""Brightness from 0 to 1 of pixel `index` of `count` at `seconds`."""

DARK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)
WHITE_SIDE: Color = (255, 170, 80)
BLACK_SIDE: Color = (40, 90, 255)
FRAMES_A_SECOND = 20


def _steady(_seconds: float, _index: int, _count: int) -> float:
    return 1.0


def _breathe(seconds: float, _index: int, _count: int) -> float:
    return 0.25 + 0.75 * (0.5 - 0.5 * cos(2 * pi * seconds / 2.0))


def _ends(_seconds: float, index: int, count: int) -> float:
    return 1.0 if index in (0, count - 1) else 0.0


def _run(seconds: float, index: int, count: int) -> float:
    """A dot and its tail running along the lane, once a second."""
    behind = (seconds * count - index) % count
    return max(0.1, 1.0 - behind / 3)


def _fill(seconds: float, index: int, count: int) -> float:
    """The lane fills up, again and again."""
    return 1.0 if index < (seconds % 1.5) / 1.5 * (count + 1) else 0.08


def _heartbeat(seconds: float, index: int, count: int) -> float:
    """The middle of the lane beats."""
    middle = abs(2 * index - (count - 1)) <= count / 2
    return (1.0 if (seconds % 1.0) < 0.35 else 0.2) if middle else 0.0


def _wave(seconds: float, index: int, count: int) -> float:
    """A soft wave over the lane, four seconds long."""
    return 0.1 + 0.9 * (0.5 - 0.5 * cos(2 * pi * (seconds / 4.0 - index / count)))


def _every_other(_seconds: float, index: int, _count: int) -> float:
    return 1.0 if index % 2 == 0 else 0.0


def _fade(seconds: float, _index: int, _count: int) -> float:
    """Fades out in two seconds, again and again."""
    return 1.0 - 0.9 * (seconds % 2.0) / 2.0


def _sparkle(seconds: float, index: int, _count: int) -> float:
    """Thirds of the lane take turns."""
    return 1.0 if (index + int(seconds * 3)) % 3 == 0 else 0.15


def _march(seconds: float, index: int, _count: int) -> float:
    """Pairs of pixels, lit and dark, one pixel on every half second."""
    return 1.0 if (index + int(seconds * 2)) % 4 < 2 else 0.0


def _halves(seconds: float, index: int, count: int) -> float:
    """The two halves of the lane take turns, each for half a second."""
    return 1.0 if (2 * index < count) == (seconds % 1.0 < 0.5) else 0.0


def _flashing(period: float, *lit: tuple[float, float], rest: float = 0.0) -> Pattern:
    """The whole lane: in each period lit from and until these seconds, else as bright as `rest`."""

    def pattern(seconds: float, _index: int, _count: int) -> float:
        return 1.0 if any(begin <= seconds % period < end for begin, end in lit) else rest

    return pattern


_blink = _flashing(0.4, (0.0, 0.2))
_slow_blink = _flashing(1.2, (0.0, 0.9), rest=0.15)
_double_flash = _flashing(1.6, (0.0, 0.2), (0.4, 0.6), rest=0.08)
_wink = _flashing(2.4, (0.0, 2.0), (2.2, 2.4), rest=0.15)
_two_winks = _flashing(2.4, (0.0, 1.6), (1.8, 2.0), (2.2, 2.4), rest=0.15)
_call = _flashing(1.0, (0.0, 0.7))
_call_twice = _flashing(1.5, (0.0, 0.25), (0.5, 0.75))


@dataclass(frozen=True)
class Style:
    """How a meaning looks."""

    color: Color
    pattern: Pattern
    says: str
    """What it means, for the table in the docs."""
    looks: str
    """How it looks, for the table in the docs."""

    @property
    def moves(self) -> bool:
        """Whether it changes over time, so that frames must be sent again."""
        return self.pattern not in (_steady, _ends, _every_other)


class Meaning(Enum):
    """Everything that light can say."""

    NONE = "none"
    SOURCE = "source"
    SELECTED = "selected"
    TARGET = "target"
    HIT = "hit"
    OFF = "off"
    ERROR = "error"
    TURN = "turn"
    LAST = "last"
    BEST = "best"
    COST = "cost"
    COUNTDOWN = "countdown"
    WIN = "win"
    HINT = "hint"
    CHOICE = "choice"
    ATTRACT = "attract"
    POSITION_WHITE = "position-white"
    POSITION_BLACK = "position-black"
    MISSING_WHITE = "missing-white"
    MISSING_BLACK = "missing-black"
    PAIRING = "pairing"


STYLES: Mapping[Meaning, Style] = {
    Meaning.NONE: Style(DARK, _steady, "nothing", "dark"),
    Meaning.SOURCE: Style(
        (0, 110, 255), _breathe, "a checker here can move", "blue, whole lane breathes slowly"
    ),
    Meaning.SELECTED: Style(
        (255, 255, 255), _steady, "the checker you picked up", "white, whole lane steady"
    ),
    Meaning.TARGET: Style(
        (0, 220, 160), _run, "it may go here", "green-cyan dot running along the lane"
    ),
    Meaning.HIT: Style(
        (255, 0, 160), _double_flash, "it may go here and hits", "magenta double flash, then a rest"
    ),
    Meaning.OFF: Style(
        (120, 255, 0), _fill, "it may be borne off here", "lime lane filling up again and again"
    ),
    Meaning.ERROR: Style(
        (255, 0, 0), _blink, "that tap was refused", "red, whole lane blinks quickly"
    ),
    Meaning.TURN: Style(
        (255, 255, 255), _steady, "this side's turn", "one of the two turn pixels, steady"
    ),
    Meaning.LAST: Style(
        (150, 110, 0), _ends, "the last play ended here", "dim yellow, both ends of the lane"
    ),
    Meaning.BEST: Style(
        (0, 200, 40), _every_other, "that was the best play", "green, every other pixel steady"
    ),
    Meaning.COST: Style(
        (255, 70, 30),
        _fade,
        "that play gave away so many percent",
        "coral, a pixel a percent, fading again and again",
    ),
    Meaning.COUNTDOWN: Style(
        (255, 120, 0),
        _march,
        "hold on: new game is coming",
        "orange, two pixels lit and two dark; the lanes go out one by one",
    ),
    Meaning.WIN: Style(
        (255, 190, 0), _sparkle, "this side has won", "gold, every third pixel wanders"
    ),
    Meaning.HINT: Style(
        (190, 80, 255), _heartbeat, "the suggested step", "violet, middle of the lane beats"
    ),
    Meaning.CHOICE: Style(
        (255, 140, 30),
        _slow_blink,
        "tap for the next value",
        "amber, as many pixels as the value, blinking slowly",
    ),
    Meaning.ATTRACT: Style(
        (0, 60, 120), _wave, "nobody plays: come and try", "blue wave over the lane"
    ),
    Meaning.POSITION_WHITE: Style(
        WHITE_SIDE, _wink, "so many white checkers", "warm white, a pixel a checker, one wink"
    ),
    Meaning.POSITION_BLACK: Style(
        BLACK_SIDE, _two_winks, "so many black checkers", "blue, a pixel a checker, two winks"
    ),
    Meaning.MISSING_WHITE: Style(
        WHITE_SIDE,
        _call,
        "so many white checkers are missing here",
        "warm white, a pixel a checker, dark for a moment each second",
    ),
    Meaning.MISSING_BLACK: Style(
        BLACK_SIDE,
        _call_twice,
        "so many black checkers are missing here",
        "blue, a pixel a checker, two short flashes, then dark",
    ),
    Meaning.PAIRING: Style(
        (0, 255, 255),
        _halves,
        "a phone waits to be let in: press roll",
        "cyan, the two dice take turns",
    ),
}


@dataclass(frozen=True)
class Mark:
    """What one zone's lane says."""

    meaning: Meaning
    count: int | None = None
    """Only so many pixels from the lane's start; None for the whole lane."""
    faces: tuple[str, ...] = ()
    """The faces of pawns, such as `half-`, drawn instead, as many as the lane has room for."""


@dataclass(frozen=True)
class Die:
    """A die to be shown on the dice pixels."""

    value: int
    white: bool
    """Whose die: it is shown in the side's own colour."""
    used: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Scene:
    """What all the lights say at a moment."""

    marks: Mapping[str, Mark] = field(default_factory=dict)
    """By zone; `turn` is the two turn pixels' refusal or win."""
    dice: tuple[Die, ...] = ()
    turn: tuple[bool, bool] = (False, False)
    """Whether white's and black's turn pixels are lit."""

    @property
    def moves(self) -> bool:
        """Whether it must be drawn again as time passes."""
        marks = self.marks.values()
        return any(mark.faces or STYLES[mark.meaning].moves for mark in marks) or any(
            die.lost for die in self.dice
        )


@dataclass(frozen=True)
class Segment:
    """A run of pixels on the strip."""

    first: int
    count: int

    @property
    def pixels(self) -> range:
        """The indices on the strip."""
        return range(self.first, self.first + self.count)

    def overlaps(self, other: Segment) -> bool:
        """Whether both hold a pixel."""
        first = max(self.pixels.start, other.pixels.start)
        return first < min(self.pixels.stop, other.pixels.stop)


def bytes_of(frame: Frame, order: str) -> bytes:
    """A frame for a strip whose pixels take their colours in that order, such as "GRB"."""
    places = ["RGB".index(channel) for channel in order]
    return bytes(color[place] for color in frame for place in places)


def frame_of(data: bytes, order: str) -> Frame:
    """The frame in a strip's bytes: the way back.

    >>> frame_of(bytes([2, 1, 3]), "GRB")
    ((1, 2, 3),)
    """
    red, green, blue = (order.index(channel) for channel in "RGB")
    pixels = (data[at : at + 3] for at in range(0, len(data), 3))
    return tuple((pixel[red], pixel[green], pixel[blue]) for pixel in pixels)


FACE_PIXELS = 7
"""Top left, middle left, bottom left, centre, top right, middle right, bottom right."""
PIPS: Mapping[int, frozenset[int]] = {
    1: frozenset({3}),
    2: frozenset({0, 6}),
    3: frozenset({0, 3, 6}),
    4: frozenset({0, 2, 4, 6}),
    5: frozenset({0, 2, 3, 4, 6}),
    6: frozenset({0, 1, 2, 4, 5, 6}),
}


def render(scene: Scene, segments: Mapping[str, Segment], pixels: int, seconds: float) -> Frame:
    """The colour of every pixel of the strip.

    >>> scene = Scene({"point-1": Mark(Meaning.SELECTED, count=1)})
    >>> render(scene, {"point-1": Segment(0, 2)}, 3, 0.0)
    ((255, 255, 255), (0, 0, 0), (0, 0, 0))
    """
    frame = [DARK] * pixels
    for zone, mark in scene.marks.items():
        if zone in segments:
            _draw_mark(frame, segments[zone], mark, seconds)
    if "dice" in segments:
        _draw_dice(frame, segments["dice"], scene.dice, seconds)
    if "turn" in segments and "turn" not in scene.marks:
        _draw_turn(frame, segments["turn"], scene.turn)
    return tuple(frame)


def _draw_mark(frame: list[Color], segment: Segment, mark: Mark, seconds: float) -> None:
    style = STYLES[mark.meaning]
    shown = segment.count if mark.count is None else min(mark.count, segment.count)
    levels = _face_levels(mark.faces, seconds) if mark.faces else repeat(1.0)
    for index, level in zip(range(shown), levels, strict=False):
        if level:
            level *= style.pattern(seconds, index, segment.count)
            frame[segment.first + index] = _dimmed(style.color, level)


PAWN_PIXELS = 4
"""Three for the shape of a pawn's kind, one for its sign."""
KIND_SHAPES: Mapping[str, tuple[float, float, float]] = {
    "regular": (1.0, 1.0, 1.0),
    "half": (1.0, 0.0, 0.0),
    "double": (1.0, 0.0, 1.0),
    "switch": (0.0, 1.0, 0.0),
}
SIGN_PATTERNS: Mapping[str, Pattern] = {"+": _steady, "-": _slow_blink}
"""A pixel that is steady, one that blinks slowly; none for the sign 0."""


def _face_levels(faces: tuple[str, ...], seconds: float) -> Iterator[float]:
    """How bright the pixels of a lane are that shows pawns, one after the other."""
    for face in faces:
        kind, sign = face[:-1], face[-1]
        yield from KIND_SHAPES[kind]
        yield SIGN_PATTERNS[sign](seconds, 0, PAWN_PIXELS) if sign in SIGN_PATTERNS else 0.0


@lru_cache(maxsize=256)
def _dimmed(color: Color, level: float) -> Color:
    return (round(color[0] * level), round(color[1] * level), round(color[2] * level))


def _draw_dice(frame: list[Color], segment: Segment, dice: tuple[Die, ...], seconds: float) -> None:
    for face, shown in enumerate(_by_face(dice, segment.count // FACE_PIXELS)):
        level = sum(_die_level(die, seconds) for die in shown) / len(shown)
        color = _dimmed(WHITE_SIDE if shown[0].white else BLACK_SIDE, level)
        for pip in PIPS[shown[0].value]:
            frame[segment.first + face * FACE_PIXELS + pip] = color


def _by_face(dice: tuple[Die, ...], faces: int) -> list[tuple[Die, ...]]:
    """The dice that each face shows: one, or its share of a double that has more than faces."""
    alike = len({(die.value, die.white) for die in dice}) == 1
    share = ceil(len(dice) / faces) if alike and faces else 1
    return [dice[first : first + share] for first in range(0, len(dice), share)][:faces]


def _die_level(die: Die, seconds: float) -> float:
    if die.used:
        return 0.1
    return 0.1 + 0.5 * _slow_blink(seconds, 0, 1) if die.lost else 1.0


def _draw_turn(frame: list[Color], segment: Segment, turn: tuple[bool, bool]) -> None:
    for pixel, lit, color in zip(segment.pixels, turn, (WHITE_SIDE, BLACK_SIDE), strict=False):
        frame[pixel] = color if lit else DARK
