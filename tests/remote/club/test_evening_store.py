"""The file of an evening: restarted and killed at every moment, damaged in every way."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from minigam.errors import BusyError, ClubError, ClubStoreError, ExistsError
from minigam.remote.club.contest import Format
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Entered, Event, Opened, Withdrawn
from minigam.remote.club.evening_store import EveningStore, read_events
from minigam.remote.club.event_json import event_text
from minigam.remote.club.proven_games import standings_of
from minigam.rules.hash_chain import next_hash
from tests.remote.club.evenings import NAMES, Played, opened

NOW = datetime(2026, 1, 31, 19, 5, tzinfo=UTC)


def now() -> datetime:
    return NOW


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.sqlite"


def created(path: Path, *events: Event) -> Path:
    with EveningStore.create(path, opened(), now) as store:
        store.append(*events)
    return path


@pytest.fixture(scope="module")
def evening() -> Played:
    """16 players, five rounds of Swiss."""
    return Played(Format.SWISS, 16, seed=27).whole()


def test_an_evening_restarted_at_every_event_is_the_same(path: Path, evening: Played) -> None:
    first, *others = evening.events
    assert isinstance(first, Opened)
    EveningStore.create(path, first, now).close()
    expected = Evening.of([first])
    for event in others:
        with EveningStore(path, now) as store:
            assert store.evening == expected
            assert store.append(event) == (expected := expected.after(event))
    with EveningStore(path, now) as store:
        assert store.evening == evening.evening
        assert standings_of(store.evening) == standings_of(evening.evening)
    assert len(evening.events) > 150


def test_whatever_was_appended_is_there_without_closing(
    path: Path, tmp_path: Path, evening: Played
) -> None:
    """Copies of the files, taken after each event, are what a cut of the power leaves."""
    first, *others = evening.events
    assert isinstance(first, Opened)
    left = tmp_path / "left"
    with EveningStore.create(path, first, now) as store:
        for count, event in enumerate(others, start=2):
            store.append(event)
            shutil.rmtree(left, ignore_errors=True)
            left.mkdir()
            for file in tmp_path.glob("friday.sqlite*"):
                shutil.copy(file, left)
            assert read_events(left / path.name) == tuple(evening.events[:count])


WRITER = """
import sys
from pathlib import Path
from minigam.remote.club.evening_events import Entered, Withdrawn
from minigam.remote.club.evening_store import EveningStore
with EveningStore(Path(sys.argv[1])) as store:
    for number in range(len(store.evening.players), 100):
        store.append(Entered(f"Player {number}"), Withdrawn(number + 1))
        print(number, flush=True)
