"""Copies the readable games of a damaged journal file into a new one.

A table is read by its tree first, as far as that is in order; then from the pages that no tree
owns, but those that are known to be free: they hold rows of games that were packed or deleted. What
comes first wins, and a packed game wins over its rows.

The list of free pages may itself be an older one. So an action from such a page is taken where it
goes on the chain of hashes of a game that is there: no other action does.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISREG

from minigam.errors import MinigamError
from minigam.files.small_files import sync
from minigam.journal import schema
from minigam.journal.pages import HEADER, Pages, Row, Value
from minigam.journal.wal import Log, read_log
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Begun
from minigam.rules.hash_chain import FIRST, next_hash

PAGE_SIZE = 4096
"""Bytes of a page of every journal that minigam makes."""
_SIZES = {1 << power for power in range(9, 16)}
_LARGEST = 2**53
"""Of a number that is one, and no damage."""
_NONE, _TEXT, _NUMBER = (type(None),), (str,), (int,)
_BYTES_OR_NONE, _TEXT_OR_NONE = (bytes, type(None)), (str, type(None))


@dataclass(frozen=True)
class _Table:
    columns: tuple[tuple[type, ...], ...]
    """What each may hold. SQLite stores none for one that is the row's own number."""
    insert: str
    numbered: bool = True
    """Whether its rows have numbers of their own."""
    in_tree_only: bool = False
    """Whether a row that no tree owns is none: a stale one would hide games."""

    def fits(self, row: Row) -> bool:
        """Whether a row has the form of this table's."""
        numbered = row.rowid is not None and 0 < row.rowid < _LARGEST
        return (
            (numbered if self.numbered else row.rowid is None)
            and len(row.values) == len(self.columns)
            and all(map(isinstance, row.values, self.columns))
        )

    def values(self, row: Row) -> tuple[Value, ...]:
        """What is inserted of a row."""
        return (row.rowid, *row.values[1:]) if self.columns[0] == _NONE else row.values


_INSERT_GAME = """
    INSERT INTO game (id, opened_at, secret, packed, starred, board) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET opened_at = excluded.opened_at, secret = excluded.secret,
        packed = excluded.packed, starred = excluded.starred, board = excluded.board
    WHERE game.packed IS NULL AND excluded.packed IS NOT NULL
"""
"""A packed game goes on only where names are entered late, so the packed row is taken as newer."""
_TABLES = {
    "game": _Table(
        (_NONE, _TEXT, _BYTES_OR_NONE, _BYTES_OR_NONE, _NUMBER, _TEXT_OR_NONE), _INSERT_GAME
    ),
    "summary": _Table((_NONE, _TEXT, _TEXT), "INSERT OR IGNORE INTO summary VALUES (?, ?, ?)"),
    "action": _Table(
        (_NUMBER, _NUMBER, _TEXT, _TEXT, _TEXT),
        "INSERT OR IGNORE INTO action VALUES (?, ?, ?, ?, ?)",
        numbered=False,
    ),
    "meeting": _Table(
        (_NONE, _TEXT, _NUMBER, _TEXT_OR_NONE),
        "INSERT OR IGNORE INTO meeting VALUES (?, ?, ?, ?)",
    ),
    "importing": _Table(
        (_NONE, _NUMBER), "INSERT OR IGNORE INTO importing VALUES (?, ?)", in_tree_only=True
    ),
    "agreement": _Table(
        (_TEXT, _TEXT), "INSERT OR REPLACE INTO agreement VALUES (?, ?)", in_tree_only=True
    ),
}


ADDED = ("meeting",)
"""What an older journal lacks, and has lost nothing by it."""


@dataclass(frozen=True)
class Salvaged:
    """What came of it."""

    games: int
    """How many games are in the new journal; some may be damaged."""
    whole: bool
    """Whether every table's tree was in order."""


# ---- The rows ------------------------------------------------------------------------------------


