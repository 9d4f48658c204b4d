"""What a disk was told, write by write, and what it may hold if the power goes on the way.

QEMU's `blklogwrites` writes down what a disk was told, in the form of the kernel's dm-log-writes:
https://docs.kernel.org/admin-guide/device-mapper/log-writes.html.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random

SECTOR = 512
BLOCK_BYTES = 4096
MEGABYTE = 1 << 20
FILES_BYTES = 80 * MEGABYTE
"""How much of the disk is for files: more than makes the daemon think that it runs low."""
MARK_BYTES = BLOCK_BYTES
"""What comes behind them: the number of the last action that was said to be safe."""
DISK_BYTES = FILES_BYTES + MEGABYTE
SAID = "safe "
"""How a line begins in which the machine says so."""

_MAGIC = 0x6A736677736872
_HEAD = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")
_FLUSH, _FUA, _DISCARD = 1, 2, 4


class Fate(Enum):
    """What becomes of the writes that no flush has followed yet."""

    DROPPED = "dropped"
    KEPT = "kept"
    MIXED = "mixed"
    """Each block of each of them by itself."""


@dataclass(frozen=True)
class Write:
    at: int
    """In bytes."""
    data: bytes
    flush: bool
    """Whether all before it is to last."""
    fua: bool
    """Whether it is to last itself."""

    @property
    def marked(self) -> int | None:
        """Which action was said to be safe before it; None for any other write."""
        return int(self.data) if self.at == FILES_BYTES and self.data else None


def mark(number: int) -> bytes:
    """What is written when so many actions were said to be safe.

    >>> Write(FILES_BYTES, mark(7), False, False).marked
    7
    """
    return str(number).encode().ljust(MARK_BYTES)


def writes(log: bytes) -> list[Write]:
    magic, version, count, sector = _HEAD.unpack_from(log)
    assert (magic, version, sector) == (_MAGIC, 1, SECTOR)
    return list(_writes(log, count))


def _writes(log: bytes, count: int) -> Iterator[Write]:
    at = SECTOR
    for _ in range(count):
        where, sectors, flags, _ = _ENTRY.unpack_from(log, at)
        assert not flags & _DISCARD
        data = log[at + SECTOR : at + SECTOR * (1 + sectors)]
        assert len(data) == SECTOR * sectors
        at += SECTOR + len(data)
        yield Write(where * SECTOR, data, bool(flags & _FLUSH), bool(flags & _FUA))


class Disk:
    def __init__(self, base: Path, told: list[Write]) -> None:
        """`base`: what it held before."""
        self._told = iter(told)
        self._lasting = base
        """The file with what surely lasts."""
        self.pending: list[Write] = []
        """What no flush has followed yet."""
        self.safe = 0
        """How many actions were said to be safe."""

    def next(self) -> None:
        write = next(self._told)
        if write.flush:
            put(self._lasting, self.pending)
            self.pending = []
        if write.marked is not None:
            self.safe = write.marked
        elif write.fua:
            put(self._lasting, [write])
        elif write.data:
            self.pending.append(write)

    def after_cut(self, fate: Fate, chance: Random) -> list[Write]:
        """What of the pending writes is there when the power has come back."""
        if fate is Fate.MIXED:
            return [one for write in self.pending for one in blocks(write) if chance.random() < 0.5]
        return self.pending if fate is Fate.KEPT else []


def blocks(write: Write) -> Iterator[Write]:
    """A write, block by block: neither ext4 nor SQLite expects more to be written at once."""
    begin = write.at
    while rest := write.data[begin - write.at :]:
        size = BLOCK_BYTES - begin % BLOCK_BYTES
        yield Write(begin, rest[:size], False, False)
        begin += size


def put(disk: Path, written: list[Write]) -> None:
    with disk.open("r+b") as file:
        for write in written:
            file.seek(write.at)
            file.write(write.data)
