"""Where releases come from: a file, a folder such as a USB stick's, or the owner's address."""

from __future__ import annotations

import os
import shutil
import stat
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from minigam.errors import UpdateError, UpdateUnavailableError, shortened
from minigam.update.download import download, is_address, lines_at
from minigam.update.names import SIGNATURE, SUMS, Release, newest, parse_name, version_of
from minigam.update.signature import MOST_BYTES

STICKS = ("media/*", "media/*/*", "run/media/*/*", "mnt")
"""Where sticks are mounted, within the root."""
MOST_CONFIG = 2**16
PART = 2**20
SPARE = 2**26
"""Bytes that stay free beside what is written."""
MOST_RELEASE = 2**29
"""Bytes; one with all packages has some 50 million."""


@dataclass(frozen=True)
class Offer:
    """A release, and where it is: a folder, or an address that ends with a slash."""

    release: Release
    place: Path | str

    def __str__(self) -> str:
        """As people read it: the file with its place."""
        if isinstance(self.place, Path):
            return str(self.place / self.release.name)
        return f"{self.place}{self.release.name}"


def offer_of(where: str, machine: str) -> Offer | None:
    """What a file, a folder or an address offers; None where a folder or address offers nothing.

    `machine`: such as `aarch64-cp313`. Raises `UpdateError` for a file that is no release or is
    for another machine, and for a path that there is not.
    """
    if is_address(where):
        top, _, name = where.rpartition("/")
        if name.endswith(".tar"):
            return Offer(_fitting(name, machine), f"{top}/")
        folder = where if where.endswith("/") else f"{where}/"
        return _offer(_listed(lines_at(folder + SUMS)), folder, machine)
    path = Path(where)
    if path.is_dir():
        return _offer(_names_in(path), path, machine)
    if not path.exists():
        raise UpdateError(f"expected a release file, a folder or an address, found no {where}")
    return Offer(_fitting(path.name, machine), path.parent)


def offers_of(places: Iterable[Path | str], machine: str) -> list[Offer]:
    """The newest of each of several places, the newest of all first.

    A folder that cannot be read offers nothing; nor does an address that gives no answer, but where
    no other place offers anything, that is raised. A name is no proof: see `install.install`.
    """
    found: list[Offer] = []
    fault: OSError | UpdateError | None = None
    for place in places:
        try:
            if offer := offer_of(str(place), machine):
                found.append(offer)
        except (OSError, UpdateError) as raised:
            fault = raised if isinstance(place, str) else fault
    if fault and not found:
        raise fault
    return sorted(found, key=lambda each: version_of(each.release.version), reverse=True)


def sticks(root: Path) -> Iterator[Path]:
    """The folders in which a stick may be mounted."""
    return (path for pattern in STICKS for path in sorted(root.glob(pattern)) if path.is_dir())


def address_in(file: Path) -> str | None:
    """The address that the owner has set in a TOML file, `address = "https://..."`.

    None where there is no file, or no address in it. Raises `UpdateError` for another content.
    """
    try:
        with file.open("rb") as source:
            table = tomllib.loads(source.read(MOST_CONFIG).decode("utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as fault:
        raise UpdateError(shortened(f"{file}: expected TOML, got: {fault}")) from None
    address = table.get("address")
    if address is not None and not (isinstance(address, str) and is_address(address)):
        wanted = 'address = "https://..."'
        raise UpdateError(shortened(f"{file}: expected {wanted}, got {address!r}"))
    return address


def fetch(offer: Offer, folder: Path) -> Path:
    """Copy a release and its signature into a folder that nobody else can write; the copy.

    What is checked and what is unpacked is then the same, whatever becomes of the original. Raises
    `UpdateError` where it is not signed, and `UpdateUnavailableError` where there is no room.
    """
    release = offer.release
    copy, signature = folder / release.name, folder / f"{release.name}{SIGNATURE}"
    if isinstance(offer.place, str):
        base = offer.place
        if not download(f"{base}{signature.name}", signature, MOST_BYTES):
            raise _unsigned(release)
        if not download(f"{base}{release.name}", copy, min(_room(folder), MOST_RELEASE)):
            raise UpdateError(f"expected {release.name} at {base}, found none")
        return copy
    try:
        with _plain(offer.place / signature.name) as source:
            signature.write_bytes(source.read(MOST_BYTES))
    except FileNotFoundError:
        raise _unsigned(release) from None
    with _plain(offer.place / release.name) as source, copy.open("xb") as target:
        need_room(folder, os.fstat(source.fileno()).st_size)
        shutil.copyfileobj(source, target, PART)
    return copy


def need_room(folder: Path, size: int) -> None:
    """Raise `UpdateUnavailableError` where a folder's disk has no room for so many bytes."""
    if (room := _room(folder)) < size:
        raise UpdateUnavailableError(
            f"expected {_mega(size + SPARE)} MB free in {folder}, got {_mega(room + SPARE)} MB: "
            "make some room, such as by sudo apt clean; nothing was changed"
        )


def _room(folder: Path) -> int:
    return shutil.disk_usage(folder).free - SPARE


def _mega(size: int) -> int:
    return round(size / 10**6)


def _unsigned(release: Release) -> UpdateError:
    return UpdateError(
        f"{release.name} is not signed: expected {release.name}{SIGNATURE} beside it; copy both"
    )


@contextmanager
def _plain(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be read, if it is one: no link, which may lead anywhere, and no pipe."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as fault:
        raise UpdateError(f"{path} cannot be read: {fault.strerror}") from None
    with open(handle, "rb") as source:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UpdateError(f"expected a plain file, got something else: {path}")
        yield source


def _names_in(folder: Path) -> Iterator[str]:
    try:
        return iter(os.listdir(folder))
    except OSError as fault:
        raise UpdateError(f"{folder} cannot be read: {fault.strerror}") from None


def _listed(lines: Iterable[str]) -> Iterator[str]:
    """The names in a file of `sha256sum`."""
    return (line.partition(" ")[2].lstrip(" *") for line in lines)


def _offer(names: Iterable[str], place: Path | str, machine: str) -> Offer | None:
    release = newest(names, machine)
    return Offer(release, place) if release else None


def _fitting(name: str, machine: str) -> Release:
    release = parse_name(name)
    if release is None:
        wanted = "expected a release file such as minigam-0.2.0.tar"
        raise UpdateError(shortened(f"{wanted}, got {name!r}"))
    if release.machine not in ("", machine):
        raise UpdateError(
            f"{name} is for another machine: expected {machine}, got {release.machine}; "
            f"take {Release(release.version, machine).name} or {Release(release.version).name}"
        )
    return release
