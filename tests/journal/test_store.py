"""The journal file, looked at from outside: a second connection, other programs, bad days."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from minigam.errors import JournalError, UnknownNameError
from minigam.journal.importing import add_games
from minigam.journal.schema import board_key
from minigam.journal.store import DamagedGameError, Journal, Listed
from minigam.rules.action_json import NAMES
from minigam.rules.actions import (
    Abandoned,
    Action,
    Begun,
    Committed,
    Confirmed,
    Revealed,
    Rolled,
    StepTakenBack,
)
from minigam.rules.terms import Terms
from tests.journal.corpus import FOLDER, load
from tests.journal.tampering import fit_links, sql

START = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
BOARD = board_key(6, False)
BEGUN, *ACTIONS = load(FOLDER / "taken-back.jsonl")
OTHER = Begun(Terms("minigam"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    """By its clock it is a second later at every look."""
    times = (START + timedelta(seconds=seconds) for seconds in count(1))
    with closing(Journal(file, lambda: next(times), new=True)) as opened:
        yield opened


def as_left_by_a_kill(file: Path, folder: Path) -> Path:
    """A copy of an open database, without the goodbye that a living program says."""
    left = folder / "left"
    left.mkdir()
    for name in (file.name, f"{file.name}-wal"):
        shutil.copy(file.with_name(name), left / name)
    return left / file.name


# What is written


def test_a_journal_that_is_gone_is_not_made_again_by_who_looks(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    assert told(lambda: Journal(file)) == f"expected a minigam journal at {file}, got no file"
    assert list(tmp_path.iterdir()) == []


def test_two_games_are_told_apart_and_numbered_each_from_one(journal: Journal, file: Path) -> None:
    assert (journal.numbers(), journal.next_number) == ([], 1)
    first = journal.begin([BEGUN], BOARD)
    journal.append(first, [Confirmed()])
    second = journal.begin([OTHER], BOARD)
    journal.append(first, [Rolled((6, 6))])
    journal.append(second, [Abandoned()])
    assert journal.actions(first) == [BEGUN, Confirmed(), Rolled((6, 6))]
    assert journal.actions(second) == [OTHER, Abandoned()]
    assert journal.next_number == 3
    assert [journal.listed(number) for number in journal.numbers()] == [
        Listed(first, START + timedelta(seconds=1)),
        Listed(second, START + timedelta(seconds=4)),
    ]
    assert sql(file, "SELECT game, number, at FROM action ORDER BY game, number") == [
        (first, 1, "2024-02-29T12:00:02.000+00:00"),
        (first, 2, "2024-02-29T12:00:03.000+00:00"),
        (first, 3, "2024-02-29T12:00:06.000+00:00"),
        (second, 1, "2024-02-29T12:00:05.000+00:00"),
        (second, 2, "2024-02-29T12:00:07.000+00:00"),
    ]


def test_what_was_agreed_last_is_kept_for_each_board(journal: Journal, file: Path) -> None:
    agreed = {"setup": {"rules_id": "minigam", "names": ["Zoë", ""]}, "left": None}
    assert journal.agreement(BOARD) is None
    journal.agree(BOARD, {"setup": {}})
    journal.agree(BOARD, agreed)
    journal.agree("24 feels", {"setup": {}})
    assert (journal.agreement(BOARD), journal.agreement("24 feels")) == (agreed, {"setup": {}})
    journal.close()
    with closing(Journal(file)) as again:
        assert again.agreement(BOARD) == agreed
        assert again.numbers() == []


@pytest.mark.parametrize("body", ["", "{", "[" * 100_000, f"[{'9' * 5000}]"])
def test_an_agreement_that_cannot_be_read_is_none(journal: Journal, file: Path, body: str) -> None:
    journal.agree(BOARD, {})
    sql(file, f"UPDATE agreement SET body = '{body}'")
    assert journal.agreement(BOARD) is None


def test_what_returned_is_committed(journal: Journal, file: Path) -> None:
    """Whether actions were decided at once or one by one."""
    number = journal.begin([BEGUN, *ACTIONS[:3]], BOARD)
    for end, action in enumerate(ACTIONS[3:-2], start=5):
        journal.append(number, [action])
        assert sql(file, "SELECT count(*), max(number) FROM action") == [(end, end)]
    journal.append(number, ACTIONS[-2:])
    assert sql(file, "SELECT count(*), max(number) FROM action") == [(len(ACTIONS) + 1,) * 2]
    assert journal.actions(number) == [BEGUN, *ACTIONS]


def test_a_commit_outlives_the_process(journal: Journal, file: Path, tmp_path: Path) -> None:
    number = journal.begin([BEGUN], BOARD)
    journal.append(number, [Confirmed()])
    with closing(Journal(as_left_by_a_kill(file, tmp_path), new=True)) as again:
        assert again.actions(number) == [BEGUN, Confirmed()]
        again.append(number, [StepTakenBack()])
        assert again.actions(number) == [BEGUN, Confirmed(), StepTakenBack()]


def test_the_file_survives_a_pulled_plug_by_its_settings(journal: Journal, file: Path) -> None:
    assert sql(file, "PRAGMA journal_mode") == [("wal",)]
    (full,) = journal._db.execute("PRAGMA synchronous").fetchone()  # known to no one else
    assert full == 2  # https://www.sqlite.org/pragma.html#pragma_synchronous


def test_the_files_are_for_their_owner_only(journal: Journal, file: Path) -> None:
    journal.begin([BEGUN], BOARD)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert modes == dict.fromkeys([file.name, f"{file.name}-wal", f"{file.name}-shm"], 0o600)
    journal.close()
    file.chmod(0o644)
    Journal(file, new=True).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_makes_is_the_folders_owners(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12346)
    with closing(Journal(tmp_path / "journal.sqlite", new=True)) as journal:
        journal.begin([BEGUN], BOARD)
        owners = {(file.stat().st_uid, file.stat().st_gid) for file in tmp_path.iterdir()}
        assert (len(list(tmp_path.iterdir())), owners) == (3, {(12345, 12346)})


# The dice secret


def test_a_secret_is_kept_aside_until_it_is_revealed(journal: Journal, file: Path) -> None:
    number, other = journal.begin([BEGUN], BOARD), journal.begin([BEGUN], BOARD)
    journal.commit_secret(number, Committed("ab" * 32), SECRET)
    journal.commit_secret(other, Committed("cd" * 32), SECRET[::-1])
    journal.append(number, [Rolled((5, 2))])
    assert (journal.secret(number), journal.secret(other)) == (SECRET, SECRET[::-1])
    assert sql(file, "SELECT secret FROM game") == [(SECRET,), (SECRET[::-1],)]
    assert SECRET.hex() not in str(sql(file, "SELECT body FROM action"))

    journal.reveal_secret(number, Revealed(SECRET.hex()))
    assert sql(file, "SELECT secret FROM game") == [(None,), (SECRET[::-1],)]
    assert journal.actions(number) == [
        BEGUN, Committed("ab" * 32), Rolled((5, 2)), Revealed(SECRET.hex())
    ]  # fmt: skip
    assert told(lambda: journal.secret(number)) == "expected a dice secret for game 1, got none"


# What fails


def told(action: Callable[[], object]) -> str:
    with pytest.raises(JournalError) as caught:
        action()
    return str(caught.value)


TO_DO = (
    "If another version of minigam wrote it, use that one; "
    "`minigam rescue FOLDER` writes what can be read of it"
)


def damage(action: Callable[[], object]) -> str:
    """What is wrong with the one game; what to do stands behind it."""
    with pytest.raises(DamagedGameError) as caught:
        action()
    assert str(caught.value) == f"{caught.value.damage}. {TO_DO}"
    return caught.value.damage


def failed(file: Path, why: str) -> str:
    return f"the journal {file} cannot be used: {why}; nothing was changed"


def unusable(file: Path, why: str) -> str:
    return f"{failed(file, why)}. Start minigam: it keeps the file aside and recovers its games"


YOURS = "Make it and its folder yours to write, or give another folder with --data"
REFUSED = "CREATE TRIGGER refused BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'no'); END"


def test_a_secret_and_its_promise_are_kept_together_or_not_at_all(
    journal: Journal, file: Path
) -> None:
    number = journal.begin([BEGUN], BOARD)
    sql(file, REFUSED)
    promise = Committed("ab" * 32)
    assert told(lambda: journal.commit_secret(number, promise, SECRET)) == failed(file, "no")
    assert journal.actions(number) == [BEGUN]
    sql(file, "DROP TRIGGER refused")
    journal.commit_secret(number, promise, SECRET)
    sql(file, REFUSED)
    revealed = Revealed(SECRET.hex())
    assert told(lambda: journal.reveal_secret(number, revealed)) == failed(file, "no")
    assert journal.actions(number) == [BEGUN, promise]
    assert journal.secret(number) == SECRET


def test_a_game_and_its_first_action_too(journal: Journal, file: Path) -> None:
    refused = "CREATE TRIGGER refused BEFORE INSERT ON action BEGIN SELECT RAISE(ABORT, 'no'); END"
    sql(file, refused)
    assert told(lambda: journal.begin([BEGUN], BOARD)) == failed(file, "no")
    assert journal.numbers() == []


def test_a_full_disk(journal: Journal, file: Path) -> None:
    """SQLite's own limit stands for the disk's."""
    number = journal.begin([BEGUN], BOARD)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    long = [Confirmed()] * 1000
    why = f"{failed(file, 'database or disk is full')}. Make room on its disk"
    assert told(lambda: journal.append(number, long)) == why
    assert journal.actions(number) == [BEGUN]
    journal._db.execute("PRAGMA max_page_count = 1000000")
    journal.append(number, long)
    assert journal.actions(number) == [BEGUN, *long]


def test_a_journal_that_another_program_keeps_locked(journal: Journal, file: Path) -> None:
    number = journal.begin([BEGUN], BOARD)
    journal._db.execute("PRAGMA busy_timeout = 0")
    why = f"{failed(file, 'database is locked')}. Close the other program that uses it, and try"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert told(lambda: journal.append(number, [Confirmed()])) == f"{why} again"


def test_a_journal_that_cannot_be_written(journal: Journal, file: Path) -> None:
    """SQLite's own setting stands for a read-only disk."""
    number = journal.begin([BEGUN], BOARD)
    journal._db.execute("PRAGMA query_only = 1")
    why = failed(file, "attempt to write a readonly database")
    assert told(lambda: journal.append(number, [Confirmed()])) == f"{why}. {YOURS}"


