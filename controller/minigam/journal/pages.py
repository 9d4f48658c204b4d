"""Rows from the pages of a SQLite file, also where SQLite itself refuses to read it.

Pure: pages in, rows out. The format: https://www.sqlite.org/fileformat2.html. Only what the journal
needs of it: UTF-8, no reserved bytes, tables with and without rowid. Nothing here raises for
damage: what cannot be read is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Value = int | float | str | bytes | None
MAGIC = b"SQLite format 3\0"
HEADER = 100
"""Bytes of the file's header, before the content of its first page."""
LEAF_TABLE, LEAF_INDEX, INNER_TABLE, INNER_INDEX = 0x0D, 0x0A, 0x05, 0x02
_INNER, _TABLE = {INNER_TABLE, INNER_INDEX}, {LEAF_TABLE, INNER_TABLE}
_FREE = 2
"""A pointer map's entry for a free page; the kinds that have no parent are this and `_ROOT`."""
_ROOT = 1
_KINDS = range(1, 6)
_MAP_ENTRY = 5
"""Bytes of an entry of a pointer map: a kind, and the page above."""
_INTS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of a whole number, by its serial type."""


@dataclass(frozen=True)
class Row:
    """A row of a table; `rowid` is None in a table that has none."""

    rowid: int | None
    values: tuple[Value, ...]


Fits = Callable[[Row], bool]
"""Whether a row has the form of a table's rows."""


@dataclass
class Tree:
    """What was found of a table, from its root on."""

    pages: set[int] = field(default_factory=set)
    whole: bool = True
    """Whether every page of it is as it should be."""


