"""When a board sleeps, what wakes it, and what that leaves of the game: all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from math import inf
from pathlib import Path

import pytest

from minigam.board.debounce import Change
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Mark, Scene
from minigam.daemon import local_time
from minigam.daemon.page_data import board_fields
from minigam.daemon.settings import Settings
from minigam.daemon.sleep import LOOK_SECONDS, NIGHT_MINUTES, REST_MINUTES, Sleep
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.table.zones import all_zones
from tests.daemon.rig import Rig, felt_table, kept, to_first_turn

IDLE = 600.0
SOON = 30.0
SOON_ASLEEP = Settings(idle=0.5)


class Day:
    """A clock on the wall that goes with the seconds passed in, from some time of day on."""

    def __init__(self, start: str) -> None:
        hours, minutes = map(int, start.split(":"))
        self.start, self.now = 3600 * hours + 60 * minutes, 0.0
        self.known = True

    def __call__(self) -> datetime | None:
        seconds = int(self.start + self.now) % 86400
        if not self.known:
            return None
        return datetime(2026, 5, 1, seconds // 3600, seconds // 60 % 60, seconds % 60)


class Night:
    """A board's sleep as time passes."""

    def __init__(self, settings: Settings, start: str = "12:00") -> None:
        self.day = Day(start)
        self.sleep = Sleep(settings, self.day, 0.0)
        self.news: list[tuple[float, bool, bool]] = []

    def until(self, end: float, busy: bool = False) -> None:
        while (due := self.sleep.deadline) <= end:
            self._tick(max(due, self.day.now), busy)
        self._tick(end, busy)

    def _tick(self, now: float, busy: bool) -> None:
        self.day.now = now
        if self.sleep.tick(now, busy):
            self.news.append((now, self.sleep.asleep, self.sleep.dark))

    def press(self, name: str, at: float) -> bool:
        swallowed = self.sleep.ignores(Change(name, True, at))
        self._tick(at, False)
        return swallowed

    def release(self, name: str, at: float) -> bool:
        return self.sleep.ignores(Change(name, False, at))


@pytest.fixture(name="night")
def a_night() -> Night:
    """It has just begun to sleep."""
    night = Night(Settings(idle=10))
    night.until(IDLE)
    return night


# By day


def test_it_sleeps_when_nobody_has_touched_it_for_so_long() -> None:
    night = Night(Settings(idle=0.5))
    night.until(20)
    assert not night.press("roll", 20.0)
    assert not night.release("roll", 20.1)
    night.until(100)
    assert night.news == [(50.0, True, False)]


def test_a_game_that_goes_on_by_itself_keeps_it_awake_and_wakes_nobody() -> None:
    night = Night(Settings(idle=0.5))
    night.sleep.played(25.0)
    night.until(54)
    assert night.news == []
    night.until(60)
    night.sleep.played(61.0)
    night.until(70)
    assert night.news == [(55.0, True, False)]


def test_with_no_minutes_it_never_sleeps_and_needs_no_alarm() -> None:
    night = Night(Settings(idle=0))
    assert night.sleep.deadline == inf
    night.until(1e6)
    assert night.news == []


def test_what_must_be_read_keeps_it_awake() -> None:
    night = Night(Settings(idle=0.5))
    night.until(100)
    night.until(200, busy=True)
    assert night.news == [(30.0, True, False), (200.0, False, False)]


def test_the_first_touch_only_wakes_however_long_it_lasts(night: Night) -> None:
    assert night.press("roll", 700.0)
    assert (night.sleep.asleep, night.sleep.woken) == (False, True)
    assert night.release("roll", 704.0)
    assert not night.press("roll", 705.0)
    assert (night.sleep.asleep, night.sleep.woken) == (False, False)
    assert not night.release("roll", 705.1)


def test_what_is_pressed_beside_it_belongs_to_the_first_touch(night: Night) -> None:
    assert [night.press("roll", 700.0), night.press("undo", 700.3)] == [True, True]
    assert [night.release("roll", 703.4), night.release("undo", 703.5)] == [True, True]
    assert not night.press("undo", 704.0)


