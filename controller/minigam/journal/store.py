"""The journal: an append-only SQLite file.

WAL with `synchronous=FULL`: a commit that returned survives a pulled plug, on media that honour a
flush (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from minigam.errors import JournalError, UnknownNameError, UnreadableError
from minigam.game.events import Committed, Event, Opened, Revealed, event_from_json, event_to_json

VERSION = 1
APPLICATION_ID = 0x6D67616D
"""`mgam`: tells our files from other SQLite files."""
FILE_NAME = "journal.sqlite"
Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The time of day, for the journal's `at` columns."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Chapter:
    """One game in the list."""

    id: int
    opened_at: datetime
    events: int


class Journal:
    """An open journal file."""

    def __init__(self, path: Path, now: Now = utc_now) -> None:
        """Open or create the file; raise `JournalError` for one that cannot be used."""
        self._path = path
        self._now = now
        with self._told():
            self._db = sqlite3.connect(path, isolation_level=None)
        try:
            with self._told():
                self._prepare()
        except JournalError:
            self._db.close()
            raise
        path.chmod(0o600)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """SQLite's errors, told with the file's name."""
        try:
            yield
        except sqlite3.Error as fault:
            raise JournalError(
                f"the journal {self._path} cannot be used: {fault}; "
                "nothing was changed. Move it aside to start a new one"
            ) from fault

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if not self._value("SELECT count(*) FROM sqlite_schema"):
            self._create()
        self._check()

    def _create(self) -> None:
        schema = (files("minigam.journal") / f"schema_v{VERSION}.sql").read_text("utf-8")
        self._db.executescript(
            f"BEGIN; {schema} PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {VERSION}; COMMIT;"
        )

    def _check(self) -> None:
        application = self._value("PRAGMA application_id")
        if application != APPLICATION_ID:
            raise JournalError(f"expected a minigam journal at {self._path}, got another database")
        version = self._value("PRAGMA user_version")
        if version != VERSION:
            raise JournalError(
                f"expected a journal of version {VERSION} at {self._path}, got version {version}: "
                "use the minigam that wrote it, or a newer one"
            )
        damage = self._value("PRAGMA quick_check(1)")
        if damage != "ok":
            raise JournalError(f"the journal {self._path} is damaged: {damage}; move it aside")

    def _value(self, query: str, *values: object) -> object:
        row = self._db.execute(query, values).fetchone()
        return row[0] if row else None

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def begin(self, opened: Opened) -> int:
        """Begin a chapter; its number."""
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO chapter (opened_at) VALUES (?)", (self._stamp(),)
            )
            assert cursor.lastrowid is not None
            self._insert(cursor.lastrowid, opened)
        return cursor.lastrowid

    def append(self, chapter: int, event: Event) -> None:
        """Add an event; on return it is safe."""
        with self._transaction():
            self._insert(chapter, event)

    def commit_secret(self, chapter: int, event: Committed, secret: bytes) -> None:
        """Add the promise of a dice secret, and keep the secret aside."""
        with self._transaction():
            self._insert(chapter, event)
            self._db.execute("UPDATE chapter SET secret = ? WHERE id = ?", (secret, chapter))

    def reveal_secret(self, chapter: int, event: Revealed) -> None:
        """Add a finished game's dice secret to its events."""
        with self._transaction():
            self._insert(chapter, event)
            self._db.execute("UPDATE chapter SET secret = NULL WHERE id = ?", (chapter,))

    def _insert(self, chapter: int, event: Event) -> None:
        body = json.dumps(event_to_json(event), separators=(",", ":"))
        self._db.execute(
            "INSERT INTO event (chapter, number, at, body) VALUES (?1,"
            " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE chapter = ?1), ?2, ?3)",
            (chapter, self._stamp(), body),
        )

    def secret(self, chapter: int) -> bytes:
        """A living game's dice secret; raise `JournalError` when there is none."""
        with self._told():
            secret = self._value("SELECT secret FROM chapter WHERE id = ?", chapter)
        if not isinstance(secret, bytes):
            raise JournalError(f"expected a dice secret for game {chapter}, got none")
        return secret

    def chapters(self) -> list[Chapter]:
        """Every chapter, oldest first."""
        with self._told():
            rows = self._db.execute(
                "SELECT id, opened_at, (SELECT count(*) FROM event WHERE chapter = id)"
                " FROM chapter ORDER BY id"
            ).fetchall()
        return [Chapter(row[0], datetime.fromisoformat(row[1]), row[2]) for row in rows]

    def events(self, chapter: int) -> list[Event]:
        """A chapter's events in order.

        Raises `UnknownNameError` for no such chapter, `JournalError` for an event that cannot be
        read.
        """
        with self._told():
            rows = self._db.execute(
                "SELECT number, body FROM event WHERE chapter = ? ORDER BY number", (chapter,)
            ).fetchall()
        if not rows:
            known = [str(found.id) for found in self.chapters()]
            raise UnknownNameError("game", str(chapter), known or ["none yet"])
        return [self._event(chapter, number, body) for number, body in rows]

    def _event(self, chapter: int, number: int, body: str) -> Event:
        try:
            return event_from_json(json.loads(body))
        except (UnreadableError, json.JSONDecodeError) as fault:
            raise JournalError(
                f"event {number} of game {chapter} in {self._path} is damaged: {fault}"
            ) from None

    def close(self) -> None:
        """Give the file back."""
        self._db.close()
