"""The journal: an append-only SQLite file.

WAL with `synchronous=FULL`: a commit that returned survives a pulled plug, on media that honour a
flush (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from minigam.errors import JournalError, MinigamError, UnknownNameError, shortened
from minigam.game.event_json import event_from_json, event_to_json
from minigam.game.events import Committed, Event, Opened, Revealed
from minigam.game.replay import replay
from minigam.game.state import State
from minigam.journal import schema
from minigam.journal.owner import give_to_owner
from minigam.journal.packing import unpack
from minigam.journal.schema import APPLICATION_ID, OLDEST, VERSION

FILE_NAME = "journal.sqlite"
YEARS = range(1970, 9999)
LOGS = ("-journal", "-wal")
"""What SQLite may have left beside it, and needs again."""
SIDES = (*LOGS, "-shm")
"""What it may look for beside it."""
Now = Callable[[], datetime]


_ASIDE = ". Move it aside to start a new one"
_CLOSED = ". Make it and its folder yours to write, or give another folder with --data"
_ADVICE = {
    sqlite3.SQLITE_NOTADB: _ASIDE,
    sqlite3.SQLITE_CORRUPT: _ASIDE,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_BUSY: ". Close the other program that uses it, and try again",
}
"""What to do, by SQLite's primary result code: https://www.sqlite.org/rescode.html."""


def _advice(fault: Exception) -> str:
    if isinstance(fault, OSError):
        return _CLOSED
    return _ADVICE.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF, "")


_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe"}


def is_plain_file(path: Path) -> bool:
    """Whether there is a file; raise `JournalError`, untouched, for what is there and is none."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if kind != stat.S_IFREG:
        got = _KINDS.get(kind, "a device or socket")
        raise JournalError(f"expected a plain file at {path}, got {got}: move it aside")
    return True


def utc_now() -> datetime:
    """The time of day, for the journal's `at` columns."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Chapter:
    """One game in the list."""

    id: int
    opened_at: datetime
    starred: bool = False


class DamagedGameError(JournalError):
    """One game cannot be read; the others may be sound. `damage` says only what is wrong."""

    def __init__(self, what: str, path: Path, fault: Exception) -> None:
        """Keep what is wrong apart from what to do: a list of games has no room for both."""
        self.damage = f"{what} in {path} is damaged: {shortened(fault)}"
        super().__init__(
            f"{self.damage}. If another version of minigam wrote it, use that one. If it keeps you "
            f"from playing, move the folder {path.parent} aside: its other games can still be read "
            "there, with --data"
        )


