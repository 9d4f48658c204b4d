"""The file of the paired phones: whole or not at all, and for its owner alone."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

from minigam.errors import JournalError
from minigam.journal.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.pairing.sessions import Sessions, sessions_from

log = logging.getLogger(__name__)

FILE_NAME = "pairings.json"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def this_boot(path: Path = BOOT_ID) -> str:
    """A name of the time since the machine was switched on; where it has none, one of its own."""
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return secrets.token_hex(16)


class PairingsFile:
    """`pairings.json` in a data folder."""

    def __init__(self, folder: Path, boot: str) -> None:
        """`boot`: see `this_boot`."""
        self._folder = folder
        self._path = folder / FILE_NAME
        self._boot = boot

    def read(self) -> Sessions:
        """Who is paired; nobody where the file is damaged, which is logged."""
        try:
            if not is_plain_file(self._path):
                return Sessions(self._boot)
            return sessions_from(small_text(self._path), self._boot)
        except (JournalError, OSError, ValueError) as fault:
            log.warning("%s cannot be read, so no phone is paired: %s", self._path, fault)
            return Sessions(self._boot)

    def write(self, sessions: Sessions) -> None:
        """Keep them through a cut of power; raise `JournalError` where that cannot be."""
        try:
            write_whole(self._folder, FILE_NAME, sessions.text())
        except OSError as fault:
            raise JournalError(
                f"{self._path} cannot be written: {fault.strerror}; what was changed holds until "
                "the next start only"
            ) from None
