"""Games put away beside the play, and a disk that runs low."""

import logging
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from minigam.daemon import housekeeping as keeper_module
from minigam.daemon.housekeeping import Housekeeper, free_bytes
from minigam.journal.retention import DiskSpace, RetentionRule, games_to_summarize, nothing_judged
from minigam.journal.store import Journal
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.words import wordings
from tests.daemon.rig import Rig, give_up, to_first_turn
from tests.daemon.watching import check_pulled_plug
from tests.docs import sample
from tests.journal.played import (
    DAMAGED,
    IMPORTED,
    PRESENT,
    RESIGNED,
    UNFINISHED,
    WHOLE,
    all_kept,
    write_played,
)

PLENTY = 10**10
ALL = [WHOLE, RESIGNED, UNFINISHED, IMPORTED, DAMAGED, PRESENT]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_played(tmp_path / "games")


def housekeeper(file: Path, free: int = PLENTY, rule: RetentionRule | None = None) -> Housekeeper:
    return Housekeeper(file, nothing_judged, lambda _: free, rule)


def numbers(file: Path) -> list[int]:
    with closing(Journal(file, new=True)) as journal:
        return journal.numbers()


def test_all_but_the_present_game_is_put_away_once(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = housekeeper(file)
    with caplog.at_level(logging.WARNING):
        assert [found.tidy(PRESENT), found.tidy(PRESENT)] == [False, False]
    assert [record.message[:43] for record in caplog.records] == [
        "it stays as it is: action 2 of game 7 in " + str(file)[:2]
    ]
    assert numbers(file) == ALL
    with closing(Journal(file, new=True)) as journal:
        assert games_to_summarize(journal, PRESENT) == [DAMAGED]
        assert journal.actions(WHOLE) == sample.finished().decided


def test_a_game_that_is_played_is_left_alone(file: Path) -> None:
    housekeeper(file).tidy(UNFINISHED)
    with closing(Journal(file, new=True)) as journal:
        assert games_to_summarize(journal, PRESENT)[0] == UNFINISHED


def test_much_to_do_is_done_in_portions(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "AT_ONCE", 3)
    found = housekeeper(file)
    assert [found.tidy(PRESENT) for _ in range(3)] == [True, True, False]
    assert numbers(file) == ALL


@pytest.mark.parametrize(
    ("free", "rule", "left"),
    [
        (PLENTY, RetentionRule(always=1), ALL),
        (64_000_000, RetentionRule(always=1), ALL),
        (63_999_999, RetentionRule(always=1), [UNFINISHED, DAMAGED, PRESENT]),
        (63_999_999, RetentionRule(always=1, at_once=1), [2, 3, 6, 7, 8]),
        (0, RetentionRule(always=5), [RESIGNED, UNFINISHED, IMPORTED, DAMAGED, PRESENT]),
        (0, RetentionRule(), ALL),
    ],
)
def test_games_go_only_where_the_disk_runs_low(
    file: Path, free: int, rule: RetentionRule, left: list[int]
) -> None:
    housekeeper(file, free, rule).tidy(PRESENT)
    assert numbers(file) == left
    with closing(Journal(file, new=True)) as journal:
        assert [game.number for game in all_kept(journal)] == [1, 2, 3, 6, 8]


@pytest.mark.parametrize(
    ("free", "room"),
    [
        (64_000_000, DiskSpace.FINE),
        (63_999_999, DiskSpace.LOW),
        (8_000_000, DiskSpace.LOW),
        (7_999_999, DiskSpace.FULL),
    ],
)
def test_room(file: Path, free: int, room: DiskSpace) -> None:
    assert housekeeper(file, free).room() is room


def test_the_disk_is_that_of_the_journal(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.1)


# A disk that is full, at the table


TEXT = "The disk is full: no new game can be kept. Make room, or ask the owner of this board."


def rematch(board: Rig) -> None:
    board.tap("point-1")


def new_game(board: Rig) -> None:
    board.hold(["roll-white", "undo"], 3.3)
    assert board.table.state.phase is Phase.ATTRACT
    board.tap("roll")


@pytest.mark.parametrize("begin", [rematch, new_game])
def test_no_new_game_is_begun_on_a_full_disk(tmp_path: Path, begin: Callable[[Rig], None]) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        board.tap("roll")
        board.table.disk_full(True, board.now)
        to_first_turn(board)  # the present one goes on
        give_up(board)
        begin(board)
        message = {**board.snapshot()["message"], "zone": None}
        assert message == {"code": "disk-full", **wordings(TEXT), "zone": None}
        assert board.snapshot()["phase"] in ("game-over", "attract")
        check_pulled_plug(board)
        board.table.disk_full(False, board.now)
        begin(board)
        assert board.table.state.phase is Phase.OPENING