class Rows:
    """The rows of a journal's tables."""

    def __init__(self, pages: Pages) -> None:
        """Nothing is read before it is asked for."""
        self._pages = pages
        self._owned = {1}
        self.broken: set[str] = set()
        """The tables whose tree is not in order, once they were read."""

    def read(self, take: Callable[[str, Row], None]) -> None:
        """Give every row to `take`, with its table's name; the surest first."""
        roots = self._roots()
        for name, table in _TABLES.items():
            if name not in roots and (table.in_tree_only or name in ADDED):  # no loss
                continue
            tree = self._pages.tree(roots.get(name, 0), table.fits, partial(take, name))
            self._owned |= tree.pages
            if not tree.whole:
                self.broken.add(name)
        self._read_unowned(take)

    def _roots(self) -> dict[str, int]:
        rows: list[Row] = []
        self._pages.tree(1, lambda _: True, rows.append)
        return {str(row.values[1]): root for row in rows if (root := _root(row))}

    def _read_unowned(self, take: Callable[[str, Row], None]) -> None:
        passed = self._owned | self._pages.free()
        for number in range(2, self._pages.count + 1):
            if number in passed:
                continue
            for row in self._pages.rows(number)[0]:
                for name, table in _TABLES.items():
                    if table.fits(row) and not table.in_tree_only:
                        self.broken.add(name)
                        take(name, row)

    def read_free(self) -> Iterator[tuple[Value, ...]]:
        """The actions in pages that are known to be free; after `read`."""
        for number in sorted(self._pages.free() - self._owned):
            yield from (
                row.values for row in self._pages.rows(number)[0] if _TABLES["action"].fits(row)
            )


def _root(row: Row) -> int:
    """The first page of a table, of the row that describes it; 0 for any other row."""
    match row.values:
        case ["table", str(), _, int(root), _]:
            return root
    return 0


