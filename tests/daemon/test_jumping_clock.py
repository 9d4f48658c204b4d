"""A Pi without a clock: it begins in the past, and jumps when somebody sets it."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path

from minigam.daemon.settings import Settings
from minigam.daemon.sleep import LOOK_SECONDS, Sleep
from minigam.journal.retention import stored_summaries
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import verify
from minigam.table.events import Opened
from minigam.table.setup import Setup
from tests.daemon.rig import Rig, give_up, play_a_turn, to_first_turn

JUMPS = (
    datetime(1970, 1, 1, 0, 0, 3, tzinfo=UTC),
    datetime(2026, 11, 29, 12, 0, tzinfo=UTC),
    datetime(2026, 11, 29, 11, 0, tzinfo=UTC),
    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
    datetime(2024, 2, 29, 23, 59, 59, tzinfo=UTC),
)


def jumping() -> Iterator[datetime]:
    """Another time at every look."""
    return cycle(JUMPS)


def test_a_game_is_played_stored_and_verified_whatever_the_clock_does(tmp_path: Path) -> None:
    """Only the dates that are shown come from the clock."""
    found = []
    for name in ("still", "jumps"):
        folder = tmp_path / name
        folder.mkdir()
        with Rig(folder, Opened(Setup(clock="usual", teacher=False))) as board:
            if name == "jumps":
                times = jumping()
                board.journal._now = partial(next, times)
            to_first_turn(board)
            for _ in range(3):
                play_a_turn(board)
            snapshot = board.snapshot()
            give_up(board)
            found.append((snapshot["position"], snapshot["turn"], snapshot["dice"]))
        with closing(Journal(folder / FILE_NAME)) as journal:
            numbers = journal.numbers()
            checks = [each for number in numbers for each in verify(journal, number).findings]
            assert not [check for check in checks if check.ok is False]
            assert checks
            assert numbers == sorted(numbers)
            listed = [each.number for each in stored_summaries(journal)]
            assert listed == sorted(listed, reverse=True)
    still, jumps = found
    assert still == jumps


def test_a_board_that_goes_on_after_a_cut_of_power_in_another_year_has_the_same_game(
    tmp_path: Path,
) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        to_first_turn(board)
        before = board.snapshot()
    with Rig(tmp_path) as board:
        times = jumping()
        board.journal._now = partial(next, times)
        after = board.snapshot()
        assert [after[key] for key in ("position", "turn", "dice")] == [
            before[key] for key in ("position", "turn", "dice")
        ]
        play_a_turn(board)


def test_night_begins_when_the_clock_is_set_and_not_before() -> None:
    """In the evening the board is switched on; its clock says so only a minute later."""
    clock: list[datetime | None] = [None]
    sleep = Sleep(Settings(night="22:00-07:00", idle=0), lambda: clock[0], 0.0)
    sleep.tick(0.0, busy=False)
    assert not sleep.is_night
    clock[0] = datetime(2026, 11, 29, 23, 0)
    sleep.tick(LOOK_SECONDS, busy=False)
    assert sleep.is_night
    clock[0] = datetime(2026, 11, 30, 9, 0)
    sleep.tick(2 * LOOK_SECONDS, busy=False)
    assert not sleep.is_night


def test_a_clock_that_jumps_over_the_time_of_rest_ends_no_game() -> None:
    """Somebody touched the board after it was switched on, whatever the clock said then."""
    clock = [datetime(2026, 11, 29, 1, 0)]
    sleep = Sleep(Settings(rest="04:00", idle=0), lambda: clock[0], 100.0)
    sleep.tick(100.0, busy=False)
    sleep.activity(150.0)
    clock[0] = datetime(2026, 11, 29, 9, 0)
    for now in (200.0, 500.0, 3600.0):
        sleep.tick(now, busy=False)
        assert not sleep.asleep