def test_a_check_writes_nothing(journal: Journal, file: Path) -> None:
    journal.begin([BEGUN], BOARD)
    log = file.with_name(f"{file.name}-wal")
    before = log.read_bytes()
    journal.check()
    assert log.read_bytes() == before


def test_a_check_finds_a_journal_that_cannot_be_written(journal: Journal) -> None:
    journal._db.close()
    with pytest.raises(JournalError, match="was deleted while it was open"):  # its log
        journal.check()


def test_an_action_of_no_game(journal: Journal, file: Path) -> None:
    why = failed(file, "FOREIGN KEY constraint failed")
    assert told(lambda: journal.append(7, [Confirmed()])) == why
    assert sql(file, "SELECT count(*) FROM action") == [(0,)]


def test_no_such_game(journal: Journal) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown game '7'; expected one of: none yet$"):
        journal.actions(7)
    journal.begin([BEGUN], BOARD)
    journal.begin([BEGUN], BOARD)
    for number in (7, int("9" * 30)):
        with pytest.raises(UnknownNameError, match=f"^unknown game '{number}'; .* one of: 1, 2$"):
            journal.actions(number)


def write_body(file: Path, body: object) -> None:
    """Another body in the place of the second action's, and the link that fits it."""
    sql(file, "UPDATE action SET body = ? WHERE number = 2", body)
    fit_links(file, 1)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "Expecting value: line 1 column 1 (char 0)"),
        ('{"action":"confirm"', "Expecting ',' delimiter: line 1 column 20 (char 19)"),
        ('{"action":"confirm"}', "expected 'confirm' of version 1, got None"),
        ('{"action":"confirm","v":2}', "expected 'confirm' of version 1, got 2"),
        ('{"action":"confirm","v":true}', "expected 'confirm' of version 1, got True"),
        ('{"action":"confirm","v":1,"by":1}',
         "expected 'confirm', got {'action': 'confirm', 'v': 1, 'by': 1}: 'by'"),
        ('{"action":"nix"}',
         f"expected an action of {', '.join(NAMES)}, got {{'action': 'nix'}}"),
    ],
)  # fmt: skip
def test_an_action_that_cannot_be_read(journal: Journal, file: Path, body: str, why: str) -> None:
    number = journal.begin([BEGUN, Confirmed()], BOARD)
    write_body(file, body)
    message = damage(lambda: journal.actions(number))
    assert message == f"action 2 of game 1 in {file} is damaged: {why}"


