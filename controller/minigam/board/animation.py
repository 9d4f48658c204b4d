"""Frames over time: each is drawn once, and it is known when the next one differs. Pure.

A scene looks the same again after its period, so what is drawn in the first is kept for the others:
a board that waits for hours draws a few seconds of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

from minigam.board.lighting import FRAMES_A_SECOND, Frame, Scene, Segment, render

CALM_SECONDS = 20.0
"""After so long an animation is calm: see `Playing`."""
ATTRACT_STEP, GAME_STEP, ASLEEP_STEP = 0.25, 0.5, 1.0
"""In seconds, the longest steps of a calm animation: while nobody plays it should please who passes
by, in a game somebody has been thinking for long, and a board that sleeps is alone."""
CALM_FRAMES = round(CALM_SECONDS * FRAMES_A_SECOND)
ROUNDING = 1e-6
"""In frames: a clock that is looked at when a frame begins may be a little early."""


class Animation:
    """Frames that come again and again, by number; two threads may ask at once.

    >>> blinking = Animation(4, lambda number: ((255, 0, 0),) if number < 2 else ((0, 0, 0),))
    >>> blinking.frame(0), blinking.frame(2), blinking.frame(4)
    (((255, 0, 0),), ((0, 0, 0),), ((255, 0, 0),))
    """

    def __init__(self, period: int, draw: Callable[[int], Frame]) -> None:
        """`period`: how many frames there are; `draw`: makes each, from 0 on, at most once."""
        self._draw = draw
        self._frames: list[Frame | None] = [None] * period
        self._alike: dict[Frame, Frame] = {}
        """Equal frames are one, so that a blinking light takes the memory of two."""

    def frame(self, number: int) -> Frame:
        """The frame of that number."""
        place = number % len(self._frames)
        found = self._frames[place]
        if found is None:
            found = self._draw(place)
            found = self._frames[place] = self._alike.setdefault(found, found)
        return found

    def next_change(self, number: int) -> float:
        """The number of the next frame that may differ from this one; `inf`: none does.

        A frame that was never drawn may. Drawing many at once takes time that a touch may need just
        then, so only the one behind this is drawn ahead, and in later periods all are known, also
        for a strip that takes every second one.
        """
        shown, period = self.frame(number), len(self._frames)
        self.frame(number + 1)
        later = (n for n in range(number + 1, number + period) if self._frames[n % period] != shown)
        return next(later, inf)


@dataclass(frozen=True)
class Playing:
    """An animation on a clock, in seconds."""

    animation: Animation
    since: float = 0.0
    """When it began."""
    calm: Animation | None = None
    """Played instead once it has lasted for `CALM_SECONDS`: it changes less often, since each
    frame costs the computer time, and somebody who thinks, or nobody, looks at it for long."""

    def frame(self, now: float) -> Frame:
        """The frame to be shown now."""
        number = self._number(now)
        return self._animation(number).frame(number)

    def next_change(self, now: float) -> float:
        """When the next frame is due that may differ from the present one; `inf`: never."""
        number = self._number(now)
        found = self._animation(number).next_change(number)
        if self.calm and number < CALM_FRAMES:
            found = min(found, CALM_FRAMES)
        return self.since + found / FRAMES_A_SECOND

    def _animation(self, number: int) -> Animation:
        return self.calm if self.calm and number >= CALM_FRAMES else self.animation

    def _number(self, now: float) -> int:
        return int((now - self.since) * FRAMES_A_SECOND + ROUNDING)


def still(frame: Frame) -> Playing:
    """One frame for ever.

    >>> still(((1, 2, 3),)).frame(9.0), still(((1, 2, 3),)).next_change(9.0)
    (((1, 2, 3),), inf)
    """
    return Playing(Animation(1, lambda _: frame))


def animated(
    scene: Scene,
    segments: Mapping[str, Segment],
    pixels: int,
    finish: Callable[[Frame], Frame] = lambda frame: frame,
    step: float = 0.0,
) -> Animation:
    """The frames of a scene; `finish`: done with each that was drawn, such as to limit its current.

    `step`: see `lighting.render`.

    Each shows the scene as it is in the middle of its time: no light changes there.

    >>> from minigam.board.light_meanings import Meaning
    >>> from minigam.board.lighting import Mark
    >>> error = Scene({"point-1": Mark(Meaning.ERROR)})  # blinks: 0.2 s lit, 0.2 s dark
    >>> frames = animated(error, {"point-1": Segment(0, 1)}, 1)
    >>> [frames.frame(number) for number in (0, 3, 4, 8)]
    [((255, 0, 0),), ((255, 0, 0),), ((0, 0, 0),), ((255, 0, 0),)]
    """
    return Animation(
        scene.period,
        lambda number: finish(
            render(scene, segments, pixels, (number + 0.5) / FRAMES_A_SECOND, step)
        ),
    )