def test_a_button_that_never_comes_up_swallows_nothing_else_for_long(night: Night) -> None:
    assert night.press("point-1", 700.0)
    assert not night.press("roll", 705.0)
    night.until(705.0 + IDLE)
    assert night.sleep.asleep


def test_inputs_that_nobody_knows_hold_nothing_down(night: Night) -> None:
    assert night.press("roll", 700.0)
    night.sleep.forget()
    assert not night.press("undo", 700.5)


def test_a_touch_of_the_page_wakes_and_another_takes_up_the_game(night: Night) -> None:
    night.sleep.wake(700.0)
    assert (night.sleep.asleep, night.sleep.woken) == (False, True)
    night.sleep.wake(701.0)
    assert (night.sleep.asleep, night.sleep.woken) == (False, False)


def test_new_settings_wake_and_hold(night: Night) -> None:
    night.sleep.apply_settings(Settings(idle=1), 700.0)
    night.until(700.0)
    night.until(1000.0)
    assert night.news == [(600.0, True, False), (700.0, False, False), (760.0, True, False)]


# At night


@pytest.mark.parametrize(
    ("hours", "start", "minutes"), [("22:00-07:00", "21:40", 540), ("12:10-12:40", "11:50", 30)]
)
def test_at_night_a_sleeping_board_is_dark(hours: str, start: str, minutes: int) -> None:
    night = Night(Settings(idle=10, night=hours), start)
    night.until(80000)
    times, asleep, dark = zip(*night.news, strict=True)
    assert (asleep, dark) == ((True, True, True), (False, True, False))
    assert times == pytest.approx((600, 1200, 1200 + 60 * minutes), abs=LOOK_SECONDS)


def test_at_night_it_sleeps_again_soon() -> None:
    night = Night(Settings(idle=0, night="22:00-07:00"), start="23:00")
    night.until(NIGHT_MINUTES * 60 - 1)
    assert night.news == []
    night.until(1000)
    assert night.press("undo", 1000.0)
    night.until(2000)
    assert night.news == [
        (NIGHT_MINUTES * 60, True, True),
        (1000.0, False, False),
        (1000.0 + NIGHT_MINUTES * 60, True, True),
    ]


def test_a_night_of_no_length_is_none() -> None:
    night = Night(Settings(idle=10, night="12:00-12:00"))
    night.until(90000)
    assert night.news == [(600.0, True, False)]


def test_while_nobody_knows_the_time_there_is_no_night() -> None:
    night = Night(Settings(idle=10, night="00:00-23:59", rest="12:01"))
    night.day.known = False
    night.until(1000)
    night.day.known = True
    night.until(1000 + LOOK_SECONDS)
    assert [seen[1:] for seen in night.news] == [(True, False), (True, True)]
    assert night.news[0][0] == 600.0


# At the time of rest


def test_what_everybody_has_left_is_put_to_rest() -> None:
    night = Night(Settings(idle=0, rest="04:00"), start="03:00")
    night.until(86400 - 1)
    assert [seen[1:] for seen in night.news] == [(True, False)]
    assert night.news[0][0] == pytest.approx(3600, abs=LOOK_SECONDS)


def test_who_plays_at_that_time_plays_on() -> None:
    night = Night(Settings(idle=0, rest="04:00"), start="03:59")
    for minute in range(0, 30):
        night.until(60.0 * minute)
        assert not night.press("roll", 60.0 * minute)
        night.release("roll", 60.0 * minute + 0.1)
    night.until(86000)
    assert night.news == []


def test_who_has_just_stopped_is_waited_for() -> None:
    night = Night(Settings(idle=0, rest="04:00"), start="03:59")
    night.until(50)
    night.press("roll", 50.0)
    night.until(3600)
    assert night.news == [(50.0 + 60 * REST_MINUTES, True, False)]


