"""The journal's tables: how they are made, and which version of them a file has."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import files

VERSION = 4
"""The only one that is read: no minigam that wrote another was ever released."""
APPLICATION_ID = 0x6D67616D
"""`mgam`: tells our files from other SQLite files."""
WHOLE = (
    "(game.board IS NOT NULL OR NOT EXISTS"
    " (SELECT 1 FROM importing WHERE game.id BETWEEN first AND last))"
)
"""Of a row of `game`: that it is no game which is still being imported.

None of those is a board's, so a damaged range cannot hide a game that is played here.
"""
YEARS = range(1970, 9999)
Now = Callable[[], datetime]


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file, all of them or none."""
    db.executescript(
        f"BEGIN; {_script('schema')} {_script('meeting')} "
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def add_missing(db: sqlite3.Connection) -> None:
    """Add the table of meetings to a journal from before there were any.

    Nothing else of the file changes, and a minigam that does not need the table reads it as before.
    """
    found = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meeting'"
    if db.execute(found).fetchone():
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        if not db.execute(found).fetchone():  # another program may have been first
            for statement in filter(str.strip, _script("meeting").split(";\n")):
                db.execute(statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _script(name: str) -> str:
    return (files("minigam.journal") / f"{name}.sql").read_text("utf-8")


def board_key(points: int, feels: bool) -> str:
    """The name of a kind of board: how many points it has, and whether it feels its checkers.

    >>> board_key(6, False), board_key(24, True)
    ('6', '24 feels')
    """
    return f"{points} feels" if feels else str(points)


def utc_now() -> datetime:
    """The time of day, for the journal's `at` columns."""
    return datetime.now(UTC)


def time_of(text: bytes) -> datetime:
    """A time that any time zone can tell."""
    found = datetime.fromisoformat(text.decode()).astimezone(UTC)
    if found.year not in YEARS:
        raise ValueError(f"expected a time from {YEARS[0]} to {YEARS[-1]}, got {found}")
    return found
