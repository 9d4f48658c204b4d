"""The journal: an append-only SQLite file.

WAL with `synchronous=FULL`: a commit that returned survives a pulled plug, on media that honour a
flush (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from minigam.errors import JournalError, MinigamError, UnknownNameError, UnreadableError, shortened
from minigam.game.event_json import event_from_json, event_to_json
from minigam.game.events import Committed, Event, Opened, Revealed
from minigam.game.replay import replay
from minigam.game.state import State
from minigam.journal import schema
from minigam.journal.advice import advice, is_damage
from minigam.journal.boards import board_key, board_of
from minigam.journal.owner import give_to_owner
from minigam.journal.packing import unpack
from minigam.journal.presence import Presence
from minigam.journal.schema import APPLICATION_ID, OLDEST, VERSION, WHOLE

FILE_NAME = "journal.sqlite"
YEARS = range(1970, 9999)
BUSY_SECONDS = 5.0
"""How long one waits for another's transaction: no touch fails for a short one, and a daemon that
waits feeds its watchdog before ten seconds are over."""
MOST_NAMED = 100
"""So many games are read to say which there are; a message has no room for more."""
LOGS = ("-journal", "-wal")
"""What SQLite may have left beside it, and needs again."""
SIDES = (*LOGS, "-shm")
"""What it may look for beside it."""
Now = Callable[[], datetime]


class DamagedJournalError(JournalError):
    """What is in the place of the journal is no sound journal of this version."""


_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe"}


def is_plain_file(path: Path) -> bool:
    """Whether there is a file; raise `JournalError`, untouched, for what is there and is none."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if kind != stat.S_IFREG:
        got = _KINDS.get(kind, "a device or socket")
        raise DamagedJournalError(f"expected a plain file at {path}, got {got}: move it aside")
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

    def __init__(self, what: str, path: Path, fault: BaseException) -> None:
        """Keep what is wrong apart from what to do: a list of games has no room for both."""
        self.damage = f"{what} in {path} is damaged: {shortened(fault)}"
        super().__init__(
            f"{self.damage}. If another version of minigam wrote it, use that one; "
            "`minigam rescue FOLDER` writes what can be read of it"
        )


class NoSecretError(JournalError):
    """A game without a dice secret."""


