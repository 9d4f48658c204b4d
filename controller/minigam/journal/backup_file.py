"""A backup's file, read with care: nothing of it is written before all of it was looked at.

It is a tar, gzipped, of `manifest.json` and the files that it names with their checksums.
"""

import gzip
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from minigam.errors import BackupError, MinigamError, shortened
from minigam.files.small_files import private
from minigam.journal.atomic_replace import INTENT, UNFINISHED
from minigam.journal.importing import LOCK
from minigam.journal.recovery import BESIDE
from minigam.journal.store import FILE_NAME, SIDES

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = ".sqlite"
BEFORE, RESTORING, WORK = "before-", "restoring-", ".minigam-"
"""How folders begin: of what a restore has put aside, and of a restore and a backup under way."""
LOST = "lost+found"
TRIES = "tries"
LEFT_OUT = (
    *("lock", LOCK, INTENT, UNFINISHED, TRIES, "pairings.json", "remote"),
    *("tables", "backups", LOST),
)
"""Of this moment, or made again by `minigam solve`, or a backup already; pairings: one that was
ended stays so; what makes this board the one it is among others; and what a disk of its own keeps
for its repair."""
MOST_AT_ONCE = 2**20
"""Bytes: of a manifest, and of what a backup is read by."""
MOST_TIMES = 200
"""So many times as large as the packed file is what it unpacks to, and some: games are no zeros."""
PART = 2**16
"""Bytes that a file is read by: some whole pages of a database, whose sizes are powers of two."""
READ_AHEAD = 2**17
"""Bytes, packed, that Python's gzip may have read of what comes next."""
_MAGIC = b"SQLite format 3\0"
_PAGE_SIZE, _FREE_PAGES = slice(16, 18), slice(36, 40)
"""Where SQLite's header has them: https://www.sqlite.org/fileformat.html#the_database_header."""
_FAULTS = (
    *(EOFError, zlib.error, gzip.BadGzipFile, tarfile.TarError),
    *(ValueError, LookupError, TypeError, AttributeError, RecursionError),
)
"""What Python's libraries raise for a file that is none, or not whole. They differ between its
versions in which one it is, and in what it says."""


class _RefusedError(Exception):
    """Why a backup cannot be used, in our words."""


Sums = dict[str, str]
"""SHA-256 by a file's name in the data folder, with `/` between its parts."""


def is_kept(top: str) -> bool:
    """Whether a file or folder of the data folder is one of those that a backup holds."""
    return top not in LEFT_OUT and not top.startswith((BEFORE, RESTORING, WORK, *BESIDE))


def is_beside(name: str) -> bool:
    """Whether it is a side file that SQLite puts beside a database."""
    return name.endswith(tuple(f"{DATABASE}{side}" for side in SIDES))


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """What is wrong with a backup, raised as one sentence."""
    try:
        yield
    except (MinigamError, _RefusedError) as fault:
        why = str(fault)
    except _FAULTS:  # before OSError, which gzip's is too
        why = "it is damaged, or is no backup of minigam's"
    except OSError as fault:
        why = str(fault)
    else:
        return
    raise BackupError(f"the backup {file} cannot be used: {shortened(why)}; nothing was changed")


def check_backup(file: Path) -> None:
    """Raise `BackupError` for a file that is none, before a folder is made for what it holds."""
    with explained(file), _opened(file) as (_, archive):
        _sums(archive)


def look_over(file: Path) -> Sums:
    """Read all of it, and write nothing. The sums of its files, each of which fits."""
    sums, left, names = Sums(), Sums(), list[str]()
    with _opened(file) as (packed, archive):
        sums = _sums(archive)
        left, room = dict(sums), MOST_AT_ONCE + MOST_TIMES * file.stat().st_size
        while member := archive.next():
            if (room := room - member.size) < 0:
                raise _RefusedError(f"expected files of a backup's size, got {member.size} bytes")
            if (expected := left.pop(member.name, None)) is None:
                raise _RefusedError(f"expected what {MANIFEST} names, once, got {member.name!r}")
            names.append(member.name)
            _look_over_one(packed, _content(archive, member), member, expected)
    if left:
        raise _RefusedError(f"expected a file {next(iter(left))!r}, found none")
    return sums


def unpack(file: Path, sums: Sums, folder: Path) -> None:
    """Write the files of a backup that was looked over into a folder; raise where it differs."""
    with _opened(file) as (_, archive):
        _sums(archive)
        for name in sums:
            member = archive.next()
            if member is None or member.name not in sums:
                raise _RefusedError(f"expected a file {name!r} as before, found none")
            _unpack_one(archive, member, sums[member.name], folder)


