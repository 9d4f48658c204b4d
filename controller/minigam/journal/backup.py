"""A data folder as one file: made while people play, and looked over before it is used.

The file is a tar, gzipped, of `manifest.json` and the files that it names with their checksums.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory

from minigam.errors import BackupError, JournalError, shortened
from minigam.journal.store import FILE_NAME, SIDES, Journal, is_plain_file

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = ".sqlite"
BEFORE, RESTORING = "before-", "restoring-"
LEFT_OUT = ("lock", "tables", "backups", "pairings.json")
"""Of this moment, or made again by `minigam solve`, or a backup already; and pairings: one that was
ended stays so."""
Sums = dict[str, str]
"""SHA-256 by a file's name in the data folder, with `/` between its parts."""


# Making one


def write_backup(data: Path, folder: Path, version: str, at: datetime) -> Path:
    """Write a new file into `folder`; its path. A daemon may be playing.

    Raises `JournalError` where there is nothing to keep, or where it cannot be read, and
    `BackupError` where the medium does not give back what was written.
    """
    names = list(_kept(data))
    if not names:
        raise JournalError(
            f"expected games in {data}, found none: name the folder of the games with --data"
        )
    with TemporaryDirectory(prefix=".minigam-", dir=folder) as work:
        copies = Path(work) / "data"
        for name in names:
            _copy(data / name, copies / name)
        sums = {name: _sum(copies / name) for name in names}
        packed = _packed(Path(work), copies, sums, version, at)
        _look_over(packed)
        return packed.rename(_free_name(folder, at))


def _kept(data: Path) -> Iterator[str]:
    """The files that are worth keeping."""
    for path in sorted(data.rglob("*")):
        name = path.relative_to(data)
        if _is_kept(name.parts[0]) and _is_whole(path):
            yield name.as_posix()


def _is_kept(top: str) -> bool:
    return top not in LEFT_OUT and not top.startswith((BEFORE, RESTORING))


def _is_whole(path: Path) -> bool:
    """Whether this is a file, and not one of the side files that SQLite puts beside another."""
    beside = any(path.name.endswith(f"{DATABASE}{side}") for side in SIDES)
    return path.is_file() and not path.is_symlink() and not beside


def _copy(path: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == DATABASE:
        _copy_database(path, copy)
    else:
        shutil.copyfile(path, copy)


def _copy_database(path: Path, copy: Path) -> None:
    """As it is between two commits; what still waits in its log is in the copy."""
    is_plain_file(path)
    source = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(source, uri=True)) as old, closing(_connect(copy)) as new:
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
    told = {"format": FORMAT, "minigam": version, "made_at": at.isoformat(timespec="seconds")}
    manifest.write_text(json.dumps({**told, "files": sums}, indent=1), "utf-8")
    packed = work / "packed"
    with packed.open("xb") as file:
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            archive.add(manifest, MANIFEST)
            for name in sums:
                archive.add(copies / name, name)
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read it from the medium
    return packed


def _look_over(packed: Path) -> None:
    with TemporaryDirectory(dir=packed.parent) as work:
        _unpack(packed, Path(work))


def _free_name(folder: Path, at: datetime) -> Path:
    """A Pi without a clock may tell the same time twice."""
    stem, number = f"minigam-{at:%Y-%m-%d-%H%M%S}", 1
    while (file := folder / f"{stem}{f'-{number}' if number > 1 else ''}.tar.gz").exists():
        number += 1
    return file


# Using one


def restore_backup(file: Path, data: Path, at: datetime) -> Path | None:
    """Put what a backup holds into a data folder that nobody uses; the caller holds its lock.

    What was there is kept in a folder beside it, which is returned; None where nothing was.
    Raises `BackupError`, with nothing changed, for a file that cannot be used.
    """
    with TemporaryDirectory(prefix=RESTORING, dir=data) as work:
        found = _unpack(file, Path(work))
        with _told(file):
            if FILE_NAME in found:
                Journal(Path(work) / FILE_NAME).close()
        before = _moved_aside(data, at)
        for name in found:
            _move(Path(work) / name, data / name)
    _give_to_owner(data)
    return before


def _unpack(file: Path, folder: Path) -> list[str]:
    """The names of the files, each of which is now in the folder, whole."""
    with _told(file), tarfile.open(file, "r:gz") as archive:
        manifest = json.loads(_member(archive, MANIFEST).read())
        if manifest["format"] != FORMAT:
            raise ValueError(f"expected format {FORMAT}, got {manifest['format']}")
        sums: Sums = manifest["files"]
        for name, expected in sums.items():
            _unpack_one(archive, name, expected, folder)
    return list(sums)


def _unpack_one(archive: tarfile.TarFile, name: str, expected: str, folder: Path) -> None:
    if not _is_kept(name.split("/")[0]) or {"", ".", ".."} & set(name.split("/")):
        raise ValueError(f"expected a file of the data folder, got {name!r}")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as target, _member(archive, name) as source:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    path.chmod(0o600)
    if _sum(path) != expected:
        raise ValueError(f"{name} is damaged")


def _member(archive: tarfile.TarFile, name: str) -> tarfile.ExFileObject:
    found = archive.extractfile(name)
    if not isinstance(found, tarfile.ExFileObject):
        raise ValueError(f"expected a file {name!r}, found something else")
    return found


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """What is wrong with a backup, told as one sentence."""
    try:
        yield
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, LookupError) as fault:
        what = shortened(fault.args[0] if isinstance(fault, KeyError) else fault)
        raise BackupError(
            f"the backup {file} cannot be used: {what}; nothing was changed"
        ) from None
    except (TypeError, AttributeError):
        raise BackupError(f"{file} is no backup of minigam's; nothing was changed") from None


def _moved_aside(data: Path, at: datetime) -> Path | None:
    there = [path for path in data.iterdir() if _is_kept(path.name)]
    if not there:
        return None
    before = _new_folder(data, at)
    for path in there:
        path.rename(before / path.name)
    return before


def _new_folder(data: Path, at: datetime) -> Path:
    stem, number = f"{BEFORE}{at:%Y-%m-%d-%H%M%S}", 1
    while True:
        folder = data / (f"{stem}-{number}" if number > 1 else stem)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            number += 1
        else:
            return folder


def _move(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.rename(target)


def _give_to_owner(data: Path) -> None:
    """What root has put into a service's folder is the service's."""
    if os.geteuid() != 0:
        return
    owner = data.stat()
    for path in data.rglob("*"):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
