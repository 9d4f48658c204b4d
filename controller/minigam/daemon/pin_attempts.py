"""Wrong tries at a board's PIN, kept over a restart: `DATA/tries/PROFILE.json`.

Else whoever can pull the plug could try all PINs.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from minigam.daemon.pin import LONGEST_WAIT, PinAttempts
from minigam.errors import JournalError
from minigam.journal.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.pairing.file import this_boot

log = logging.getLogger(__name__)

FOLDER = "tries"
MOST_WRONG = 2**31


class PinAttemptsFile:
    """One profile's file in a data folder."""

    def __init__(self, data: Path, profile: str, boot: str | None = None) -> None:
        """It need not exist. `boot`: see `this_boot`; seconds are counted from there."""
        self._data = data
        self._name = f"{FOLDER}/{profile}.json"
        self._boot = boot or this_boot()

    def load(self, now: float) -> PinAttempts:
        """The tries so far, at so many seconds since the boot.

        After another boot the whole wait begins anew: nobody knows how long the board was off.
        None at all where the file is damaged, which is logged.
        """
        path = self._data / self._name
        try:
            if not is_plain_file(path):
                return PinAttempts()
            return self._read(json.loads(small_text(path)), now)
        except (JournalError, OSError, ValueError, LookupError, TypeError, RecursionError) as fault:
            log.warning("%s cannot be read, so no wrong PIN is counted: %s", path, fault)
            return PinAttempts()

    def _read(self, tree: dict[str, Any], now: float) -> PinAttempts:
        wrong, until, boot = tree["wrong"], tree["until"], tree["boot"]
        if type(wrong) is not int or not 0 <= wrong < MOST_WRONG:
            raise ValueError(f"expected a number of tries, got {wrong!r}")
        if type(until) not in (int, float) or not 0 <= until < float("inf"):
            raise ValueError(f"expected a time in seconds, got {until!r}")
        if boot == self._boot:
            return PinAttempts(wrong, min(until, now + LONGEST_WAIT))
        return PinAttempts.waiting(wrong, now)

    def save(self, tries: PinAttempts) -> None:
        """Keep them through a cut of power; where that fails, it is logged, and they count on."""
        tree = {"boot": self._boot, "wrong": tries.count, "until": tries.until}
        try:
            write_whole(self._data, self._name, json.dumps(tree))
        except OSError as fault:
            log.warning("wrong PINs count until the next start only: %s", fault.strerror)
