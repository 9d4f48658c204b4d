"""How a light moves: brightness over time and along a lane. Pure.

No pixel flashes more often than three times a second (WCAG 2.3.1).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi

from minigam.words import Words


@dataclass(frozen=True)
class Pattern:
    """One way to move."""

    name: str
    """As the API names it."""
    looks: Words
    """How it looks, to go on after a colour."""
    level: Callable[[float, int, int], float]
    """Brightness from 0 to 1 of pixel `index` of `count` at `seconds`."""
    moves: bool = True
    """Whether it changes over time, so that frames must be sent again."""


def _breathe(seconds: float, _index: int, _count: int) -> float:
    return 0.25 + 0.75 * (0.5 - 0.5 * cos(2 * pi * seconds / 2.0))


def _ends(_seconds: float, index: int, count: int) -> float:
    return 0.6 if index in (0, count - 1) else 0.0


def _run(seconds: float, index: int, count: int) -> float:
    behind = (seconds * count - index) % count
    return max(0.1, 1.0 - behind / 3)


def _beat(seconds: float, index: int, count: int) -> float:
    middle = abs(2 * index - (count - 1)) <= count / 2
    return (1.0 if (seconds % 1.0) < 0.35 else 0.2) if middle else 0.0


def _wave(seconds: float, index: int, count: int) -> float:
    """Four seconds long, and dim, as it is over all lanes for hours."""
    return 0.03 + 0.27 * (0.5 - 0.5 * cos(2 * pi * (seconds / 4.0 - index / count)))


def _fade(seconds: float, _index: int, _count: int) -> float:
    return 1.0 - 0.9 * (seconds % 2.0) / 2.0


def _sparkle(seconds: float, index: int, _count: int) -> float:
    return 1.0 if (index + int(seconds * 3)) % 3 == 0 else 0.15


def _march(seconds: float, index: int, _count: int) -> float:
    """One pixel on every half second; half as bright, as it is over all lanes."""
    return 0.5 if (index + int(seconds * 2)) % 4 < 2 else 0.0


def _halves(seconds: float, index: int, count: int) -> float:
    return 1.0 if (2 * index < count) == (seconds % 1.0 < 0.5) else 0.0


def _flashing(
    period: float, *lit: tuple[float, float], rest: float = 0.0
) -> Callable[[float, int, int], float]:
    """The whole lane: in each period lit from and until these seconds, else as bright as `rest`."""

    def level(seconds: float, _index: int, _count: int) -> float:
        return 1.0 if any(begin <= seconds % period < end for begin, end in lit) else rest

    return level


STEADY = Pattern("steady", Words("steady"), lambda *_: 1.0, moves=False)
ENDS = Pattern("ends", Words("both ends of the lane, dim"), _ends, moves=False)
BREATHING = Pattern("breathing", Words("breathes slowly"), _breathe)
RUNNING = Pattern("running", Words("a dot runs along the lane"), _run)
BEATING = Pattern("beating", Words("the middle of the lane beats"), _beat)
WAVE = Pattern("wave", Words("a slow, dim wave"), _wave)
FADING = Pattern("fading", Words("fades out again and again"), _fade)
SPARKLING = Pattern("sparkling", Words("every third light wanders"), _sparkle)
MARCHING = Pattern("marching", Words("two lights on and two off, marching"), _march)
HALVES = Pattern("halves", Words("the two halves take turns"), _halves)
BLINKING = Pattern("blinking", Words("blinks quickly"), _flashing(0.4, (0.0, 0.2)))
SLOW_BLINK = Pattern("slow-blink", Words("blinks slowly"), _flashing(1.2, (0.0, 0.9), rest=0.15))
DOUBLE_FLASH = Pattern(
    "double-flash",
    Words("two flashes, then a rest"),
    _flashing(1.6, (0.0, 0.2), (0.4, 0.6), rest=0.08),
)
WINK = Pattern(
    "wink", Words("winks once, then rests"), _flashing(2.4, (0.0, 2.0), (2.2, 2.4), rest=0.15)
)
TWO_WINKS = Pattern(
    "two-winks",
    Words("winks twice, then rests"),
    _flashing(2.4, (0.0, 1.6), (1.8, 2.0), (2.2, 2.4), rest=0.15),
)
CALLING = Pattern("calling", Words("goes out once a second"), _flashing(1.0, (0.0, 0.7)))
CALLING_TWICE = Pattern(
    "calling-twice",
    Words("two short flashes, then dark"),
    _flashing(1.5, (0.0, 0.25), (0.5, 0.75)),
)
