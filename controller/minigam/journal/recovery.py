"""Opens the journal; rebuilds a damaged one, and keeps the old file.

A damaged journal is kept, whole, in a folder beside: `aside-` and the time. Its games go on in a
new file, which takes its place in two steps: once it is complete it has a name of its own, and what
is still to be done then is done by the next start, should this one be killed.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count, product
from pathlib import Path

from minigam.errors import JournalError, UnknownNameError, shortened
from minigam.files.ownership import give_to_owner
from minigam.files.small_files import small_text, sync
from minigam.journal.salvage import Salvaged, log_of, salvage
from minigam.journal.schema import board_key, utc_now
from minigam.journal.store import (
    FILE_NAME,
    SIDES,
    DamagedGameError,
    DamagedJournalError,
    Journal,
    is_plain_file,
)
from minigam.rules.ruleset import RULE_SETS

log = logging.getLogger(__name__)

ASIDE = "aside-"
"""Begins the name of a folder that holds a journal which was put aside."""
STAMP = "%Y-%m-%d-%H%M%S"
"""The time in the names of files, for people; a Pi without a clock may tell the same one twice."""
_COMPLETE = "recovered-"
_WHY = "why.txt"
_NOTE = ".damaged"
"""Ends the name of a file that says what is wrong with the journal beside it."""
BESIDE = (ASIDE, _COMPLETE, f"{FILE_NAME}{_NOTE}")
"""How the names begin of what is beside a journal and no part of it."""
CHECKED_WHOLE = 16 * 2**20
"""Bytes: a larger journal is not read from end to end at the start, but while people play."""
MOST_TRIED = 5
"""So many of a board's last games are looked at by a start."""
_SIZES = {rules.layout.points for rules in RULE_SETS.values()}
Say = Callable[[str], None]


@dataclass(frozen=True)
class Aside:
    """A journal that was put aside."""

    path: Path
    """Its file, which may be no journal at all any more, or missing."""
    why: str


class _TakenBackError(Exception):
    """Ends a transaction that was only tried."""


def sound_journal(path: Path, say: Say = log.warning) -> Journal:
    """The journal at a path, recovered where it was damaged; `say` is given a sentence about it.

    Raises `JournalError` where nothing can be written there.
    """
    try:
        _exchange(path)
        return _checked(path)
    except DamagedJournalError as fault:
        if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise
        why = shortened(fault)
    except OSError as fault:
        raise _unwritable(path, fault) from fault
    try:
        found, aside = _recover(path, why)
    except (OSError, sqlite3.Error) as fault:
        raise _unwritable(path, fault) from fault
    say(
        f"the journal was damaged: games recovered from it: {found.games}; it is kept in {aside} "
        f"({why})"
    )
    return Journal(path, new=True)


def _unwritable(path: Path, fault: Exception) -> JournalError:
    if isinstance(fault, JournalError):
        return fault
    return JournalError(
        f"the journal {path} cannot be recovered: {shortened(fault)}; make room on its disk and "
        "its folder yours to write, then start minigam again"
    )


def clear_name(path: Path) -> None:
    """Give something that is no plain file another name, where it has that of a file of ours.

    Raises `JournalError` where that cannot be done.
    """
    try:
        is_plain_file(path)
    except DamagedJournalError as fault:
        try:
            aside = path.rename(free_path(path.with_name(f"{ASIDE}{path.name}")))
        except OSError as why:
            raise JournalError(f"{fault}, which failed: {why.strerror}") from why
        log.warning("%s: it is %s now", fault, aside)


def note_damage(path: Path, what: str) -> None:
    """Have the journal recovered at the next start, since something is wrong with it."""
    with suppress(OSError):
        note = path.with_name(f"{path.name}{_NOTE}")
        note.write_text(f"{what}\n", "utf-8")
        give_to_owner(path.parent, [note])


def noted_damage(path: Path) -> str:
    """What was noted; empty where nothing was."""
    note = path.with_name(f"{path.name}{_NOTE}")
    try:
        return shortened(small_text(note, errors="replace").strip()) if note.is_file() else ""
    except OSError:
        return ""
    except ValueError as fault:  # whatever it says, the journal is not to be trusted
        return f"{note}: {fault}"


def damage_in(journal: Journal) -> str:
    """What is wrong with the file of a journal, read from end to end; empty where nothing is."""
    try:
        found = journal.value("PRAGMA integrity_check(1)")
    except DamagedJournalError as fault:
        return shortened(fault)
    return "" if found == "ok" else shortened(found)


def put_aside(folder: Path) -> Iterator[Aside]:
    """The journals that were put aside in a data folder, oldest first."""
    for aside in sorted(folder.glob(f"{ASIDE}*")):
        with suppress(OSError, ValueError):
            why = small_text(aside / _WHY, errors="replace").strip()
            if {path.name for path in aside.iterdir()} == {_WHY}:
                continue  # its recovery was cut off before anything was moved
            yield Aside(aside / FILE_NAME, why)


