"""What becomes of games that are over, of those nobody played, and of an older file."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from minigam.errors import CannotHoldError, JournalError, UnknownNameError
from minigam.game.event_json import event_from_json
from minigam.game.events import Event, Opened, Tapped
from minigam.game.setup import Setup
from minigam.game.summary import Summary
from minigam.journal import keeping
from minigam.journal.importing import add_games
from minigam.journal.keeping import (
    Rule,
    all_kept,
    drop,
    give_back,
    kept,
    may_go,
    settle,
    star,
    unsettled,
)
from minigam.journal.packing import pack
from minigam.journal.store import FILE_NAME, DamagedGameError, Journal
from tests.docs import sample

OLD = Path(__file__).parents[1] / "data" / "journals" / "v1.sqlite"
"""Written by minigam when there was no other version: the games of `tests.docs.sample`; two that
nobody played; one from a file; a damaged one; and the attract scene."""
WHOLE, RESIGNED, UNFINISHED, LOOKED_AT, LEFT, IMPORTED, DAMAGED, PRESENT = range(1, 9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / FILE_NAME)
    return tmp_path / FILE_NAME


@pytest.fixture(name="journal")
def opened_here(file: Path) -> Iterator[Journal]:
    opened = Journal(file, new=True)
    yield opened
    opened.close()


def rows(file: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(query, values).fetchall()


def written(chapter: int) -> list[Event]:
    """A game's events, straight from the old file."""
    found = rows(OLD, "SELECT body FROM event WHERE chapter = ? ORDER BY number", chapter)
    return [event_from_json(json.loads(str(body))) for (body,) in found]


# An older version


def test_an_older_journal_is_taken_over_with_all_its_games(journal: Journal, file: Path) -> None:
    assert rows(file, "PRAGMA user_version") == [(3,)]
    assert journal.numbers() == [*range(1, 9)]
    for number in set(journal.numbers()) - {DAMAGED}:
        assert journal.events(number) == written(number)
    assert rows(file, "SELECT * FROM event") == rows(OLD, "SELECT * FROM event")
    with closing(Journal(file, new=True)) as again:
        assert again.numbers() == [*range(1, 9)]


@pytest.mark.usefixtures("journal")
def test_it_then_has_the_tables_of_a_new_one(file: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite"
    Journal(new, new=True).close()
    for table in ("chapter", "event", "summary"):
        columns = f"SELECT name, type, \"notnull\", pk FROM pragma_table_info('{table}')"
        assert rows(file, columns) == rows(new, columns)
    assert rows(file, "PRAGMA auto_vacuum") == rows(new, "PRAGMA auto_vacuum") == [(2,)]


@pytest.mark.usefixtures("journal")
def test_a_copy_of_it_stays_as_it_was(file: Path) -> None:
    copy = file.with_name("journal-v1.sqlite")
    for table in ("chapter", "event"):
        assert rows(copy, f"SELECT * FROM {table}") == rows(OLD, f"SELECT * FROM {table}")
    assert rows(copy, "PRAGMA user_version") == [(1,)]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.suffix for path in file.parent.iterdir() if path != file) == [
        ".sqlite", ".sqlite-shm", ".sqlite-wal"
    ]  # fmt: skip


def test_without_room_for_the_copy_nothing_is_changed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "touch", full)
    with pytest.raises(JournalError, match="No space left on device; nothing was changed"):
        Journal(file, new=True)
    monkeypatch.undo()
    assert rows(file, "PRAGMA user_version") == [(1,)]
    assert [path.name for path in file.parent.iterdir() if "v1" in path.name] == []
    with closing(Journal(file, new=True)) as journal:
        assert journal.numbers() == [*range(1, 9)]


