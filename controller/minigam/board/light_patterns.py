"""How a light moves: brightness over time and along a lane. Pure.

No pixel flashes more often than three times a second (WCAG 2.3.1).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi

from minigam.words import Words

LEAST_STEPS = 4
"""In a period of a smooth pattern that moves in steps."""


@dataclass(frozen=True)
class Pattern:
    """One way to move."""

    name: str
    """As the API names it."""
    looks: Words
    """How it looks, to go on after a colour."""
    level: Callable[[float, int, int], float]
    """Brightness from 0 to 1 of pixel `index` of `count` at `seconds`."""
    period: float = 0.0
    """After how many seconds it begins again; 0 where it does not change over time."""
    is_smooth: bool = False
    """Whether it changes all the time, not only now and then."""

    def moment(self, seconds: float, step: float) -> float:
        """The time to be shown where smooth patterns move in steps of `step` seconds, if not 0.

        There are four steps a period at least, so that patterns still differ from each other.

        >>> BREATHING.moment(1.7, 0.5), RUNNING.moment(1.7, 0.5), HALVES.moment(1.7, 0.5)
        (1.5, 1.5, 1.7)
        """
        if not (step and self.is_smooth):
            return seconds
        step = min(step, self.period / LEAST_STEPS)
        return int(seconds / step) * step


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
    name: str, looks: Words, period: float, *lit: tuple[float, float], rest: float = 0.0
) -> Pattern:
    """The whole lane: in each period lit from and until these seconds, else as bright as `rest`."""

    def level(seconds: float, _index: int, _count: int) -> float:
        return 1.0 if any(begin <= seconds % period < end for begin, end in lit) else rest

    return Pattern(name, looks, level, period)


STEADY = Pattern("steady", Words("steady"), lambda *_: 1.0)
ENDS = Pattern("ends", Words("both ends of the lane, dim"), _ends)
BREATHING = Pattern("breathing", Words("breathes slowly"), _breathe, period=2.0, is_smooth=True)
RUNNING = Pattern("running", Words("a dot runs along the lane"), _run, period=1.0, is_smooth=True)
BEATING = Pattern("beating", Words("the middle of the lane beats"), _beat, period=1.0)
WAVE = Pattern("wave", Words("a slow, dim wave"), _wave, period=4.0, is_smooth=True)
FADING = Pattern("fading", Words("fades out again and again"), _fade, period=2.0, is_smooth=True)
SPARKLING = Pattern("sparkling", Words("every third light wanders"), _sparkle, period=1.0)
MARCHING = Pattern("marching", Words("two lights on and two off, marching"), _march, period=2.0)
HALVES = Pattern("halves", Words("the two halves take turns"), _halves, period=1.0)
BLINKING = _flashing("blinking", Words("blinks quickly"), 0.4, (0.0, 0.2))
SLOW_BLINK = _flashing("slow-blink", Words("blinks slowly"), 1.2, (0.0, 0.9), rest=0.15)
DOUBLE_FLASH = _flashing(
    "double-flash", Words("two flashes, then a rest"), 1.6, (0.0, 0.2), (0.4, 0.6), rest=0.08
)
WINK = _flashing("wink", Words("winks once, then rests"), 2.4, (0.0, 2.0), (2.2, 2.4), rest=0.15)
TWO_WINKS = _flashing(
    "two-winks",
    Words("winks twice, then rests"),
    2.4,
    (0.0, 1.6),
    (1.8, 2.0),
    (2.2, 2.4),
    rest=0.15,
)
CALLING = _flashing("calling", Words("goes out once a second"), 1.0, (0.0, 0.7))
CALLING_TWICE = _flashing(
    "calling-twice", Words("two short flashes, then dark"), 1.5, (0.0, 0.25), (0.5, 0.75)
)
