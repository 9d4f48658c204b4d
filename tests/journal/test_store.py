"""The journal file, looked at from outside: a second connection, other programs, bad days."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from minigam.errors import JournalError, UnknownNameError
from minigam.game.events import (
    Answered,
    Asked,
    Assessed,
    Browsed,
    Chosen,
    Clocked,
    Committed,
    Decided,
    Elapsed,
    Event,
    Felt,
    Flagged,
    Followed,
    Full,
    HandsOff,
    Held,
    Hinted,
    Named,
    Opened,
    Ready,
    Rebuilding,
    Revealed,
    Sealed,
    Shown,
    Stood,
    Tapped,
    Thrown,
    Unknown,
)
from minigam.game.setup import Setup
from minigam.journal.store import Chapter, DamagedGameError, Journal
from minigam.rules.position import Side
from minigam.words import Words

START = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
OPENED = Opened(
    Setup(
        rules_id="minigam-full-entry",
        options=(("second_die", "free"),),
        white="easy",
        hints=True,
        dice="hand",
    ),
    score=(3, 1),
    started=True,
    starter=Side.BLACK,
    crawford_played=True,
)
EVENTS: list[Event] = [
    Committed("0f" * 32),
    Tapped("roll-white", 1_700_000_000_123_456),
    Held("roll+undo"),
    HandsOff(True, "point-3"),
    HandsOff(False),
    Full(True),
    Named(("Ann", "")),
    Browsed(),
    Shown(),
    Ready(Side.BLACK, 1_700_000_000_654_321),
    Thrown(1, (5, 2)),
    Chosen(((0, 5), (5, 2))),
    Chosen(()),
    Followed(1, ((0, 2),)),
    Stood(),
    Rebuilding(Side.BLACK),
    Rebuilding(None),
    Felt("put-right", Words("Put it back."), (("point-3", "missing-white", 2),)),
    Hinted(((1, 1),)),
    Asked(),
    Assessed(1, 0.25, 0.5, "bar/off"),
    Unknown(),
    Answered(False),
    Decided(True),
    Elapsed("pass"),
    Clocked(12_345),
    Flagged(Side.BLACK),
    Revealed(SECRET.hex()),
    Sealed(Side.WHITE, 2, "gammon", "off", 30, 99, "0d" * 32, "0c" * 32),
    Sealed(None, 0, "", "abandoned", 3, 12, "0d" * 32, ""),
]


class Clock:
    """A second later at every look."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    opened = Journal(file, Clock(), new=True)
    yield opened
    opened.close()


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    """What another program reads in the file at this moment."""
    with closing(sqlite3.connect(file)) as other:
        return other.execute(query).fetchall()


