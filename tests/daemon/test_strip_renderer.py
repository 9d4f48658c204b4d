"""The strip is sent what has changed, no more often than it moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from minigam.board.lighting import FRAMES_A_SECOND, Frame, Mark, Meaning, Scene
from minigam.board.profile import load_profile
from minigam.daemon.strip_renderer import StripRenderer

STRIP = load_profile("sim").strip
STILL = Scene({"point-1": Mark(Meaning.SELECTED)})
MOVING = Scene({"point-1": Mark(Meaning.SOURCE)})


@dataclass
class Out:
    """A strip that keeps its frames."""

    frames: list[Frame] = field(default_factory=list)
    sent = b""
    alive = True

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        """Nothing was opened."""


def test_a_scene_that_moves_is_drawn_so_often_and_no_more() -> None:
    out = Out()
    drawing = StripRenderer(STRIP, out)
    for tick in range(1000):
        drawing.draw(MOVING, tick / 1000)
    assert len(out.frames) == FRAMES_A_SECOND
    assert len(set(out.frames)) == FRAMES_A_SECOND


def test_a_change_is_drawn_at_once() -> None:
    out = Out()
    drawing = StripRenderer(STRIP, out)
    for scene, now in ((MOVING, 0.0), (STILL, 0.001), (STILL, 9.0), (MOVING, 9.001)):
        drawing.draw(scene, now)
    assert len(out.frames) == 3
    assert drawing.deadline == 9.001 + 1 / FRAMES_A_SECOND


def test_another_brightness_is_drawn_at_once() -> None:
    out = Out()
    drawing = StripRenderer(STRIP, out)
    drawing.draw(STILL, 0.0)
    drawing.level = 0.5
    drawing.draw(STILL, 0.001)
    pixel = STRIP.segments["point-1"].first
    assert [frame[pixel] for frame in out.frames] == [(255, 255, 255), (127, 127, 127)]


def test_what_covers_the_scene_is_drawn_at_once_and_taken_off_at_once() -> None:
    out = Out()
    drawing = StripRenderer(STRIP, out)
    for over, now in ((None, 0.0), (MOVING, 0.001), (None, 0.002)):
        drawing.draw(STILL, now, over)
    assert len(out.frames) == 3
    assert out.frames[0] == out.frames[2] == drawing.told
