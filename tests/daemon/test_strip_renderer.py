"""The strip is given something else to play when the scene changes, and only then."""

from minigam.board.animation import Playing
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
    """A strip that keeps what it is to play."""

    def __init__(self) -> None:
        self.played: list[Playing] = []

    def play(self, playing: Playing) -> None:
        self.played.append(playing)

    def first_frames(self) -> list[Frame]:
        """The frame with which each begins."""
        return [each.frame(each.since) for each in self.played]


def drawn(*scenes: tuple[float, Scene, Scene | None]) -> tuple[StripRenderer, Out]:
    """The renderer and its strip after scenes, each with its time and what covers it."""
    out = Out()
    drawing = StripRenderer(STRIP, out)
    for now, scene, over in scenes:
        drawing.draw(scene, now, over)
    return drawing, out


def test_a_scene_that_moves_is_given_once() -> None:
    drawing, out = drawn(*((tick / 1000, MOVING, None) for tick in range(1000)))
    (playing,) = out.played
    frames = {playing.frame(tick / 1000) for tick in range(1000)}
    assert len(frames) == FRAMES_A_SECOND
    assert drawing.deadline == float("inf")


def test_a_change_is_given_at_once_and_begins_then() -> None:
    scenes = ((0.5, MOVING), (1.0, STILL), (9.0, STILL), (9.001, MOVING))
    _, out = drawn(*((now, scene, None) for now, scene in scenes))
    assert [each.since for each in out.played] == [0.5, 1.0, 9.001]
    first, _, again = out.first_frames()
    assert first == again


def test_another_brightness_is_given_at_once_and_goes_on_where_it_was() -> None:
    drawing, out = drawn((1.0, STILL, None))
    drawing.level = 0.5
    drawing.draw(STILL, 3.0)
    pixel = STRIP.segments["point-1"].first
    assert [frame[pixel] for frame in out.first_frames()] == [(255, 255, 255), (127, 127, 127)]
    assert [each.since for each in out.played] == [1.0, 1.0]


def test_another_step_is_given_at_once_and_goes_on_where_it_was() -> None:
    drawing, out = drawn((1.0, MOVING, None))
    drawing.step = 0.5
    drawing.draw(MOVING, 60.0)
    drawing.draw(STILL, 70.0)
    lively, calm, still = out.played
    assert (lively.calm, calm.since, still.calm) == (None, 1.0, None)
    assert [len({it.frame(60 + tick / 100) for tick in range(200)}) for it in (lively, calm)] == [
        FRAMES_A_SECOND,
        3,
    ]


def test_a_board_that_wakes_moves_smoothly_again() -> None:
    drawing, out = drawn()
    for step, now in ((1.0, 60.0), (0.25, 90.0)):
        drawing.step = step
        drawing.draw(MOVING, now)
    moves = [playing.frame(99.90) != playing.frame(99.95) for playing in out.played]
    assert [playing.since for playing in out.played] == [60.0, 90.0]
    assert moves == [False, True]


def test_what_covers_the_scene_is_given_at_once_and_taken_off_at_once() -> None:
    drawing, out = drawn((0.0, STILL, None), (0.001, STILL, MOVING), (0.002, STILL, None))
    scene, cover, after = out.first_frames()
    assert scene == after == drawing.public_frame(0.002) != cover


def test_others_see_the_scene_below_what_covers_it() -> None:
    drawing, _ = drawn((0.0, MOVING, None), (1.0, MOVING, STILL))
    uncovered, _ = drawn((0.0, MOVING, None))
    assert drawing.public_frame(1.5) == uncovered.public_frame(1.5)
    assert drawing.public_frame(1.5) != drawing.public_frame(1.0)


def test_what_covers_a_scene_is_looked_at_again_with_each_frame() -> None:
    drawing, out = drawn((0.0, STILL, MOVING), (0.05, STILL, MOVING))
    assert (drawing.deadline, len(out.played)) == (0.05 + 1 / FRAMES_A_SECOND, 1)


def test_a_countdown_is_looked_at_again_with_each_frame() -> None:
    drawing, _ = drawn()
    drawing.draw(STILL, 1.0, counts=True)
    counting = drawing.deadline
    drawing.draw(STILL, 1.05)
    assert (counting, drawing.deadline) == (1.0 + 1 / FRAMES_A_SECOND, float("inf"))


def test_no_frame_draws_more_than_the_supply_gives() -> None:
    """Of a 5 A supply, of which 1.5 A are kept free, with all lanes lit as brightly as can be."""
    lit = Scene(dict.fromkeys(STRIP.segments, Mark(Meaning.SELECTED)))
    _, out = drawn((0.0, lit, None))
    (frame,) = out.first_frames()
    assert 3400 < current_ma(frame, 55) <= 3500