def change(file: Path, *statements: str) -> None:
    """What another program does to the file."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)


def as_left_by_a_kill(file: Path, folder: Path) -> Path:
    """A copy of an open database, without the goodbye that a living program says."""
    left = folder / "left"
    left.mkdir()
    for name in (file.name, f"{file.name}-wal"):
        shutil.copy(file.with_name(name), left / name)
    return left / file.name


# What is written


def test_every_kind_of_event_comes_back_as_it_was(journal: Journal, file: Path) -> None:
    assert {type(event) for event in [OPENED, *EVENTS]} == set(get_args(Event))
    chapter = journal.begin(OPENED)
    for event in EVENTS:
        journal.append(chapter, event)
    assert journal.events(chapter) == [OPENED, *EVENTS]
    journal.close()
    with closing(Journal(file, new=True)) as again:
        assert again.events(chapter) == [OPENED, *EVENTS]


def test_a_journal_that_is_gone_is_not_made_again_by_who_looks(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    assert told(lambda: Journal(file)) == f"expected a minigam journal at {file}, got no file"
    assert list(tmp_path.iterdir()) == []


def test_two_games_are_told_apart_and_numbered_each_from_one(journal: Journal, file: Path) -> None:
    assert journal.numbers() == []
    first = journal.begin(OPENED)
    journal.append(first, Shown())
    second = journal.begin(Opened(Setup()))
    journal.append(first, Thrown(1, (6, 6)))
    journal.append(second, Elapsed("dead"))
    assert journal.events(first) == [OPENED, Shown(), Thrown(1, (6, 6))]
    assert journal.events(second) == [Opened(Setup()), Elapsed("dead")]
    assert [journal.chapter(number) for number in journal.numbers()] == [
        Chapter(first, START + timedelta(seconds=1)),
        Chapter(second, START + timedelta(seconds=4)),
    ]
    assert rows(file, "SELECT chapter, number, at FROM event ORDER BY chapter, number") == [
        (first, 1, "2024-02-29T12:00:02.000+00:00"),
        (first, 2, "2024-02-29T12:00:03.000+00:00"),
        (first, 3, "2024-02-29T12:00:06.000+00:00"),
        (second, 1, "2024-02-29T12:00:05.000+00:00"),
        (second, 2, "2024-02-29T12:00:07.000+00:00"),
    ]


def test_what_returned_is_committed(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    for count, event in enumerate(EVENTS, start=2):
        journal.append(chapter, event)
        assert rows(file, "SELECT count(*), max(number) FROM event") == [(count, count)]


def test_a_commit_outlives_the_process(journal: Journal, file: Path, tmp_path: Path) -> None:
    chapter = journal.begin(OPENED)
    journal.append(chapter, Shown())
    with closing(Journal(as_left_by_a_kill(file, tmp_path), new=True)) as again:
        assert again.events(chapter) == [OPENED, Shown()]
        again.append(chapter, Held("undo"))
        assert again.events(chapter) == [OPENED, Shown(), Held("undo")]


def test_the_file_survives_a_pulled_plug_by_its_settings(journal: Journal, file: Path) -> None:
    assert rows(file, "PRAGMA journal_mode") == [("wal",)]
    (full,) = journal._db.execute("PRAGMA synchronous").fetchone()  # known to no one else
    assert full == 2  # https://www.sqlite.org/pragma.html#pragma_synchronous


def test_the_files_are_for_their_owner_only(journal: Journal, tmp_path: Path) -> None:
    journal.begin(OPENED)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(
        ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"], 0o600
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_makes_is_the_folders_owners(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12346)
    with closing(Journal(tmp_path / "journal.sqlite", new=True)) as journal:
        journal.begin(OPENED)
        owners = {(file.stat().st_uid, file.stat().st_gid) for file in tmp_path.iterdir()}
        assert (len(list(tmp_path.iterdir())), owners) == (3, {(12345, 12346)})


def test_a_file_that_was_open_to_all_is_closed_to_them(journal: Journal, file: Path) -> None:
    journal.close()
    file.chmod(0o644)
    Journal(file, new=True).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


# The dice secret


def test_a_secret_is_kept_aside_until_it_is_revealed(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    journal.commit_secret(chapter, Committed("ab" * 32), SECRET)
    journal.append(chapter, Thrown(1, (5, 2)))
    assert journal.secret(chapter) == SECRET
    assert rows(file, "SELECT secret FROM chapter") == [(SECRET,)]
    assert SECRET.hex() not in str(rows(file, "SELECT body FROM event"))

    journal.reveal_secret(chapter, Revealed(SECRET.hex()))
    assert rows(file, "SELECT secret FROM chapter") == [(None,)]
    assert journal.events(chapter) == [
        OPENED, Committed("ab" * 32), Thrown(1, (5, 2)), Revealed(SECRET.hex())
    ]  # fmt: skip
    assert told(lambda: journal.secret(chapter)) == "expected a dice secret for game 1, got none"


def test_each_game_has_a_secret_of_its_own(journal: Journal) -> None:
    first, second = journal.begin(OPENED), journal.begin(OPENED)
    journal.commit_secret(first, Committed("ab" * 32), SECRET)
    journal.commit_secret(second, Committed("cd" * 32), SECRET[::-1])
    journal.reveal_secret(second, Revealed("12"))
    assert journal.secret(first) == SECRET


# What fails


def told(action: Callable[[], object]) -> str:
    with pytest.raises(JournalError) as caught:
        action()
    return str(caught.value)


def damage(action: Callable[[], object]) -> str:
    """What is wrong with the one game; what to do stands behind it."""
    with pytest.raises(DamagedGameError) as caught:
        action()
    assert str(caught.value).startswith(f"{caught.value.damage}. ")
    return caught.value.damage


def failed(file: Path, why: str) -> str:
    return f"the journal {file} cannot be used: {why}; nothing was changed"


def unusable(file: Path, why: str) -> str:
    return f"{failed(file, why)}. Start minigam: it keeps the file aside and recovers its games"


YOURS = "Make it and its folder yours to write, or give another folder with --data"
REFUSED = "CREATE TRIGGER refused BEFORE UPDATE ON chapter BEGIN SELECT RAISE(ABORT, 'no'); END"


def test_a_secret_and_its_promise_are_kept_together_or_not_at_all(
    journal: Journal, file: Path
) -> None:
    chapter = journal.begin(OPENED)
    change(file, REFUSED)
    promise = Committed("ab" * 32)
    assert told(lambda: journal.commit_secret(chapter, promise, SECRET)) == failed(file, "no")
    assert journal.events(chapter) == [OPENED]
    change(file, "DROP TRIGGER refused")
    journal.commit_secret(chapter, promise, SECRET)
    change(file, REFUSED)
    revealed = Revealed(SECRET.hex())
    assert told(lambda: journal.reveal_secret(chapter, revealed)) == failed(file, "no")
    assert journal.events(chapter) == [OPENED, promise]
    assert journal.secret(chapter) == SECRET


def test_a_game_and_its_first_event_too(journal: Journal, file: Path) -> None:
    refused = "CREATE TRIGGER refused BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no'); END"
    change(file, refused)
    assert told(lambda: journal.begin(OPENED)) == failed(file, "no")
    assert journal.numbers() == []


def test_a_full_disk(journal: Journal, file: Path) -> None:
    """SQLite's own limit stands for the disk's."""
    chapter = journal.begin(OPENED)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    long = Elapsed("x" * 10_000)
    why = f"{failed(file, 'database or disk is full')}. Make room on its disk"
    assert told(lambda: journal.append(chapter, long)) == why
    assert journal.events(chapter) == [OPENED]
    journal._db.execute("PRAGMA max_page_count = 1000000")
    journal.append(chapter, long)
    assert journal.events(chapter) == [OPENED, long]


def test_a_journal_that_another_program_keeps_locked(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    journal._db.execute("PRAGMA busy_timeout = 0")
    why = f"{failed(file, 'database is locked')}. Close the other program that uses it, and try"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert told(lambda: journal.append(chapter, Shown())) == f"{why} again"


def test_a_journal_that_cannot_be_written(journal: Journal, file: Path) -> None:
    """SQLite's own setting stands for a read-only disk."""
    chapter = journal.begin(OPENED)
    journal._db.execute("PRAGMA query_only = 1")
    why = failed(file, "attempt to write a readonly database")
    assert told(lambda: journal.append(chapter, Shown())) == f"{why}. {YOURS}"


