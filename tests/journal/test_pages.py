"""The reader of a file's pages, compared with SQLite itself on sound files."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from minigam.journal.pages import Row
from minigam.journal.salvage import Rows, log_of, pages_of
from minigam.journal.store import FILE_NAME
from minigam.journal.wal import Log, checksum, read_log
from tests.journal.corruptions import FRAME, Original, closed, killed
from tests.journal.tampering import sql

Found = dict[str, list[tuple[object, ...]]]
QUERIES = {
    "game": "SELECT id, opened_at, secret, packed, starred, board FROM game ORDER BY id",
    "summary": "SELECT game, opened_at, body FROM summary ORDER BY game",
    "action": "SELECT * FROM action ORDER BY game, number",
    "meeting": "SELECT game, id, number, kept FROM meeting ORDER BY game",
    "agreement": "SELECT board, body FROM agreement ORDER BY board",
}


def by_pages(path: Path) -> Found:
    found: dict[str, dict[tuple[object, ...], tuple[object, ...]]] = {name: {} for name in QUERIES}

    def take(name: str, row: Row) -> None:
        rowid, values = row.rowid, row.values
        keyed = rowid is not None and values[0] is None
        whole = (rowid, *values[1:]) if keyed else values
        found[name][whole[:2]] = whole

    whole = path.read_bytes()
    rows = Rows(pages_of(lambda at, size: whole[at : at + size], len(whole), log_of(path)))
    rows.read(take)
    assert rows.broken == set()
    return {name: [each[key] for key in sorted(each, key=str)] for name, each in found.items()}


def by_sqlite(path: Path, queries: dict[str, str] = QUERIES) -> Found:
    return {
        name: sorted(sql(path, query), key=lambda row: str(row[:2]))
        for name, query in queries.items()
    }


@pytest.mark.parametrize("make", [closed, killed])
def test_pages_say_what_sqlite_says(make: Callable[[Path], Original], memory: Path) -> None:
    original = make(memory / f"pages-{make.__name__}")
    found = by_pages(original.main)
    assert found == by_sqlite(original.main)


def test_rows_of_every_length_and_kind(tmp_path: Path) -> None:
    """Also those whose rest is on other pages, and numbers of every size."""
    path, chance = tmp_path / FILE_NAME, Random(1)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY, at TEXT, a BLOB, b BLOB, c INT, d)")
        db.execute("CREATE TABLE summary (game INTEGER PRIMARY KEY, opened_at TEXT, body TEXT)")
        db.execute(
            "CREATE TABLE action (game INT, number INT, at TEXT, body TEXT, link TEXT,"
            " PRIMARY KEY (game, number)) WITHOUT ROWID"
        )
        db.execute("CREATE TABLE agreement (board TEXT PRIMARY KEY, body TEXT)")
        db.execute(
            "CREATE TABLE meeting (game INTEGER PRIMARY KEY, id TEXT, number INT, kept TEXT)"
        )
        for number in range(1, 400):
            length = chance.choice((0, 1, 900, 1002, 4061, 4062, 9000, 40_000))
            secret = chance.randbytes(length) if length else None
            starred = chance.choice((0, 1, 127, 128, 2**15, 2**23, 2**31, 2**47, -1, 2**52))
            row = (number * 7, "at", secret, None, starred, None)
            db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)", row)
            body = "ü" * (length // 3)
            action = (number, -number, "at", body, "e" * chance.choice((0, 64)))
            db.execute("INSERT INTO action VALUES (?, ?, ?, ?, ?)", action)
            db.execute("INSERT INTO summary VALUES (?, ?, ?)", (number, "at", body))
            db.execute("INSERT INTO agreement VALUES (?, ?)", (f"board {number}", body))
            meeting = (number, "0c" * 16, starred, body if length else None)
            db.execute("INSERT INTO meeting VALUES (?, ?, ?, ?)", meeting)
    assert by_pages(path) == by_sqlite(path, {**QUERIES, "game": "SELECT * FROM game"})


# ---- The log -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log(memory: Path) -> bytes:
    return killed(Path(mkdtemp(dir=memory)) / "log").log.read_bytes()


def test_a_sound_log(log: bytes) -> None:
    found = read_log(log, 4096)
    assert (found.size, found.damaged) == (4096, False)
    assert found.pages.keys() <= set(range(1, found.count + 1))


def test_a_log_that_a_pulled_plug_has_cut_off_is_not_damaged(log: bytes) -> None:
    for length in range(0, len(log), 1999):
        assert not read_log(log[:length], 4096).damaged


@pytest.mark.parametrize(
    "damage",
    [lambda frame: frame[:2000] + bytes([frame[2000] ^ 1]) + frame[2001:], lambda _: bytes(FRAME)],
    ids=["flipped", "lost"],
)
def test_a_damaged_frame_within_loses_no_other(
    log: bytes, damage: Callable[[bytes], bytes]
) -> None:
    whole = read_log(log, 4096)
    frames = (len(log) - 32) // FRAME
    for start in range(32, 32 + FRAME * (frames // 2), FRAME):
        end = start + FRAME
        found = read_log(log[:start] + damage(log[start:end]) + log[end:], 4096)
        same = [number for number, page in whole.pages.items() if found.pages.get(number) == page]
        assert found.damaged
        assert len(same) >= len(whole.pages) - 1


def test_a_frame_whose_checksum_is_damaged_loses_nothing(log: bytes) -> None:
    whole = read_log(log, 4096)
    for at in range((len(log) - 32) // FRAME // 2):
        data = bytearray(log)
        data[32 + FRAME * at + 16] ^= 1
        assert read_log(bytes(data), 4096) == replace(whole, damaged=True)


@pytest.mark.parametrize("at", range(32))
def test_a_damaged_header_loses_nothing(log: bytes, at: int) -> None:
    data = bytearray(log)
    data[at] ^= 0x10
    found = read_log(bytes(data), 4096)
    assert (found.pages, found.damaged) == (read_log(log, 4096).pages, True)


def test_what_is_no_log() -> None:
    assert read_log(b"", 4096) == Log()
    assert read_log(bytes(9000), 4096) == Log(size=4096)
    assert checksum(b"", "<", (1, 2)) == (1, 2)
