"""What a board keeps beside a game of a meeting: stored with its actions, found, never lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minigam.errors import JournalError
from minigam.journal.backup import restore_backup, write_backup
from minigam.journal.meetings import MeetingEntry, game_of_meeting, kept_beside, store
from minigam.journal.recovery import sound_journal
from minigam.journal.retention import games_to_summarize, summarize_and_pack
from minigam.journal.salvage import salvage
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerificationCheck, VerifyStatus, verify
from minigam.remote.kept import Kept, check_kept
from minigam.remote.log import Log
from minigam.rules.actions import Action, Begun
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS, terms_of
from tests.remote.hostile import MEETING as OF_KEYS
from tests.remote.replicas import GAME
from tests.rules.two_boards import MEETING, SEEDS, TwoBoards

BOARD = board_key(6, False)
TERMS = Terms("minigam", meeting=MEETING)
KEPT = {"v": 1, "peer": "board-9"}
NOW = datetime(2026, 1, 31, 19, 5, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    with closing(Journal(file, new=True)) as journal:
        yield journal


def played(turns: int = 2, terms: Terms = TERMS) -> list[Action]:
    return TwoBoards(terms, Random(1)).play(turns)


def sql(file: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        return db.execute(query).fetchall()


def whole(turns: int = 10_000) -> tuple[list[Action], Kept]:
    """A game whose boards have keys, and what white's board keeps of black's."""
    actions = played(turns, terms_of("minigam"))
    log = Log.of(actions)
    return actions, Kept(claim=log.claim(GAME, len(log), KEYS[1].sign), peer="board-9")


# ---- Stored and found ----------------------------------------------------------------------------


def test_actions_seed_and_what_is_kept_are_stored_at_once(journal: Journal) -> None:
    begun, promised, *others = played()
    number = store(journal, BOARD, None, MeetingEntry([begun, promised], KEPT, SEEDS[0]))
    assert journal.actions(number) == [begun, promised]
    assert (journal.secret(number), kept_beside(journal, number)) == (SEEDS[0], KEPT)
    assert store(journal, BOARD, number, MeetingEntry(others)) == number
    assert journal.actions(number) == [begun, promised, *others]
    assert (journal.secret(number), kept_beside(journal, number)) == (SEEDS[0], KEPT)
    later = {**KEPT, "peer": "board-10"}
    store(journal, BOARD, number, MeetingEntry(kept=later))
    assert kept_beside(journal, number) == later
    assert journal.actions(number) == [begun, promised, *others]


def test_all_of_it_is_stored_or_nothing(journal: Journal, file: Path) -> None:
    begun, *others = played()
    number = store(journal, BOARD, None, MeetingEntry([begun], KEPT))
    sql(file, "CREATE UNIQUE INDEX one ON meeting (kept)")
    sql(file, "INSERT INTO meeting VALUES (99, '', 1, '{\"v\":2}')")
    with pytest.raises(JournalError):
        store(journal, BOARD, number, MeetingEntry(others, {"v": 2}, SEEDS[0]))
    assert journal.actions(number) == [begun]
    assert kept_beside(journal, number) == KEPT
    assert sql(file, f"SELECT secret FROM game WHERE id = {number}") == [(None,)]


def test_a_game_is_found_by_its_meeting(journal: Journal) -> None:
    second = Terms("minigam", meeting=Meeting(MEETING.id, 2, MEETING.boards))
    one_board = Terms("minigam", meeting=Meeting("ab" * 16, 1, ("ab" * 32, "ab" * 32)))
    journal.begin([Begun(Terms("minigam"))], BOARD)
    numbers = [journal.begin([Begun(terms)], BOARD) for terms in (TERMS, second, one_board)]
    wanted = [(MEETING.id, 1), (MEETING.id, 2), ("ab" * 16, 1)]
    assert [game_of_meeting(journal, *each) for each in wanted] == numbers
    assert game_of_meeting(journal, MEETING.id, 3) is None
    assert game_of_meeting(journal, "ef" * 16, 1) is None
    assert [kept_beside(journal, number) for number in (1, *numbers, 99)] == [None] * 5


@pytest.mark.parametrize("text", [b"?", b"[" * 100_000, b"\x00", b'{"v":"\xff"}'])
def test_what_is_damaged_is_nothing(text: bytes, journal: Journal, file: Path) -> None:
    number = store(journal, BOARD, None, MeetingEntry(played()[:1], KEPT))
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE meeting SET kept = CAST(? AS TEXT)", (text,))
    assert kept_beside(journal, number) is None


# ---- Older journals ------------------------------------------------------------------------------


def older(file: Path) -> bytes:
    """A journal as it was before there were meetings, with a game; all of its pages."""
    with closing(Journal(file, new=True)) as journal:
        journal.begin([Begun(Terms("minigam"))], BOARD)
    sql(file, "DROP TABLE meeting")
    return file.read_bytes()


def test_an_older_journal_gets_the_table_and_loses_nothing(file: Path) -> None:
    older(file)
    before = [sql(file, f"SELECT * FROM {table}") for table in ("game", "action", "agreement")]
    for _ in range(2):
        with closing(sound_journal(file, say=pytest.fail)) as journal:
            assert journal.numbers() == [1]
    after = [sql(file, f"SELECT * FROM {table}") for table in ("game", "action", "agreement")]
    assert after == before
    assert sql(file, "PRAGMA user_version") == [(4,)]
    with closing(Journal(file)) as journal:
        number = store(journal, BOARD, None, MeetingEntry(played()[:1], KEPT))
        assert kept_beside(journal, number) == KEPT


def test_an_older_journal_is_salvaged_without_loss(file: Path, tmp_path: Path) -> None:
    older(file)
    found = salvage(file, tmp_path / "new.sqlite")
    assert (found.games, found.whole) == (1, True)


def test_an_older_backup_is_put_back(file: Path, tmp_path: Path) -> None:
    older(file)
    backup = write_backup(tmp_path, tmp_path, "0.1.0", NOW)
    data = tmp_path / "other"
    data.mkdir()
    restore_backup(backup, data, NOW)
    with closing(Journal(data / FILE_NAME)) as journal:
        assert (journal.numbers(), game_of_meeting(journal, MEETING.id, 1)) == ([1], None)


# ---- Backup, damage ------------------------------------------------------------------------------


def test_a_backup_has_it(journal: Journal, tmp_path: Path) -> None:
    store(journal, BOARD, None, MeetingEntry(played(), KEPT, SEEDS[0]))
    backup = write_backup(tmp_path, tmp_path, "0.1.0", NOW)
    data = tmp_path / "other"
    data.mkdir()
    restore_backup(backup, data, NOW)
    with closing(Journal(data / FILE_NAME)) as other:
        assert game_of_meeting(other, MEETING.id, 1) == 1
        assert (kept_beside(other, 1), other.secret(1)) == (KEPT, SEEDS[0])


def test_it_is_salvaged_from_a_damaged_file(journal: Journal, file: Path, tmp_path: Path) -> None:
    store(journal, BOARD, None, MeetingEntry(played(), KEPT, SEEDS[0]))
    journal.close()
    file.write_bytes(bytes(100) + file.read_bytes()[100:])
    salvage(file, tmp_path / "new.sqlite")
    with closing(Journal(tmp_path / "new.sqlite")) as new:
        assert game_of_meeting(new, MEETING.id, 1) == 1
        assert (kept_beside(new, 1), new.secret(1)) == (KEPT, SEEDS[0])
        assert new.actions(1) == played()


def test_where_its_page_is_lost_the_game_is_still_found(journal: Journal, file: Path) -> None:
    store(journal, BOARD, None, MeetingEntry(played(), KEPT, SEEDS[0]))
    journal.close()
    ((root,),) = sql(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'meeting'")
    pages = bytearray(file.read_bytes())
    pages[4096 * (root - 1) : 4096 * root] = bytes([255]) * 4096
    file.write_bytes(pages)
    with closing(sound_journal(file, say=lambda _: None)) as new:
        assert game_of_meeting(new, MEETING.id, 1) == 1
        assert (kept_beside(new, 1), new.secret(1)) == (None, SEEDS[0])


# ---- Retention -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_a_game_between_two_boards_that_goes_on_is_not_put_away(
    count: int, journal: Journal
) -> None:
    actions = played()[:count]
    number = store(journal, BOARD, None, MeetingEntry(actions, KEPT, SEEDS[0]))
    summarize_and_pack(journal, number)
    assert journal.value("SELECT packed FROM game") is None
    assert journal.actions(number) == actions
    assert (kept_beside(journal, number), journal.secret(number)) == (KEPT, SEEDS[0])
    assert games_to_summarize(journal, number + 1) == []


def test_one_that_is_over_but_not_closed_is_not_packed(journal: Journal) -> None:
    *actions, closed = played(10_000)
    number = store(journal, BOARD, None, MeetingEntry(actions, KEPT))
    summarize_and_pack(journal, number)
    assert journal.value("SELECT packed FROM game") is None
    store(journal, BOARD, number, MeetingEntry([closed]))
    summarize_and_pack(journal, number)
    assert journal.value("SELECT packed FROM game") is not None
    assert (journal.actions(number), kept_beside(journal, number)) == ([*actions, closed], KEPT)


def test_what_is_kept_goes_with_its_game(journal: Journal, file: Path) -> None:
    """Its number may be another game's later."""
    one_board = Terms("minigam", meeting=Meeting("ab" * 16, 1, ("ab" * 32, "ab" * 32)))
    number = store(journal, BOARD, None, MeetingEntry([Begun(one_board)], KEPT))
    summarize_and_pack(journal, number)  # nobody has played it
    assert journal.numbers() == []
    assert sql(file, "SELECT * FROM meeting") == []