@pytest.mark.parametrize("fault", [OSError, sqlite3.Error, KeyboardInterrupt])
def test_whatever_ends_the_change_of_a_file_closes_it(
    fault: type[BaseException], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.13 warns of a connection that is not closed."""
    connect = sqlite3.connect
    opened = list[sqlite3.Connection]()

    def remembered(*place: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*place, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remembered)
    monkeypatch.setattr("minigam.journal.schema.take_over", Mock(side_effect=fault))
    with pytest.raises((JournalError, KeyboardInterrupt)):
        Journal(file, new=True)
    for each in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("SELECT 1")
    assert len(opened) == 2


def test_a_change_that_was_cut_off_is_made_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = "ALTER TABLE chapter ADD COLUMN packed BLOB; DROP TABLE missing"
    monkeypatch.setattr("minigam.journal.schema._script", lambda _: change)
    with pytest.raises(JournalError, match="no such table"):
        Journal(file, new=True)
    monkeypatch.undo()
    assert rows(file, "PRAGMA user_version") == [(1,)]
    with closing(Journal(file, new=True)) as journal:
        assert journal.events(WHOLE) == written(WHOLE)


# Games that are over


def test_a_finished_game_is_packed_and_reads_as_before(journal: Journal, file: Path) -> None:
    before = journal.events(WHOLE), journal.state(WHOLE)
    size = rows(file, "SELECT sum(length(body)) FROM event WHERE chapter = 1")[0][0]
    settle(journal, WHOLE)
    assert rows(file, "SELECT count(*) FROM event WHERE chapter = 1") == [(0,)]
    ((packed,),) = rows(file, "SELECT length(packed) FROM chapter WHERE id = 1")
    assert isinstance(packed, int)
    assert isinstance(size, int)
    assert packed < size / 4
    assert (journal.events(WHOLE), journal.state(WHOLE)) == before


def test_an_unfinished_game_is_summed_up_and_stays_in_rows(journal: Journal, file: Path) -> None:
    settle(journal, UNFINISHED)
    assert unsettled(journal, PRESENT) == [WHOLE, RESIGNED, LOOKED_AT, LEFT, IMPORTED, DAMAGED]
    assert rows(file, "SELECT packed FROM chapter WHERE id = 3") == [(None,)]
    assert journal.events(UNFINISHED) == written(UNFINISHED)
    assert journal.secret(UNFINISHED)


@pytest.mark.parametrize("number", [LOOKED_AT, LEFT])
def test_a_chapter_that_nobody_played_is_dropped(journal: Journal, number: int) -> None:
    settle(journal, number)
    assert journal.numbers() == [n for n in range(1, 9) if n != number]
    assert number not in [game.number for game in all_kept(journal)]


def test_a_damaged_game_stays_as_it_is(journal: Journal, file: Path) -> None:
    with pytest.raises(DamagedGameError):
        settle(journal, DAMAGED)
    assert rows(file, "SELECT * FROM event WHERE chapter = 7") == rows(
        OLD, "SELECT * FROM event WHERE chapter = 7"
    )


def test_a_pack_that_would_not_be_the_same_is_not_used(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "pack", lambda rows: pack(rows[:-1]))
    with pytest.raises(JournalError, match="game 1 was not packed: it would not have been the"):
        settle(journal, WHOLE)
    assert journal.events(WHOLE) == written(WHOLE)
    assert rows(file, "SELECT packed FROM chapter WHERE id = 1") == [(None,)]
    assert WHOLE in unsettled(journal, PRESENT)


def test_a_game_that_is_gone_on_with_is_unpacked(journal: Journal, file: Path) -> None:
    """As when another board's games came between."""
    settle(journal, WHOLE)
    journal.append(WHOLE, Tapped("point-3", 5))
    assert journal.events(WHOLE) == [*written(WHOLE), Tapped("point-3", 5)]
    at = "SELECT number, at FROM event WHERE chapter = 1 AND number < 166"
    assert rows(file, at) == rows(OLD, at)
    assert WHOLE in unsettled(journal, PRESENT)
    settle(journal, WHOLE)
    assert journal.events(WHOLE) == [*written(WHOLE), Tapped("point-3", 5)]


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        (b"", "expected the whole of a packed game, got a part"),
        (b"nothing", "expected a packed game: Error -3 while decompressing data"),
        (pack([("a", "b")])[:-4], "expected the whole of a packed game, got a part"),
        (pack([("a", 1)]), "expected a time and an event in each row"),  # type: ignore[list-item]
        (pack([("a", "{}")]), "event 1 of game 1"),
    ],
    ids=["empty", "foreign", "cut", "form", "event"],
)
def test_a_packed_game_that_is_damaged(
    journal: Journal, file: Path, packed: bytes, why: str
) -> None:
    settle(journal, WHOLE)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE chapter SET packed = ? WHERE id = 1", (packed,))
    with pytest.raises(DamagedGameError) as caught:
        journal.events(WHOLE)
    assert why in caught.value.damage
    assert journal.events(RESIGNED) == written(RESIGNED)


# What was summed up


