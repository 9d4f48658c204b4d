"""What becomes of games that are over, and of those nobody played."""

import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from minigam.errors import CannotHoldError, JournalError, UnknownNameError
from minigam.journal import retention
from minigam.journal.importing import add_games
from minigam.journal.packing import Row, pack
from minigam.journal.rescue import damaged
from minigam.journal.retention import (
    RetentionRule,
    deletable_games,
    delete_games,
    games_to_summarize,
    release_free_pages,
    star,
    stored_summary,
    summarize_and_pack,
)
from minigam.journal.store import FILE_NAME, DamagedGameError, Journal
from minigam.rules.actions import Action
from minigam.rules.hash_chain import FIRST, next_hash
from minigam.table.summary import Summary
from tests.docs import sample
from tests.journal.played import (
    DAMAGED,
    IMPORTED,
    LEFT,
    LOOKED_AT,
    NAMED,
    PRESENT,
    RESIGNED,
    UNFINISHED,
    WHOLE,
    all_kept,
    write_played,
)
from tests.journal.tampering import sql

Written = dict[int, list[Action]]


@pytest.fixture(scope="module", name="old")
def written_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_played(tmp_path_factory.mktemp("old") / "games")


@pytest.fixture
def file(tmp_path: Path, old: Path) -> Path:
    shutil.copy(old, tmp_path / FILE_NAME)
    return tmp_path / FILE_NAME


@pytest.fixture(name="journal")
def opened_here(file: Path) -> Iterator[Journal]:
    with closing(Journal(file, new=True)) as opened:
        yield opened


@pytest.fixture
def player(file: Path) -> Iterator[Journal]:
    """A daemon's connection beside it, which waits for nobody: a lock that is held fails it."""
    with closing(Journal(file)) as opened:
        with opened.reading() as db:
            db.execute("PRAGMA busy_timeout = 0")
        yield opened


@pytest.fixture(name="written")
def all_written(old: Path) -> Written:
    """Each sound game's actions, as they were written."""
    with closing(Journal(old)) as journal:
        return {n: journal.actions(n) for n in journal.numbers() if n != DAMAGED}


