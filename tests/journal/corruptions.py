"""Everything that may happen to the files of a journal, and which of its games it has touched.

Which games a change touches is found without the code that recovers them: by looking for what only
one game's rows hold in the bytes that were changed.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from minigam.journal.packing import unpack
from minigam.journal.retention import summarize_and_pack
from minigam.journal.store import FILE_NAME, Journal
from tests.docs.sample import Sample, resigned, unfinished
from tests.journal.tampering import abandoned, doubled, named, sql, write_games

PAGE = 4096
FRAME = PAGE + 24
Bytes = bytearray
AGREED_AT, AGREED = "24", {"setup": "whatever was agreed last", "left": 4}
"""At a board that no test plays on."""
AGREED_TEXT = b"whatever was agreed last"
PIECE = 24
"""Bytes of a packed game that no other one has."""


Stored = tuple[list[bytes], bytes | None, str | None]
"""A game's actions, its secret, and its kind of board."""


@dataclass(frozen=True)
class Original:
    """A journal, whole, in a folder: closed, or as it is while it is open."""

    folder: Path
    games: dict[int, Stored]
    marks: dict[int, list[bytes]]
    """What only this game's rows hold, wherever in the files that is."""

    @property
    def main(self) -> Path:
        return self.folder / FILE_NAME

    @property
    def log(self) -> Path:
        return self.folder / f"{FILE_NAME}-wal"


def closed(folder: Path) -> Original:
    """A journal whose daemon was ended: all is in one file; some games are packed."""
    write_games(folder)
    with closing(Journal(folder / FILE_NAME)) as journal:
        for number in range(1, 4):  # more pages than one in each table
            for make in (abandoned, doubled):
                summarize_and_pack(journal, _kept(make(), journal, number))
        for make in (abandoned, named, unfinished):
            _kept(make(), journal, 9)
        journal.agree(AGREED_AT, AGREED)
    return _described(folder)


def killed(folder: Path) -> Original:
    """One whose daemon was killed: the newest commits are in the log, others not yet."""
    opened = folder.with_name(f"{folder.name}-open")
    write_games(opened)
    with closing(Journal(opened / FILE_NAME)) as journal:
        with journal.reading() as db:
            db.execute("PRAGMA wal_autocheckpoint = 40")
        for make in (abandoned, doubled, named):
            summarize_and_pack(journal, _kept(make(), journal, 8))
        _kept(resigned(), journal, 8)
        _kept(unfinished(), journal, 8)
        journal.agree(AGREED_AT, AGREED)
        shutil.copytree(opened, folder)
    return _described(folder)


def _kept(game: Sample, journal: Journal, salt: int) -> int:
    """A game as the daemon writes it, at times of its own; its number."""
    journal._now = lambda: game.began.replace(
        microsecond=1000 * len(journal.numbers()), year=2026 + salt
    )
    game._write(journal)
    return journal.numbers()[-1]


def _described(folder: Path) -> Original:
    look = folder.with_name(f"{folder.name}-look")
    shutil.copytree(folder, look)
    rows = sql(look / FILE_NAME, "SELECT id, opened_at, secret, packed, board FROM game")
    actions = sql(look / FILE_NAME, "SELECT game, at, body FROM action ORDER BY game, number")
    games, marks = dict[int, Stored](), dict[int, list[bytes]]()
    for number, opened_at, secret, packed, board in rows:
        own = [(at, body) for game, at, body in actions if game == number]
        bodies = [row[1] for row in (unpack(packed) if packed else own)]
        games[number] = ([body.encode() for body in bodies], secret, board)
        marks[number] = [f"{at}{body}".encode()[:80] for at, body in own]
        marks[number] += [
            packed[at : at + PIECE] for at in range(0, len(packed or b"") - PIECE, PIECE)
        ]
        marks[number] += [opened_at.encode(), *([secret] if secret else [])]
    return Original(folder, games, marks)


# ---- What happens to it --------------------------------------------------------------------------


@dataclass(frozen=True)
class Corruption:
    """What was done, in words, and the bytes that were lost by it."""

    what: str
    lost: tuple[bytes, ...] = ()


def corrupted(original: Original, folder: Path, chance: Random) -> Corruption:
    """A copy of a journal to which something of `CLOSED` or `LOGGED` has happened."""
    shutil.copytree(original.folder, folder)
    kinds = [*CLOSED, *(LOGGED if original.log.exists() else ())]
    return chance.choice(kinds)(folder, chance)


def bit(data: Bytes, chance: Random) -> list[slice]:
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)
    return [slice(at, at + 1)]


def bits(data: Bytes, chance: Random) -> list[slice]:
    return [found for _ in range(chance.randint(2, 20)) for found in bit(data, chance)]


def header(data: Bytes, chance: Random) -> list[slice]:
    at = chance.randrange(min(100, len(data)))
    data[at] = chance.randrange(256)
    return [slice(at, at + 1)]


