"""A data folder as one file: made while people play, and put back as a whole."""

import json
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from minigam.errors import BackupError, JournalError, MinigamError, shortened
from minigam.files.lock import folder_locked
from minigam.files.ownership import give_to_owner, open_within
from minigam.files.small_files import private, sync
from minigam.journal.atomic_replace import Exchange, exchange, finish_broken_off, is_pending
from minigam.journal.backup_file import (
    BEFORE,
    DATABASE,
    FORMAT,
    LOST,
    MANIFEST,
    RESTORING,
    WORK,
    Sums,
    explained,
    is_beside,
    is_kept,
    look_over,
    unpack,
)
from minigam.journal.data_folder import readable
from minigam.journal.recovery import STAMP, free_path
from minigam.journal.store import FILE_NAME, Journal, is_plain_file

ENDING = ".tar.gz"
"""Of a backup; one that was written into the data folder itself is in no other."""


# Making one


def write_backup(data: Path, folder: Path, version: str, at: datetime) -> Path:
    """Write a new file into `folder`; its path. A daemon may be playing.

    Raises `JournalError` where there is nothing to keep, or where it cannot be read, and
    `BackupError` where the medium does not give back what was written.
    """
    names = list(_kept(data))
    if FILE_NAME not in names:
        raise _no_games(data)
    with _written_into(folder), _work(folder) as work:
        copies = work / "data"
        for name in names:
            _copy(data, data / name, copies / name)
        if not _has_games(copies / FILE_NAME):
            raise _no_games(data)
        sums = {name: _sum(copies / name) for name in names}
        packed = _packed(work, copies, sums, version, at)
        with explained(packed):
            look_over(packed)
        written = packed.rename(free_path(folder / f"minigam-{at:{STAMP}}", ENDING))
        sync(folder)
        return written


def _no_games(data: Path) -> JournalError:
    return JournalError(
        f"expected games in {data}, found none: name the folder of the games with --data"
    )


def _has_games(path: Path) -> bool:
    """Whether a journal has games, or is damaged and may have."""
    try:
        with closing(_connect(path)) as db:
            table = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'game'").fetchone()
            return bool(table and db.execute("SELECT 1 FROM game LIMIT 1").fetchone())
    except sqlite3.Error:
        return True


@contextmanager
def _work(folder: Path) -> Iterator[Path]:
    """A folder to work in; what a backup that was killed has left of its own goes first."""
    busy = f"another backup is being written into {folder}: try again when that has ended"
    for left in folder.glob(f"{WORK}*"):
        with suppress(OSError), folder_locked(left, busy):
            shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=WORK, dir=folder) as work, folder_locked(Path(work), busy):
        yield Path(work)


@contextmanager
def _written_into(folder: Path) -> Iterator[None]:
    """What keeps a backup from being written, with the folder's name and not with a part's."""
    try:
        yield
    except MinigamError:
        raise
    except OSError as fault:
        raise BackupError(f"no backup could be written into {folder}: {fault.strerror}") from None


def _kept(data: Path) -> Iterator[str]:
    """The files that are worth keeping."""
    for path in sorted(data.rglob("*")):
        name = path.relative_to(data)
        is_file = path.is_file() and not path.is_symlink()
        left_out = is_beside(path.name) or path.name.endswith(ENDING)
        if is_kept(name.parts[0]) and is_file and not left_out:
            yield name.as_posix()


def _copy(data: Path, path: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == DATABASE:
        _copy_database(path, copy)
        return
    with open_within(data, path) as source, copy.open("xb") as target:
        shutil.copyfileobj(source, target)


def _copy_database(path: Path, copy: Path) -> None:
    """As it is between two commits; what still waits in its log is in the copy."""
    is_plain_file(path)
    try:
        with (
            readable(path) as place,
            # Not `mode=ro`: who may not write leaves SQLite's side files behind.
            closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=rw", uri=True)) as old,
            closing(_connect(copy)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as fault:
        raise JournalError(f"{path} cannot be copied: {shortened(fault)}") from fault


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _packed(work: Path, copies: Path, sums: Sums, version: str, at: datetime) -> Path:
    manifest = work / MANIFEST
    about = {"format": FORMAT, "minigam": version, "made_at": at.isoformat(timespec="seconds")}
    manifest.write_text(json.dumps({**about, "files": sums}, indent=1), "utf-8")
    packed = work / "packed"
    with open(packed, "xb", opener=private) as file:  # who reads it knows the rolls to come
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            archive.add(manifest, MANIFEST)
            for name in sums:
                archive.add(copies / name, name)
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read it from the medium
    return packed


# Using one


def restore_backup(file: Path, data: Path, at: datetime) -> Path | None:
    """Put what a backup holds into a data folder that nobody uses; the caller holds its lock.

    What was there is kept in a folder beside it, which is returned; None where nothing was. Where
    it is broken off, whoever opens the folder next finds the games of before, or those of the
    backup. Raises `BackupError`, with nothing changed, for a file that cannot be used.
    """
    finish_broken_off(data)
    for left in data.glob(f"{RESTORING}*"):  # a killed restore's: it takes the room for this one
        shutil.rmtree(left, ignore_errors=True)
    going = tuple(sorted(path.name for path in data.iterdir() if is_kept(path.name)))
    aside = free_path(data / f"{BEFORE}{at:{STAMP}}")
    with explained(file):
        sums = look_over(file)
        with _made_ready(data) as ready:
            unpack(file, sums, ready)
            Journal(ready / FILE_NAME).close()
            if not _has_games(ready / FILE_NAME):
                raise BackupError("expected games, found none")
            give_to_owner(data, [ready, *ready.rglob("*")])
            coming = tuple(sorted(path.name for path in ready.iterdir()))
            exchange(data, Exchange(ready.name, aside.name, going, coming))
    # All but what a disk of its own keeps for itself.
    give_to_owner(data, (p for p in data.rglob("*") if p.relative_to(data).parts[0] != LOST))
    return aside if going else None


@contextmanager
def _made_ready(data: Path) -> Iterator[Path]:
    """A folder for what comes; it goes in the end, unless the exchange still needs it."""
    ready = Path(mkdtemp(prefix=RESTORING, dir=data))
    try:
        yield ready
    finally:
        if not is_pending(data):
            shutil.rmtree(ready, ignore_errors=True)
