"""An import beside a game in play: little at a time, and its games are there at once or never."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minigam.errors import BusyError, JournalError
from minigam.journal.background_writer import (
    LEAST_PAUSE,
    MOST_BYTES,
    MOST_PAUSE,
    MOST_ROWS,
    PAUSE_TIMES,
    BackgroundWriter,
)
from minigam.journal.importing import add_games, only_import
from minigam.journal.recovery import sound_journal
from minigam.journal.retention import RetentionRule, may_go, unsettled
from minigam.journal.schema import board_key
from minigam.journal.store import BUSY_SECONDS, FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Named
from minigam.rules.chain import entry_of, head_of
from minigam.rules.terms import Terms
from tests.journal.played import all_kept

BEGUN = Begun(Terms("minigam", imported=True))
MORE = Named(("Ann", "Bob"))
"""An action that a game may have as many of as it likes."""
BOARD = board_key(6, False)
PLAYED = Begun(Terms("minigam"))


def games(count: int, more: int) -> list[tuple[str, list[Action]]]:
    return [("2026-01-31T19:05:00.000+00:00", [BEGUN, *[MORE] * more])] * count


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.fixture
def player(file: Path) -> Iterator[Journal]:
    """A daemon's connection, which waits for nobody: a lock that is held fails it at once."""
    with closing(Journal(file, new=True)) as journal:
        with journal.reading() as db:
            db.execute("PRAGMA busy_timeout = 0")
        yield journal


class Beside:
    """What happens in each pause of a writer."""

    def __init__(self, player: Journal) -> None:
        self._player = player
        self._seen = self._rows()
        self.portions: list[tuple[int, int]] = []
        """The rows and the bytes that came in between two pauses."""
        self.numbers: list[list[int]] = []
        """What the player's list of games said at each."""
        self.game = player.begin([Begun(Terms("minigam"))], BOARD)

    def writer(self, journal: Journal) -> BackgroundWriter:
        return BackgroundWriter(journal, lambda: 0.0, self._paused)

    def _paused(self, seconds: float) -> None:
        assert seconds == LEAST_PAUSE
        before, self._seen = self._seen, self._rows()
        self.portions.append((self._seen[0] - before[0], self._seen[1] - before[1]))
        self.numbers.append(self._player.numbers())
        self._player.append(self.game, [MORE])
        self._player.check()

    def _rows(self) -> tuple[int, int]:
        with self._player.reading() as db:
            rows, size = db.execute(
                "SELECT count(*), coalesce(sum(length(body)), 0) FROM action WHERE game != 1"
            ).fetchone()
        return rows, size


def imported(file: Path, player: Journal, *, count: int, more: int) -> tuple[list[int], Beside]:
    beside = Beside(player)
    with closing(Journal(file)) as journal:
        return add_games(journal, games(count, more), beside.writer(journal)), beside


@pytest.mark.parametrize(("count", "more"), [(700, 1), (3, 1200), (20, 700)])
def test_a_touch_gets_in_between_small_transactions_and_the_games_are_there_all_at_once(
    count: int, more: int, file: Path, player: Journal
) -> None:
    numbers, beside = imported(file, player, count=count, more=more)
    assert numbers == [*range(2, count + 2)]
    assert beside.numbers == [*[[1]] * (len(beside.numbers) - 1), [1, *numbers]]
    assert len(beside.numbers) > 4
    assert sum(rows for rows, _ in beside.portions) == count * (more + 1)
    assert max(rows for rows, _ in beside.portions) <= MOST_ROWS
    assert max(size for _, size in beside.portions) <= MOST_BYTES + 1000
    assert player.actions(beside.game)[1:] == [MORE] * len(beside.portions)
    assert all(player.actions(number) == [BEGUN, *[MORE] * more] for number in (2, numbers[-1]))


def test_each_action_is_bound_to_the_one_before(file: Path, player: Journal) -> None:
    numbers, _ = imported(file, player, count=3, more=450)
    with player.reading() as db:
        rows = db.execute("SELECT game, link FROM action WHERE number = 451").fetchall()
    head = head_of([entry_of(BEGUN), *[entry_of(MORE)] * 450])
    assert sorted(rows) == [(number, head) for number in numbers]
    assert player.last_of(BOARD, 9) == [1]


def test_a_game_that_is_begun_meanwhile_comes_after_them(file: Path, player: Journal) -> None:
    begun = list[int]()
    with closing(Journal(file)) as journal:
        writer = BackgroundWriter(
            journal, lambda: 0.0, lambda _: begun.append(player.begin([BEGUN], BOARD))
        )
        assert add_games(journal, games(3, 1), writer) == [1, 2, 3]
    assert begun[0] == 4
    assert player.numbers() == [1, 2, 3, *begun]


class _KilledError(BaseException):
    """From now on nothing more is done."""