def _page(data: Bytes, chance: Random) -> slice:
    at = chance.randrange(max(1, len(data) // PAGE)) * PAGE
    return slice(at, min(at + PAGE, len(data)))


def zero(data: Bytes, chance: Random) -> list[slice]:
    page = _page(data, chance)
    data[page] = bytes(len(data[page]))
    return [page]


def noise(data: Bytes, chance: Random) -> list[slice]:
    page = _page(data, chance)
    data[page] = chance.randbytes(len(data[page]))
    return [page]


def swapped(data: Bytes, chance: Random) -> list[slice]:
    one, other = _page(data, chance), _page(data, chance)
    if len(data[one]) == len(data[other]):
        data[one], data[other] = data[other], data[one]
    return [one, other]


def doubled_page(data: Bytes, chance: Random) -> list[slice]:
    one, other = _page(data, chance), _page(data, chance)
    if len(data[one]) == len(data[other]):
        data[one] = data[other]
    return [one]


def cut(data: Bytes, chance: Random) -> list[slice]:
    at, end = chance.randrange(len(data)), len(data)
    del data[at:]
    return [slice(at, end)]


def stretched(data: Bytes, chance: Random) -> list[slice]:
    data += chance.randbytes(chance.randrange(1, 3 * PAGE))
    return []


CHANGES = (bit, bit, bits, header, zero, noise, swapped, doubled_page, cut, stretched)
Kind = Callable[[Path, Random], Corruption]


def _changed(ending: str) -> Kind:
    """One of `CHANGES` to a file; every page or frame of which a byte was changed is lost."""

    def changed(folder: Path, chance: Random) -> Corruption:
        path, change = folder / f"{FILE_NAME}{ending}", chance.choice(CHANGES)
        old = path.read_bytes()
        new = Bytes(old)
        parts = change(new, chance)
        path.write_bytes(new)
        size, start = (FRAME, 32) if ending == "-wal" else (PAGE, 0)
        pages = {
            page
            for part in parts
            for page in range((part.start - start) // size, (part.stop - 1 - start) // size + 1)
        }
        ends = ((start + size * page, start + size * (page + 1)) for page in sorted(pages))
        lost = tuple(old[max(0, begin) : end] for begin, end in ends)
        return Corruption(f"{path.name}: {change.__name__} {parts}", lost)

    return changed


def _replaced(what: str, make: Callable[[Path, Random], object], *endings: str) -> Kind:
    """One of the journal's files is something else, or nothing."""

    def replaced(folder: Path, chance: Random) -> Corruption:
        path = folder / f"{FILE_NAME}{chance.choice(endings)}"
        lost = path.read_bytes() if path.exists() else b""
        path.unlink(missing_ok=True)
        make(path, chance)
        return Corruption(f"{path.name}: {what}", (lost,))

    return replaced


def another_database(path: Path, _: Random) -> None:
    """Made elsewhere: SQLite would take the journal's log for its own."""
    other = path.with_name("other")
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("CREATE TABLE action (song TEXT, length INTEGER)")
        db.executemany("INSERT INTO action VALUES (?, ?)", [("la" * 300, at) for at in range(99)])
    other.rename(path)


def text(path: Path, chance: Random) -> None:
    path.write_bytes(b"my shopping list\n" * chance.randint(1, 900))


def filled(path: Path, chance: Random) -> None:
    path.write_bytes(chance.randbytes(chance.randrange(1, 9 * PAGE)))


ANY = ("", "", "-wal", "-shm", "-journal")
CLOSED: tuple[Kind, ...] = (
    *(_changed(""),) * 14,
    _replaced("deleted", lambda _path, _: None, ""),
    _replaced("emptied", lambda path, _: path.touch(), ""),
    _replaced("a text", text, ""),
    _replaced("another database", another_database, ""),
    _replaced("a folder", lambda path, _: path.mkdir(), *ANY),
    _replaced("a pipe", lambda path, _: os.mkfifo(path), *ANY),
    _replaced("a link to nowhere", lambda path, _: path.symlink_to("elsewhere"), *ANY),
    _replaced("filled, though it should not be there", filled, "-shm", "-journal"),
    _replaced("filled", filled, "-wal"),
)
LOGGED: tuple[Kind, ...] = (
    *(_changed("-wal"),) * 10,
    _replaced("deleted", lambda _path, _: None, "-wal"),
)


def touched(original: Original, corruption: Corruption) -> set[int]:
    """The games of which something was in what is lost."""
    return {
        number
        for number, marks in original.marks.items()
        if any(mark in lost for lost in corruption.lost for mark in marks)
    }


def agreement_touched(original: Original, corruption: Corruption) -> bool:
    """Whether what was agreed is in what is lost, or what says where that is, or that it is safe.

    In a log these are the frame behind it, which ends its transaction, and the one before it, which
    ends another: without that, both look like one that a pulled plug has cut off.
    """
    marks = [AGREED_TEXT, b"CREATE TABLE agreement"]
    if original.log.exists():
        log = original.log.read_bytes()
        frame = (log.index(AGREED_TEXT) - 32) // FRAME
        marks += [log[32 + FRAME * at :][:24] for at in (frame - 1, frame + 1)]
    return any(mark in lost for lost in corruption.lost for mark in marks)
