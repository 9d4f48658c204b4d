"""Sums up and packs games that are no longer played; deletes the oldest when the disk runs low.

A game is settled once another one has begun: one that nobody played is dropped, every other one
is summed up, and a finished one is packed. All is kept, unless the disk runs low.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum

from minigam.errors import CannotHoldError, JournalError, MinigamError
from minigam.journal.background_writer import BackgroundWriter
from minigam.journal.packing import Row, pack, unpack
from minigam.journal.schema import WHOLE, time_of
from minigam.journal.store import DamagedGameError, Journal
from minigam.rules.game import Game
from minigam.table.summary import Summary, summary_from_json, summary_of, summary_to_json
from minigam.words import Words

MEGABYTE = 1_000_000
MOST_STARRED = 1000
"""Games that are kept for ever: some megabytes. Without a bound they could fill the disk."""
PAGES, PAGES_AT_ONCE = 500, 50
"""How many freed pages of 4 kB are given back to the disk at a look, and in a transaction."""
READ_AT_ONCE = 500
"""Summaries, of which there may be many thousands."""
MOST_PACKED = 4000
"""Actions: a longer game stays in rows, since it is packed in one transaction."""


class DiskSpace(Enum):
    """How much is left on the disk of the journal."""

    FINE = "fine"
    LOW = "low"
    """Games are packed, and the oldest ones deleted, until there is more."""
    FULL = "full"
    """No new game is begun: what is left is for the one on the board."""


@dataclass(frozen=True)
class RetentionRule:
    """What is kept, in bytes of disk and games."""

    low: int = 64 * MEGABYTE
    """Below this the disk runs low: other programs of a Pi, and its log, want as much to go on."""
    least: int = 8 * MEGABYTE
    """Below this no game is begun: the longest ones come to one or two, and the log of SQLite's
    unfinished work to four."""
    always: int = 100
    """So many of the newest games are never deleted."""
    at_once: int = 10
    """So many go at a look: more than are played meanwhile, and few enough to make room first."""

    def room(self, free: int) -> DiskSpace:
        """What so many free bytes mean.

        >>> RetentionRule().room(50_000_000), RetentionRule().room(2_000_000)
        (<DiskSpace.LOW: 'low'>, <DiskSpace.FULL: 'full'>)
        """
        if free < self.least:
            return DiskSpace.FULL
        return DiskSpace.LOW if free < self.low else DiskSpace.FINE


Losses = tuple[tuple[int, int], tuple[float, float]]
"""How many plays of white's and of black's were judged, and what they gave away together."""
GameJudge = Callable[[Game], Losses | None]
"""Judges a finished game; None where it cannot."""


def nothing_judged(_game: Game) -> None:
    """Nobody judges."""


@dataclass(frozen=True)
class StoredSummary:
    """A game of the list."""

    number: int
    opened_at: str
    """ISO 8601, as the clock said, which may have been wrong: the number says the order."""
    summary: Summary


def games_to_summarize(journal: Journal, before: int) -> list[int]:
    """The games below that number which have not been looked at yet, oldest first."""
    rows = journal.rows(
        "SELECT id FROM game WHERE id < ? AND id NOT IN (SELECT game FROM summary)"
        f" AND {WHOLE} ORDER BY id",
        before,
    )
    return [number for (number,) in rows]


def summarize_and_pack(journal: Journal, number: int, judge: GameJudge = nothing_judged) -> None:
    """Drop, sum up or pack a game; raise `DamagedGameError` for one that cannot be read.

    A game between two boards that is not closed is neither dropped nor packed: the other board may
    go on with it.
    """
    actions = journal.actions(number)
    game = journal.replay(number, actions)
    summary = summary_of(game)
    goes_on = game.terms.shared and game.closed is None
    if not (summary.begun or summary.imported or goes_on):
        delete_games(journal, [number])
        return
    if summary.is_over and (found := judge(game)):
        summary = replace(summary, judged=found[0], lost=found[1])
    revealed = game.commitment is None or game.secret is not None
    done = summary.is_over and revealed and not goes_on
    rows: list[Row] = journal.rows(
        "SELECT at, body, link FROM action WHERE game = ? ORDER BY number", number
    )
    packs = done and 0 < len(rows) <= MOST_PACKED and len(rows) == len(actions)
    packed = _packed(number, rows) if packs else None  # outside of any transaction
    _put_away(BackgroundWriter(journal), number, rows, summary, packed)


def _put_away(
    writer: BackgroundWriter, number: int, rows: list[Row], summary: Summary, packed: bytes | None
) -> None:
    with writer.writing() as db:
        db.execute(
            "INSERT OR REPLACE INTO summary (game, opened_at, body)"
            " SELECT id, opened_at, ? FROM game WHERE id = ?",
            (json.dumps(summary_to_json(summary), separators=(",", ":")), number),
        )
        (count,) = db.execute("SELECT count(*) FROM action WHERE game = ?", (number,)).fetchone()
        if packed is None or count != len(rows):  # it is packed already, or gone on with
            return
        db.execute("UPDATE game SET packed = ? WHERE id = ?", (packed, number))
        db.execute("DELETE FROM action WHERE game = ?", (number,))


def _packed(number: int, rows: list[Row]) -> bytes:
    packed = pack(rows)
    if unpack(packed) != rows:
        raise JournalError(f"game {number} was not packed: it would not have been the same")
    return packed


def delete_games(journal: Journal, numbers: list[int]) -> None:
    """Let games go; what was summed up of them stays."""
    writer = BackgroundWriter(journal)
    for number in numbers:
        writer.drop(number)


def deletable_games(journal: Journal, rule: RetentionRule) -> list[int]:
    """The next games to delete: the oldest that are over, summed up, and not starred."""
    rows = journal.rows(
        "SELECT id FROM game WHERE packed IS NOT NULL AND NOT starred"
        " AND id IN (SELECT game FROM summary)"
        f" AND id NOT IN (SELECT id FROM game WHERE {WHOLE} ORDER BY id DESC LIMIT ?)"
        " ORDER BY id LIMIT ?",
        rule.always,
        rule.at_once,
    )
    return [number for (number,) in rows]


def release_free_pages(journal: Journal) -> None:
    """Give what was freed back to the disk, as far as other readers let us."""
    writer = BackgroundWriter(journal)
    for _ in range(PAGES // PAGES_AT_ONCE):
        writer.run(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")
    journal.rows("PRAGMA wal_checkpoint(PASSIVE)")


def star(journal: Journal, number: int, starred: bool) -> None:
    """Keep a game for ever, or no longer.

    Raises `UnknownNameError` for no such game, and `CannotHoldError` for more than `MOST_STARRED`.
    """
    journal.listed(number)
    with journal.writing() as db:
        (others,) = db.execute(
            "SELECT count(*) FROM game WHERE starred AND id != ?", (number,)
        ).fetchone()
        if starred and others >= MOST_STARRED:
            raise CannotHoldError(
                Words.counted(
                    "1 game is kept for ever: take one star away first.",
                    "{number} games are kept for ever: take one star away first.",
                    others,
                )
            )
        db.execute("UPDATE game SET starred = ? WHERE id = ?", (int(starred), number))


# ---- What was summed up --------------------------------------------------------------------------


def stored_summary(journal: Journal, number: int) -> StoredSummary:
    """A game's stored summary, else one made now; raise as `Journal.actions` does."""
    rows = journal.rows("SELECT game, opened_at, body FROM summary WHERE game = ?", number)
    return next(filter(None, map(_kept, rows)), None) or _summed_up(journal, number)