def test_a_summary_says_what_a_game_came_to(journal: Journal) -> None:
    game = kept(journal, RESIGNED)
    assert game.opened_at == "2026-01-31T19:25:00.000+00:00"
    assert game.summary == Summary(
        "minigam-full-entry",
        begun=True,
        turns=1,
        score=(0, 1),
        winner="black",
        points=1,
        kind="single",
        ended_by="resigned",
        by_hand=True,
        faces=(0, 1, 2, 0, 0, 1),
    )


def test_it_is_the_same_before_and_after(journal: Journal) -> None:
    before = all_kept(journal)
    for number in unsettled(journal, PRESENT):
        if number != DAMAGED:
            settle(journal, number)
    after = all_kept(journal)
    assert [game.number for game in after] == [1, 2, 3, 6, 8]
    assert [game.summary for game in after] == [
        game.summary for game in before if game.number not in (LOOKED_AT, LEFT)
    ]


@pytest.mark.parametrize(
    ("column", "value"), [("body", '{"rules_id": "chess"}'), ("opened_at", "yesterday")]
)
def test_one_that_cannot_be_read_is_made_anew(
    column: str, value: str, journal: Journal, file: Path
) -> None:
    settle(journal, WHOLE)
    before = kept(journal, WHOLE)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"UPDATE summary SET {column} = ?", (value,))
    assert kept(journal, WHOLE) == before


def test_the_order_is_that_of_the_numbers_whatever_the_clock_said(journal: Journal) -> None:
    times = [(game.number, game.opened_at[:4]) for game in all_kept(journal)]
    assert times == [
        (1, "2026"), (2, "2026"), (3, "2026"), (4, "1970"), (5, "1970"), (6, "2020"), (8, "2026")
    ]  # fmt: skip


