"""An import beside a game in play: little at a time, and its games are there at once or never."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

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
from minigam.journal.importing import add_games, lock_imports
from minigam.journal.recovery import sound_journal
from minigam.journal.retention import RetentionRule, deletable_games, games_to_summarize
from minigam.journal.schema import board_key
from minigam.journal.store import BUSY_SECONDS, FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Named
from minigam.rules.terms import Terms
from tests.journal.played import all_kept
from tests.journal.tampering import sql

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


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    """The connection of what writes beside the player."""
    with closing(Journal(file, new=True)) as opened:
        yield opened


def pausing(journal: Journal, pause: Callable[[float], None]) -> BackgroundWriter:
    """By a clock on which nothing takes time."""
    return BackgroundWriter(journal, lambda: 0.0, pause)


class Beside:
    """What happens in each pause of a writer."""

    def __init__(self, player: Journal) -> None:
        self._player = player
        self._seen = (0, 0)
        self.portions: list[tuple[int, int]] = []
        """The rows and the bytes that came in between two pauses."""
        self.numbers: list[list[int]] = []
        """What the player's list of games said at each."""
        self.game = player.begin([PLAYED], BOARD)

    def pause(self, seconds: float) -> None:
        assert seconds == LEAST_PAUSE
        with self._player.reading() as db:
            query = "SELECT count(*), total(length(body)) FROM action WHERE game != 1"
            rows, size = db.execute(query).fetchone()
        self.portions.append((rows - self._seen[0], size - self._seen[1]))
        self._seen = rows, size
        self.numbers.append(self._player.numbers())
        self._player.append(self.game, [MORE])
        self._player.check()


@pytest.mark.parametrize(("count", "more"), [(700, 1), (3, 1200), (20, 700)])
def test_a_touch_gets_in_between_small_transactions_and_the_games_are_there_all_at_once(
    count: int, more: int, journal: Journal, player: Journal
) -> None:
    beside = Beside(player)
    numbers = add_games(journal, games(count, more), pausing(journal, beside.pause))
    assert numbers == [*range(2, count + 2)]
    assert beside.numbers == [*[[1]] * (len(beside.numbers) - 1), [1, *numbers]]
    assert len(beside.numbers) > 4
    assert sum(rows for rows, _ in beside.portions) == count * (more + 1)
    assert max(rows for rows, _ in beside.portions) <= MOST_ROWS
    assert max(size for _, size in beside.portions) <= MOST_BYTES + 1000
    assert player.actions(beside.game)[1:] == [MORE] * len(beside.portions)
    assert player.last_of(BOARD, 9) == [beside.game]
    assert all(player.actions(number) == [BEGUN, *[MORE] * more] for number in (2, numbers[-1]))


def test_a_game_that_is_begun_meanwhile_comes_after_them(journal: Journal, player: Journal) -> None:
    begun = list[int]()
    writer = pausing(journal, lambda _: begun.append(player.begin([BEGUN], BOARD)))
    assert add_games(journal, games(3, 1), writer) == [1, 2, 3]
    assert begun[0] == 4
    assert player.numbers() == [1, 2, 3, *begun]


def how_many(file: Path, *tables: str) -> list[int]:
    return [sql(file, f"SELECT count(*) FROM {table}")[0][0] for table in tables]


@pytest.mark.parametrize("at", [1, 3, 5, 8])
def test_of_one_that_is_broken_off_nothing_is_there_and_the_next_one_deletes_the_rest(
    at: int, file: Path, journal: Journal
) -> None:
    killed = Mock(side_effect=[*[None] * (at - 1), *[KeyboardInterrupt] * 100])
    with closing(Journal(file)) as importing, pytest.raises(KeyboardInterrupt):
        add_games(importing, games(4, 1200), pausing(importing, killed))
    assert how_many(file, "importing") == [1]
    assert journal.numbers() == games_to_summarize(journal, 100) == []
    assert all_kept(journal) == []
    assert deletable_games(journal, RetentionRule(always=0)) == []
    assert add_games(journal, games(2, 1)) == [1, 2]
    assert how_many(file, "action", "importing") == [4, 0]


def test_one_that_fails_takes_back_what_came_in(file: Path, journal: Journal) -> None:
    failing = Mock(side_effect=[None, None, JournalError("the disk is full"), *[None] * 100])
    with pytest.raises(JournalError, match="the disk is full"):
        add_games(journal, games(4, 400), pausing(journal, failing))
    assert how_many(file, "game", "action", "importing") == [0, 0, 0]


def test_no_game_is_no_change(player: Journal) -> None:
    assert add_games(player, []) == []
    assert player.numbers() == []


def test_there_is_one_import_at_a_time(tmp_path: Path) -> None:
    busy = pytest.raises(BusyError, match="games are being imported into")
    with lock_imports(tmp_path), busy, lock_imports(tmp_path):
        pass
    with lock_imports(tmp_path):
        pass


# The pauses


@pytest.mark.parametrize(
    ("took", "pause"), [(0.0, LEAST_PAUSE), (0.02, PAUSE_TIMES * 0.02), (2.0, MOST_PAUSE)]
)
def test_a_pause_is_longer_than_what_was_before_it(
    took: float, pause: float, journal: Journal
) -> None:
    times, pauses = iter((0.0, took)), list[float]()
    with BackgroundWriter(journal, lambda: next(times), pauses.append).writing():
        assert pauses == []
    assert pauses == [pause]


def test_a_long_game_is_dropped_from_its_end(journal: Journal, player: Journal) -> None:
    (number,) = add_games(player, games(1, 1200))
    left = list[int]()

    def pause(_: float) -> None:
        if player.numbers():
            left.append(len(player.actions(number)))

    pausing(journal, pause).drop(number)
    assert left == [1001, 801, 601, 401, 201, 1]
    assert player.numbers() == []


def test_only_what_must_last_waits_for_the_medium_while_it_holds_the_lock(journal: Journal) -> None:
    """2 is FULL, 1 is NORMAL: https://www.sqlite.org/pragma.html#pragma_synchronous."""
    asked, writer = "PRAGMA synchronous", pausing(journal, lambda _: None)
    with writer.writing() as db:
        assert db.execute(asked).fetchone() == (1,)
    with writer.writing(lasts=True) as db:
        assert db.execute(asked).fetchone() == (2,)
    with pytest.raises(JournalError), writer.writing():
        raise JournalError
    with journal.reading() as db:
        assert db.execute(asked).fetchone() == (2,)


def test_a_touch_waits_for_a_short_lock(journal: Journal) -> None:
    with journal.reading() as db:
        assert db.execute("PRAGMA busy_timeout").fetchone() == (1000 * BUSY_SECONDS,)


def test_a_damaged_range_hides_no_game_of_a_board_and_deletes_none(
    file: Path, player: Journal
) -> None:
    """One flipped bit in `importing`, and each game that is begun would be none of the journal's.

    Then no start would find the game that it has begun.
    """
    sql(file, "INSERT INTO importing VALUES (1, 99999)")
    begun = player.begin([PLAYED], BOARD)
    player.append(begun, [MORE])
    assert player.numbers() == [begun]
    with closing(sound_journal(file)) as journal:
        assert journal.actions(begun) == [PLAYED, MORE]
        assert add_games(journal, games(1, more=1)) == [begun + 1]
        assert journal.numbers() == [begun, begun + 1]
        assert journal.actions(begun) == [PLAYED, MORE]
