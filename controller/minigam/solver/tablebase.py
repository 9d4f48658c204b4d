"""Exact values in a file that is mapped into memory: only what is asked for is read.

    minigam table 1\\n              which kind of file, and the version of this layout
    length, checksum               of the header: two numbers of four bytes
    header                         JSON, see `Header`
    sections                       arrays of numbers, each at a multiple of 4096 bytes
    checksums                      CRC-32 of every 16 KiB behind the header, four bytes each

Numbers are little-endian. A value is read after the checksum of its 16 KiB has been compared, once.
Values are four-byte floats: rounded, by at most what the header states.

Nothing here needs numpy: a Pi that only plays has none.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import shlex
import stat
import struct
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

from minigam.errors import (
    CannotHoldError,
    NoTablebaseError,
    TablebaseError,
    UnknownNameError,
    UnsolvableError,
)
from minigam.rules.position import Position, Side, Track
from minigam.rules.ruleset import RuleSet, rules_of_variant
from minigam.rules.worth import Worth
from minigam.solver.rule_numbers import RuleNumbers, rule_numbers_of, why_never_solved
from minigam.words import Words

MAGIC = b"minigam table 1\n"
SIZES = struct.Struct("<II")
PAGE, CHUNK = 1 << 12, 1 << 14
SUFFIX = ".table"
_CLONE = Path(__file__).parents[3]
"""Where the sources are, unless minigam is installed elsewhere."""
KINDS = {
    "codes": "q",
    "by_code": "H",
    "base": "i",
    "mask": "H",
    "class_of": "H",
    "within": "H",
    "rank": "h",
    "values": "f",
    "chances": "f",
}
"""The sections there can be, and what kind of number each has, as in `struct`."""


@dataclass(frozen=True)
class Header:
    """What a table says of itself."""

    rules: str
    """The rule set it was made for."""
    law: dict[str, int]
    """What decides a position's value: see `rule_numbers.RuleNumbers`."""
    positions: int
    """How many there are."""
    bound: float
    """How far the values, before they were rounded, can be from the true ones: proven."""
    rounding: float
    """How far rounding has moved any of them."""
    made_by: str
    """The version of minigam that solved the game."""
    classes: int
    """How many classes of configurations there are: see `index.Index`."""
    sections: dict[str, tuple[str, int, int]]
    """Each section's kind of number (as in `struct`), its place and how many there are."""
    checksums: tuple[int, int]
    """Where the checksums stand, and their own. Places are counted from the first section's."""


def file_name(rules: RuleSet) -> str:
    """The name of a rule set's table: options stand in it where they change a position's value.

    >>> from minigam.rules.ruleset import rule_set
    >>> file_name(rule_set("minigam", {"second_die": "must", "length": "5"}))
    'minigam-second_die=must.table'
    """
    return rules.variant + SUFFIX


class Section:
    """An array in a table."""

    def __init__(self, table: Tablebase, kind: str, place: int, count: int) -> None:
        """So many numbers from a place on."""
        self._table, self._place, self._count = table, place, count
        self._one = struct.Struct("<" + kind)

    def __len__(self) -> int:
        """How many numbers it has."""
        return self._count

    def __getitem__(self, at: int) -> Any:
        """One number; raise `TablebaseError` if there is none, or if the file was damaged there."""
        if not 0 <= at < self._count:
            path = self._table.path
            raise TablebaseError(f"{path}: expected {self._count} numbers, got a number {at}")
        place = self._place + at * self._one.size
        self._table.check(place)
        return self._one.unpack_from(self._table.data, place)[0]


