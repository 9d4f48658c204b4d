"""Runs retention in the background and watches the free disk space."""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from minigam.errors import JournalError
from minigam.files.ownership import nearest_folder
from minigam.journal.recovery import damage_in, note_damage
from minigam.journal.retention import (
    DiskSpace,
    GameJudge,
    RetentionRule,
    deletable_games,
    delete_games,
    games_to_summarize,
    release_free_pages,
    summarize_and_pack,
)
from minigam.journal.store import DamagedGameError, DamagedJournalError, Journal

log = logging.getLogger(__name__)

LOOK_SECONDS = 60.0
"""How often it is looked how much room there is."""
AT_ONCE = 20
"""How many games are put away in one go: the daemon's end waits for them."""
LOOKS_APART = 24 * 60
"""How many looks come between two at the whole file: a day."""
Free = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """How many bytes the disk of a folder has left."""
    return shutil.disk_usage(nearest_folder(folder)).free


class Housekeeper:
    """Puts games away, in a thread of its own and through a connection of its own."""

    def __init__(
        self,
        path: Path,
        judge: GameJudge,
        free: Free = free_bytes,
        rule: RetentionRule | None = None,
    ) -> None:
        """`path` is the journal's file."""
        self._path = path
        self._judge = judge
        self._free = free
        self._rule = rule or RetentionRule()
        self._damaged: set[int] = set()
        self._looks = 0
        self.damage = ""
        """What is wrong with the journal's file, in a sentence; empty while nothing is."""

    def free(self) -> int:
        """How many bytes are left on the journal's disk."""
        return self._free(self._path.parent)

    def room(self) -> DiskSpace:
        """The free space as a `DiskSpace` level."""
        return self._rule.room(self.free())

    def tidy(self, present: int) -> bool:
        """Put some games before the present one away; whether there is more to do.

        Raises `JournalError` where the journal cannot be used.
        """
        with self.noting(), closing(Journal(self._path)) as journal:
            waiting = [
                number
                for number in games_to_summarize(journal, present)
                if number not in self._damaged
            ]
            for number in waiting[:AT_ONCE]:
                self._settle(journal, number)
            self._make_room(journal)
            if len(waiting) <= AT_ONCE:
                self._look_over(journal)
        return len(waiting) > AT_ONCE

    def note(self, fault: JournalError) -> None:
        """Record damage of the file, so that the next start recovers it."""
        if isinstance(fault, DamagedJournalError):
            self.damage = str(fault)
            note_damage(self._path, self.damage)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note a damaged file that ends the block."""
        try:
            yield
        except JournalError as fault:
            self.note(fault)
            raise

    def _look_over(self, journal: Journal) -> None:
        """Read the whole file, now and then: the start reads only what it needs of a large one."""
        if self._looks % LOOKS_APART == 0 and (damage := damage_in(journal)):
            log.error("the journal is damaged: %s", damage)
            note_damage(self._path, damage)
            self.damage = damage
        self._looks += 1

    def _settle(self, journal: Journal, number: int) -> None:
        try:
            summarize_and_pack(journal, number, self._judge)
        except DamagedGameError as fault:
            log.warning("it stays as it is: %s", fault.damage)
            self._damaged.add(number)

    def _make_room(self, journal: Journal) -> None:
        if self.room() is DiskSpace.FINE:
            return
        if going := deletable_games(journal, self._rule):
            delete_games(journal, going)
            log.warning("the disk runs low: the games %s were deleted", going)
        release_free_pages(journal)
