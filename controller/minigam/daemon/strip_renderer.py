"""Gives the strip the current scene to play, within the current limit."""

from collections.abc import Callable
from functools import partial
from math import inf

from minigam.board.animation import Playing, animated, still
from minigam.board.current_limit import dimmed, limit_current
from minigam.board.lighting import DARK, FRAMES_A_SECOND, Frame, Scene
from minigam.board.profile import Strip
from minigam.drivers import interfaces
from minigam.table.light_scene import scene
from minigam.table.state import State

Made = Callable[[State], Scene]


class StripRenderer:
    """Gives the strip something else to play when the scene changes."""

    def __init__(self, strip: Strip, out: interfaces.AnimatedStrip) -> None:
        """`strip`: what the pixels are for; `out`: plays animations."""
        self._strip = strip
        self._out = out
        self.scene = Scene()
        self._seen: tuple[State, Made, Scene] | None = None
        self._since = 0.0
        self._drawn: tuple[Scene, Scene | None, tuple[float, float]] | None = None
        self._public = still((DARK,) * strip.pixels)
        self._due = inf
        self.level = 1.0
        """Brightness, from 0 to 1; what the supply gives is the limit in any case."""
        self.step = 0.0
        """Seconds between changes of smooth patterns once they are calm: see `Playing.calm`."""

    @property
    def deadline(self) -> float:
        """When `draw` is due again: only a countdown, or what covers a scene, needs that."""
        return self._due

    def public_frame(self, now: float) -> Frame:
        """What all but those at the board see: the scene, whatever covers it."""
        return self._public.frame(now)

    def scene_of(self, state: State, made: Made = scene) -> Scene:
        """A game's scene: made anew with each state."""
        if self._seen is None or self._seen[0] is not state or self._seen[1] is not made:
            self._seen = state, made, made(state)
        return self._seen[2]

    def draw(
        self, scene: Scene, now: float, over: Scene | None = None, *, counts: bool = False
    ) -> None:
        """Play the scene, or `over` where it is given, unless just that is played already.

        Patterns start anew with each scene, so that an error light is lit at once.

        `over` covers the scene for those at the board, and for nobody else. What others see
        is drawn apart from it, for a strip that is dimmed shows how much is lit.

        `counts`: whether the scene counts down, so that it is another one soon, as what covers a
        scene is.
        """
        self._due = now + 1 / FRAMES_A_SECOND if over or counts else inf
        look = self.level, self.step
        drawn, before = (scene, over, look), self._drawn
        if drawn == before:
            return
        self._drawn = drawn
        woken = before is not None and self.step < before[2][1]
        if scene != self.scene or woken:
            self.scene, self._since = scene, now
        if before is None or (scene, look) != (before[0], before[2]):
            self._public = self._playing(scene)
        playing = self._playing(over) if over else self._public
        playing.frame(now)  # drawn here: a touch need not wait until the strip's thread has done so
        self._out.play(playing)

    def _playing(self, scene: Scene) -> Playing:
        level, strip = self.level, self._strip

        def finish(frame: Frame) -> Frame:
            return limit_current(dimmed(frame, level), strip.budget)

        made = partial(animated, scene, strip.segments, strip.pixels, finish)
        calm = made(self.step) if self.step and scene.is_smooth else None
        return Playing(made(), self._since, calm)
