"""Stores the staff PIN as a slow hash and limits wrong attempts.

A PIN of four digits has ten thousand values: whoever has the file and a fast machine finds it. What
keeps it is that the file is its owner's alone, and that the board answers few tries.
"""

import hmac
import json
import logging
import re
from hashlib import scrypt
from pathlib import Path
from typing import Any, Self

from minigam.errors import JournalError
from minigam.files.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.pairing.phones import this_boot

PIN = re.compile(r"[0-9]{4,12}")
SALT_BYTES = 16
WORK = {"n": 2**14, "r": 8, "p": 1}
"""What a hash costs: 16 MB and some 50 ms on a PC (https://www.rfc-editor.org/rfc/rfc7914)."""
FREE_TRIES = 3
FIRST_WAIT, LONGEST_WAIT = 30.0, 900.0
"""Seconds until the next try is heard."""
log = logging.getLogger(__name__)

FOLDER = "tries"
MOST_WRONG = 2**31


def is_pin(text: object) -> bool:
    """Whether this may be a PIN.

    >>> is_pin("2580"), is_pin("258"), is_pin(2580)
    (True, False, False)
    """
    return isinstance(text, str) and PIN.fullmatch(text) is not None


def hash_pin(pin: str, salt: bytes) -> str:
    """A PIN as it is kept.

    >>> kept = hash_pin("2580", bytes(16))
    >>> verify_pin("2580", kept), verify_pin("2581", kept)
    (True, False)
    """
    return f"scrypt:{salt.hex()}:{scrypt(pin.encode(), salt=salt, **WORK).hex()}"


def verify_pin(pin: str, kept: str) -> bool:
    """Whether this is the PIN that is kept; none fits what cannot be read.

    >>> verify_pin("2580", "scrypt:zz:"), verify_pin("2580", "scrypt:00:ä")
    (False, False)
    """
    try:
        kind, salt, _ = kept.split(":")
        own = hash_pin(pin, bytes.fromhex(salt))
    except ValueError:
        return False
    return kind == "scrypt" and hmac.compare_digest(own.encode(), kept.encode())


class PinAttempts:
    """Counts wrong tries, and says how long to wait. Pure: time is passed in, in seconds.

    >>> tries = PinAttempts()
    >>> for at in (1.0, 2.0, 3.0):
    ...     tries.wrong(at)
    >>> tries.wait(4.0), tries.wait(40.0)
    (29.0, 0.0)
    """

    def __init__(self, count: int = 0, until: float = 0.0) -> None:
        """So many wrong ones before, and until when no other is heard."""
        self.count = count
        self.until = until

    @classmethod
    def waiting(cls, count: int, now: float) -> Self:
        """After so many wrong ones, the last of them now."""
        return cls(count, now + _wait_after(count))

    def wait(self, now: float) -> float:
        """How many seconds no try is heard."""
        return max(0.0, self.until - now)

    def wrong(self, now: float) -> None:
        """A wrong one: from the third on each doubles the wait."""
        self.count += 1
        self.until = now + _wait_after(self.count)

    def right(self) -> None:
        """The right one: all is forgotten."""
        self.count, self.until = 0, 0.0


def _wait_after(count: int) -> float:
    beyond = count - FREE_TRIES
    return min(FIRST_WAIT * 2.0 ** min(beyond, 10), LONGEST_WAIT) if beyond >= 0 else 0.0


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