def test_summaries_are_read_a_few_at_a_time(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (WHOLE, RESIGNED, UNFINISHED):
        settle(journal, number)
    before = all_kept(journal)
    for most in (1, 2, 3):
        monkeypatch.setattr("minigam.journal.keeping.READ_AT_ONCE", most)
        assert all_kept(journal) == before


def test_judged_plays_are_kept_with_a_finished_game(journal: Journal) -> None:
    for number in (WHOLE, UNFINISHED):
        settle(journal, number, lambda _: ((13, 13), (0.5, 0.25)))
    assert (kept(journal, WHOLE).summary.judged, kept(journal, WHOLE).summary.lost) == (
        (13, 13), (0.5, 0.25)
    )  # fmt: skip
    assert kept(journal, UNFINISHED).summary.judged == (0, 0)


# What goes


def many(journal: Journal, count: int) -> None:
    """So many finished games more, settled."""
    events = sample.resigned()
    numbers = add_games(journal, [("", [events.opening, *events.accepted])] * count)
    for number in numbers:
        settle(journal, number)


def test_the_oldest_finished_games_go_first_and_starred_ones_never(journal: Journal) -> None:
    for number in (WHOLE, RESIGNED, UNFINISHED, IMPORTED):
        settle(journal, number)
    many(journal, 4)
    star(journal, RESIGNED, True)
    assert may_go(journal, Rule(always=2)) == [WHOLE, IMPORTED, 9, 10]
    assert may_go(journal, Rule(always=2, at_once=2)) == [WHOLE, IMPORTED]
    assert may_go(journal, Rule()) == []
    star(journal, RESIGNED, False)
    assert may_go(journal, Rule(always=6)) == [WHOLE, RESIGNED, IMPORTED]


def test_what_was_summed_up_stays(journal: Journal) -> None:
    settle(journal, WHOLE)
    before = kept(journal, WHOLE)
    drop(journal, [WHOLE])
    assert WHOLE not in journal.numbers()
    assert before in all_kept(journal)
    with pytest.raises(UnknownNameError, match="unknown game '1'"):
        journal.events(WHOLE)


def test_room_is_given_back(journal: Journal, file: Path) -> None:
    many(journal, 300)
    settle(journal, WHOLE)
    give_back(journal)
    before = file.stat().st_size
    drop(journal, list(range(9, 300)))
    give_back(journal)
    assert rows(file, "PRAGMA freelist_count") == [(0,)]
    assert file.stat().st_size < 0.6 * before


def test_a_star_for_no_game(journal: Journal) -> None:
    with pytest.raises(UnknownNameError, match="unknown game '77'"):
        star(journal, 77, True)


def test_not_every_game_can_be_kept_for_ever(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minigam.journal.keeping.MOST_STARRED", 2)
    for number in (WHOLE, RESIGNED, RESIGNED):
        star(journal, number, True)
    with pytest.raises(CannotHoldError, match=r"^2 games are kept for ever: take one star away"):
        star(journal, IMPORTED, True)
    star(journal, WHOLE, False)
    star(journal, IMPORTED, True)
    assert [number for number in journal.numbers() if journal.chapter(number).starred] == [
        RESIGNED,
        IMPORTED,
    ]


def test_a_game_that_has_only_been_opened_is_no_news(journal: Journal) -> None:
    number = journal.begin(Opened(Setup()))
    assert kept(journal, number).summary == Summary("minigam")


# Beside a game in play


def in_each_pause(monkeypatch: pytest.MonkeyPatch, player: Journal, chapter: int) -> list[int]:
    """A touch that waits for nobody in every pause; how many there were."""
    paused = list[int]()

    def pause(_writer: object, took: float) -> None:
        assert took >= 0
        paused.append(chapter)
        player.append(chapter, Tapped("point-3", 5))

    monkeypatch.setattr("minigam.journal.polite.PoliteWriter._pause", pause)
    with player.reading() as db:
        db.execute("PRAGMA busy_timeout = 0")
    return paused


def test_nothing_that_keeps_order_holds_up_a_touch(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(journal, 300)
    with closing(Journal(file)) as player:
        paused = in_each_pause(monkeypatch, player, PRESENT)
        settle(journal, WHOLE)
        assert len(paused) == 1
        drop(journal, list(range(9, 300)))
        assert len(paused) == 1 + 291
        give_back(journal)
        assert len(paused) == 1 + 291 + 10
        assert len(player.events(PRESENT)) == len(written(PRESENT)) + len(paused)


def test_a_game_is_packed_while_no_lock_is_held(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(file)) as player:
        with player.reading() as db:
            db.execute("PRAGMA busy_timeout = 0")

        def packed(rows: list[tuple[str, str]]) -> bytes:
            player.append(PRESENT, Tapped("point-3", 5))
            return pack(rows)

        monkeypatch.setattr(keeping, "pack", packed)
        settle(journal, WHOLE)
        assert len(player.events(PRESENT)) == len(written(PRESENT)) + 1
    assert rows(file, "SELECT packed IS NOT NULL FROM chapter WHERE id = 1") == [(1,)]


def test_a_game_that_was_gone_on_with_meanwhile_is_not_packed(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(file)) as player:

        def packed(rows: list[tuple[str, str]]) -> bytes:
            player.append(WHOLE, Tapped("point-3", 5))
            return pack(rows)

        monkeypatch.setattr(keeping, "pack", packed)
        settle(journal, WHOLE)
        assert player.events(WHOLE) == [*written(WHOLE), Tapped("point-3", 5)]


def test_a_game_too_long_for_one_transaction_stays_in_rows(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_PACKED", len(written(WHOLE)) - 1)
    settle(journal, WHOLE)
    assert rows(file, "SELECT packed FROM chapter WHERE id = 1") == [(None,)]
    assert WHOLE not in unsettled(journal, PRESENT)
    assert journal.events(WHOLE) == written(WHOLE)


def test_counting_stars_looks_at_no_other_game(journal: Journal) -> None:
    with journal.reading() as db:
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM chapter WHERE starred AND id != ?", (1,)
        ).fetchall()
    assert "USING INDEX starred" in str(plan)


# The version before boards were noted

OLD_2 = OLD.with_name("v2.sqlite")
"""Written by version 2: the games of `tests.journal.tampering`."""


def test_games_of_version_2_are_found_by_their_board(tmp_path: Path) -> None:
    shutil.copy(OLD_2, tmp_path / FILE_NAME)
    with closing(Journal(tmp_path / FILE_NAME)) as journal:
        assert journal.numbers() == [*range(1, 8)]
        assert journal.last_of(6, feels=False, most=9) == [7, 5, 3, 2, 1]
        assert journal.last_of(24, feels=False, most=9) == [4]
        for number in journal.numbers():
            assert journal.state(number)
    assert rows(tmp_path / FILE_NAME, "PRAGMA auto_vacuum") == [(2,)]
    assert rows(tmp_path / "journal-v2.sqlite", "PRAGMA user_version") == [(2,)]