# ---- Verification --------------------------------------------------------------------------------


def test_the_other_boards_signature_is_verified(journal: Journal) -> None:
    actions, kept = whole()
    number = store(journal, BOARD, None, MeetingEntry(actions, kept.to_json()))
    text = f"the other board has signed {len(actions)} of the {len(actions)} actions"
    for _ in range(2):
        found = verify(journal, number, "", check_kept)
        assert found.verdict is VerifyStatus.YES
        assert found.findings[-1] == VerificationCheck("signed", True, text)
        summarize_and_pack(journal, number)


def test_a_past_that_the_other_board_has_not_signed_is_found(journal: Journal) -> None:
    actions, kept = whole()
    other = TwoBoards(terms_of("minigam"), Random(2)).play()
    assert other != actions
    number = store(journal, BOARD, None, MeetingEntry(other, kept.to_json()))
    assert verify(journal, number, "").verdict is VerifyStatus.YES
    found = verify(journal, number, "", check_kept)
    assert found.verdict is VerifyStatus.NO
    assert found.findings[-1].about == "signed"


def test_an_end_that_is_missing_here_is_found(journal: Journal) -> None:
    actions, kept = whole()
    number = store(journal, BOARD, None, MeetingEntry(actions[:-5], kept.to_json()))
    found = verify(journal, number, "", check_kept)
    count = len(actions)
    text = f"the other board has signed {count} actions, here are {count - 5}"
    assert found.findings[-1] == VerificationCheck("signed", False, text)


def test_where_nothing_is_kept_nothing_is_said(journal: Journal) -> None:
    number = journal.begin([Begun(Terms("minigam", meeting=OF_KEYS))], BOARD)
    assert "signed" not in {each.about for each in verify(journal, number, "", check_kept).findings}