def test_who_wakes_it_after_that_is_left_alone_until_the_next_day() -> None:
    night = Night(Settings(idle=0, rest="04:00"), start="03:00")
    night.until(5000)
    assert night.press("roll", 5000.0)
    night.until(86400)
    assert len(night.news) == 2
    night.until(86400 + 3700)
    assert [seen[1] for seen in night.news] == [True, False, True]


# What the machine knows of the time


def test_a_clock_that_was_never_set_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Early(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Early:
            del tz
            return cls(1970, 1, 1, 3)

    monkeypatch.setattr(local_time, "on_a_pi", lambda: False)
    assert local_time.local_time() is not None
    monkeypatch.setattr(local_time, "datetime", Early)
    assert local_time.local_time() is None


def test_a_pi_believes_a_clock_of_its_own_or_the_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(local_time, "on_a_pi", lambda: True)
    monkeypatch.setattr(local_time, "OWN_CLOCK", tmp_path / "rtc0")
    monkeypatch.setattr(local_time, "SYNCHRONIZED", tmp_path / "synchronized")
    assert local_time.local_time() is None
    (tmp_path / "synchronized").touch()
    assert local_time.local_time() is not None
    (tmp_path / "synchronized").unlink()
    (tmp_path / "rtc0").touch()
    assert local_time.local_time() is not None


# At the table


@pytest.fixture(name="board")
def a_board(tmp_path: Path) -> Iterator[Rig]:
    """It sleeps soon; no game is begun."""
    with Rig(tmp_path, Opened(Setup())) as board:
        board.table.apply_settings(SOON_ASLEEP, board.now)
        yield board


def wave(board: Rig) -> Scene:
    zones = all_zones(board.table.state.game.rules.layout)
    return Scene({zone: Mark(Meaning.ATTRACT) for zone in zones})


def told(board: Rig) -> tuple[bool, bool, bool]:
    found = board_fields(board.table.sleep, board.table.settings, board.table.state.phase)
    return found["asleep"], found["dark"], found["woken"]


@pytest.mark.parametrize("name", ["roll", "undo", "point-3", "bar-white"])
def test_a_game_sleeps_amid_a_turn_and_is_there_as_it_was(name: str, board: Rig) -> None:
    to_first_turn(board)
    board.advance(10)
    before, actions = board.table.state, board.journal.actions(board.number)
    lit = board.table.scene
    board.advance(SOON)
    assert (told(board), board.table.scene) == ((True, False, False), wave(board))
    board.tap(name)
    assert told(board) == (False, False, True)
    assert (board.table.state, board.table.scene) == (before, lit)
    assert board.journal.actions(board.number) == actions
    assert board.pulled_plug().state == kept(before)
    board.tap(name)
    assert told(board) == (False, False, False)
    assert board.table.state != before


def test_waking_throws_no_dice_even_when_roll_and_undo_are_held(board: Rig) -> None:
    to_first_turn(board)
    game = board.number
    board.advance(SOON + 10)
    before = board.table.state
    board.hold(["roll-white", "undo"], 3.5)
    assert (board.table.number, board.table.state) == (game, before)
    board.hold(["roll-white", "undo"], 3.5)
    assert (board.table.number, board.table.state.phase) == (None, Phase.ATTRACT)
    assert board.journal.numbers() == [game]


def test_nobody_is_asked_to_go_on_where_no_game_is(board: Rig) -> None:
    board.advance(SOON + 1)
    assert (told(board), board.table.scene) == ((True, False, False), wave(board))
    board.tap("roll")
    assert (told(board), board.table.state.phase) == ((False, False, False), Phase.ATTRACT)
    assert Mark(Meaning.CHOICE, 1) in board.table.scene.marks.values()


def test_those_who_look_are_told_when_it_sleeps_and_wakes(board: Rig) -> None:
    heard: list[bool] = []
    board.table.on_change = lambda: heard.append(board.table.sleep.asleep)
    board.advance(SOON + 1)
    board.table.wake(board.now)
    board.table.wake(board.now)
    assert heard == [True, False, False]


def test_the_lights_of_the_night(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup()), local=lambda: datetime(2026, 5, 1, 23)) as board:
        by_night = Settings(night="22:00-07:00", idle=0.5)
        board.table.apply_settings(by_night, board.now)
        board.advance(SOON + 1)
        assert (told(board), board.table.scene) == ((True, True, False), Scene())
        assert not any(board.strip.sent)
        frames = len(board.strip.frames)
        board.advance(60)
        assert len(board.strip.frames) == frames
        board.table.apply_settings(replace(by_night, night_lights="dim"), board.now)
        brightest = max(board.strip.sent)
        board.advance(SOON + 1)
        assert (told(board), board.table.scene) == ((True, True, False), wave(board))
        assert 0 < max(board.strip.sent) <= 0.15 * 120 < brightest