class Pages:
    """A file's pages, numbered from 1; `read` gives `size` bytes, or fewer for a lost page."""

    def __init__(self, read: Callable[[int], bytes], count: int, size: int) -> None:
        """`count`: how many pages there are."""
        self._read = read
        self.count = count
        self._size = size

    def rows(self, number: int) -> tuple[list[Row], bool]:
        """The rows that stand on a page, and whether all of them could be read."""
        page = self._page(number)
        rows, whole = [], True
        for cell in _cells(page, _start(number)):
            row = self._row(page, cell, _kind(page, number))
            if row is None:
                whole = False
            else:
                rows.append(row)
        return rows, whole

    def tree(self, root: int, fits: Fits, take: Callable[[Row], None]) -> Tree:
        """Give a table's rows to `take`, from its root on, as far as its pages are in order."""
        found = Tree()
        kind = _kind(self._page(root), root)
        if kind is None:
            found.whole = False
        else:
            self._grow(found, root, (kind in _TABLE, fits, take), (None, None))
        return found

    def _grow(self, tree: Tree, number: int, asked: _Asked, between: _Between) -> None:
        table, fits, take = asked
        page = self._page(number)
        kind = _kind(page, number)
        rows, whole = self.rows(number) if kind != INNER_TABLE else ([], True)
        inner = self._inner(page, number, rows) if kind in _INNER else []
        keys = [_key(row) for row in rows] or [key for _, key in inner if key is not None]
        fit = kind is not None and (kind in _TABLE) is table and all(map(fits, rows))
        if not fit or number in tree.pages or not _ascend(keys, between):
            tree.whole = False
            return
        tree.whole &= whole
        tree.pages.add(number)
        for row in rows:
            take(row)
        low, high = between
        for child, key in inner:
            self._grow(tree, child, asked, (low, key or high))
            low = key

    def _inner(
        self, page: bytes, number: int, rows: Sequence[Row]
    ) -> list[tuple[int, tuple[int, ...] | None]]:
        """The pages below, each with the key it goes up to; None: the last one."""
        start = _start(number)
        below: list[tuple[int, tuple[int, ...] | None]] = []
        for at, cell in enumerate(_cells(page, start)):
            child = int.from_bytes(page[cell : cell + 4])
            if _kind(page, number) == INNER_TABLE:
                below.append((child, (_varint(page, cell + 4)[0],)))
            else:
                below.append((child, _key(rows[at]) if at < len(rows) else ()))
        return [*below, (int.from_bytes(page[start + 8 : start + 12]), None)]

    def free(self) -> set[int]:
        """The pages that are known to hold nothing any more.

        By the maps of all pages; what no sound map speaks of, by the list of free pages.
        """
        mapped: set[int] = set()
        found: set[int] = set()
        for entries in self._maps():
            mapped |= entries.keys()
            found |= {number for number, kind in entries.items() if kind == _FREE}
        return found | (self._listed() - mapped)

    def _listed(self) -> set[int]:
        found: set[int] = set()
        first = self._page(1)
        trunk = int.from_bytes(first[32:36]) if first.startswith(MAGIC) else 0
        while 1 < trunk <= self.count and trunk not in found:
            page = self._page(trunk)
            found.add(trunk)
            leaves = min(int.from_bytes(page[4:8]), self._size // 4 - 2)
            found |= {int.from_bytes(page[8 + 4 * at : 12 + 4 * at]) for at in range(leaves)}
            trunk = int.from_bytes(page[:4])
        return found

    def _maps(self) -> Iterator[dict[int, int]]:
        """What each sound pointer map says of the pages that follow it: their kinds."""
        entries = self._size // _MAP_ENTRY
        for number in range(2, self.count + 1, entries + 1):
            page, last = self._page(number), min(number + entries, self.count)
            mapped = {
                at: page[_MAP_ENTRY * (at - number - 1) :][:_MAP_ENTRY]
                for at in range(number + 1, last + 1)
            }
            if all(map(self._may_be, mapped.values())):
                yield {at: entry[0] for at, entry in mapped.items()}

    def _may_be(self, entry: bytes) -> bool:
        """Whether a pointer map has such an entry: a damaged map, or another page, has not."""
        above = int.from_bytes(entry[1:])
        has_none = entry[:1] in (bytes([_FREE]), bytes([_ROOT]))
        return (
            len(entry) == _MAP_ENTRY
            and entry[0] in _KINDS
            and (above == 0 if has_none else 0 < above <= self.count)
        )

    def _page(self, number: int) -> bytes:
        page = self._read(number) if 0 < number <= self.count else b""
        return page if len(page) == self._size else bytes(self._size)

    # A row

    def _row(self, page: bytes, cell: int, kind: int | None) -> Row | None:
        try:
            at = cell + 4 if kind in _INNER else cell
            length, at = _varint(page, at)
            rowid = None
            if kind == LEAF_TABLE:
                rowid, at = _varint(page, at)
            return Row(rowid, _values(self._payload(page, at, length, kind == LEAF_TABLE)))
        except (IndexError, ValueError):
            return None

    def _payload(self, page: bytes, at: int, length: int, table: bool) -> bytes:
        """A row's bytes; raise `ValueError` where they are not all there."""
        here = self._on_page(length, table)
        found = page[at : at + here]
        following = int.from_bytes(page[at + here : at + here + 4]) if here < length else 0
        parts, left, seen = [found], length - here, set[int]()
        while left > 0:
            if not 1 < following <= self.count or following in seen:
                raise ValueError("a row's rest is missing")
            seen.add(following)
            more = self._page(following)
            following = int.from_bytes(more[:4])
            parts.append(more[4 : 4 + left])
            left -= len(parts[-1])
        whole = b"".join(parts)
        if len(whole) != length:
            raise ValueError("a row is cut off")
        return whole

    def _on_page(self, length: int, table: bool) -> int:
        """How much of a row stands on the page itself."""
        size = self._size
        most = size - 35 if table else (size - 12) * 64 // 255 - 23
        if length <= most:
            return length
        least = (size - 12) * 32 // 255 - 23
        here = least + (length - least) % (size - 4)
        return here if here <= most else least


_Key = tuple[int, ...]
_Asked = tuple[bool, Fits, Callable[[Row], None]]
"""Whether the tree is of a table with a rowid, the form of its rows, and who takes them."""
_Between = tuple[_Key | None, _Key | None]


def _start(number: int) -> int:
    return HEADER if number == 1 else 0


def _kind(page: bytes, number: int) -> int | None:
    found = page[_start(number)]
    return found if found in _INNER | {LEAF_TABLE, LEAF_INDEX} else None


def _cells(page: bytes, start: int) -> list[int]:
    """Where the rows begin."""
    first = start + (12 if page[start] in _INNER else 8)
    count = int.from_bytes(page[start + 3 : start + 5])
    places = range(first, min(first + 2 * count, len(page) - 1), 2)
    if page[start] not in _INNER | {LEAF_TABLE, LEAF_INDEX}:
        return []
    return [int.from_bytes(page[place : place + 2]) for place in places]


def _key(row: Row) -> _Key:
    """What the rows of a tree are ordered by: the rowid, or the first two columns."""
    if row.rowid is not None:
        return (row.rowid,)
    return tuple(value for value in row.values[:2] if isinstance(value, int))


def _ascend(keys: Sequence[_Key], between: _Between) -> bool:
    """Whether keys are in order, and above and up to what the page over them says."""
    low, high = between
    inside = [*([] if low is None else [low]), *keys]
    ordered = all(one < other for one, other in pairwise(inside))
    return ordered and (high is None or not keys or keys[-1] <= high)


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where it ends; raise `IndexError` at the page's end."""
    value = 0
    for place in range(at, at + 8):
        byte = page[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    value = value << 8 | page[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9


def _values(record: bytes) -> tuple[Value, ...]:
    """The columns of a row; raise `IndexError` or `ValueError` for none."""
    end, at = _varint(record, 0)
    place, found = end, []
    while at < end:
        kind, at = _varint(record, at)
        value, place = _value(record, place, kind)
        found.append(value)
    if at != end or place != len(record):
        raise ValueError("a row's columns are not as long as it is")
    return tuple(found)


def _value(record: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind in _INTS:
        end = at + _INTS[kind]
        return int.from_bytes(record[at:end], signed=True), end
    if kind < 12:
        raise ValueError("the journal has no such values")
    end = at + (kind - 12) // 2
    found = record[at:end]
    return (found.decode("utf-8", "replace") if kind % 2 else found), end