NOT_BOUND = "it is not the one that was written after those before it"


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE action SET body = replace(body, '6', '5') WHERE number = 2", 2),
        ("UPDATE action SET body = replace(body, ',', ', ') WHERE number = 1", 1),
        ("UPDATE action SET link = '' WHERE number = 3", 3),
        ("UPDATE action SET link = upper(link) WHERE number = 3", 3),
        ("UPDATE action SET link = (SELECT link FROM action WHERE number = 1) WHERE number = 2", 2),
        ("UPDATE action SET body = CAST(x'ff0a' AS TEXT) WHERE number = 1", 1),
    ],
)
def test_an_action_that_is_not_bound_to_the_one_before(
    journal: Journal, file: Path, statement: str, place: int
) -> None:
    number = journal.begin([BEGUN, Rolled((6, 6)), Confirmed()], BOARD)
    sql(file, statement)
    message = damage(lambda: journal.actions(number))
    assert message == f"action {place} of game 1 in {file} is damaged: {NOT_BOUND}"
    assert damage(lambda: journal.entries(number)) == message


DIGITS = "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; "
NESTED = "maximum recursion depth exceeded while decoding a JSON array from a unicode string"
KINDS = "expected an action of begin, double, take, drop, withdraw, commit, number, promise, "


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f'{{"action":"step","v":1,"source":0,"die":{"9" * 5000}}}', DIGITS),
        ("[" * 100_000, NESTED),
        (f'"{"x" * 1_000_000}"', KINDS),
        (b"\xff\n\xfe", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (7, KINDS),
        (None, "can't concat NoneType to bytes"),
    ],
    ids=["digits", "nesting", "length", "blob", "number", "nothing"],
)
def test_a_body_that_no_journal_writes(
    journal: Journal, file: Path, body: object, why: str
) -> None:
    """In a table rebuilt without our types."""
    number = journal.begin([BEGUN, Confirmed()], BOARD)
    sql(file, "ALTER TABLE action RENAME TO old")
    sql(file, "CREATE TABLE action AS SELECT game, number, body, link FROM old")
    write_body(file, body)
    message = damage(lambda: journal.actions(number))
    assert message.startswith(f"action 2 of game 1 in {file} is damaged: {why}")
    assert (len(message.splitlines()), len(message) < 500) == (1, True)


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        ([], "expected a game's beginning, got None"),
        ([Rolled((5, 2))], "expected a game's beginning, got Rolled("),
        ([OTHER, Rolled((5, 2))], "expected both sides' numbers for the dice before a roll"),
        ([OTHER, OTHER], "expected no such action now, got Begun("),
    ],
)
def test_actions_that_cannot_follow_each_other(
    journal: Journal, file: Path, actions: list[Action], why: str
) -> None:
    number = journal.begin([OTHER], BOARD)
    sql(file, "DELETE FROM action")
    journal.append(number, actions)
    message = damage(lambda: journal.game(number))
    assert message.startswith(f"game 1 in {file} is damaged: {why}")


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
    journal.begin([BEGUN], BOARD)
    sql(file, f"UPDATE game SET opened_at = {opened_at}")
    message = damage(lambda: journal.listed(1))
    assert message.startswith(f"game 1 in {file} is damaged: {why}")
    assert journal.actions(1) == [BEGUN]