@pytest.mark.parametrize(("screen", "blank"), [("black", False), ("off", True)])
def test_the_display_of_the_night(screen: str, blank: bool, tmp_path: Path) -> None:
    by_night = Settings(night="22:00-07:00", idle=0.5, night_screen=screen)

    def told_of_the_display(board: Rig) -> bool:
        return bool(board_fields(board.table.sleep, by_night, board.table.state.phase)["blank"])

    with Rig(tmp_path, Opened(Setup()), local=lambda: datetime(2026, 5, 1, 23)) as board:
        board.table.apply_settings(by_night, board.now)
        assert not told_of_the_display(board)
        board.advance(SOON + 1)
        assert told_of_the_display(board) is blank
        board.tap("roll")
        assert not told_of_the_display(board)


def test_a_restart_begins_awake(board: Rig, tmp_path: Path) -> None:
    to_first_turn(board)
    board.advance(SOON + 10)
    with Rig(tmp_path) as again:
        again.table.apply_settings(SOON_ASLEEP, again.now)
        assert told(again) == (False, False, False)
        assert not again.table.sleep.tick(again.now + SOON - 1, False)


def test_a_checker_that_is_lifted_wakes_and_is_not_lost(tmp_path: Path) -> None:
    with felt_table(tmp_path) as (board, table):
        board.table.apply_settings(SOON_ASLEEP, board.now)
        table.begin()
        table.wait(SOON + 20)
        assert told(board)[0]
        side = board.side
        table.lift(f"bar-{side.value}", side)
        table.wait(0.5)
        assert told(board) == (False, False, False)
        assert board.table.lifted == (f"bar-{side.value}",)


def test_a_board_in_trouble_says_so_awake(tmp_path: Path) -> None:
    with felt_table(tmp_path) as (board, table):
        board.table.apply_settings(SOON_ASLEEP, board.now)
        table.wait(SOON + 1)
        assert told(board)[0]
        board.table.trouble("the Pico is unplugged", board.now)
        table.wait(SOON + 1)
        assert not told(board)[0]
        board.table.trouble(None, board.now)
        table.wait(SOON + 1)
        assert told(board)[0]


def test_a_touch_that_wakes_sets_nothing_up(board: Rig) -> None:
    board.tap("point-3")
    board.advance(SOON + 1)
    board.tap("point-3")
    assert board.table.state.setup.black == "easy"
    assert board.pulled_plug().state == kept(board.table.state)
    assert board.table.settings == SOON_ASLEEP


def test_it_can_be_put_to_sleep_as_at_night_until_a_touch() -> None:
    sleep = Sleep(Settings(), lambda: None, 0.0)
    sleep.nap(10.0)
    assert (sleep.asleep, sleep.dark) == (True, True)
    assert sleep.tick(11.0, busy=False)
    assert sleep.ignores(Change("roll", True, 20.0))
    assert (sleep.asleep, sleep.dark) == (False, False)
    sleep.tick(IDLE + 30.0, busy=False)
    assert (sleep.asleep, sleep.dark) == (True, False)  # as by day


def test_what_must_be_read_ends_such_a_sleep() -> None:
    sleep = Sleep(Settings(), lambda: None, 0.0)
    sleep.nap(10.0)
    sleep.tick(11.0, busy=True)
    assert (sleep.asleep, sleep.dark) == (False, False)