def test_a_check_writes_nothing(journal: Journal, file: Path) -> None:
    journal.begin(OPENED)
    before = file.with_name(f"{file.name}-wal").read_bytes()
    journal.check()
    assert file.with_name(f"{file.name}-wal").read_bytes() == before
    assert journal.begin(OPENED) == 2


def test_a_check_finds_a_journal_that_cannot_be_written(journal: Journal) -> None:
    journal._db.close()
    with pytest.raises(JournalError, match="was deleted while it was open"):  # its log
        journal.check()


@pytest.mark.parametrize("copied", [True, False])
def test_a_check_finds_a_journal_that_somebody_took_away(
    journal: Journal, file: Path, tmp_path: Path, copied: bool
) -> None:
    """SQLite itself goes on writing where nobody finds it."""
    file.rename(tmp_path / "away")
    if copied:
        shutil.copy(tmp_path / "away", file)
    why = f"was {'replaced' if copied else 'deleted'} while it was open"
    with pytest.raises(JournalError, match=why):
        journal.check()


def test_an_event_of_no_game(journal: Journal, file: Path) -> None:
    why = failed(file, "FOREIGN KEY constraint failed")
    assert told(lambda: journal.append(7, Shown())) == why
    assert rows(file, "SELECT count(*) FROM event") == [(0,)]