# Files that are no journal, or no longer


def refusal(file: Path) -> str:
    """Why the file is refused; nothing in its folder has changed, and no file was added."""

    def contents() -> dict[str, bytes]:
        return {each.name: each.read_bytes() for each in file.parent.iterdir()}

    before = contents()
    message = told(lambda: Journal(file, new=True))
    assert contents() == before
    return message


def test_a_journal_cut_short_anywhere_is_refused_or_found_out(journal: Journal, file: Path) -> None:
    number = journal.begin([BEGUN], BOARD)
    journal.append(number, ACTIONS)
    journal.close()
    whole = file.read_bytes()
    for length in [*range(15, len(whole), 997), *range(4096, len(whole), 4096)]:
        file.write_bytes(whole[:length])
        why = "file is not a database" if length < 20 else "database disk image is malformed"
        try:
            with closing(Journal(file, new=True)) as cut:
                found: list[Action] | str = cut.actions(number)
        except JournalError as fault:
            found = str(fault)
        if length < 20:
            assert found == unusable(file, why)
        elif isinstance(found, str):
            damaged = f"game {number} in {file} is damaged: "
            assert found == unusable(file, why) or found.startswith(damaged)
        else:  # what is gone was of no game, or all is gone, which is no game
            assert found in ([BEGUN, *ACTIONS], [])