@pytest.mark.parametrize("fault", [OSError, sqlite3.Error, KeyboardInterrupt])
def test_whatever_ends_the_making_of_a_file_closes_it(
    fault: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.13 warns of a connection that is not closed."""
    connect = sqlite3.connect
    opened = list[sqlite3.Connection]()

    def remembered(*place: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*place, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remembered)
    monkeypatch.setattr("minigam.journal.schema.create", Mock(side_effect=fault))
    with pytest.raises((JournalError, KeyboardInterrupt)):
        Journal(tmp_path / FILE_NAME, new=True)
    for each in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("SELECT 1")
    assert len(opened) == 2


# Games that are over


def test_a_finished_game_is_packed_and_reads_as_before(journal: Journal, file: Path) -> None:
    before = journal.actions(WHOLE), journal.game(WHOLE)
    size = sql(file, "SELECT sum(length(body)) FROM action WHERE game = 1")[0][0]
    summarize_and_pack(journal, WHOLE)
    assert sql(file, "SELECT count(*) FROM action WHERE game = 1") == [(0,)]
    assert sql(file, "SELECT length(packed) FROM game WHERE id = 1")[0][0] < size / 4
    assert (journal.actions(WHOLE), journal.game(WHOLE)) == before


def test_an_unfinished_game_is_summed_up_and_stays_in_rows(
    journal: Journal, file: Path, written: Written
) -> None:
    summarize_and_pack(journal, UNFINISHED)
    assert games_to_summarize(journal, PRESENT) == [
        WHOLE,
        RESIGNED,
        LOOKED_AT,
        LEFT,
        IMPORTED,
        DAMAGED,
    ]
    assert sql(file, "SELECT packed FROM game WHERE id = 3") == [(None,)]
    assert journal.actions(UNFINISHED) == written[UNFINISHED]
    assert journal.secret(UNFINISHED)


@pytest.mark.parametrize("number", [LOOKED_AT, LEFT])
def test_a_game_that_nobody_played_is_dropped(journal: Journal, number: int) -> None:
    summarize_and_pack(journal, number)
    assert journal.numbers() == [n for n in range(1, 9) if n != number]
    assert number not in [game.number for game in all_kept(journal)]


def test_a_damaged_game_stays_as_it_is(journal: Journal, file: Path, old: Path) -> None:
    with pytest.raises(DamagedGameError):
        summarize_and_pack(journal, DAMAGED)
    query = "SELECT * FROM action WHERE game = 7"
    assert sql(file, query) == sql(old, query)


def test_a_pack_that_would_not_be_the_same_is_not_used(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch, written: Written
) -> None:
    monkeypatch.setattr(retention, "pack", lambda rows: pack(rows[:-1]))
    with pytest.raises(JournalError, match="game 1 was not packed: it would not have been the"):
        summarize_and_pack(journal, WHOLE)
    assert journal.actions(WHOLE) == written[WHOLE]
    assert sql(file, "SELECT packed FROM game WHERE id = 1") == [(None,)]
    assert WHOLE in games_to_summarize(journal, PRESENT)


def test_a_game_that_is_gone_on_with_is_unpacked(
    journal: Journal, file: Path, written: Written, old: Path
) -> None:
    """As when another board's games came between."""
    summarize_and_pack(journal, WHOLE)
    journal.append(WHOLE, [NAMED])
    assert journal.actions(WHOLE) == [*written[WHOLE], NAMED]
    at = "SELECT number, at FROM action WHERE game = 1 AND number <= 99"
    assert sql(file, at) == sql(old, at)
    assert WHOLE in games_to_summarize(journal, PRESENT)
    summarize_and_pack(journal, WHOLE)
    assert journal.actions(WHOLE) == [*written[WHOLE], NAMED]


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        (b"", "expected the whole of a packed game, got a part"),
        (b"nothing", "expected a packed game: Error -3 while decompressing data"),
        (pack([("a", "b", "c")])[:-4], "expected the whole of a packed game, got a part"),
        (pack([]), "expected a game's beginning, got None"),
        (zlib.compress(b"[]"), "expected a packed game: not enough values to unpack"),
        (zlib.compress(b"7"), "expected a packed game: cannot unpack non-iterable int object"),
        (zlib.compress(b'[["a", 1], "c"]'), "expected a time and an action in each row"),
        (zlib.compress(b'[["a", "b", "c"], "c"]'), "expected a time and an action in each row"),
        (pack([("a", "\ud800", FIRST)]), "expected a packed game: 'utf-8' codec can't encode"),
        (pack([("a", "{}", FIRST)]), "its actions are not those that were packed"),
        (zlib.compress(b'[["a", "{}"], 7]'), "its actions are not those that were packed"),
        (pack([("a", "{}", next_hash(FIRST, b"{}"))]), "expected an action of begin, double, "),
    ],
    ids=["empty", "foreign", "cut", "none", "nothing", "number", "body", "row", "text", "code",
         "no-code", "action"],
)  # fmt: skip
def test_a_packed_game_that_is_damaged(
    journal: Journal, file: Path, packed: bytes, why: str, written: Written
) -> None:
    summarize_and_pack(journal, WHOLE)
    sql(file, "UPDATE game SET packed = ? WHERE id = 1", packed)
    with pytest.raises(DamagedGameError) as caught:
        journal.game(WHOLE)
    assert why in caught.value.damage
    assert [(game.number, game.record) for game in damaged(journal)][-1] == (DAMAGED, None)
    assert journal.actions(RESIGNED) == written[RESIGNED]


# What was summed up


def test_a_summary_says_what_a_game_came_to(journal: Journal) -> None:
    assert stored_summary(journal, PRESENT).summary == Summary("minigam")
    game = stored_summary(journal, RESIGNED)
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
    for number in games_to_summarize(journal, PRESENT):
        if number != DAMAGED:
            summarize_and_pack(journal, number)
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
    summarize_and_pack(journal, WHOLE)
    before = stored_summary(journal, WHOLE)
    sql(file, f"UPDATE summary SET {column} = ?", value)
    assert stored_summary(journal, WHOLE) == before


def test_the_order_is_that_of_the_numbers_whatever_the_clock_said(journal: Journal) -> None:
    years = {game.number: int(game.opened_at[:4]) for game in all_kept(journal)}
    expected = {1: 2026, 2: 2026, 3: 2026, 4: 1970, 5: 1970, 6: 2020, 8: 2026}
    assert list(years.items()) == list(expected.items())