def pages_of(read: Callable[[int, int], bytes], length: int, log: Log) -> Pages:
    """The pages of a file; `read` gives so many bytes from a place of it."""
    header = read(0, HEADER)
    stated = int.from_bytes(header[16:18])
    size = log.size or (stated if stated in _SIZES else PAGE_SIZE)

    def page(number: int) -> bytes:
        return log.pages.get(number) or read((number - 1) * size, size)

    count = max(log.count, max(log.pages, default=0)) or -(-length // size)
    return Pages(page, count, size)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Callable[[int, int], bytes], int]]:
    """A file's bytes, as far as its disk gives them, and its length; nothing for no plain file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        yield lambda _at, _size: b"", 0
        return

    def read(at: int, size: int) -> bytes:
        with suppress(OSError, OverflowError):
            return os.pread(handle, size, at)
        return b""

    try:
        status = os.fstat(handle)
        plain = S_ISREG(status.st_mode)
        yield (read, status.st_size) if plain else (lambda _at, _size: b"", 0)
    finally:
        os.close(handle)


def log_of(path: Path) -> Log:
    """What is in the log beside a journal."""
    with _opened(path) as (read, _), _opened(path.with_name(f"{path.name}-wal")) as (log, length):
        stated = int.from_bytes(read(16, 2))
        return read_log(log(0, length), stated if stated in _SIZES else PAGE_SIZE)


# ---- The new journal -----------------------------------------------------------------------------


def salvage(path: Path, new: Path) -> Salvaged:
    """Write the games of a damaged journal, and of the log beside it, into a new file.

    Raises `OSError` or `sqlite3.Error` where that cannot be written.
    """
    log = log_of(path)
    with _opened(path) as (read, length), closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA synchronous = OFF")  # who calls waits for the disk, once
        schema.create(db)
        db.execute("BEGIN")
        rows = Rows(pages_of(read, length, log))
        rows.read(partial(_insert, db))
        broken = set(rows.broken)
        free = list(rows.read_free()) if broken or log.damaged else []
        if log.pages and (broken or log.damaged):  # the log may be what is damaged
            older = Rows(pages_of(read, length, Log()))
            older.read(partial(_insert, db))
            free += older.read_free()
        _join(db, "game" in broken)
        _go_on(db, free)
        db.execute("COMMIT")
        (games,) = db.execute("SELECT count(*) FROM game").fetchone()
    sync(new)
    return Salvaged(games, not broken)


def _insert(db: sqlite3.Connection, name: str, row: Row) -> None:
    with suppress(sqlite3.IntegrityError, OverflowError, UnicodeError):  # it is no row of ours
        db.execute(_TABLES[name].insert, _TABLES[name].values(row))


def _join(db: sqlite3.Connection, games_are_lost: bool) -> None:
    """Make one journal of what was found: each game in one place, and each with its game."""
    db.execute("DELETE FROM action WHERE game IN (SELECT id FROM game WHERE packed IS NOT NULL)")
    lost = "game NOT IN (SELECT id FROM game)"
    if games_are_lost:
        db.execute(
            "INSERT INTO game (id, opened_at) SELECT game, at FROM"
            f" (SELECT game, at, min(number) FROM action WHERE {lost} AND game > 0"
            " GROUP BY game)"
        )
        _name_boards(db)
        db.execute(  # nothing but these is left of them, and their numbers must not be used again
            f"INSERT INTO game (id, opened_at) SELECT game, opened_at FROM summary"
            f" WHERE {lost} AND game > (SELECT coalesce(min(id), 0) FROM game)"
        )
    db.execute(f"DELETE FROM action WHERE {lost}")
    db.execute(f"DELETE FROM meeting WHERE {lost}")
    _name_meetings(db)


def _name_meetings(db: sqlite3.Connection) -> None:
    """Which game of which meeting a game is, where only its beginning says so."""
    found = db.execute(
        "SELECT game, body FROM action WHERE number = 1 AND body LIKE '%\"meeting\":%'"
        " AND game NOT IN (SELECT game FROM meeting)"
    ).fetchall()
    for game, body in found:
        with suppress(MinigamError, ValueError, RecursionError):
            first = action_from_json(json.loads(body))
            if isinstance(first, Begun) and (meeting := first.terms.meeting):
                row = (game, meeting.id, meeting.number)
                db.execute("INSERT INTO meeting VALUES (?, ?, ?, NULL)", row)


def _go_on(db: sqlite3.Connection, free: Sequence[tuple[Value, ...]]) -> None:
    """Add actions from free pages to the games in rows whose chains they go on."""
    found: dict[tuple[Value, ...], list[tuple[Value, ...]]] = {}
    for values in free:
        found.setdefault(values[:2], []).append(values)
    for game in {values[0] for values in free}:
        if not db.execute("SELECT 1 FROM game WHERE id = ? AND packed IS NULL", (game,)).fetchone():
            continue
        query = "SELECT number, link FROM action WHERE game = ?"
        links = dict(db.execute(query, (game,)).fetchall())
        head, number = FIRST, 1
        while True:
            if number not in links:
                following = _following(head, found.get((game, number), []))
                if following is None:
                    break
                _insert(db, "action", Row(None, following))
                links[number] = following[4]
            head, number = links[number], number + 1


def _following(head: str, rows: Sequence[tuple[Value, ...]]) -> tuple[Value, ...] | None:
    """The row that goes on a chain."""
    fit = (row for row in rows if row[4] == next_hash(head, str(row[3]).encode("utf-8", "replace")))
    return next(fit, None)


def _name_boards(db: sqlite3.Connection) -> None:
    """The kind of board of the games that are made anew: theirs was in the row that is lost.

    Whether it feels its checkers is what the last game of that size, or the last agreement, says.
    """
    found = db.execute(
        "SELECT id, body FROM game JOIN action ON game = id AND number = 1 WHERE board IS NULL"
    ).fetchall()
    for game, body in found:
        try:
            first = action_from_json(json.loads(body))
            if isinstance(first, Begun) and not first.terms.imported:
                board = _board_of(db, first.terms.rules.layout.points)
                db.execute("UPDATE game SET board = ? WHERE id = ?", (board, game))
        except (MinigamError, ValueError, RecursionError):
            continue


def _board_of(db: sqlite3.Connection, points: int) -> str:
    plain, feels = schema.board_key(points, False), schema.board_key(points, True)
    row = db.execute(
        "SELECT board FROM (SELECT board, id FROM game WHERE board IN (?, ?)"
        " UNION ALL SELECT board, 0 FROM agreement WHERE board IN (?, ?)) ORDER BY id DESC",
        (plain, feels, plain, feels),
    ).fetchone()
    return str(row[0]) if row else plain