def test_another_programs_database_is_left_alone(file: Path) -> None:
    sql(file, "CREATE TABLE recipe AS SELECT 'soup' AS title")
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


@pytest.mark.parametrize("version", [0, 1, 2, 3, 5])
def test_a_journal_of_another_version(journal: Journal, file: Path, version: int) -> None:
    journal.begin([BEGUN], BOARD)
    journal.close()
    sql(file, f"PRAGMA user_version = {version}")
    assert refusal(file) == (
        f"expected a journal of version 4 at {file}, got version {version}: "
        "use the minigam that wrote it, or a newer one"
    )


def test_a_text_file(file: Path) -> None:
    file.write_text("Dear diary, today we played backgammon. " * 30)
    assert refusal(file) == unusable(file, "file is not a database")


def test_a_page_that_was_overwritten(journal: Journal, file: Path) -> None:
    """Found when it is read; games on other pages can be."""
    number = journal.begin([BEGUN], BOARD)
    journal.close()
    ((root,),) = sql(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'action'")
    with file.open("r+b") as pages:
        pages.seek(4096 * (root - 1))
        pages.write(bytes([255]) * 4096)
    with closing(Journal(file)) as damaged:
        assert damaged.numbers() == [number]
        why = f"game {number} in {file} is damaged: database disk image is malformed"
        assert damage(lambda: damaged.actions(number)) == why


def test_an_action_that_is_missing(journal: Journal, file: Path) -> None:
    number = journal.begin([BEGUN, *ACTIONS[:3]], BOARD)
    sql(file, "DELETE FROM action WHERE number = 2")
    why = f"game {number} in {file} is damaged: action 2 is missing"
    assert damage(lambda: journal.actions(number)) == why


def test_the_last_games_of_a_board_are_found_among_all_others(journal: Journal) -> None:
    for board in ("6", "6 feels", "6"):
        journal.begin([BEGUN], board)
    add_games(journal, [("", [BEGUN])])
    journal.begin([BEGUN], "6")
    add_games(journal, [("", [BEGUN])])
    assert journal.last_of("6", most=2) == [5, 3]
    assert journal.last_of("6 feels", most=2) == [2]
    assert journal.last_of("24", most=2) == []


def confirm(journal: Journal) -> None:
    journal.append(1, [Confirmed()])


@pytest.mark.parametrize("do", [Journal.check, confirm])
@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize("copied", [True, False])
def test_nothing_is_said_to_be_safe_that_went_where_nobody_finds_it(
    journal: Journal,
    file: Path,
    tmp_path: Path,
    ending: str,
    copied: bool,
    do: Callable[[Journal], None],
) -> None:
    """SQLite itself goes on writing there."""
    journal.begin([BEGUN], BOARD)
    there = file.with_name(f"{file.name}{ending}")
    there.rename(tmp_path / "away")
    if copied:
        shutil.copy(tmp_path / "away", there)
    done = "replaced" if copied else "deleted"
    message = told(lambda: do(journal))
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


@pytest.mark.parametrize("begun", ["SELECT 1", "PRAGMA journal_mode = WAL"], ids=["file", "header"])
def test_a_journal_whose_making_was_cut_off_is_made_again(file: Path, begun: str) -> None:
    file.touch()
    sql(file, begun)
    with closing(Journal(file, new=True)) as journal:
        assert journal.actions(journal.begin([BEGUN], BOARD)) == [BEGUN]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER known AFTER UPDATE OF secret ON game BEGIN SELECT 1; END",
        "CREATE VIEW known AS SELECT 1",
    ],
)
def test_a_journal_that_does_something_by_itself_is_none(file: Path, statement: str) -> None:
    """A trigger in a backup could choose the dice of every game to come."""
    Journal(file, new=True).close()
    sql(file, statement)
    assert refusal(file) == (
        f"expected tables and indexes in the journal {file}, got 'known', which could change what "
        "is written: somebody has put it there"
    )