class Tablebase:
    """A game's exact values, read from a file: a `rules.worth.Judge`."""

    title: ClassVar[Words] = Words("exact values")
    doubt: ClassVar[float] = 1e-6
    """Values are rounded."""

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        """Map a file; raise `TablebaseError` for one that is not a whole table.

        `folder`: see `TablebaseStore`.
        """
        self.path = path
        self.advice = advice = f"remove it, then {_how_to_build(path.stem, folder)}"
        self.data, self._stamp = _mapped(path, advice)
        self.header, self._begin = _header(path, self.data, advice)
        place, checksum = self.header.checksums
        chunks = -(-place // CHUNK)
        self._checksums = self._begin + place
        if len(self.data) != self._checksums + 4 * chunks:
            raise TablebaseError(f"{path} is cut off, or more was written behind it: {advice}")
        if crc32(self.data[self._checksums :]) != checksum:
            raise TablebaseError(f"{path} is damaged near its end: {advice}")
        self._good = bytearray(chunks)
        self._sections = {
            name: Section(self, kind, self._begin + place, count)
            for name, (kind, place, count) in self.header.sections.items()
        }

    @property
    def is_current(self) -> bool:
        """Whether the file is still the one that was mapped, as it was."""
        try:
            return _stamp(self.path.stat()) == self._stamp
        except OSError:
            return False

    def check(self, place: int) -> None:
        """Compare the 16 KiB around a place with their checksum, if nobody has."""
        at = (place - self._begin) // CHUNK
        if self._good[at]:
            return
        begin = self._begin + at * CHUNK
        found = crc32(self.data[begin : min(begin + CHUNK, self._checksums)])
        (expected,) = struct.unpack_from("<I", self.data, self._checksums + 4 * at)
        if found != expected:
            raise TablebaseError(f"{self.path} is damaged at byte {begin}: {self.advice}")
        self._good[at] = 1

    def check_all(self) -> None:
        """Compare all with its checksum; raise `TablebaseError` where the file was damaged."""
        for place in range(self._begin, self._checksums, CHUNK):
            self.check(place)

    def worths(self, positions: Sequence[Position], side: Side) -> list[Worth]:
        """See `rules.worth.Judge`."""
        return [Worth(self.chance(each, side), self.value(each, side)) for each in positions]

    def value(self, position: Position, moved: Side) -> float:
        """What a position is worth, in points, to the side that has just moved."""
        return float(self._part("values")[self._number(position, moved)])

    def chance(self, position: Position, moved: Side) -> float:
        """The chance that the side that has just moved wins."""
        worth = self._part("chances" if "chances" in self._sections else "values")
        return (1.0 + float(worth[self._number(position, moved)])) / 2.0

    def _number(self, position: Position, moved: Side) -> int:
        """See `index.Index.number`; raise `TablebaseError` if the file was written over meanwhile.

        To read where a mapped file was cut off would end the program.
        """
        if not self.is_current:
            raise TablebaseError(f"{self.path} was removed or written over while it was in use")
        own, theirs = (self._find(position.track(side)) for side in (moved, moved.other))
        kind = self._part("class_of")[theirs]
        rank = self._part("rank")[self._part("mask")[own] * self.header.classes + kind]
        return int(self._part("base")[own] + rank + self._part("within")[theirs])

    def _part(self, name: str) -> Section:
        """A section; raise `TablebaseError` where it is missing."""
        if name not in self._sections:
            raise TablebaseError(f"{self.path} has no {name}: {self.advice}")
        return self._sections[name]

    def _find(self, track: Track) -> int:
        """Which configuration a side's checkers are."""
        digit = self.header.law["checkers"] + 1
        code = sum(count * digit**place for place, count in enumerate(track[:-1]))
        return int(self._part("by_code")[bisect_left(self._part("codes"), code)])


_Stamp = tuple[int, int, int]


def _stamp(found: os.stat_result) -> _Stamp:
    """What tells a file from another in its place."""
    return found.st_ino, found.st_size, found.st_mtime_ns


def _mapped(path: Path, advice: str) -> tuple[mmap.mmap, _Stamp]:
    try:
        # A pipe in a file's place would be waited for.
        with open(
            path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)
        ) as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise TablebaseError(f"{path} cannot be read: it is no plain file: {advice}")
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), _stamp(found)
    except (FileNotFoundError, TablebaseError):
        raise
    except PermissionError:
        raise TablebaseError(
            f"{path} cannot be read: give the user who runs minigam the right to read it"
        ) from None
    except OSError as fault:
        raise TablebaseError(f"{path} cannot be read: {fault.strerror}: {advice}") from None
    except ValueError:
        raise TablebaseError(f"{path} is empty: {advice}") from None


def _header(path: Path, data: mmap.mmap, advice: str) -> tuple[Header, int]:
    """The header, and where the sections begin."""
    if data[: len(MAGIC)] != MAGIC:
        raise TablebaseError(f"{path} is not a table that this version reads: {advice}")
    begin = len(MAGIC) + SIZES.size
    if len(data) < begin:
        raise TablebaseError(f"{path} is cut off: {advice}")
    length, checksum = SIZES.unpack_from(data, len(MAGIC))
    if crc32(data[begin : begin + length]) != checksum:
        raise TablebaseError(f"{path} is cut off or damaged: {advice}")
    try:
        header = _checked(Header(**json.loads(data[begin : begin + length])))
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise TablebaseError(f"{path} was made by another version: {advice}") from None
    return header, aligned(begin + length)