def _summed_up(journal: Journal, number: int) -> StoredSummary:
    summary = summary_of(journal.game(number))
    return StoredSummary(
        number, journal.listed(number).opened_at.isoformat(timespec="milliseconds"), summary
    )


def stored_summaries(journal: Journal) -> Iterator[StoredSummary]:
    """Every readable game, also those that were deleted, in any order, one after another."""
    found = set[int]()
    for row in _summaries(journal):
        if game := _kept(row):
            found.add(game.number)
            yield game
    for number in set(journal.numbers()) - found:
        with suppress(DamagedGameError):
            yield _summed_up(journal, number)


def _summaries(journal: Journal) -> Iterator[tuple[int, str, str]]:
    last: int | None = None
    while True:
        rows = journal.rows(
            "SELECT game, opened_at, body FROM summary"
            " WHERE game > ? OR ? IS NULL ORDER BY game LIMIT ?",
            last,
            last,
            READ_AT_ONCE,
        )
        if not rows:
            return
        yield from rows
        last = rows[-1][0]


def _kept(row: tuple[int, str, str]) -> StoredSummary | None:
    """A summary that was written; None where it cannot be read: it is made anew."""
    try:
        time_of(row[1].encode())
        return StoredSummary(row[0], row[1], summary_from_json(json.loads(row[2])))
    except (MinigamError, ValueError, RecursionError):
        return None