# ---- What is there -------------------------------------------------------------------------------


def _checked(path: Path) -> Journal:
    """The journal; raise `DamagedJournalError` for one that cannot be played on."""
    for ending in ("", *SIDES):
        is_plain_file(path.with_name(f"{path.name}{ending}"))
    if noted := noted_damage(path):
        raise DamagedJournalError(noted)
    _check_log(path)
    journal = Journal(path, new=True)
    try:
        _try_out(journal)
        if path.stat().st_size <= CHECKED_WHOLE and (damage := damage_in(journal)):
            raise DamagedJournalError(f"the journal {path} is damaged: {damage}")
    except BaseException:
        journal.close()
        raise
    return journal


def _check_log(path: Path) -> None:
    """Before SQLite opens it: of a damaged log it uses the start, and forgets the rest."""
    beside = path.with_name(f"{path.name}-wal")
    if not (beside.exists() and beside.stat().st_size):
        return
    if not path.exists():
        raise DamagedJournalError(f"expected the journal {path} beside its log, got no file")
    if not path.stat().st_size:  # SQLite would delete the log
        raise DamagedJournalError(f"expected the journal {path} beside its log, got an empty file")
    if log_of(path).damaged:
        raise DamagedJournalError(f"the log {beside} is damaged")


def _try_out(journal: Journal) -> None:
    """Do what a start and a game do on each kind of board, and take it back.

    Raises `DamagedJournalError` where the file is what keeps it from being done.
    """
    for points, feels in product(sorted(_SIZES), (False, True)):
        for number in journal.last_of(board_key(points, feels), MOST_TRIED):
            _try_reading(journal, number)
        with suppress(_TakenBackError), journal.writing() as db:
            _try_writing(db, board_key(points, feels))
            raise _TakenBackError


def _try_reading(journal: Journal, number: int) -> None:
    try:
        journal.actions(number)
    except DamagedGameError as fault:
        if isinstance(fault.__cause__, DamagedJournalError):
            raise fault.__cause__ from None
    except UnknownNameError as fault:
        raise DamagedJournalError(f"the list of games and its index differ: {fault}") from None


def _try_writing(db: sqlite3.Connection, board: str) -> None:
    (number,) = db.execute(
        "INSERT INTO game (opened_at, board) VALUES ('', ?) RETURNING id", (board,)
    ).fetchone()
    db.execute("INSERT INTO action VALUES (?, 1, '', '{}', '')", (number,))
    db.execute("INSERT OR REPLACE INTO summary VALUES (?, '', '')", (number,))
    db.execute("INSERT OR REPLACE INTO agreement VALUES (?, '')", (board,))
    db.execute("INSERT OR REPLACE INTO meeting VALUES (?, '', 0, '')", (number,))
    for query in (
        "SELECT 1 FROM game WHERE id = ?",
        "SELECT 1 FROM action WHERE game = ?",
        "SELECT 1 FROM summary WHERE game = ?",
        "SELECT 1 FROM meeting WHERE game = ? AND id = '' AND number = 0",
    ):
        if not db.execute(query, (number,)).fetchone():
            raise DamagedJournalError("what is written into the journal is not found in it again")


# ---- A new one in its place ----------------------------------------------------------------------


def _recover(path: Path, why: str) -> tuple[Salvaged, Path]:
    aside = free_path(path.with_name(f"{ASIDE}{utc_now():{STAMP}}"))
    stamp = aside.name.removeprefix(ASIDE)
    unfinished = path.with_name(f"{_COMPLETE}{stamp}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        found = salvage(path, unfinished)
        aside.mkdir(mode=0o700)
        (aside / _WHY).write_text(f"{why}\ngames recovered: {found.games}\n", "utf-8")
        unfinished.rename(path.with_name(f"{_COMPLETE}{stamp}{path.suffix}"))
    finally:
        unfinished.unlink(missing_ok=True)
    _exchange(path)
    return found, aside


def _exchange(path: Path) -> None:
    """Put a new journal that is complete in the place of the damaged one, if there is one."""
    for complete in sorted(path.parent.glob(f"{_COMPLETE}*{path.suffix}")):
        stamp = complete.stem.removeprefix(_COMPLETE)
        aside = path.with_name(f"{ASIDE}{stamp}")
        aside.mkdir(mode=0o700, exist_ok=True)
        for ending in (*SIDES, _NOTE, ""):
            old = path.with_name(f"{path.name}{ending}")
            if os.path.lexists(old):
                old.rename(free_path(aside / old.name))
        complete.rename(path)
        sync(path.parent)
        give_to_owner(path.parent, [path, aside, *aside.iterdir()])


def free_path(path: Path, ending: str = "") -> Path:
    """A path with an ending, and a number before that where something is there already."""
    names = chain([path.name], (f"{path.name}-{number}" for number in count(2)))
    paths = (path.with_name(f"{name}{ending}") for name in names)
    return next(each for each in paths if not os.path.lexists(each))
