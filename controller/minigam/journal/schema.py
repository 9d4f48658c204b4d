"""The journal's tables: how they are made, and how those of an older version become ours."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path

from minigam.journal.boards import board_in

VERSION = 3
OLDEST = 1
"""The oldest version that is taken over."""
APPLICATION_ID = 0x6D67616D
"""`mgam`: tells our files from other SQLite files."""
_WITHOUT_BOARDS = 2
"""The last version that did not note of a game on what kind of board it is played."""
_INCREMENTAL = 2
"""The value of `PRAGMA auto_vacuum` for it."""

WHOLE = (
    "(chapter.board IS NOT NULL OR NOT EXISTS"
    " (SELECT 1 FROM importing WHERE chapter.id BETWEEN first AND last))"
)
"""Of a row of `chapter`: that it is no game which is still being imported.

None of those is a board's, so a damaged range cannot hide a game that is played here.
"""


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file, all of them or none."""
    db.executescript(
        f"BEGIN; {_script(f'schema_v{VERSION}')} PRAGMA application_id = {APPLICATION_ID}; "
        f"PRAGMA user_version = {VERSION}; COMMIT;"
    )


def name_boards(db: sqlite3.Connection) -> None:
    """Note of each game on what kind of board it is played, as its first event says."""
    db.create_function("board_in", 1, board_in, deterministic=True)
    db.execute(
        "UPDATE chapter SET board = board_in(coalesce("
        "packed, (SELECT body FROM event WHERE chapter = chapter.id AND number = 1)))"
    )


def version_of(db: sqlite3.Connection) -> int:
    """The version that a file says it is."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def take_over(db: sqlite3.Connection, path: Path) -> None:
    """Bring an older journal up to our version, in place; a copy of it stays beside it."""
    if version_of(db) == VERSION:
        return
    _copy_aside(db, copy_of(path, version_of(db)))
    db.execute("BEGIN IMMEDIATE")
    try:
        for version in range(version_of(db), VERSION):  # another program may have been quicker
            _change(db, version)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    if db.execute("PRAGMA auto_vacuum").fetchone() == (_INCREMENTAL,):
        return
    with suppress(sqlite3.OperationalError):  # without room for it, the file stays a little larger
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("VACUUM")


def copy_of(path: Path, version: int) -> Path:
    """Where the copy of an older journal is.

    >>> copy_of(Path("games/journal.sqlite"), 1).as_posix()
    'games/journal-v1.sqlite'
    """
    return path.with_name(f"{path.stem}-v{version}{path.suffix}")


def _copy_aside(db: sqlite3.Connection, copy: Path) -> None:
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(unfinished)) as other:
            db.backup(other)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)


def _change(db: sqlite3.Connection, version: int) -> None:
    for statement in _script(f"v{version}_to_v{version + 1}").split(";"):
        if statement.strip():
            db.execute(statement)
    if version == _WITHOUT_BOARDS:
        name_boards(db)
    db.execute(f"PRAGMA user_version = {version + 1}")


def _script(name: str) -> str:
    return (files("minigam.journal") / f"{name}.sql").read_text("utf-8")
