"""A data folder as one file: made while people play, and looked over before it is used.

The file is a tar, gzipped, of `manifest.json` and the files that it names with their checksums.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from minigam.errors import BackupError, JournalError, MinigamError, shortened
from minigam.journal.owner import give_to_owner, open_within
from minigam.journal.reading import readable
from minigam.journal.store import FILE_NAME, SIDES, Journal, is_plain_file

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = ".sqlite"
BEFORE, RESTORING = "before-", "restoring-"
LOST = "lost+found"
ENDING = ".tar.gz"
"""Of a backup; one that was written into the data folder itself is in no other."""
LEFT_OUT = ("lock", "tables", "backups", "pairings.json", LOST)
"""Of this moment, or made again by `minigam solve`, or a backup already; pairings: one that was
ended stays so; and what a disk of its own keeps for its repair."""
MOST_AT_ONCE = 2**20
"""Bytes: of a manifest, and of what a backup is read by."""
_FAULTS = (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, LookupError)
"""What a file that is none, or not whole, may lead to."""
Sums = dict[str, str]
"""SHA-256 by a file's name in the data folder, with `/` between its parts."""


# Making one


def write_backup(data: Path, folder: Path, version: str, at: datetime) -> Path:
    """Write a new file into `folder`; its path. A daemon may be playing.

    Raises `JournalError` where there is nothing to keep, or where it cannot be read, and
    `BackupError` where the medium does not give back what was written.
    """
    names = list(_kept(data))
    if FILE_NAME not in names:
        raise JournalError(
            f"expected games in {data}, found none: name the folder of the games with --data"
        )
    with _written_into(folder), TemporaryDirectory(prefix=".minigam-", dir=folder) as work:
        copies = Path(work) / "data"
        for name in names:
            _copy(data, data / name, copies / name)
        sums = {name: _sum(copies / name) for name in names}
        packed = _packed(Path(work), copies, sums, version, at)
        _look_over(packed)
        return packed.rename(_free_name(folder, at))


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
        if _is_kept(name.parts[0]) and _is_whole(path) and not path.name.endswith(ENDING):
            yield name.as_posix()


def _is_kept(top: str) -> bool:
    return top not in LEFT_OUT and not top.startswith((BEFORE, RESTORING))


def _ours(data: Path) -> Iterator[Path]:
    """All but what a disk of its own keeps for itself."""
    return (path for path in data.rglob("*") if path.relative_to(data).parts[0] != LOST)


def _is_whole(path: Path) -> bool:
    """Whether this is a file, and not one of the side files that SQLite puts beside another."""
    return path.is_file() and not path.is_symlink() and not _is_beside(path.name)


