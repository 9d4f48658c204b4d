"""The strip is sent what has changed, no more often than it moves."""

from minigam.board.current_limit import current_ma
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import FRAMES_A_SECOND, Frame, Mark, Scene
from minigam.board.profile import load_profile
from minigam.daemon.strip_renderer import StripRenderer
from tests.daemon.rig import Unlit

STRIP = load_profile("sim").strip
STILL = Scene({"point-1": Mark(Meaning.SELECTED)})
MOVING = Scene({"point-1": Mark(Meaning.SOURCE)})


class Out(Unlit):
    """A strip that keeps its frames."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)


def drawn(*scenes: tuple[float, Scene, Scene | None]) -> tuple[StripRenderer, list[Frame]]:
    """The renderer and its frames after scenes, each with its time and what covers it."""
    out = Out()
    drawing = StripRenderer(STRIP, out)
    for now, scene, over in scenes:
        drawing.draw(scene, now, over)
    return drawing, out.frames


def test_a_scene_that_moves_is_drawn_so_often_and_no_more() -> None:
    _, frames = drawn(*((tick / 1000, MOVING, None) for tick in range(1000)))
    assert len(frames) == len(set(frames)) == FRAMES_A_SECOND


def test_a_change_is_drawn_at_once() -> None:
    scenes = ((0.0, MOVING), (0.001, STILL), (9.0, STILL), (9.001, MOVING))
    drawing, frames = drawn(*((now, scene, None) for now, scene in scenes))
    assert len(frames) == 3
    assert drawing.deadline == 9.001 + 1 / FRAMES_A_SECOND


def test_another_brightness_is_drawn_at_once() -> None:
    drawing, frames = drawn((0.0, STILL, None))
    drawing.level = 0.5
    drawing.draw(STILL, 0.001)
    pixel = STRIP.segments["point-1"].first
    assert [frame[pixel] for frame in frames] == [(255, 255, 255), (127, 127, 127)]


def test_what_covers_the_scene_is_drawn_at_once_and_taken_off_at_once() -> None:
    drawing, frames = drawn((0.0, STILL, None), (0.001, STILL, MOVING), (0.002, STILL, None))
    assert len(frames) == 3
    assert frames[0] == frames[2] == drawing.public_frame


def test_no_frame_draws_more_than_the_supply_gives() -> None:
    """Of a 5 A supply, of which 1.5 A are kept free, with all lanes lit as brightly as can be."""
    lit = Scene(dict.fromkeys(STRIP.segments, Mark(Meaning.SELECTED)))
    _, (frame,) = drawn((0.0, lit, None))
    assert 3400 < current_ma(frame, 55) <= 3500
