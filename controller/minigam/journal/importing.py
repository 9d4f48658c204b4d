"""Imports games in small transactions that become visible all at once.

The table `importing` has the numbers of games that are still coming in. What stands in it is none
of the journal's games yet: taking its row away, the last of many small transactions, makes them so.
Where that never comes, such as after a cut of power, the next import deletes them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from minigam.errors import JournalError
from minigam.journal.background_writer import MOST_BYTES, MOST_ROWS, BackgroundWriter
from minigam.journal.lock import data_locked
from minigam.journal.store import Journal
from minigam.rules.actions import Action
from minigam.rules.hash_chain import FIRST, encode_action, next_hash

LOCK = "import.lock"
"""The lock's file in the data folder."""
Imported = tuple[str, Sequence[Action]]
"""When it was begun, in ISO 8601 or empty for now, and its actions."""
_Row = tuple[int, int, str, str, str]
"""An action's game, number, time, JSON and link."""


def lock_imports(folder: Path) -> AbstractContextManager[None]:
    """One import a data folder, which a daemon may use; raise `BusyError` for a second."""
    busy = f"games are being imported into {folder}: try again when that has ended"
    return data_locked(folder, LOCK, busy)


def add_games(
    journal: Journal, games: Iterable[Imported], writer: BackgroundWriter | None = None
) -> list[int]:
    """Add whole games; all of them, or none. Their numbers.

    The caller holds the folder's lock: see `lock_imports`. Raises `JournalError` where the journal
    cannot be used.
    """
    found = [(opened_at or journal.stamp(), actions) for opened_at, actions in games]
    writer = writer or BackgroundWriter(journal)
    _delete_broken_off(journal, writer)
    if not found:
        return []
    try:
        numbers = _reserved(writer, found)
        _fill(journal, writer, numbers, found)
        with writer.writing(lasts=True) as db:
            db.execute("DELETE FROM importing WHERE first = ?", (numbers[0],))
    except BaseException:
        with suppress(JournalError):  # else the next import does it
            _delete_broken_off(journal, writer)
        raise
    return list(numbers)


def _reserved(writer: BackgroundWriter, games: Sequence[Imported]) -> range:
    """Numbers for the games, in a row. The last one is taken at once: others come after it."""
    with writer.writing() as db:
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
        numbers = range(last + 1, last + 1 + len(games))
        db.execute("INSERT INTO importing (first, last) VALUES (?, ?)", (last + 1, numbers[-1]))
        db.execute("INSERT INTO game (id, opened_at) VALUES (?, ?)", (numbers[-1], games[-1][0]))
    return numbers


def _fill(
    journal: Journal, writer: BackgroundWriter, numbers: range, games: Sequence[Imported]
) -> None:
    opened = {number: opened_at for number, (opened_at, _) in zip(numbers, games, strict=True)}
    for rows in _portions(_rows(journal.stamp(), numbers, games)):
        begun = [(number, opened[number]) for number in sorted({row[0] for row in rows})]
        with writer.writing() as db:
            db.executemany("INSERT OR IGNORE INTO game (id, opened_at) VALUES (?, ?)", begun)
            db.executemany("INSERT INTO action VALUES (?, ?, ?, ?, ?)", rows)


def _rows(at: str, numbers: range, games: Sequence[Imported]) -> Iterator[_Row]:
    for game, (_, actions) in zip(numbers, games, strict=True):
        head = FIRST
        for number, action in enumerate(actions, start=1):
            entry = encode_action(action)
            head = next_hash(head, entry)
            yield game, number, at, entry.decode(), head


def _portions(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """What goes into a transaction each."""
    portion, size = list[_Row](), 0
    for row in rows:
        portion.append(row)
        size += len(row[3])
        if len(portion) == MOST_ROWS or size > MOST_BYTES:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _delete_broken_off(journal: Journal, writer: BackgroundWriter) -> None:
    for first, last in journal.rows("SELECT first, last FROM importing"):
        query = "SELECT id FROM game WHERE id BETWEEN ? AND ? AND board IS NULL ORDER BY id"
        for (number,) in journal.rows(query, first, last):
            writer.drop(number)
        with writer.writing() as db:
            db.execute("DELETE FROM importing WHERE first = ?", (first,))
