"""Writes to a journal in small transactions, so that play is not delayed.

SQLite has one writer at a time (https://www.sqlite.org/wal.html#concurrency), so a touch waits for
whatever transaction is open. Each one here is small, and the lock is free for longer than it is
held: the touch comes next.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from minigam.journal.store import Journal

MOST_ROWS = 200
"""In a transaction: some milliseconds on a PC, some ten on a Pi."""
MOST_BYTES = 32_000
"""In a transaction, and what the last row adds."""
LEAST_PAUSE, MOST_PAUSE = 0.002, 1.0
"""Seconds."""
PAUSE_TIMES = 3.0
"""A pause is so many times as long as the transaction before it took: slow disks have long ones."""
LOG_PAGES = 200
"""So many pages of 4 kB in the log are put into the file by who writes here; the player's own
commits, which would do so at 1000, never have to."""


class BackgroundWriter:
    """Small transactions on a connection that no touch goes through.

    They wait for no flush while they hold the lock, since on a slow card that is most of the time:
    each is whole or not at all after a cut of power, and what is lost of the last ones is done
    again. What must last asks for it.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`clock` and `sleep` count seconds."""
        self._journal = journal
        self._clock = clock
        self._sleep = sleep
        journal.rows(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")

    @contextmanager
    def writing(self, lasts: bool = False) -> Iterator[sqlite3.Connection]:
        """As `Journal.writing`, and a pause after it. The block writes `MOST_ROWS` at most.

        `lasts`: on return it survives a cut of power, and with it all that was written before.
        """
        with self._flushed(lasts), self._journal.writing() as db:
            began = self._clock()
            yield db
        self._pause(self._clock() - began)

    @contextmanager
    def _flushed(self, each: bool) -> Iterator[None]:
        """See https://www.sqlite.org/pragma.html#pragma_synchronous."""
        with self._journal.reading() as db:
            db.execute(f"PRAGMA synchronous = {'FULL' if each else 'NORMAL'}")
            try:
                yield
            finally:
                db.execute("PRAGMA synchronous = FULL")

    def run(self, statement: str) -> None:
        """A statement that is a transaction of its own, and a pause after it."""
        began = self._clock()
        with self._flushed(False), self._journal.reading() as db:
            db.executescript(statement)  # steps to its end also where each step gives no row
        self._pause(self._clock() - began)

    def _pause(self, took: float) -> None:
        self._sleep(min(max(LEAST_PAUSE, PAUSE_TIMES * took), MOST_PAUSE))

    def drop(self, game: int) -> None:
        """Delete a game, its last actions first: what is left of it meanwhile can be read."""
        while self._drop_some(game):
            pass

    def _drop_some(self, game: int) -> bool:
        """Whether there may be more."""
        with self.writing() as db:
            deleted = db.execute(
                "DELETE FROM action WHERE game = ? AND number IN (SELECT number FROM action"
                " WHERE game = ? ORDER BY number DESC LIMIT ?)",
                (game, game, MOST_ROWS),
            ).rowcount
            if deleted == MOST_ROWS:
                return True
            db.execute("DELETE FROM meeting WHERE game = ?", (game,))
            db.execute("DELETE FROM game WHERE id = ?", (game,))
        return False