"""


def test_a_killed_program_loses_nothing_and_leaves_no_half(path: Path) -> None:
    created(path)
    for lines in (1, 2, 3, 5, 8, 13):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            *_, last = (writer.stdout.readline() for _ in range(lines))
            os.kill(writer.pid, signal.SIGKILL)
            last = [last, *writer.stdout][-1]
        with EveningStore(path) as store:
            players = store.evening.players
            assert len(players) in (int(last) + 1, int(last) + 2)
            assert all(player.withdrawn for player in players)  # both events, or none


def test_what_does_not_fit_changes_nothing(path: Path) -> None:
    with EveningStore.create(path, opened(), now) as store:
        before = store.append(Entered("Ann"))
        with pytest.raises(ClubError, match="ann has entered already"):
            store.append(Entered("Bob"), Entered("ann"))
        assert store.evening == before
    assert read_events(path) == (opened(), Entered("Ann"))


def test_one_writes_and_others_read(path: Path) -> None:
    with EveningStore.create(path, opened(), now) as store:
        with pytest.raises(BusyError, match=r"another program has the evening .* open"):
            EveningStore(path)
        store.append(Entered("Ann"))
        assert read_events(path) == (opened(), Entered("Ann"))
    EveningStore(path).close()


def test_only_its_owner_can_read_it(path: Path) -> None:
    with EveningStore.create(path, opened(), now) as store:
        store.append(Entered("Ann"))
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert set(modes) == {path.name + ending for ending in ("", "-wal", "-shm", ".lock")}
    assert {*modes.values()} == {0o600}


def test_commits_reach_the_disk(path: Path) -> None:
    with EveningStore.create(path, opened(), now) as store:
        db = store._db
        settings = [
            db.execute(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")
        ]
    assert settings == [("wal",), (2,)]


def test_a_file_that_is_there_is_not_touched(path: Path) -> None:
    path.write_bytes(b"mine")
    with pytest.raises(ExistsError):
        EveningStore.create(path, opened())
    assert path.read_bytes() == b"mine"
    assert [*path.parent.iterdir()] == [path]


def test_an_evening_that_cannot_begin_makes_no_file(path: Path) -> None:
    with pytest.raises(ClubError):
        EveningStore.create(path, opened(Format.SWISS, rounds=0))
    assert [*path.parent.iterdir()] == []


@pytest.mark.parametrize("name", ["missing.sqlite", "folder", "none/friday.sqlite"])
def test_where_there_is_no_evening(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    for opening in (EveningStore, read_events):
        with pytest.raises(ClubStoreError):
            opening(tmp_path / name)


def test_where_a_folder_is_missing_none_is_begun(tmp_path: Path) -> None:
    with pytest.raises(ClubStoreError, match="cannot be used"):
        EveningStore.create(tmp_path / "none" / "friday.sqlite", opened())


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def noise(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def rechained(path: Path) -> None:
    """With a sound chain, an event is added that the rules of an evening forbid."""
    with closing(sqlite3.connect(path)) as db, db:
        (head,) = db.execute("SELECT link FROM event WHERE number = 3").fetchone()
        body = event_text(Withdrawn(9))
        row = (4, NOW.isoformat(), body, next_hash(head, body.encode()))
        db.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)


def statements(*lines: str) -> Callable[[Path], None]:
    return lambda path: sql(path, *lines)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (noise, "file is not a database"),
        (cut_off, "is damaged|cannot be used"),
        (empty, "expected the file of an evening"),
        (statements("PRAGMA application_id = 7"), "got another database"),
        (
            statements("PRAGMA user_version = 2"),
            "expected an evening of version 1 at .*got version 2",
        ),
        (statements("DROP TABLE event"), "expected one table of events"),
        (
            statements("CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM event; END"),
            "expected one table of events",
        ),
        (statements("DELETE FROM event"), "to begin with its opening, got None"),
        (statements("DELETE FROM event WHERE number = 1"), "event 1 is missing"),
        (statements("DELETE FROM event WHERE number = 2"), "event 2 is missing"),
        (
            statements("UPDATE event SET body = replace(body, 'Ann', 'Eve')"),
            "event 2 is not the one that was written there",
        ),
        (
            statements("UPDATE event SET link = '' WHERE number = 3"),
            "event 3 is not the one that was written there",
        ),
        (
            statements("UPDATE event SET body = CAST(x'ff' AS TEXT) WHERE number = 3"),
            "event 3 is not the one that was written there",
        ),
        (rechained, "is damaged: expected a player from 1 to 2, got 9"),
    ],
)
def test_a_damaged_file_is_refused_and_stays_as_it_is(
    path: Path, damage: Callable[[Path], None], message: str
) -> None:
    created(path, Entered("Ann"), Entered("Bob"))
    damage(path)
    before = path.read_bytes()
    for opening in (EveningStore, read_events):
        with pytest.raises(ClubStoreError, match=message):
            opening(path)
    assert path.read_bytes() == before


def test_a_full_disk_is_reported_and_nothing_is_half_done(path: Path) -> None:
    with EveningStore.create(path, opened(), now) as store:
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        long = "with a name as long as names can be, nearly"
        with pytest.raises(ClubStoreError, match="database or disk is full"):
            [*map(store.append, (Entered(f"Player {number} {long}") for number in range(128)))]
        held = store.evening
    with EveningStore(path, now) as store:
        assert store.evening == held
        assert 0 < len(held.players) < 128


@pytest.mark.parametrize("seed", range(20))
def test_flipped_bits_are_found_or_hurt_nothing(path: Path, seed: int) -> None:
    """A bit of a page that nothing is in, or of a time, may change; what happened may not."""
    created(path, *map(Entered, NAMES))
    sound, chance, refused = path.read_bytes(), random.Random(seed), 0
    for _ in range(20):
        broken = bytearray(sound)
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        path.write_bytes(broken)
        try:
            assert read_events(path) == (opened(), *map(Entered, NAMES))
        except ClubStoreError:
            refused += 1
    assert refused
