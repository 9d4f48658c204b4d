"""The journal: an append-only SQLite file of what was decided in each game.

Each action is bound to the one before by a hash, so what was changed afterwards shows.

WAL with `synchronous=FULL`: a commit that returned survives a pulled plug, on media that honour a
flush (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

import json
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from minigam.errors import JournalError, MinigamError, UnknownNameError, UnreadableError, shortened
from minigam.files.ownership import give_to_owner
from minigam.files.sqlite_advice import advice, is_damage
from minigam.journal import schema
from minigam.journal.file_identity import FileIdentity
from minigam.journal.packing import Row, unpack
from minigam.journal.schema import APPLICATION_ID, VERSION, WHOLE, Now, time_of, utc_now
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Begun, Committed, Promised, Revealed
from minigam.rules.game import Game
from minigam.rules.hash_chain import FIRST, encode_action, next_hash
from minigam.words import Words

FILE_NAME = "journal.sqlite"
BUSY_SECONDS = 5.0
"""How long one waits for another's transaction: no touch fails for a short one, and a daemon that
waits feeds its watchdog before ten seconds are over."""
MOST_NAMED = 100
"""Game numbers listed in an error message, at most."""
LOGS = ("-journal", "-wal")
"""Side files with data that SQLite needs at the next open."""
SIDES = (*LOGS, "-shm")
"""All side files of SQLite."""
_DAMAGED = ". Start minigam: it keeps the file aside and recovers its games"


class DamagedJournalError(JournalError):
    """The file is damaged, of another version, or no journal."""


_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe"}


def is_plain_file(path: Path) -> bool:
    """Whether a regular file exists there; raise `DamagedJournalError` for anything else."""
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if kind != stat.S_IFREG:
        got = _KINDS.get(kind, "a device or socket")
        raise DamagedJournalError(f"expected a plain file at {path}, got {got}: move it aside")
    return True


@dataclass(frozen=True)
class Listed:
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
        with self._reported():
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
                self._presence = FileIdentity(path, self.path)
            except BaseException:  # a full disk and an interrupt too: nobody else can close it
                self._db.close()
                raise

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Convert SQLite's errors to `JournalError`, with the file's name and what to do."""
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
                f"nothing was changed{advice(fault, _DAMAGED)}"
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
        else:
            schema.add_missing(self._db)

    def _check(self, db: sqlite3.Connection) -> None:
        application = _value(db, "PRAGMA application_id")
        if application != APPLICATION_ID:
            raise DamagedJournalError(
                f"expected a minigam journal at {self.path}, got another database"
            )
        version = _value(db, "PRAGMA user_version")
        if version != VERSION:
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
        with self._reported():
            yield self._db

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows that a query finds; raise `JournalError` where the file cannot be read."""
        with self._reported():
            return self._db.execute(query, values).fetchall()

    def value(self, query: str, *values: object) -> Any:
        """The first column of the first row; None where there is no row; raise as `rows` does."""
        with self._reported():
            return _value(self._db, query, *values)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The file, to change: all of the block is done, and safe, or nothing of it.

        A block within another one is a part of that.
        """
        with self._reported():
            if self._db.in_transaction:
                yield self._db
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
                self._presence.check()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def begin(self, actions: Sequence[Action], board: str) -> int:
        """Store a new game with its first actions; its number. `board`: see `schema.board_key`."""
        assert isinstance(actions[0], Begun)
        meeting = actions[0].terms.meeting
        with self.writing():
            cursor = self._db.execute(
                "INSERT INTO game (opened_at, board) VALUES (?, ?)", (self.stamp(), board)
            )
            assert cursor.lastrowid is not None
            self._insert(cursor.lastrowid, actions)
            if meeting:
                row = (cursor.lastrowid, meeting.id, meeting.number)
                self._db.execute("INSERT OR REPLACE INTO meeting VALUES (?, ?, ?, NULL)", row)
        return cursor.lastrowid

    def append(self, game: int, actions: Sequence[Action]) -> None:
        """Add what was decided at once; on return it is safe, all of it."""
        with self.writing():
            self._insert(game, actions)

    def commit_secret(self, game: int, action: Committed | Promised, secret: bytes) -> None:
        """Add the promise of a dice secret (or of a board's seed), and keep the secret aside."""
        with self.writing():
            self._insert(game, [action])
            self._db.execute("UPDATE game SET secret = ? WHERE id = ?", (secret, game))

    def reveal_secret(self, game: int, action: Revealed) -> None:
        """Add the dice secret of a game that has ended to its actions."""
        with self.writing():
            self._insert(game, [action])
            self._db.execute("UPDATE game SET secret = NULL WHERE id = ?", (game,))

    def _insert(self, game: int, actions: Iterable[Action]) -> None:
        self._reopen(game)
        last = self._db.execute(
            "SELECT number, link FROM action WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
        ).fetchone()
        number, head = last or (0, FIRST)
        for action in actions:
            entry, number = encode_action(action), number + 1
            head = next_hash(head, entry)
            row = (game, number, self.stamp(), entry.decode(), head)
            self._db.execute("INSERT INTO action VALUES (?, ?, ?, ?, ?)", row)

    def _reopen(self, game: int) -> None:
        """Unpack a game that continues, and delete its outdated summary."""
        packed = _value(self._db, "SELECT packed FROM game WHERE id = ?", game)
        self._db.execute("DELETE FROM summary WHERE game = ?", (game,))
        if packed is None:
            return
        rows = self._unpacked(game, packed)
        self._db.executemany(
            "INSERT INTO action VALUES (?, ?, ?, ?, ?)",
            [(game, number, *row) for number, row in enumerate(rows, start=1)],
        )
        self._db.execute("UPDATE game SET packed = NULL WHERE id = ?", (game,))

    def _unpacked(self, game: int, packed: object) -> list[Row]:
        with self._damage_reported(f"game {game}"):
            if not isinstance(packed, bytes):
                raise TypeError(f"expected a packed game, got {packed!r}")
            return unpack(packed)

    def agreement(self, board: str) -> object:
        """What was agreed last at a kind of board, as JSON; None where nothing can be read."""
        text = self.value("SELECT body FROM agreement WHERE board = ?", board)
        try:
            return json.loads(text) if isinstance(text, str) else None
        except (ValueError, RecursionError):
            return None

    def agree(self, board: str, agreement: object) -> None:
        """Keep what is agreed at a kind of board for its next game."""
        text = json.dumps(agreement, separators=(",", ":"))
        with self.writing() as db:
            db.execute("INSERT OR REPLACE INTO agreement VALUES (?, ?)", (board, text))

    def secret(self, game: int) -> bytes:
        """A living game's dice secret; raise `NoSecretError` when there is none."""
        secret = self.value("SELECT secret FROM game WHERE id = ?", game)
        if not isinstance(secret, bytes):
            raise NoSecretError(f"expected a dice secret for game {game}, got none")
        return secret

    def numbers(self, most: int = -1) -> list[int]:
        """Every game's number, or so many of them, oldest first."""
        query = f"SELECT id FROM game WHERE typeof(id) = 'integer' AND {WHOLE} ORDER BY id LIMIT ?"
        return [number for (number,) in self.rows(query, most)]

    @property
    def next_number(self) -> int:
        """More than every game's number."""
        found: int = self.value("SELECT coalesce(max(id), 0) + 1 FROM game")
        return found

    def last_of(self, board: str, most: int) -> list[int]:
        """The numbers of the last games on a kind of board, newest first; without imported ones.

        However many games there are, it takes the same time.
        """
        query = "SELECT id FROM game WHERE board = ? ORDER BY id DESC LIMIT ?"
        return [number for (number,) in self.rows(query, board, most)]

    def listed(self, number: int) -> Listed:
        """What the list of games says; raise as `actions` does."""
        self._find(number)
        with self._reading(number):
            opened_at, starred = self._db.execute(
                "SELECT CAST(opened_at AS BLOB), starred FROM game WHERE id = ?", (number,)
            ).fetchone()
        with self._damage_reported(f"game {number}"):
            return Listed(number, time_of(opened_at), bool(starred))

    def _find(self, game: int) -> None:
        if not self._has(game):
            names = [str(number) for number in self.numbers(MOST_NAMED)]
            raise UnknownNameError(Words("game"), str(game), names or ["none yet"])

    def _has(self, game: int) -> bool:
        """Runs once for each listed game, so it queries a single row."""
        try:
            with self._reading(game):
                found = self._db.execute(
                    f"SELECT 1 FROM game WHERE id = ? AND typeof(id) = 'integer' AND {WHOLE}",
                    (game,),
                )
                return bool(found.fetchone())
        except OverflowError:  # more digits than SQLite's numbers have
            return False

    def actions(self, number: int) -> list[Action]:
        """A game's actions in order.

        Raises `UnknownNameError` for no such game, `DamagedGameError` for an action that cannot be
        read, or is not bound to the one before.
        """
        self._find(number)
        return [self._action(number, *entry) for entry in self._bodies(number)]

    def entries(self, number: int) -> list[bytes]:
        """The JSON of a game's actions in order, byte by byte; raise as `actions` does."""
        self._find(number)
        return [body for _, body in self._bodies(number)]

    def _bodies(self, game: int) -> list[tuple[int, bytes]]:
        """Each action's number and JSON, packed or not, as they are at one moment.

        Read as bytes, because damaged text may not be valid UTF-8.
        """
        with self._reading(game):
            rows = self._db.execute(
                "SELECT 0, number, CAST(body AS BLOB), CAST(link AS BLOB) FROM action"
                " WHERE game = ? UNION ALL"
                " SELECT 1, 0, packed, NULL FROM game WHERE id = ? AND packed IS NOT NULL"
                " ORDER BY 1 DESC, 2",
                (game, game),
            ).fetchall()
        if rows and rows[0][0]:
            pairs = enumerate(self._unpacked(game, rows[0][2]), start=1)
            rows = [(0, number, body.encode(), link.encode()) for number, (_, body, link) in pairs]
        self._check_chain(game, [row[1:] for row in rows])
        return [(number, body) for _, number, body, _ in rows]

    def _check_chain(self, game: int, rows: Iterable[tuple[int, bytes, bytes]]) -> None:
        head = FIRST
        for expected, (number, body, found) in enumerate(rows, start=1):
            if number != expected:
                fault = UnreadableError(f"action {expected} is missing")
                raise DamagedGameError(f"game {game}", self.path, fault)
            with self._damage_reported(f"action {number} of game {game}"):
                head = next_hash(head, body)
                if found != head.encode():
                    raise UnreadableError(
                        "it is not the one that was written after those before it"
                    )

    def _action(self, game: int, number: int, body: bytes) -> Action:
        with self._damage_reported(f"action {number} of game {game}"):
            return action_from_json(json.loads(body))

    @contextmanager
    def _reading(self, game: int) -> Iterator[None]:
        """Where a part of the file is damaged, the games that are in others can still be read."""
        try:
            with self._reported():
                yield
        except DamagedJournalError as fault:
            cause = fault.__cause__ or fault
            raise DamagedGameError(f"game {game}", self.path, cause) from fault

    @contextmanager
    def _damage_reported(self, what: str) -> Iterator[None]:
        """Convert parse errors to `DamagedGameError`, naming the damaged part."""
        try:
            yield
        except (MinigamError, ValueError, TypeError, OverflowError, RecursionError) as fault:
            raise DamagedGameError(what, self.path, fault) from None

    def game(self, number: int) -> Game:
        """A game; raise as `actions` does, and where its actions lead to none."""
        return self.replay(number, self.actions(number))

    def replay(self, number: int, actions: Iterable[Action]) -> Game:
        """The game that these actions lead to; raise `DamagedGameError` where they cannot."""
        with self._damage_reported(f"game {number}"):
            return Game.of(actions)

    def check(self) -> None:
        """Raise `JournalError` unless an action could be written now, into the file that is there.

        Nothing is written: a full disk shows itself only when something is.
        """
        with self._reported():
            self._presence.check()
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        """Give the file back."""
        self._db.close()


def _value(db: sqlite3.Connection, query: str, *values: object) -> object:
    row = db.execute(query, values).fetchone()
    return row[0] if row else None