def test_no_such_game(journal: Journal) -> None:
    with pytest.raises(UnknownNameError) as caught:
        journal.events(7)
    assert str(caught.value) == "unknown game '7'; expected one of: none yet"
    journal.begin(OPENED)
    journal.begin(OPENED)
    with pytest.raises(UnknownNameError) as caught:
        journal.events(7)
    assert str(caught.value) == "unknown game '7'; expected one of: 1, 2"
    with pytest.raises(UnknownNameError, match=r"unknown game '9{30}'; expected one of: 1, 2"):
        journal.events(int("9" * 30))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "Expecting value: line 1 column 1 (char 0)"),
        ('{"event":"shown"', "Expecting ',' delimiter: line 1 column 17 (char 16)"),
        ('{"event":"shown","by":1}',
         "expected a shown event of [], got {'event': 'shown', 'by': 1}"),
        ('{"event":"nix"}',
         "expected an event with one of opened, tapped, held, asked, handsoff, full, named, "
         "browsed, shown, committed, ready, thrown, chosen, followed, stood, rebuilding, felt, "
         "hinted, assessed, unknown, answered, decided, elapsed, clocked, flagged, revealed, "
         "sealed, got {'event': 'nix'}"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_read(journal: Journal, file: Path, body: str, why: str) -> None:
    chapter = journal.begin(OPENED)
    journal.append(chapter, Shown())
    change(file, f"UPDATE event SET body = '{body}' WHERE number = 2")
    assert (
        damage(lambda: journal.events(chapter)) == f"event 2 of game 1 in {file} is damaged: {why}"
    )


DIGITS = "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; "
NESTED = "maximum recursion depth exceeded while decoding a JSON array from a unicode string"


KINDS = "expected an event with one of opened, tapped, held, asked, handsoff, full, named, "


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f'{{"event":"tapped","input":"roll","at":{"9" * 5000}}}', DIGITS),
        ("[" * 100_000, NESTED),
        (f'"{"x" * 1_000_000}"', KINDS),
        (b"\xff\n\xfe", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (7, KINDS),
        (None, "the JSON object must be str, bytes or bytearray, not NoneType"),
    ],
    ids=["digits", "nesting", "length", "blob", "number", "nothing"],
)
def test_a_body_that_no_journal_writes(
    journal: Journal, file: Path, body: object, why: str
) -> None:
    """In a table rebuilt without our types."""
    chapter = journal.begin(OPENED)
    journal.append(chapter, Shown())
    change(file, "ALTER TABLE event RENAME TO old", "CREATE TABLE event (chapter, number, body)")
    change(file, "INSERT INTO event SELECT chapter, number, body FROM old")
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE event SET body = ? WHERE number = 2", (body,))
    message = damage(lambda: journal.events(chapter))
    assert message.startswith(f"event 2 of game 1 in {file} is damaged: {why}")
    assert (len(message.splitlines()), len(message) < 500) == (1, True)


def test_a_text_that_is_none(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    change(file, "UPDATE event SET body = CAST(x'ff0a' AS TEXT)")
    why = "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"
    assert (
        damage(lambda: journal.events(chapter)) == f"event 1 of game 1 in {file} is damaged: {why}"
    )


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([], "expected a chapter's events, got none"),
        ([Thrown(1, (5, 2))], "expected one `opened` event, at the start; got Thrown("),
        ([Opened(Setup()), Thrown(2, (5, 2))], "expected throw 1, got Thrown("),
    ],
)
def test_events_that_cannot_follow_each_other(
    journal: Journal, file: Path, events: list[Event], why: str
) -> None:
    chapter = journal.begin(OPENED)
    change(file, "DELETE FROM event")
    for event in events:
        journal.append(chapter, event)
    message = damage(lambda: journal.state(chapter))
    assert message.startswith(f"game 1 in {file} is damaged: {why}")


