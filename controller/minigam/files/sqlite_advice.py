"""What a person can do about a file of SQLite that cannot be used."""

import sqlite3
from errno import EDQUOT, ENOSPC

USUAL = ", or give another folder with --data"
_FULL = ". Make room on its disk"
_FULL_NUMBERS = {ENOSPC, EDQUOT}
"""Of `OSError`."""
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


def advice(fault: BaseException, damaged: str, closed: str = USUAL) -> str:
    """What to do, to be put behind a message; empty where nobody knows.

    `damaged`: what to do about a damaged file, `closed`: what else about one that may not be
    written; each begins as the rest of a sentence does.

    >>> advice(OSError(ENOSPC, "No space left on device"), "")
    '. Make room on its disk'
    >>> advice(PermissionError(), "")
    '. Make it and its folder yours to write, or give another folder with --data'
    """
    may_not = f". Make it and its folder yours to write{closed}"
    if isinstance(fault, OSError):
        return _FULL if fault.errno in _FULL_NUMBERS else may_not
    by_code = {
        sqlite3.SQLITE_NOTADB: damaged,
        sqlite3.SQLITE_CORRUPT: damaged,
        sqlite3.SQLITE_READONLY: may_not,
        sqlite3.SQLITE_CANTOPEN: may_not,
        sqlite3.SQLITE_FULL: _FULL,
        sqlite3.SQLITE_BUSY: ". Close the other program that uses it, and try again",
    }  # primary result codes: https://www.sqlite.org/rescode.html
    return by_code.get(_code(fault) & 0xFF, "")


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