class _CarefulGzip(gzip.GzipFile):
    """Gives nobody much at once: a small file, such as of zeros, may unpack to a huge one."""

    def read(self, size: int | None = -1) -> bytes:
        """See `io.BufferedIOBase`; refuse to give too much."""
        if size is not None and size < 0:
            raise tarfile.ReadError("a header of less than nothing")
        if size is None or size > MOST_AT_ONCE:
            raise _RefusedError(f"expected parts of at most {MOST_AT_ONCE} bytes, got {size}")
        return super().read(size)


@contextmanager
def _opened(file: Path) -> Iterator[tuple[IO[bytes], tarfile.TarFile]]:
    """The packed file, as far as it was read, and what it holds."""
    with (
        file.open("rb") as packed,
        _CarefulGzip(fileobj=packed) as unpacked,
        tarfile.open(fileobj=unpacked, mode="r:") as archive,
    ):
        yield packed, archive


def _sums(archive: tarfile.TarFile) -> Sums:
    """What the manifest, which comes first, says of the others."""
    first = archive.next()
    if first is None or first.name != MANIFEST:
        raise _RefusedError(f"expected {MANIFEST} first, got {first and first.name!r}")
    if first.size > MOST_AT_ONCE:
        raise _RefusedError(
            f"expected {MANIFEST} of at most {MOST_AT_ONCE} bytes, got {first.size}"
        )
    manifest = json.loads(_content(archive, first).read(first.size))
    if manifest["format"] != FORMAT:
        raise _RefusedError(f"expected format {FORMAT}, got {manifest['format']!r}")
    sums = dict(manifest["files"].items())
    for name in sums:
        _check_name(name)
    if FILE_NAME not in sums:
        raise _RefusedError(f"expected games, found no {FILE_NAME}")
    return sums


def _check_name(name: str) -> None:
    parts = name.split("/")
    if not is_kept(parts[0]) or {"", ".", ".."} & set(parts) or is_beside(name):
        raise _RefusedError(f"expected a file of the data folder, got {name!r}")


def _look_over_one(
    packed: IO[bytes], source: IO[bytes], member: tarfile.TarInfo, expected: str
) -> None:
    began, given = packed.tell() - READ_AHEAD, 0
    pages = _Pages(member.name) if member.name.endswith(DATABASE) and member.size else None
    for part in _verified(source, member.name, expected):
        given += len(part)
        if given > MOST_AT_ONCE + MOST_TIMES * (packed.tell() - began):
            raise _RefusedError(f"expected a file of a backup's size, got {member.size} bytes")
        if pages:
            pages.look(part)


def _verified(source: IO[bytes], name: str, expected: str) -> Iterator[bytes]:
    """The parts of a file; raise `_RefusedError` at its end where its sum is another."""
    total = sha256()
    while part := source.read(PART):
        total.update(part)
        yield part
    if total.hexdigest() != expected:
        raise _RefusedError(f"{name!r} is damaged")


class _Pages:
    """The pages of a database, which are not empty but for those that its header calls free."""

    def __init__(self, name: str) -> None:
        """Nothing was looked at yet."""
        self._name = name
        self._empty = b""
        self._left = 0

    def look(self, part: bytes) -> None:
        """Look at the next pages; raise `_RefusedError` for too many that are empty."""
        if not self._empty:
            self._begin(part)
        size = len(self._empty)
        self._left -= sum(part[at : at + size] == self._empty for at in range(0, len(part), size))
        if self._left < 0:
            raise _RefusedError(f"expected a database {self._name!r}, got one of empty pages")

    def _begin(self, part: bytes) -> None:
        if not part.startswith(_MAGIC):
            raise _RefusedError(f"{self._name!r} is not a database")
        size = int.from_bytes(part[_PAGE_SIZE])
        self._empty = bytes(2**16 if size == 1 else max(size, 2**9))
        self._left = int.from_bytes(part[_FREE_PAGES]) + 1  # the page of SQLite's locks


def _unpack_one(
    archive: tarfile.TarFile, member: tarfile.TarInfo, expected: str, folder: Path
) -> None:
    source, path = _content(archive, member), folder / member.name
    free = shutil.disk_usage(folder).free
    if member.size > free:
        raise _RefusedError(f"expected {member.size} bytes free in {folder.parent}, got {free}")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open(path, "xb", opener=private) as target:
        target.writelines(_verified(source, member.name, expected))
        target.flush()
        os.fsync(target.fileno())


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    if member.size < 0:  # which newer Pythons raise themselves
        raise tarfile.ReadError("a file of less than nothing")
    plain = member.isreg() and not member.issparse()
    found = archive.extractfile(member) if plain else None
    if found is None:
        raise _RefusedError(f"expected a plain file {member.name!r}, found something else")
    return found
