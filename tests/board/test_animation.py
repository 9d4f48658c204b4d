"""Each frame is drawn once, comes again after the scene's period, and is due where it differs."""

from itertools import pairwise
from math import inf, lcm

import pytest

from minigam.board.animation import Animation, Playing, animated, still
from minigam.board.light_meanings import LIGHTS, Meaning
from minigam.board.lighting import (
    DARK,
    FRAMES_A_SECOND,
    Die,
    Frame,
    Mark,
    Scene,
    Segment,
    render,
)

BOARD = {"point-1": Segment(0, 8), "point-2": Segment(8, 5), "dice": Segment(13, 14)}
PIXELS = 27
RED: Frame = ((255, 0, 0),)
OFF: Frame = (DARK,)
SCENES = {
    **{meaning.value: Scene({"point-1": Mark(meaning)}) for meaning in LIGHTS},
    "nothing": Scene(),
    "a lost die": Scene(dice=(Die(5, True), Die(2, True, lost=True))),
    "a pawn whose face blinks": Scene({"point-1": Mark(Meaning.SELECTED, faces=("half-",))}),
    "pawns whose faces rest": Scene({"point-1": Mark(Meaning.SELECTED, faces=("half+", "half0"))}),
    "a code": Scene(code=(3, 1, 4, 1, 5, 2)),
    "a code behind dice": Scene(dice=(Die(5, True),), code=(3, 1, 4, 1, 5, 2)),
    "the attract scene": Scene({"point-1": Mark(Meaning.ATTRACT), "point-2": Mark(Meaning.CHOICE)}),
}
EACH_SCENE = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


def seen(scene: Scene, number: int) -> Frame:
    """What an eye sees of a scene at that frame, whatever its period."""
    return render(scene, BOARD, PIXELS, (number + 0.5) / FRAMES_A_SECOND)


def alike(one: Frame, other: Frame) -> bool:
    """But for rounding."""
    pairs = zip(one, other, strict=True)
    return all(abs(a - b) <= 1 for two in pairs for a, b in zip(*two, strict=True))


@EACH_SCENE
def test_a_scene_looks_as_it_is_rendered_in_later_periods_too(scene: Scene) -> None:
    frames = animated(scene, BOARD, PIXELS)
    assert all(alike(frames.frame(n), seen(scene, n)) for n in range(1000))


@EACH_SCENE
def test_a_period_is_no_longer_than_needed(scene: Scene) -> None:
    looks = [seen(scene, number) for number in range(scene.period)]
    halves = [part for part in range(1, scene.period) if scene.period % part == 0]
    assert not any(looks == looks[part:] + looks[:part] for part in halves)


def test_all_patterns_together_come_again_within_half_a_minute() -> None:
    """Then a scene's frames, drawn once each, take little memory."""
    periods = [Scene({"point-1": Mark(meaning)}).period for meaning in LIGHTS]
    periods.append(Scene(code=(1,) * 6).period)
    assert lcm(*periods) <= 30 * FRAMES_A_SECOND


@EACH_SCENE
def test_each_frame_is_drawn_and_finished_once(scene: Scene) -> None:
    finished: list[Frame] = []

    def finish(frame: Frame) -> Frame:
        finished.append(frame)
        return frame

    frames = animated(scene, BOARD, PIXELS, finish)
    for number in range(1000):
        frames.frame(number)
        frames.next_change(number)
    assert len(finished) == scene.period


def changes(playing: Playing, since: float, until: float) -> list[float]:
    """When something that sleeps until the next change wakes up."""
    found, now = [], since
    while (now := playing.next_change(now)) < until:
        found.append(now)
    return found


@EACH_SCENE
def test_who_sleeps_until_the_next_change_wakes_for_nothing_else(scene: Scene) -> None:
    playing = Playing(animated(scene, BOARD, PIXELS), 7.0)
    period = scene.period / FRAMES_A_SECOND
    changes(playing, 7.0, 7.0 + period + 0.1)  # everything was drawn once
    woken = changes(playing, 7.0 + period, 7.0 + 3 * period)
    shown = [playing.frame(7.0 + period), *map(playing.frame, woken)]
    assert all(before != after for before, after in pairwise(shown))
    ticks = (7.0 + (scene.period + n + 0.5) / FRAMES_A_SECOND for n in range(2 * scene.period))
    differing = sum(a != b for a, b in pairwise(map(playing.frame, ticks)))
    assert len(woken) == differing


def test_a_blinking_light_needs_five_frames_a_second() -> None:
    error = Playing(animated(SCENES["error"], BOARD, PIXELS))
    changes(error, 0.0, 1.0)
    assert len(changes(error, 2.0, 61.9)) == 5 * 60 - 1


def test_a_scene_that_rests_wakes_nobody() -> None:
    resting = Playing(animated(SCENES["selected"], BOARD, PIXELS), 3.0)
    assert (resting.next_change(3.0), still(RED).next_change(0.0)) == (inf, inf)


def test_a_light_that_cannot_be_seen_to_move_soon_wakes_nobody() -> None:
    """It says "none" by its count."""
    unseen = Playing(animated(Scene({"point-1": Mark(Meaning.ERROR, 0)}), BOARD, PIXELS))
    assert len(changes(unseen, 0.0, 100.0)) < 8
    assert unseen.next_change(50.0) == inf


@EACH_SCENE
def test_a_strip_that_takes_every_second_frame_too_is_woken_for_changes_only(scene: Scene) -> None:
    animation = animated(scene, BOARD, PIXELS, step=1.0)
    for number in range(0, 4 * scene.period, 2):
        animation.frame(number)
        animation.next_change(number)
    shown = [animation.frame(number) for number in range(2 * scene.period)]
    for number in range(scene.period):
        due = animation.next_change(number)
        assert due == inf or shown[int(due) % scene.period] != shown[number]


def test_a_scene_that_lasts_grows_calm_and_is_where_it_would_be() -> None:
    """A dot that runs along eight pixels all the time makes a step each quarter of a second."""
    scene = SCENES["target"]
    lively, calm = (animated(scene, BOARD, PIXELS, step=step) for step in (0.0, 0.5))
    playing = Playing(lively, 7.0, calm)
    changes(playing, 7.0, 40.0)  # everything was drawn once
    before, after = changes(playing, 25.9, 27.0), changes(playing, 27.0, 30.0)
    assert before == pytest.approx([25.9 + n / FRAMES_A_SECOND for n in range(1, 22)])
    assert after == pytest.approx([27.0 + n / 4 for n in range(1, 12)])
    smooth = [render(scene, BOARD, PIXELS, round(now - 7.0, 3)) for now in after]
    assert all(alike(playing.frame(now), shown) for now, shown in zip(after, smooth, strict=True))


def test_equal_frames_are_one() -> None:
    blinking = Animation(6, lambda number: (RED if number % 3 else OFF)[:])
    assert len({id(blinking.frame(number)) for number in range(60)}) == 2


@pytest.mark.parametrize("early", [0.0, 1e-9])
def test_a_clock_that_is_a_little_early_shows_the_frame_that_is_due(early: float) -> None:
    playing = Playing(Animation(100, lambda number: ((number, 0, 0),)), 31453.7)
    now, shown = 31453.7, list[Frame]()
    for _ in range(50):
        shown.append(playing.frame(now))
        now = playing.next_change(now) - early
    assert shown == [((number, 0, 0),) for number in range(50)]