def _is_beside(name: str) -> bool:
    return name.endswith(tuple(f"{DATABASE}{side}" for side in SIDES))


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
            closing(_reader(place)) as old,
            closing(_connect(copy)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as fault:
        raise JournalError(f"{path} cannot be copied: {shortened(fault)}") from fault


def _reader(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


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
    with open(packed, "xb", opener=_private) as file:
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            archive.add(manifest, MANIFEST)
            for name in sums:
                archive.add(copies / name, name)
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read it from the medium
    return packed


def _private(path: str, flags: int) -> int:
    """Whoever reads a game in play knows the throws to come."""
    return os.open(path, flags, 0o600)


def _look_over(packed: Path) -> None:
    with _told(packed), TemporaryDirectory(dir=packed.parent) as work:
        _unpack(packed, Path(work))


def _free_name(folder: Path, at: datetime) -> Path:
    """A Pi without a clock may tell the same time twice."""
    stem, number = f"minigam-{at:%Y-%m-%d-%H%M%S}", 1
    while (file := folder / f"{stem}{f'-{number}' if number > 1 else ''}{ENDING}").exists():
        number += 1
    return file


# Using one


def restore_backup(file: Path, data: Path, at: datetime) -> Path | None:
    """Put what a backup holds into a data folder that nobody uses; the caller holds its lock.

    What was there is kept in a folder beside it, which is returned; None where nothing was.
    Raises `BackupError`, with nothing changed, for a file that cannot be used.
    """
    _forget_broken_off(data)
    with _told(file), TemporaryDirectory(prefix=RESTORING, dir=data) as work:
        found = _unpack(file, Path(work))
        Journal(Path(work) / FILE_NAME).close()
        there = [path for path in data.iterdir() if _is_kept(path.name)]
        before = _new_folder(data, at) if there else None
        aside = [(path, before / path.name) for path in there if before]
        _move([*aside, *((Path(work) / name, data / name) for name in found)])
    give_to_owner(data, _ours(data))
    return before


def _forget_broken_off(data: Path) -> None:
    """What a restore that was killed has left: it takes the room that this one may need."""
    for left in data.glob(f"{RESTORING}*"):
        shutil.rmtree(left, ignore_errors=True)


def _unpack(file: Path, folder: Path) -> list[str]:
    """The names of the files, each of which is now in the folder, whole."""
    with _CarefulGzip(file) as packed, tarfile.open(fileobj=packed, mode="r:") as archive:
        sums = _sums(archive)
        left = dict(sums)
        while member := archive.next():
            if (expected := left.pop(member.name, None)) is None:
                raise ValueError(f"expected what {MANIFEST} names, once, got {member.name!r}")
            _unpack_one(archive, member, expected, folder)
    if left:
        raise ValueError(f"expected a file {next(iter(left))!r}, found none")
    return list(sums)


class _CarefulGzip(gzip.GzipFile):
    """Gives nobody much at once: a small file, such as of zeros, may unpack to a huge one."""

    def read(self, size: int | None = -1) -> bytes:
        """See `io.BufferedIOBase`; raise `ValueError` where too much is asked for."""
        if size is None or not 0 <= size <= MOST_AT_ONCE:
            raise ValueError(f"expected parts of at most {MOST_AT_ONCE} bytes, got {size}")
        return super().read(size)


def _sums(archive: tarfile.TarFile) -> Sums:
    """What the manifest, which comes first, says of the others."""
    first = archive.next()
    if first is None or first.name != MANIFEST:
        raise ValueError(f"expected {MANIFEST} first, got {first and first.name!r}")
    if first.size > MOST_AT_ONCE:
        raise ValueError(f"expected {MANIFEST} of at most {MOST_AT_ONCE} bytes, got {first.size}")
    manifest = json.loads(_content(archive, first).read(first.size))
    if manifest["format"] != FORMAT:
        raise ValueError(f"expected format {FORMAT}, got {manifest['format']!r}")
    sums = dict(manifest["files"].items())
    for name in sums:
        _check_name(name)
    if FILE_NAME not in sums:
        raise ValueError(f"expected games, found no {FILE_NAME}")
    return sums


def _check_name(name: str) -> None:
    parts = name.split("/")
    if not _is_kept(parts[0]) or {"", ".", ".."} & set(parts) or _is_beside(name):
        raise ValueError(f"expected a file of the data folder, got {name!r}")


def _unpack_one(
    archive: tarfile.TarFile, member: tarfile.TarInfo, expected: str, folder: Path
) -> None:
    source, path = _content(archive, member), folder / member.name
    free = shutil.disk_usage(folder).free
    if member.size > free:
        raise ValueError(f"expected {member.size} bytes free in {folder.parent}, got {free}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    path.chmod(0o600)
    if _sum(path) != expected:
        raise ValueError(f"{member.name!r} is damaged")


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    plain = member.isreg() and not member.issparse() and member.size >= 0
    found = archive.extractfile(member) if plain else None
    if found is None:
        raise ValueError(f"expected a plain file {member.name!r}, found something else")
    return found


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """What is wrong with a backup, told as one sentence."""
    try:
        yield
    except _FAULTS as fault:
        what = shortened(fault.args[0] if isinstance(fault, KeyError) else fault)
        raise BackupError(
            f"the backup {file} cannot be used: {what}; nothing was changed"
        ) from None
    except (TypeError, AttributeError, RecursionError):
        raise BackupError(f"{file} is no backup of minigam's; nothing was changed") from None


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


def _move(moves: Sequence[tuple[Path, Path]]) -> None:
    """Each file or folder from one place to another: all of them, or none."""
    done: list[tuple[Path, Path]] = []
    try:
        for path, target in moves:
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.rename(target)
            done.append((path, target))
    except OSError:
        for path, target in reversed(done):
            target.rename(path)
        for _, target in moves:
            with suppress(OSError):  # one that was not made for this holds something
                target.parent.rmdir()
        raise