class Journal:
    """An open journal file."""

    fault: JournalError | None = None
    """Why nothing can be played: see `MemoryJournal`."""

    def __init__(
        self, path: Path, now: Now = utc_now, called: Path | None = None, *, new: bool = False
    ) -> None:
        """Open the file; raise `JournalError` for one that cannot be used, or is not there.

        `called`: what it is called in messages, where this is a copy of another one. `new`: where
        there is none it is made. Who only looks, or tidies, must not: a journal deleted in play
        would come back empty.
        """
        self.path = called or path
        self._file = path
        self._now = now
        with self._told():
            for ending in SIDES:
                is_plain_file(path.with_name(f"{path.name}{ending}"))
            if not is_plain_file(path):
                if not new:
                    raise JournalError(f"expected a minigam journal at {path}, got no file")
                path.touch(mode=0o600, exist_ok=False)
                give_to_owner(path.parent, [path])  # SQLite gives its side files to the same
            empty = self._checked_empty()
            path.chmod(0o600)  # before SQLite makes its side files with the same mode
            self._db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare(empty)
                self._presence = Presence(path, self.path)
            except BaseException:  # a full disk and an interrupt too: nobody else can close it
                self._db.close()
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """SQLite's errors, told with the file's name and what to do."""
        try:
            yield
        except JournalError:
            raise
        except UnicodeDecodeError as fault:  # of a damaged schema not even the error can be read
            raise DamagedJournalError(f"the journal {self.path} is damaged: {fault}") from fault
        except (sqlite3.Error, OSError) as fault:
            kind = DamagedJournalError if is_damage(fault) else JournalError
            raise kind(
                f"the journal {self.path} cannot be used: {shortened(fault)}; "
                f"nothing was changed{advice(fault)}"
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
        if empty:  # of use before there are tables; later it would only change the file
            self._db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if empty:
            schema.create(self._db)
        schema.take_over(self._db, self._file)

    def _check(self, db: sqlite3.Connection) -> None:
        application = _value(db, "PRAGMA application_id")
        if application != APPLICATION_ID:
            raise DamagedJournalError(
                f"expected a minigam journal at {self.path}, got another database"
            )
        version = schema.version_of(db)
        if not OLDEST <= version <= VERSION:
            raise DamagedJournalError(
                f"expected a journal of version {VERSION} at {self.path}, got version {version}: "
                "use the minigam that wrote it, or a newer one"
            )
        other = _value(db, "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
        if other is not None:
            raise DamagedJournalError(
                f"expected tables and indexes in the journal {self.path}, got "
                f"{shortened(repr(other))}, which could change what is written: somebody has put "
                "it there"
            )

    def stamp(self) -> str:
        """The time of day, as its columns have it."""
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
                self._presence.check()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def begin(self, opened: Opened) -> int:
        """Begin a chapter; its number."""
        with self.writing():
            cursor = self._db.execute("INSERT INTO chapter (opened_at) VALUES (?)", (self.stamp(),))
            assert cursor.lastrowid is not None
            self._insert(cursor.lastrowid, opened)
        return cursor.lastrowid

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
        """Add the dice secret of a game that has ended to its events."""
        with self.writing():
            self._insert(chapter, event)
            self._db.execute("UPDATE chapter SET secret = NULL WHERE id = ?", (chapter,))

    def _insert(self, chapter: int, event: Event) -> None:
        self._reopen(chapter)
        if board := board_of(event):
            self._db.execute("UPDATE chapter SET board = ? WHERE id = ?", (board, chapter))
        body = entry_of(event).decode()
        self._db.execute(
            "INSERT INTO event (chapter, number, at, body) VALUES (?1,"
            " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE chapter = ?1), ?2, ?3)",
            (chapter, self.stamp(), body),
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
        """A living game's dice secret; raise `NoSecretError` when there is none."""
        with self._told():
            secret = _value(self._db, "SELECT secret FROM chapter WHERE id = ?", chapter)
        if not isinstance(secret, bytes):
            raise NoSecretError(f"expected a dice secret for game {chapter}, got none")
        return secret

    def numbers(self, most: int = -1) -> list[int]:
        """Every chapter's number, or so many of them, oldest first."""
        with self._told():
            rows = self._db.execute(
                f"SELECT id FROM chapter WHERE typeof(id) = 'integer' AND {WHOLE} ORDER BY id"
                " LIMIT ?",
                (most,),
            ).fetchall()
        return [number for (number,) in rows]

    def last_of(self, points: int, feels: bool, most: int) -> list[int]:
        """The numbers of the last games on such a board, newest first; without imported ones.

        However many games there are, it takes the same time.
        """
        with self._told():
            rows = self._db.execute(
                "SELECT id FROM chapter WHERE board = ? ORDER BY id DESC LIMIT ?",
                (board_key(points, feels), most),
            ).fetchall()
        return [number for (number,) in rows]

    def chapter(self, number: int) -> Chapter:
        """What the list of games says; raise as `events` does."""
        self._find(number)
        with self._reading(number):
            opened_at, starred = self._db.execute(
                "SELECT CAST(opened_at AS BLOB), starred FROM chapter WHERE id = ?", (number,)
            ).fetchone()
        with self._damage_told(f"game {number}"):
            return Chapter(number, time_of(opened_at), bool(starred))

    def _find(self, chapter: int) -> None:
        if not self._has(chapter):
            names = [str(number) for number in self.numbers(MOST_NAMED)]
            raise UnknownNameError("game", str(chapter), names or ["none yet"])

    def _has(self, chapter: int) -> bool:
        """Asked for each game of a list, so of one game alone."""
        try:
            with self._reading(chapter):
                found = self._db.execute(
                    f"SELECT 1 FROM chapter WHERE id = ? AND typeof(id) = 'integer' AND {WHOLE}",
                    (chapter,),
                )
                return bool(found.fetchone())
        except OverflowError:  # more digits than SQLite's numbers have
            return False

    def events(self, chapter: int) -> list[Event]:
        """A chapter's events in order.

        Raises `UnknownNameError` for no such chapter, `DamagedGameError` for an event that cannot
        be read.
        """
        self._find(chapter)
        return [self._event(chapter, number, body) for number, body in self._bodies(chapter)]

    def entries(self, chapter: int) -> list[bytes]:
        """The JSON of a chapter's events in order, byte by byte; raise as `events` does."""
        self._find(chapter)
        return [body for _, body in self._bodies(chapter)]

    def _bodies(self, chapter: int) -> list[tuple[int, bytes]]:
        """Each event's number and JSON, packed or not, as they are at one moment.

        As bytes, since a damaged text may be none.
        """
        with self._reading(chapter):
            rows = self._db.execute(
                "SELECT number, CAST(body AS BLOB) FROM event WHERE chapter = ?1 UNION ALL"
                " SELECT 0, packed FROM chapter WHERE id = ?1 AND packed IS NOT NULL ORDER BY 1",
                (chapter,),
            ).fetchall()
        if not (rows and rows[0][0] == 0):
            self._check_numbers(chapter, [number for number, _ in rows])
            return rows
        unpacked = self._unpacked(chapter, rows[0][1])
        with self._damage_told(f"game {chapter}"):
            return [(number, body.encode()) for number, (_, body) in enumerate(unpacked, start=1)]

    def _check_numbers(self, chapter: int, numbers: list[int]) -> None:
        missing = set(range(1, len(numbers) + 1)).difference(numbers)
        if missing:
            fault = UnreadableError(f"event {min(missing)} is missing")
            raise DamagedGameError(f"game {chapter}", self.path, fault)

    def _event(self, chapter: int, number: int, body: bytes) -> Event:
        with self._damage_told(f"event {number} of game {chapter}"):
            return event_from_json(json.loads(body))

    @contextmanager
    def _reading(self, chapter: int) -> Iterator[None]:
        """Where a part of the file is damaged, the games that are in others can still be read."""
        try:
            with self._told():
                yield
        except DamagedJournalError as fault:
            cause = fault.__cause__ or fault
            raise DamagedGameError(f"game {chapter}", self.path, cause) from fault

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
            self._presence.check()
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Give the file back."""
        self._db.close()


def entry_of(event: Event) -> bytes:
    """An event as it stands in the journal.

    >>> entry_of(Revealed("ab"))
    b'{"event":"revealed","secret":"ab"}'
    """
    return json.dumps(event_to_json(event), separators=(",", ":")).encode()


def _value(db: sqlite3.Connection, query: str, *values: object) -> object:
    row = db.execute(query, values).fetchone()
    return row[0] if row else None


def time_of(text: bytes) -> datetime:
    """A time that any time zone can tell."""
    found = datetime.fromisoformat(text.decode()).astimezone(UTC)
    if found.year not in YEARS:
        raise ValueError(f"expected a time from {YEARS[0]} to {YEARS[-1]}, got {found}")
    return found