def _checked(header: Header) -> Header:
    """A header that can be used; raise `ValueError`, or what Python raises, for another."""
    kinds = {name: kind for name, (kind, _, _) in header.sections.items()}
    if not kinds.items() <= KINDS.items() or header.law.keys() != set(RuleNumbers._fields):
        raise ValueError("expected the sections and the law of this version")
    numbers = [*header.checksums, header.classes, header.positions, *header.law.values()]
    numbers += [number for part in header.sections.values() for number in part[1:]]
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise ValueError("expected whole numbers from 0 on")
    end, _ = header.checksums
    for kind, place, count in header.sections.values():
        if place + count * struct.calcsize(f"<{kind}") > end:
            raise ValueError("a section ends behind the last")
    return header


def aligned(place: int) -> int:
    """The next place where a section can begin.

    >>> aligned(1), aligned(4096)
    (4096, 4096)
    """
    return -(-place // PAGE) * PAGE


class TablebaseStore:
    """The tables in a folder, each opened when it is first asked for."""

    def __init__(self, tables: Path, folder: Path | None = None) -> None:
        """The folder of the tables need not be there.

        `folder`: that of the games, where it is not the usual one: commands in messages name it.
        """
        self.folder = tables
        self._games = folder
        self._open: dict[RuleNumbers, Tablebase] = {}

    @property
    def variants(self) -> tuple[str, ...]:
        """The games that there are tables of, as `RuleSet.variant`; other files do not count."""
        names = sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}"))
        return tuple(name for name in names if self._has(name))

    def _has(self, variant: str) -> bool:
        try:
            return self.has(rules_of_variant(variant))
        except UnknownNameError:
            return False

    def has(self, rules: RuleSet) -> bool:
        """Whether there is a table of a rule set and its options."""
        try:
            self.table(rules)
        except (NoTablebaseError, TablebaseError):
            return False
        return True

    def table(self, rules: RuleSet) -> Tablebase:
        """The table of a rule set and its options.

        Raises `NoTablebaseError` where there is none, `UnsolvableError` where there can be none,
        and `TablebaseError` for a file that cannot be used.
        """
        try:
            law = rule_numbers_of(rules)
        except CannotHoldError as fault:
            raise UnsolvableError(f"there is no table of exact values: {fault}") from None
        if law not in self._open or not self._open[law].is_current:
            self._open[law] = self._opened(rules, law)
        return self._open[law]

    def command(self, rules: RuleSet) -> str:
        """The command that makes the table of a rule set; empty where there can be none."""
        return "" if why_never_solved(rules) else _command(rules.variant, self._games)

    def _opened(self, rules: RuleSet, law: RuleNumbers) -> Tablebase:
        path = self.folder / file_name(rules)
        try:
            table = Tablebase(path, self._games)
        except FileNotFoundError:
            raise NoTablebaseError(
                f"expected a table of exact values at {path}, found none: "
                f"{how_to_build(rules, self._games)}"
            ) from None
        if table.header.law != law._asdict():
            raise TablebaseError(
                f"{path} was made for other rules, those of {table.header.rules}: {table.advice}"
            )
        return table


def how_to_build(rules: RuleSet, data: Path | None = None) -> str:
    """The command that makes a table, in words: one that works here.

    `data`: the folder of the games that the table is for, where it is not the usual one. It is
    named from the root, since `make` runs elsewhere.

    In a clone that is `make`, which installs what solving needs; `minigam` is not on PATH there.
    """
    return _how_to_build(rules.variant, data)


def _how_to_build(variant: str, data: Path | None = None) -> str:
    here = _is_clone() or find_spec("numba")
    install = "" if here else "install `minigam[solver]` with pip, then "
    return f"{install}run `{_command(variant, data)}`"


def _command(variant: str, data: Path | None) -> str:
    options = "--rules " + re.sub(r"-(\w+=)", r" --option \1", variant)
    options += f" --data {shlex.quote(str(data.absolute()))}" if data else ""
    return f'make solve SOLVE="{options}"' if _is_clone() else f"minigam solve {options}"


def _is_clone() -> bool:
    return (_CLONE / "tests" / "setup.sh").exists()
