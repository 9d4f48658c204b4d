"""A journal of games of every kind: over, unfinished, unplayed, imported and damaged."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from minigam.daemon.dependencies import Dependencies
from minigam.journal.importing import add_games
from minigam.journal.retention import StoredSummary, stored_summaries
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Abandoned, Begun, Named
from minigam.rules.record_conversion import imported, record_of
from minigam.table.setup import Setup
from tests.daemon.rig import Unlit
from tests.docs import sample
from tests.journal.tampering import sql

WHOLE, RESIGNED, UNFINISHED, LOOKED_AT, LEFT, IMPORTED, DAMAGED, PRESENT = range(1, 9)
"""The games of `tests.docs.sample`; two that nobody played; one from a file; a damaged one; and one
that has just begun."""
BEGUN = Begun(Setup().terms())
BOARD = board_key(6, False)
NAMED = Named(("Ann", ""))


def write_played(folder: Path) -> Path:
    """The journal's file, in a new folder."""
    sample.write_journal(folder)
    file, time = folder / FILE_NAME, datetime(1970, 1, 1, tzinfo=UTC)
    with closing(Journal(file, lambda: time)) as journal:
        journal.begin([BEGUN], BOARD)
        journal.begin([BEGUN, Abandoned()], BOARD)
        record = record_of(journal.game(RESIGNED))
        record = replace(record, terms=replace(record.terms, names=("Ann", "Björn")))
        game = imported(record)
        add_games(journal, [("2020-05-01T12:00:00.000+00:00", game)])
        time = time.replace(year=2026)
        assert journal.begin([BEGUN, NAMED], BOARD) == DAMAGED
        assert journal.begin([BEGUN], BOARD) == PRESENT
    sql(file, "UPDATE action SET body = '?' WHERE game = ? AND number = 2", DAMAGED)
    return file


def write_left_games(folder: Path) -> Path:
    """The same without the damaged game and the present one: nobody plays, and no log complains."""
    file = write_played(folder)
    for game in (DAMAGED, PRESENT):
        sql(file, "DELETE FROM action WHERE game = ?", game)
        sql(file, "DELETE FROM game WHERE id = ?", game)
    return file


def all_kept(journal: Journal) -> list[StoredSummary]:
    """Every summary of a journal, by the games' numbers."""
    return sorted(stored_summaries(journal), key=lambda game: game.number)


def unlit(journal: Journal) -> Dependencies:
    """What a daemon has that shows nothing and asks nobody."""
    return Dependencies(journal, Unlit(), lambda: 0, lambda: bytes(32), lambda _: None)