class Journal:
    """An open journal file."""

    def __init__(self, path: Path, now: Now = utc_now, called: Path | None = None) -> None:
        """Open or create the file; raise `JournalError` for one that cannot be used.

        `called`: what it is called in messages, where this is a copy of another one.
        """
        self.path = called or path
        self._file = path
        self._now = now
        with self._told():
            for ending in SIDES:
                is_plain_file(path.with_name(f"{path.name}{ending}"))
            if not is_plain_file(path):
                path.touch(mode=0o600, exist_ok=False)
                give_to_owner(path.parent, [path])  # SQLite gives its side files to the same
            empty = self._checked_empty()
            path.chmod(0o600)  # before SQLite makes its side files with the same mode
            self._opened = path.stat()
            self._db = sqlite3.connect(path, isolation_level=None)
            try:
                self._prepare(empty)
            except sqlite3.Error:
                self._db.close()
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """SQLite's errors, told with the file's name and what to do."""
        try:
            yield
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as fault:
            raise JournalError(
                f"the journal {self.path} cannot be used: {shortened(fault)}; "
                f"nothing was changed{_advice(fault)}"
            ) from fault

    def _checked_empty(self) -> bool:
        """Whether there is nothing in the file yet; raise `JournalError` unless it is a journal.

        What is not ours stays as it is, to the last byte: it is read only, and unless commits wait
        in a side file, without the side files that SQLite makes for readers.
        """
        waiting = self._file.with_name(f"{self._file.name}-wal").exists()
        uri = f"{self._file.resolve().as_uri()}?mode=ro&immutable={int(not waiting)}"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            if not _value(db, "SELECT count(*) FROM sqlite_schema"):
                return True
            self._check(db)
        return False

    def _prepare(self, empty: bool) -> None:
        self._db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # of use before there are tables
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if empty:
            schema.create(self._db)
        schema.take_over(self._db, self.path)

    def _check(self, db: sqlite3.Connection) -> None:
        application = _value(db, "PRAGMA application_id")
        if application != APPLICATION_ID:
            raise JournalError(f"expected a minigam journal at {self.path}, got another database")
        version = schema.version_of(db)
        if not OLDEST <= version <= VERSION:
            raise JournalError(
                f"expected a journal of version {VERSION} at {self.path}, got version {version}: "
                "use the minigam that wrote it, or a newer one"
            )
        damage = _value(db, "PRAGMA quick_check(1)")
        if damage != "ok":
            raise JournalError(
                f"the journal {self.path} is damaged: {shortened(damage)}; move it aside"
            )

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file, to ask; its errors raise `JournalError`."""
        with self._told():
            yield self._db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The file, to change: all of the block is done, and safe, or nothing of it."""
        with self._told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def begin(self, opened: Opened) -> int:
        """Begin a chapter; its number."""
        with self.writing():
            cursor = self._db.execute(
                "INSERT INTO chapter (opened_at) VALUES (?)", (self._stamp(),)
            )
            assert cursor.lastrowid is not None
            self._insert(cursor.lastrowid, opened)
        return cursor.lastrowid

    def add(self, games: Iterable[tuple[str, Iterable[Event]]]) -> list[int]:
        """Add whole games, each with the time it was begun; all of them, or none."""
        numbers = []
        with self.writing():
            for opened_at, events in games:
                cursor = self._db.execute(
                    "INSERT INTO chapter (opened_at) VALUES (?)", (opened_at or self._stamp(),)
                )
                assert cursor.lastrowid is not None
                numbers.append(cursor.lastrowid)
                for event in events:
                    self._insert(cursor.lastrowid, event)
        return numbers

    def append(self, chapter: int, event: Event) -> None:
        """Add an event; on return it is safe."""
        with self.writing():
            self._insert(chapter, event)

    def commit_secret(self, chapter: int, event: Committed, secret: bytes) -> None:
        """Add the promise of a dice secret, and keep the secret aside."""
        with self.writing():
            self._insert(chapter, event)
            self._db.execute("UPDATE chapter SET secret = ? WHERE id = ?", (secret, chapter))

    def reveal_secret(self, chapter: int, event: Revealed) -> None:
        """Add a finished game's dice secret to its events."""
        with self.writing():
            self._insert(chapter, event)
            self._db.execute("UPDATE chapter SET secret = NULL WHERE id = ?", (chapter,))

    def _insert(self, chapter: int, event: Event) -> None:
        self._reopen(chapter)
        body = json.dumps(event_to_json(event), separators=(",", ":"))
        self._db.execute(
            "INSERT INTO event (chapter, number, at, body) VALUES (?1,"
            " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE chapter = ?1), ?2, ?3)",
            (chapter, self._stamp(), body),
        )

    def _reopen(self, chapter: int) -> None:
        """A game that was put away is gone on with: what was made of it holds no longer."""
        packed = _value(self._db, "SELECT packed FROM chapter WHERE id = ?", chapter)
        self._db.execute("DELETE FROM summary WHERE chapter = ?", (chapter,))
        if packed is None:
            return
        rows = self._unpacked(chapter, packed)
        self._db.executemany(
            "INSERT INTO event (chapter, number, at, body) VALUES (?, ?, ?, ?)",
            [(chapter, number, *row) for number, row in enumerate(rows, start=1)],
        )
        self._db.execute("UPDATE chapter SET packed = NULL WHERE id = ?", (chapter,))

    def _unpacked(self, chapter: int, packed: object) -> list[tuple[str, str]]:
        with self._damage_told(f"game {chapter}"):
            if not isinstance(packed, bytes):
                raise TypeError(f"expected a packed game, got {packed!r}")
            return unpack(packed)

    def secret(self, chapter: int) -> bytes:
        """A living game's dice secret; raise `JournalError` when there is none."""
        with self._told():
            secret = _value(self._db, "SELECT secret FROM chapter WHERE id = ?", chapter)
        if not isinstance(secret, bytes):
            raise JournalError(f"expected a dice secret for game {chapter}, got none")
        return secret

    def numbers(self) -> list[int]:
        """Every chapter's number, oldest first."""
        with self._told():
            rows = self._db.execute(
                "SELECT id FROM chapter WHERE typeof(id) = 'integer' ORDER BY id"
            ).fetchall()
        return [number for (number,) in rows]

    def chapter(self, number: int) -> Chapter:
        """What the list of games says; raise as `events` does."""
        self._find(number)
        with self._told():
            opened_at, starred = self._db.execute(
                "SELECT CAST(opened_at AS BLOB), starred FROM chapter WHERE id = ?", (number,)
            ).fetchone()
        with self._damage_told(f"game {number}"):
            return Chapter(number, time_of(opened_at), bool(starred))

    def _find(self, chapter: int) -> None:
        if not self._has(chapter):
            names = [str(number) for number in self.numbers()]
            raise UnknownNameError("game", str(chapter), names or ["none yet"])

    def _has(self, chapter: int) -> bool:
        """Asked for each game of a list, so of one game alone."""
        try:
            with self._told():
                return bool(
                    self._db.execute(
                        "SELECT 1 FROM chapter WHERE typeof(id) = 'integer' AND id = ?", (chapter,)
                    ).fetchone()
                )
        except OverflowError:  # more digits than SQLite's numbers have
            return False

    def events(self, chapter: int) -> list[Event]:
        """A chapter's events in order.

        Raises `UnknownNameError` for no such chapter, `DamagedGameError` for an event that cannot
        be read.
        """
        self._find(chapter)
        return [self._event(chapter, number, body) for number, body in self._bodies(chapter)]

    def _bodies(self, chapter: int) -> list[tuple[int, bytes]]:
        """Each event's number and JSON, packed or not, as they are at one moment.

        As bytes, since a damaged text may be none.
        """
        with self._told():
            rows = self._db.execute(
                "SELECT number, CAST(body AS BLOB) FROM event WHERE chapter = ?1 UNION ALL"
                " SELECT 0, packed FROM chapter WHERE id = ?1 AND packed IS NOT NULL ORDER BY 1",
                (chapter,),
            ).fetchall()
        if not (rows and rows[0][0] == 0):
            return rows
        unpacked = self._unpacked(chapter, rows[0][1])
        return [(number, body.encode()) for number, (_, body) in enumerate(unpacked, start=1)]

    def _event(self, chapter: int, number: int, body: bytes) -> Event:
        with self._damage_told(f"event {number} of game {chapter}"):
            return event_from_json(json.loads(body))

    @contextmanager
    def _damage_told(self, what: str) -> Iterator[None]:
        """What cannot be, told with its place: faults of form, of number, and of nesting."""
        try:
            yield
        except (MinigamError, ValueError, TypeError, OverflowError, RecursionError) as fault:
            raise DamagedGameError(what, self.path, fault) from None

    def state(self, chapter: int) -> State:
        """The state that a chapter's events lead to; raise as `events` does."""
        return self.replay(chapter, self.events(chapter))

    def replay(self, chapter: int, events: Iterable[Event]) -> State:
        """The state that these events lead to; raise `DamagedGameError` where they cannot."""
        with self._damage_told(f"game {chapter}"):
            return replay(events)

    def check(self) -> None:
        """Raise `JournalError` unless an event could be written now, into the file that is there.

        Nothing is written: a full disk shows itself only when something is.
        """
        with self._told():
            if not os.path.samestat(self._file.stat(), self._opened):
                raise JournalError(f"the journal {self.path} was replaced while it was open")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Give the file back."""
        self._db.close()


def _value(db: sqlite3.Connection, query: str, *values: object) -> object:
    row = db.execute(query, values).fetchone()
    return row[0] if row else None


def time_of(text: bytes) -> datetime:
    """A time that any time zone can tell."""
    found = datetime.fromisoformat(text.decode()).astimezone(UTC)
    if found.year not in YEARS:
        raise ValueError(f"expected a time from {YEARS[0]} to {YEARS[-1]}, got {found}")
    return found
