"""Looks through a release's archive, and unpacks it; only what was verified comes here."""

import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minigam.errors import UpdateError, shortened
from minigam.update.names import Release

INSTALLER = "systemd/install.sh"
_VERSION_FILE = "controller/minigam/__init__.py"
_VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
NEEDED = (INSTALLER, _VERSION_FILE)
MOST_FILES = 20_000
PART = 2**20
_FAULTS = (tarfile.TarError, EOFError, ValueError, LookupError, TypeError, OverflowError)
"""What Python's tarfile raises for an archive that is none, or not whole."""


def look_over(file: Path, release: Release) -> int:
    """Read all names in an archive, and write nothing; the bytes that it unpacks to.

    Raises `UpdateError` for a damaged archive, for anything but plain files and folders within the
    release's own folder, and for a version other than the file's name says.
    """
    with _opened(file, release) as archive:
        missing, total = set(NEEDED), 0
        for count, member in enumerate(archive):
            _check(member, release, count)
            total += max(member.size, 0)
            within = member.name.removeprefix(f"{release.folder}/")
            missing.discard(within)
            if within == _VERSION_FILE:
                _check_version(archive, member, release)
        if missing:
            raise _refused(release, f"expected {min(missing)} in it, found none")
        return total


def unpack(file: Path, release: Release, place: Path) -> Path:
    """Unpack an archive that was looked over into a folder; the release's folder in there.

    Files get their owner's rights, and everybody may read them; other rights, owners and times in
    the archive count for nothing. Raises as `look_over`, and `OSError`.
    """
    with _opened(file, release) as archive:
        for count, member in enumerate(archive):
            _check(member, release, count)
            path = place / member.name
            if member.isdir():
                path.mkdir(parents=True, exist_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                _write(archive, member, path)
    return place / release.folder


@contextmanager
def _opened(file: Path, release: Release) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:") as archive:
            yield archive
    except UpdateError:
        raise
    except _FAULTS:
        raise _refused(release, "it is damaged; copy or download it again") from None


def _check(member: tarfile.TarInfo, release: Release, count: int) -> None:
    if count >= MOST_FILES:
        raise _refused(release, f"expected at most {MOST_FILES} files in it")
    top, *others = member.name.split("/")
    outside = top != release.folder or {"", ".", ".."} & set(others)
    plain = (member.isreg() and not member.issparse()) or member.isdir()
    if outside or not plain or member.size < 0:
        name = shortened(repr(member.name), 100)
        what = "a file outside of its folder" if outside else "something else than a file"
        raise _refused(release, f"it has {what}, {name}")


def _check_version(archive: tarfile.TarFile, member: tarfile.TarInfo, release: Release) -> None:
    source = archive.extractfile(member)
    text = source.read(PART).decode("utf-8", "replace") if source else ""
    found = _VERSION.findall(text)
    if found != [release.version]:
        raise _refused(release, f"expected version {release.version} in it, got {found}")


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    source, left = archive.extractfile(member), member.size
    assert source is not None
    mode = 0o755 if member.mode & 0o100 else 0o644
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as target:
        while left > 0:
            part = source.read(min(PART, left))
            if not part:
                raise EOFError
            target.write(part)
            left -= len(part)


def _refused(release: Release, why: str) -> UpdateError:
    return UpdateError(f"{release.name} cannot be used: {why}; nothing was changed")
