"""The data folder: one program at a time, restores brought to their end, its journal opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from minigam.errors import JournalError
from minigam.journal.atomic_replace import finish_broken_off, is_pending
from minigam.journal.lock import folder_locked
from minigam.journal.memory import MemoryJournal
from minigam.journal.recovery import clear_name, sound_journal
from minigam.journal.store import FILE_NAME, Journal

LOCK = "lock"
"""The file that keeps a second daemon out of a data folder."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the data folder's lock, finish a broken-off restore; raise `BusyError` if it is held.

    A restore that was broken off is brought to its end first.
    """
    busy = f"another minigam is using {folder}: stop it, or give another folder with --data"
    with folder_locked(folder, LOCK, busy):
        finish_broken_off(folder)
        yield


def make_whole(folder: Path) -> None:
    """Finish a restore that was broken off; raise `BusyError` while one is under way."""
    if is_pending(folder):
        with only_one(folder):
            pass


@contextmanager
def journal_in(folder: Path, say: Callable[[str], None]) -> Iterator[Journal]:
    """The folder's journal, for one daemon; recovered first where it was damaged.

    Where nothing can be written it is one without games, whose `fault` says why: the board lights
    up all the same, and its page says what to do. Raises `BusyError` for a second daemon, and
    `JournalError` for what is no folder.
    """
    path = folder / FILE_NAME
    with ExitStack() as held:
        try:
            clear_name(folder / LOCK)
            held.enter_context(only_one(folder))
            journal = sound_journal(path, say=say)
        except JournalError as fault:
            if not folder.is_dir():  # somebody has given the wrong one
                raise
            say(f"nothing can be played: {fault}")
            journal = MemoryJournal(path, fault)
        held.callback(journal.close)
        yield journal