def broken_off(file: Path, at: int) -> int:
    """An import that ends in its pause of that number; how many such imports the file knows of."""
    pauses = 0

    def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses >= at:
            raise _KilledError

    with closing(Journal(file, new=True)) as journal:
        writer = BackgroundWriter(journal, lambda: 0.0, pause)
        with pytest.raises(_KilledError):
            add_games(journal, games(4, 1200), writer)
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT count(*) FROM importing").fetchone()[0])


@pytest.mark.parametrize("at", [1, 3, 5, 8])
def test_of_one_that_is_broken_off_nothing_is_there_and_the_next_one_deletes_the_rest(
    at: int, file: Path
) -> None:
    assert broken_off(file, at) == 1
    with closing(Journal(file)) as journal:
        assert journal.numbers() == unsettled(journal, 100) == []
        assert all_kept(journal) == []
        assert may_go(journal, RetentionRule(always=0)) == []
        assert add_games(journal, games(2, 1)) == [1, 2]
        with journal.reading() as db:
            assert db.execute("SELECT count(*) FROM action").fetchone() == (4,)
            assert db.execute("SELECT count(*) FROM importing").fetchone() == (0,)


def test_one_that_fails_takes_back_what_came_in(file: Path, player: Journal) -> None:
    fails = iter((None, None, JournalError("the disk is full"), *[None] * 100))

    def pause(_: float) -> None:
        if fault := next(fails):
            raise fault

    with closing(Journal(file)) as journal, pytest.raises(JournalError, match="the disk is full"):
        add_games(journal, games(4, 400), BackgroundWriter(journal, lambda: 0.0, pause))
    with player.reading() as db:
        for table in ("game", "action", "importing"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_no_game_is_no_change(file: Path, player: Journal) -> None:
    with closing(Journal(file)) as journal:
        assert add_games(journal, []) == []
    assert player.numbers() == []


def test_there_is_one_import_at_a_time(tmp_path: Path) -> None:
    busy = pytest.raises(BusyError, match="games are being imported into")
    with only_import(tmp_path), busy, only_import(tmp_path):
        pass
    with only_import(tmp_path):
        pass


# The pauses


@pytest.mark.parametrize(
    ("took", "pause"), [(0.0, LEAST_PAUSE), (0.02, PAUSE_TIMES * 0.02), (2.0, MOST_PAUSE)]
)
def test_a_pause_is_longer_than_what_was_before_it(
    took: float, pause: float, file: Path, player: Journal
) -> None:
    times, pauses = iter((0.0, took)), list[float]()
    with closing(Journal(file)) as journal:
        writer = BackgroundWriter(journal, lambda: next(times), pauses.append)
        with writer.writing():
            assert pauses == []
    assert pauses == [pause]
    assert player.numbers() == []


def test_a_long_game_is_dropped_from_its_end(file: Path, player: Journal) -> None:
    (number,) = add_games(player, games(1, 1200))
    left = list[int]()

    def pause(_: float) -> None:
        if player.numbers():
            left.append(len(player.actions(number)))

    with closing(Journal(file)) as journal:
        BackgroundWriter(journal, lambda: 0.0, pause).drop(number)
    assert left == [1001, 801, 601, 401, 201, 1]
    assert player.numbers() == []


def test_only_what_must_last_waits_for_the_medium_while_it_holds_the_lock(
    file: Path, player: Journal
) -> None:
    """2 is FULL, 1 is NORMAL: https://www.sqlite.org/pragma.html#pragma_synchronous."""
    asked = "PRAGMA synchronous"
    with closing(Journal(file)) as journal:
        writer = BackgroundWriter(journal, lambda: 0.0, lambda _: None)
        with writer.writing() as db:
            assert db.execute(asked).fetchone() == (1,)
        with writer.writing(lasts=True) as db:
            assert db.execute(asked).fetchone() == (2,)
        with pytest.raises(JournalError), writer.writing():
            raise JournalError
        with journal.reading() as db:
            assert db.execute(asked).fetchone() == (2,)
    assert player.numbers() == []


def test_a_touch_waits_for_a_short_lock(file: Path, player: Journal) -> None:
    with closing(Journal(file)) as daemon, daemon.reading() as db:
        assert db.execute("PRAGMA busy_timeout").fetchone() == (1000 * BUSY_SECONDS,)
    assert player.numbers() == []


def test_a_damaged_range_hides_no_game_of_a_board_and_deletes_none(
    file: Path, player: Journal
) -> None:
    """One flipped bit in `importing`, and each game that is begun would be none of the journal's.

    Then no start would find the game that it has begun.
    """
    with player.writing() as db:
        db.execute("INSERT INTO importing VALUES (1, 99999)")
    begun = player.begin([PLAYED], BOARD)
    player.append(begun, [MORE])
    assert player.numbers() == [begun]
    with closing(sound_journal(file)) as journal:
        assert journal.actions(begun) == [PLAYED, MORE]
        assert add_games(journal, games(1, more=1)) == [begun + 1]
        assert journal.numbers() == [begun, begun + 1]
        assert journal.actions(begun) == [PLAYED, MORE]