def test_summaries_are_read_a_few_at_a_time(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (WHOLE, RESIGNED, UNFINISHED):
        summarize_and_pack(journal, number)
    before = all_kept(journal)
    for most in (1, 2, 3):
        monkeypatch.setattr("minigam.journal.retention.READ_AT_ONCE", most)
        assert all_kept(journal) == before


def test_judged_plays_are_kept_with_a_finished_game(journal: Journal) -> None:
    for number in (WHOLE, UNFINISHED):
        summarize_and_pack(journal, number, lambda _: ((13, 13), (0.5, 0.25)))
    found = stored_summary(journal, WHOLE).summary
    assert (found.judged, found.lost) == ((13, 13), (0.5, 0.25))
    assert stored_summary(journal, UNFINISHED).summary.judged == (0, 0)


# What goes


def many(journal: Journal, count: int) -> None:
    """So many finished games more, settled."""
    numbers = add_games(journal, [("", sample.resigned().decided)] * count)
    for number in numbers:
        summarize_and_pack(journal, number)


def test_the_oldest_finished_games_go_first_and_starred_ones_never(journal: Journal) -> None:
    for number in (WHOLE, RESIGNED, UNFINISHED, IMPORTED):
        summarize_and_pack(journal, number)
    many(journal, 4)
    star(journal, RESIGNED, True)
    assert deletable_games(journal, RetentionRule(always=2)) == [WHOLE, IMPORTED, 9, 10]
    assert deletable_games(journal, RetentionRule(always=2, at_once=2)) == [WHOLE, IMPORTED]
    assert deletable_games(journal, RetentionRule()) == []
    star(journal, RESIGNED, False)
    assert deletable_games(journal, RetentionRule(always=6)) == [WHOLE, RESIGNED, IMPORTED]


def test_what_was_summed_up_stays(journal: Journal) -> None:
    summarize_and_pack(journal, WHOLE)
    before = stored_summary(journal, WHOLE)
    delete_games(journal, [WHOLE])
    assert WHOLE not in journal.numbers()
    assert before in all_kept(journal)
    with pytest.raises(UnknownNameError, match="unknown game '1'"):
        journal.actions(WHOLE)


def test_room_is_given_back(journal: Journal, file: Path) -> None:
    many(journal, 300)
    summarize_and_pack(journal, WHOLE)
    release_free_pages(journal)
    before = file.stat().st_size
    delete_games(journal, list(range(9, 300)))
    release_free_pages(journal)
    assert sql(file, "PRAGMA freelist_count") == [(0,)]
    assert file.stat().st_size < 0.6 * before


def test_not_every_game_can_be_kept_for_ever(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minigam.journal.retention.MOST_STARRED", 2)
    with pytest.raises(UnknownNameError, match="unknown game '77'"):
        star(journal, 77, True)
    for number in (WHOLE, RESIGNED, RESIGNED):
        star(journal, number, True)
    with pytest.raises(CannotHoldError, match=r"^2 games are kept for ever: take one star away"):
        star(journal, IMPORTED, True)
    star(journal, WHOLE, False)
    star(journal, IMPORTED, True)
    starred = [number for number in journal.numbers() if journal.listed(number).starred]
    assert starred == [RESIGNED, IMPORTED]


# Beside a game in play


def test_nothing_that_keeps_order_holds_up_a_touch(
    journal: Journal, player: Journal, monkeypatch: pytest.MonkeyPatch, written: Written
) -> None:
    """In every pause there is one."""
    many(journal, 300)
    pause = Mock(side_effect=lambda _: player.append(PRESENT, [NAMED]))
    monkeypatch.setattr("minigam.journal.background_writer.BackgroundWriter._pause", pause)
    summarize_and_pack(journal, WHOLE)
    assert pause.call_count == 1
    delete_games(journal, list(range(9, 300)))
    assert pause.call_count == 1 + 291
    release_free_pages(journal)
    assert pause.call_count == 1 + 291 + 10
    assert min(call.args[0] for call in pause.call_args_list) >= 0
    assert len(player.actions(PRESENT)) == len(written[PRESENT]) + pause.call_count


@pytest.mark.parametrize("touched", [PRESENT, WHOLE], ids=["another game", "the game itself"])
def test_a_game_is_packed_while_no_lock_is_held_unless_it_was_gone_on_with_meanwhile(
    touched: int,
    journal: Journal,
    player: Journal,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    written: Written,
) -> None:
    def packed(rows: list[Row]) -> bytes:
        player.append(touched, [NAMED])
        return pack(rows)

    monkeypatch.setattr(retention, "pack", packed)
    summarize_and_pack(journal, WHOLE)
    assert player.actions(touched) == [*written[touched], NAMED]
    is_packed = "SELECT packed IS NOT NULL FROM game WHERE id = 1"
    assert sql(file, is_packed) == [(touched != WHOLE,)]


def test_a_game_too_long_for_one_transaction_stays_in_rows(
    journal: Journal, file: Path, monkeypatch: pytest.MonkeyPatch, written: Written
) -> None:
    monkeypatch.setattr(retention, "MOST_PACKED", len(written[WHOLE]) - 1)
    summarize_and_pack(journal, WHOLE)
    assert sql(file, "SELECT packed FROM game WHERE id = 1") == [(None,)]
    assert WHOLE not in games_to_summarize(journal, PRESENT)
    assert journal.actions(WHOLE) == written[WHOLE]


def test_counting_stars_looks_at_no_other_game(journal: Journal) -> None:
    with journal.reading() as db:
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM game WHERE starred AND id != ?", (1,)
        ).fetchall()
    assert "USING INDEX starred" in str(plan)
