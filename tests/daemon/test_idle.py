"""While nobody touches the board nothing wakes the game, and the strip is sent what differs."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from minigam.board.animation import CALM_SECONDS
from minigam.board.lighting import FRAMES_A_SECOND
from minigam.table.state import Phase
from tests.daemon.rig import Rig

HOUR = 3600.0
SLEEPS_AFTER = 600.0
MOST_WAKE_UPS = 3
"""In an hour: the board falls asleep once."""


def attract(board: Rig) -> None:
    assert board.table.state.phase is Phase.ATTRACT


def waits_for_a_roll(board: Rig) -> None:
    board.tap("roll")
    assert board.table.state.phase is Phase.OPENING


def lights_what_may_move(board: Rig) -> None:
    while board.table.state.phase is not Phase.MOVING:
        board.tap("roll")


def sleeps(board: Rig) -> None:
    board.advance(SLEEPS_AFTER)
    assert board.table.sleep.asleep


SCENES = [attract, waits_for_a_roll, lights_what_may_move, sleeps]
EACH_SCENE = pytest.mark.parametrize("reach", SCENES, ids=lambda reach: reach.__name__)
Reach = Callable[[Rig], None]


@EACH_SCENE
@pytest.mark.parametrize("board", ["sim", "sim-hall"])
def test_no_light_that_moves_wakes_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reach: Reach, board: str
) -> None:
    with Rig(tmp_path, board=board) as rig:
        reach(rig)
        rig.advance(5.0)  # nothing is on its way any more
        woken, tick = list[float](), rig.table.tick

        def counted(now: float) -> None:
            woken.append(now)
            tick(now)

        monkeypatch.setattr(rig.table, "tick", counted)
        rig.advance(HOUR)
    assert len(woken) <= MOST_WAKE_UPS


@EACH_SCENE
def test_no_frame_is_sent_that_the_strip_shows_already(tmp_path: Path, reach: Reach) -> None:
    with Rig(tmp_path) as rig:
        reach(rig)
        rig.strip.frames.clear()
        rig.advance(20.0)
        frames = rig.strip.frames
    assert all(before != after for before, after in pairwise(frames))
    assert len(frames) <= 20 * FRAMES_A_SECOND


@pytest.mark.parametrize(
    ("reach", "frames"),
    [(attract, 4), (waits_for_a_roll, 0), (lights_what_may_move, 2), (sleeps, 1)],
    ids=lambda reach: getattr(reach, "__name__", reach),
)
@pytest.mark.parametrize("board", ["sim", "full-24", "sim-hall"])
def test_lights_that_nobody_has_changed_for_a_while_change_seldom(
    tmp_path: Path, reach: Reach, frames: int, board: str
) -> None:
    """So many frames a second cost a daemon what it may use while idle: see docs/measured.md."""
    with Rig(tmp_path, board=board) as rig:
        reach(rig)
        rig.advance(CALM_SECONDS + 1.0)
        rig.strip.frames.clear()
        rig.advance(40.0)
        assert len(rig.strip.frames) == pytest.approx(40 * frames, abs=1)


def test_a_touch_makes_the_lights_move_smoothly_again(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig:
        lights_what_may_move(rig)
        rig.advance(CALM_SECONDS + 1.0)
        rig.tap("point-6" if "point-6" in rig.table.scene.marks else min(rig.table.scene.marks))
        rig.strip.frames.clear()
        rig.advance(5.0)
        assert len(rig.strip.frames) > 5 * FRAMES_A_SECOND / 2


def test_a_board_that_waits_for_a_roll_is_sent_nothing(tmp_path: Path) -> None:
    with Rig(tmp_path) as rig:
        waits_for_a_roll(rig)
        rig.advance(1.0)
        rig.strip.frames.clear()
        rig.advance(SLEEPS_AFTER / 2)
        assert rig.strip.frames == []
