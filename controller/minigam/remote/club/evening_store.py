"""The file of an evening: an append-only SQLite table of its events, safe once each call returns.

As in the journal, WAL with `synchronous=FULL` makes a commit survive a pulled plug, and each event
is bound to the one before by a hash, so damage shows. One program writes; others may read.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from minigam.errors import BusyError, ClubError, ClubStoreError, ExistsError, shortened
from minigam.files.lock import file_locked
from minigam.files.small_files import sync
from minigam.files.sqlite_advice import advice
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Event, Opened
from minigam.remote.club.event_json import event_text, parse_event
from minigam.rules.hash_chain import next_hash

APPLICATION_ID = 0x6D67636C
"""`mgcl`: distinguishes evenings from other SQLite files."""
FILE_VERSION = 1
FIRST_LINK = hashlib.sha256(b"minigam evening 1").hexdigest()
"""The link before the first event."""
BUSY_SECONDS = 5.0
"""How long to wait for who reads."""
PUT_BACK = ". Put back a copy of it"
_TABLE = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY,  -- from 1
    at     TEXT NOT NULL,        -- ISO 8601, UTC
    body   TEXT NOT NULL,        -- JSON
    link   TEXT NOT NULL         -- the hash of the link before and of the body
) STRICT
"""
Now = Callable[[], datetime]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class EveningStore:
    """An open evening: what has happened is in the file, and `evening` is what came of it."""

    evening: Evening
    """As all events in the file have made it."""

    def __init__(self, path: Path, now: Now = _utc_now) -> None:
        """Open an evening to go on with it.

        Raises `ClubStoreError` where there is none, or it is damaged, and `BusyError` where another
        program has it open.
        """
        self.path, self._now = path, now
        busy = f"another program has the evening {path} open: close it first"
        with ExitStack() as held, _reported(path):
            held.enter_context(file_locked(path.with_name(f"{path.name}.lock"), busy))
            self._db = held.enter_context(closing(_opened(path)))
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            events, self._head = _events(self._db, path)
            self._count = len(events)
            self.evening = _evening(events, path)
            self._held = held.pop_all()

    @classmethod
    def create(cls, path: Path, opened: Opened, now: Now = _utc_now) -> Self:
        """Begin an evening in a new file, which only its owner can read.

        Raises `ExistsError` where there is a file, `ClubError` for an evening that cannot begin so,
        and `ClubStoreError` where the file cannot be written.
        """
        Evening.of([opened])
        text = event_text(opened)
        # Written aside and then given its name, so that no half a file is ever found there.
        aside = path.with_name(f".{path.name}.new")
        with _reported(path):
            if path.exists():
                raise ExistsError(path)
            for ending in ("", "-wal", "-shm"):
                aside.with_name(aside.name + ending).unlink(missing_ok=True)
            aside.touch(mode=0o600, exist_ok=False)
            with closing(sqlite3.connect(aside, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = FULL")
                db.execute("BEGIN")
                db.execute(_TABLE)
                row = (1, _stamp(now), text, next_hash(FIRST_LINK, text.encode()))
                db.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {FILE_VERSION}")
                db.execute("COMMIT")
            try:
                os.link(aside, path)
            except FileExistsError:
                raise ExistsError(path) from None
            finally:
                aside.unlink()
            sync(path.parent)
        return cls(path, now)

    def append(self, *events: Event) -> Evening:
        """Add what has happened, all of it or nothing; on return it is safe.

        Raises `ClubError` where an event does not fit, and `ClubStoreError` where the file cannot
        be written; then nothing has changed.
        """
        evening = self.evening
        for event in events:
            evening = evening.after(event)
        count, head = self._count, self._head
        with _reported(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for event in events:
                    text = event_text(event)
                    count, head = count + 1, next_hash(head, text.encode())
                    row = (count, _stamp(self._now), text, head)
                    self._db.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self.evening, self._count, self._head = evening, count, head
        return evening

    def close(self) -> None:
        """Close the file, and permit other programs to write it."""
        self._held.close()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def read_events(path: Path) -> tuple[Event, ...]:
    """The events in a file, also while another program writes it; raise as `EveningStore` does."""
    with _reported(path), closing(_opened(path)) as db:
        events, _ = _events(db, path)
    _evening(events, path)
    return events


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Convert errors of SQLite and of the disk to `ClubStoreError`, with the file's name."""
    try:
        yield
    except (BusyError, ClubStoreError, ExistsError):
        raise
    except (sqlite3.Error, OSError, UnicodeDecodeError) as fault:
        what_next = advice(fault, PUT_BACK, closed="")
        raise ClubStoreError(
            f"the evening {path} cannot be used: {shortened(fault)}; nothing was changed{what_next}"
        ) from fault


def _opened(path: Path) -> sqlite3.Connection:
    """The file, if it is an evening of this version."""
    if not path.is_file():
        raise ClubStoreError(f"expected the file of an evening at {path}, got none")
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", timeout=BUSY_SECONDS, uri=True)
    try:
        db.isolation_level = None
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise ClubStoreError(f"expected the file of an evening at {path}, got another database")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != FILE_VERSION:
        raise ClubStoreError(
            f"expected an evening of version {FILE_VERSION} at {path}, got version {version}: use "
            "the minigam that wrote it, or a newer one"
        )
    found = db.execute("SELECT type, name FROM sqlite_schema").fetchall()
    if found != [("table", "event")]:
        raise ClubStoreError(f"expected one table of events in {path}, got {shortened(found)}")


def _events(db: sqlite3.Connection, path: Path) -> tuple[tuple[Event, ...], str]:
    """All events and the last link; raise `ClubStoreError` where one is not as it was written."""
    rows = db.execute(
        "SELECT number, CAST(body AS BLOB), CAST(link AS BLOB) FROM event ORDER BY number"
    ).fetchall()
    head, events = FIRST_LINK, list[Event]()
    for expected, (number, body, link) in enumerate(rows, start=1):
        if number != expected:
            raise _damaged(path, f"event {expected} is missing")
        head = next_hash(head, body)
        if link != head.encode():
            raise _damaged(path, f"event {number} is not the one that was written there")
        try:
            events.append(parse_event(body))
        except ClubError as fault:
            raise _damaged(path, f"event {number}: {fault}") from None
    return tuple(events), head


def _evening(events: tuple[Event, ...], path: Path) -> Evening:
    try:
        return Evening.of(events)
    except ClubError as fault:
        raise _damaged(path, str(fault)) from None


def _damaged(path: Path, what: str) -> ClubStoreError:
    return ClubStoreError(
        f"the evening {path} is damaged: {shortened(what)}; nothing was changed{PUT_BACK}"
    )


def _stamp(now: Now) -> str:
    return now().isoformat(timespec="milliseconds")
