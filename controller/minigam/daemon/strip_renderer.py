"""Renders the current scene to the strip, within the current limit."""

from math import inf

from minigam.board.current_limit import dimmed, limit_current
from minigam.board.lighting import FRAMES_A_SECOND, Frame, Scene, render
from minigam.board.profile import Strip
from minigam.drivers import interfaces
from minigam.table.light_scene import scene
from minigam.table.state import State


class StripRenderer:
    """Sends the strip what differs from what it shows."""

    def __init__(self, strip: Strip, out: interfaces.Strip) -> None:
        """`strip`: what the pixels are for; `out`: where frames go."""
        self._strip = strip
        self._out = out
        self.scene = Scene()
        self.public_frame: Frame = ()
        """What all but those at the board see: the scene, whatever covers it."""
        self._seen: tuple[State, Scene] | None = None
        self._since = 0.0
        self._frame: Frame = ()
        self._drawn: tuple[Scene, Scene | None, float] | None = None
        self._due = inf
        self.level = 1.0
        """Brightness, from 0 to 1; what the supply gives is the limit in any case."""

    @property
    def deadline(self) -> float:
        """When `draw` is due again: where something moves."""
        return self._due

    def scene_of(self, state: State) -> Scene:
        """A game's scene: made anew with each state, not with each frame."""
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, scene(state)
        return self._seen[1]

    def draw(self, scene: Scene, now: float, over: Scene | None = None) -> None:
        """Render the scene, or `over` where it is given, and send the frame if it has changed.

        Patterns start anew with each scene, so that an error light is lit at once.

        What has not changed, and does not move or did so just now, is not drawn again.

        `over` covers the scene for those at the board, and for nobody else. What others see
        is drawn apart from it, for a strip that is dimmed shows how much is lit.
        """
        drawn = (scene, over, self.level)
        if drawn == self._drawn and now < self._due:
            return
        self._drawn = drawn
        if scene != self.scene:
            self.scene, self._since = scene, now
        self.public_frame = self._frame_of(scene, now)
        frame = self._frame_of(over, now) if over else self.public_frame
        if frame != self._frame:
            self._frame = frame
            self._out.show(frame)
        self._due = now + 1 / FRAMES_A_SECOND if scene.moves or over else inf

    def _frame_of(self, scene: Scene, now: float) -> Frame:
        drawn = render(scene, self._strip.segments, self._strip.pixels, now - self._since)
        return limit_current(dimmed(drawn, self.level), self._strip.budget)
