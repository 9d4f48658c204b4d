"""From a scene to the strip: frames, within what the supply gives."""

from __future__ import annotations

from minigam.board.lighting import FRAMES_A_SECOND, Frame, Scene, render
from minigam.board.power import dimmed, limited
from minigam.board.profile import Strip
from minigam.drivers import ports


class Drawing:
    """Sends the strip what differs from what it shows."""

    def __init__(self, strip: Strip, out: ports.Strip) -> None:
        """`strip`: what the pixels are for; `out`: where frames go."""
        self._strip = strip
        self._out = out
        self.scene = Scene()
        self._since = 0.0
        self._frame: Frame = ()
        self._due: float | None = None
        self.level = 1.0
        """Brightness, from 0 to 1; what the supply gives is the limit in any case."""

    @property
    def deadline(self) -> list[float]:
        """When `draw` is due again, where something moves."""
        return [] if self._due is None else [self._due]

    def draw(self, scene: Scene, now: float) -> None:
        """Patterns start anew with each scene, so that an error light is lit at once."""
        if scene != self.scene:
            self.scene, self._since = scene, now
        drawn = render(scene, self._strip.segments, self._strip.pixels, now - self._since)
        frame = limited(dimmed(drawn, self.level), self._strip.budget)
        if frame != self._frame:
            self._frame = frame
            self._out.show(frame)
        self._due = now + 1 / FRAMES_A_SECOND if scene.moves else None
