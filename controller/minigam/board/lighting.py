"""Scenes of lights, and the frames of the strip that show them. For people: `docs/lights.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, repeat
from math import ceil, lcm

from minigam.board.light_meanings import LIGHTS, Color, Hue, Meaning
from minigam.board.light_patterns import SLOW_BLINK, STEADY, Pattern

Frame = tuple[Color, ...]

DARK: Color = (0, 0, 0)
WHITE: Color = Hue.WHITE.value
WHITE_SIDE: Color = Hue.WARM_WHITE.value
BLACK_SIDE: Color = Hue.BLUE.value
FRAMES_A_SECOND = 20


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
    code: tuple[int, ...] = ()
    """Shown instead of dice, where there are none: see `code_dice`."""

    @property
    def period(self) -> int:
        """After how many frames it looks the same again: 1 where nothing moves.

        >>> Scene({"point-1": Mark(Meaning.ATTRACT), "point-2": Mark(Meaning.CHOICE)}).period
        80
        """
        periods = {pattern.period for pattern in self._patterns() if pattern.period}
        if self.code and not self.dice:
            periods.add(round_seconds(self.code))
        return lcm(*(round(FRAMES_A_SECOND * seconds) for seconds in periods))

    @property
    def is_smooth(self) -> bool:
        """Whether something in it changes all the time."""
        return any(pattern.is_smooth for pattern in self._patterns())

    def _patterns(self) -> Iterator[Pattern]:
        """By what its lights move, or stand still."""
        for mark in self.marks.values():
            yield LIGHTS[mark.meaning].pattern
            yield from (SIGN_PATTERNS[face[-1]] for face in mark.faces if face[-1] in SIGN_PATTERNS)
        if any(die.lost for die in self.dice):
            yield SLOW_BLINK


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
    """A frame for a strip whose pixels take their colours in that order, such as "GRB".

    >>> bytes_of(((1, 2, 3),), "GRB")
    b'\\x02\\x01\\x03'
    """
    colors, data = bytes(chain.from_iterable(frame)), bytearray(3 * len(frame))
    for place, channel in enumerate(order):
        data[place::3] = colors["RGB".index(channel) :: 3]
    return bytes(data)


def frame_of(data: bytes, order: str) -> Frame:
    """The frame in a strip's bytes: the way back.

    >>> frame_of(bytes([2, 1, 3]), "GRB")
    ((1, 2, 3),)
    """
    return tuple(zip(*(data[order.index(channel) :: 3] for channel in "RGB"), strict=True))


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


def render(
    scene: Scene, segments: Mapping[str, Segment], pixels: int, seconds: float, step: float = 0.0
) -> Frame:
    """The colour of every pixel of the strip.

    `step`: smooth patterns move in steps of so many seconds; see `Pattern.moment`.

    >>> scene = Scene({"point-1": Mark(Meaning.SELECTED, count=1)})
    >>> render(scene, {"point-1": Segment(0, 2)}, 3, 0.0)
    ((255, 255, 255), (0, 0, 0), (0, 0, 0))
    """
    frame = [DARK] * pixels
    for zone, mark in scene.marks.items():
        if zone in segments:
            _draw_mark(frame, segments[zone], mark, seconds, step)
    if "dice" in segments:
        dice = scene.dice or code_dice(scene.code, seconds)
        _draw_dice(frame, segments["dice"], dice, seconds)
    if "turn" in segments and "turn" not in scene.marks:
        sides = zip(segments["turn"].pixels, scene.turn, (WHITE_SIDE, BLACK_SIDE), strict=False)
        for pixel, lit, color in sides:
            frame[pixel] = color if lit else DARK
    return tuple(frame)


def _draw_mark(
    frame: list[Color], segment: Segment, mark: Mark, seconds: float, step: float
) -> None:
    light = LIGHTS[mark.meaning]
    moment = light.pattern.moment(seconds, step)
    shown = segment.count if mark.count is None else min(mark.count, segment.count)
    levels = _face_levels(mark.faces, seconds) if mark.faces else repeat(1.0)
    for index, level in zip(range(shown), levels, strict=False):
        if level:
            level *= light.pattern.level(moment, index, segment.count)
            frame[segment.first + index] = _dimmed(light.color, level)


PAWN_PIXELS = 4
"""Three for the shape of a pawn's kind, one for its sign."""
KIND_SHAPES: Mapping[str, tuple[float, float, float]] = {
    "regular": (1.0, 1.0, 1.0),
    "half": (1.0, 0.0, 0.0),
    "double": (1.0, 0.0, 1.0),
    "switch": (0.0, 1.0, 0.0),
}
SIGN_PATTERNS: Mapping[str, Pattern] = {"+": STEADY, "-": SLOW_BLINK}
"""A pixel that is steady, one that blinks slowly; none for the sign 0."""


def _face_levels(faces: tuple[str, ...], seconds: float) -> Iterator[float]:
    """How bright the pixels of a lane are that shows pawns, one after the other."""
    for face in faces:
        kind, sign = face[:-1], face[-1]
        yield from KIND_SHAPES[kind]
        yield SIGN_PATTERNS[sign].level(seconds, 0, PAWN_PIXELS) if sign in SIGN_PATTERNS else 0.0


@lru_cache(maxsize=256)
def _dimmed(color: Color, level: float) -> Color:
    return (round(color[0] * level), round(color[1] * level), round(color[2] * level))


SHOWN_SECONDS, APART_SECONDS, ROUND_APART_SECONDS = 1.6, 0.5, 1.7
"""How long two numbers of a code are shown, then dark, and dark in addition after the last ones.

Six numbers take as long as two waves of the lanes, so that both together come again soon.
"""


def round_seconds(code: Sequence[object]) -> float:
    """After how long a code is shown again from its beginning.

    >>> round_seconds((3, 1, 4, 1, 5, 2))
    8.0
    """
    return len(code) / 2 * (SHOWN_SECONDS + APART_SECONDS) + ROUND_APART_SECONDS


def code_dice(code: Sequence[int], seconds: float) -> tuple[Die, ...]:
    """Two numbers of a code, an even number of them, as dice: the warm die comes first.

    It begins at 0 seconds and comes again and again. Between two showings there are no dice.

    >>> [[die.value for die in code_dice((3, 1, 4, 2), seconds)] for seconds in (0.0, 2.0, 2.5)]
    [[3, 1], [], [4, 2]]
    """
    within = seconds % round_seconds(code)
    showing, lasted = divmod(within, SHOWN_SECONDS + APART_SECONDS)
    shown = code[2 * int(showing) :][:2] if lasted < SHOWN_SECONDS else ()
    return tuple(Die(value, white=at == 0) for at, value in enumerate(shown))


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
    return 0.1 + 0.5 * SLOW_BLINK.level(seconds, 0, 1) if die.lost else 1.0
