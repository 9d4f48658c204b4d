"""What a person can do about a journal that cannot be used."""

import sqlite3

_DAMAGED = ". Start minigam: it keeps the file aside and recovers its games"
_CLOSED = ". Make it and its folder yours to write, or give another folder with --data"
_ADVICE = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_FULL: ". Make room on its disk",
    sqlite3.SQLITE_BUSY: ". Close the other program that uses it, and try again",
}
"""By SQLite's primary result code: https://www.sqlite.org/rescode.html."""
_DAMAGE = {
    *(sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT),
    *(sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT),
    *(sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_READONLY),
}
"""What a damaged file may lead to. One that may not be written at all is another matter: who
recovers a file finds that out."""
_UNREADABLE = {
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}


def advice(fault: BaseException) -> str:
    """What to do, to be put behind a message; empty where nobody knows."""
    if isinstance(fault, OSError):
        return _CLOSED
    return _ADVICE.get(_code(fault) & 0xFF, "")


def is_damage(fault: BaseException | None) -> bool:
    """Whether the file itself is what is wrong, and not its disk or another program.

    >>> is_damage(sqlite3.DatabaseError("file is not a database")), is_damage(OSError())
    (True, False)
    """
    if not isinstance(fault, sqlite3.Error):
        return False
    code = _code(fault)
    return not code or code & 0xFF in _DAMAGE or code in _UNREADABLE


def _code(fault: BaseException) -> int:
    found = getattr(fault, "sqlite_errorcode", 0)
    return found if isinstance(found, int) else 0