def test_a_damaged_game_says_what_to_do(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    change(file, "DELETE FROM event")
    assert told(lambda: journal.state(chapter)) == (
        f"game 1 in {file} is damaged: expected a chapter's events, got none. If another version "
        "of minigam wrote it, use that one; `minigam rescue FOLDER` writes what can be read of it"
    )


@pytest.mark.parametrize(
    ("opened_at", "why"),
    [
        ("'a Monday'", "Invalid isoformat string: 'a Monday'"),
        ("'0001-01-01'", ""),  # what is wrong with it depends on the time zone
        ("'0001-01-01T00:00:00+14:00'", "date value out of range"),
        ("'9999-12-31T23:59:59+00:00'", "expected a time from 1970 to 9998, got 9999-12-31 23"),
        ("CAST(x'ff' AS TEXT)", "'utf-8' codec can't decode byte 0xff in position 0: invalid"),
    ],
)
def test_a_game_that_cannot_be_listed(
    journal: Journal, file: Path, opened_at: str, why: str
) -> None:
    journal.begin(OPENED)
    change(file, f"UPDATE chapter SET opened_at = {opened_at}")
    message = damage(lambda: journal.chapter(1))
    assert message.startswith(f"game 1 in {file} is damaged: {why}")
    assert journal.events(1) == [OPENED]


# Files that are no journal, or no longer


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def refusal(file: Path) -> str:
    """Why the file is refused; nothing in its folder has changed, and no file was added."""
    before = contents(file.parent)
    message = told(lambda: Journal(file, new=True))
    assert contents(file.parent) == before
    return message


def test_a_journal_cut_short_anywhere_is_refused_or_found_out(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    for event in EVENTS:
        journal.append(chapter, event)
    journal.close()
    whole, expected = file.read_bytes(), [OPENED, *EVENTS]
    for length in [*range(15, len(whole), 997), *range(4096, len(whole), 4096)]:
        file.write_bytes(whole[:length])
        why = "file is not a database" if length < 20 else "database disk image is malformed"
        found = events_or_reason(file, chapter)
        if length < 20:
            assert found == unusable(file, why)
        elif isinstance(found, str):
            damaged = f"game {chapter} in {file} is damaged: "
            assert found == unusable(file, why) or found.startswith(damaged)
        else:  # what is gone was of no game, or all is gone, which is no game
            assert found in (expected, [])


def events_or_reason(file: Path, chapter: int) -> list[Event] | str:
    try:
        return all_events(file, chapter)
    except JournalError as fault:
        return str(fault)


def all_events(file: Path, chapter: int) -> list[Event]:
    with closing(Journal(file, new=True)) as journal:
        return journal.events(chapter)


def test_another_programs_database_is_left_alone(file: Path) -> None:
    change(file, "CREATE TABLE recipe (title TEXT)", "INSERT INTO recipe VALUES ('soup')")
    assert refusal(file) == f"expected a minigam journal at {file}, got another database"


def test_also_what_it_left_in_a_side_file_when_it_was_killed(file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE recipe (title TEXT)")
        left = as_left_by_a_kill(file, tmp_path)
    sides = [left, left.with_name(f"{file.name}-wal")]
    before = [side.read_bytes() for side in sides]
    message = told(lambda: Journal(left, new=True))
    assert message == f"expected a minigam journal at {left}, got another database"
    assert [side.read_bytes() for side in sides] == before


def test_a_journal_from_a_newer_version(journal: Journal, file: Path) -> None:
    journal.begin(OPENED)
    journal.close()
    change(file, "PRAGMA user_version = 4")
    assert refusal(file) == (
        f"expected a journal of version 3 at {file}, got version 4: "
        "use the minigam that wrote it, or a newer one"
    )


def test_a_text_file(file: Path) -> None:
    file.write_text("Dear diary, today we played backgammon. " * 30)
    assert refusal(file) == unusable(file, "file is not a database")


def test_a_page_that_was_overwritten(journal: Journal, file: Path) -> None:
    """Found when it is read; games on other pages can be."""
    chapter = journal.begin(OPENED)
    journal.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:-4096] + bytes([255]) * 4096)
    with closing(Journal(file)) as damaged:
        assert damaged.numbers() == [chapter]
        why = f"game {chapter} in {file} is damaged: database disk image is malformed"
        assert damage(lambda: damaged.events(chapter)) == why


def test_an_event_that_is_missing(journal: Journal, file: Path) -> None:
    chapter = journal.begin(OPENED)
    for event in EVENTS[:3]:
        journal.append(chapter, event)
    change(file, "DELETE FROM event WHERE number = 2")
    why = f"game {chapter} in {file} is damaged: event 2 is missing"
    assert damage(lambda: journal.events(chapter)) == why


def test_the_last_games_of_a_board_are_found_among_all_others(journal: Journal) -> None:
    felt = Opened(Setup(felt=True))
    imported = Opened(Setup(), imported=True)
    for opened in (OPENED, felt, OPENED, imported, OPENED, imported):
        journal.begin(opened)
    assert journal.last_of(6, feels=False, most=2) == [5, 3]
    assert journal.last_of(6, feels=True, most=2) == [2]
    assert journal.last_of(24, feels=False, most=2) == []


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize("copied", [True, False])
def test_nothing_is_said_to_be_safe_that_went_where_nobody_finds_it(
    journal: Journal, file: Path, tmp_path: Path, ending: str, copied: bool
) -> None:
    chapter = journal.begin(OPENED)
    there = file.with_name(f"{file.name}{ending}")
    there.rename(tmp_path / "away")
    if copied:
        shutil.copy(tmp_path / "away", there)
    done = "replaced" if copied else "deleted"
    message = told(lambda: journal.append(chapter, Shown()))
    assert message.startswith(f"the journal {there} was {done} while it was open: start minigam")


@pytest.mark.parametrize("ending", ["", "-journal", "-wal", "-shm"])
def test_what_is_no_plain_file_is_not_touched(tmp_path: Path, ending: str) -> None:
    mine, file = tmp_path / "mine", tmp_path / "journal.sqlite"
    mine.touch(mode=0o644)
    there = tmp_path / f"journal.sqlite{ending}"
    for make, kind in (
        (there.mkdir, "a folder"),
        (partial(there.symlink_to, mine), "a symbolic link"),
        (partial(os.mkfifo, there), "a pipe"),
    ):
        make()
        before = there.lstat()
        message = f"expected a plain file at {there}, got {kind}: move it aside"
        assert told(lambda: Journal(file, new=True)) == message
        assert there.lstat() == before
        there.rename(there.with_name(kind))
    assert (mine.read_bytes(), stat.S_IMODE(mine.stat().st_mode)) == (b"", 0o644)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "none" / "journal.sqlite"
    why = f"[Errno 2] No such file or directory: '{file}'"
    assert told(lambda: Journal(file, new=True)) == f"{failed(file, why)}. {YOURS}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("begun", [[], ["PRAGMA journal_mode = WAL"]], ids=["file", "header"])
def test_a_journal_whose_making_was_cut_off_is_made_again(file: Path, begun: list[str]) -> None:
    file.touch()
    change(file, *begun)
    with closing(Journal(file, new=True)) as journal:
        assert journal.events(journal.begin(OPENED)) == [OPENED]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER known AFTER UPDATE OF secret ON chapter BEGIN SELECT 1; END",
        "CREATE VIEW known AS SELECT 1",
    ],
)
def test_a_journal_that_does_something_by_itself_is_none(file: Path, statement: str) -> None:
    """A trigger in a backup could choose the dice of every game to come."""
    Journal(file, new=True).close()
    with closing(sqlite3.connect(file)) as db:
        db.execute(statement)
        db.commit()
    assert refusal(file) == (
        f"expected tables and indexes in the journal {file}, got 'known', which could change what "
        "is written: somebody has put it there"
    )
