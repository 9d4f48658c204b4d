"""Looks after the journal while people play: how much room there is, and what is put away."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

from minigam.journal.keeping import (
    Judge,
    Room,
    Rule,
    drop,
    give_back,
    may_go,
    settle,
    unsettled,
)
from minigam.journal.store import DamagedGameError, Journal

log = logging.getLogger(__name__)

LOOK_SECONDS = 60.0
"""How often it is looked how much room there is."""
AT_ONCE = 20
"""How many chapters are put away in one go: the daemon's end waits for them."""
Free = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """How many bytes the disk of a folder has left."""
    return shutil.disk_usage(folder).free


class Keeper:
    """Puts games away, in a thread of its own and through a connection of its own."""

    def __init__(
        self, path: Path, judge: Judge, free: Free = free_bytes, rule: Rule | None = None
    ) -> None:
        """`path` is the journal's file."""
        self._path = path
        self._judge = judge
        self._free = free
        self._rule = rule or Rule()
        self._damaged: set[int] = set()

    def free(self) -> int:
        """How many bytes are left on the journal's disk."""
        return self._free(self._path.parent)

    def room(self) -> Room:
        """What that means."""
        return self._rule.room(self.free())

    def tidy(self, present: int) -> bool:
        """Put some chapters before the present one away; whether there is more to do.

        Raises `JournalError` where the journal cannot be used.
        """
        journal = Journal(self._path)
        try:
            waiting = [
                number for number in unsettled(journal, present) if number not in self._damaged
            ]
            for number in waiting[:AT_ONCE]:
                self._settle(journal, number)
            self._make_room(journal)
        finally:
            journal.close()
        return len(waiting) > AT_ONCE

    def _settle(self, journal: Journal, number: int) -> None:
        try:
            settle(journal, number, self._judge)
        except DamagedGameError as fault:
            log.warning("it stays as it is: %s", fault.damage)
            self._damaged.add(number)

    def _make_room(self, journal: Journal) -> None:
        if not self._rule.is_too_much(self.free(), self._path.stat().st_size):
            return
        if going := may_go(journal, self._rule):
            drop(journal, going)
            log.warning("the disk runs low: the games %s were let go", going)
        give_back(journal)
