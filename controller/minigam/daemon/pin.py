"""The staff's PIN: kept as a hash that is slow to guess, and not tried for ever.

A PIN of four digits has ten thousand values: whoever has the file and a fast machine finds it. What
keeps it is that the file is its owner's alone, and that the board answers few tries.
"""

from __future__ import annotations

import hmac
import re
from hashlib import scrypt
from typing import Self

PIN = re.compile(r"[0-9]{4,12}")
SALT_BYTES = 16
WORK = {"n": 2**14, "r": 8, "p": 1}
"""What a hash costs: 16 MB and some 50 ms on a PC (https://www.rfc-editor.org/rfc/rfc7914)."""
FREE_TRIES = 3
FIRST_WAIT, LONGEST_WAIT = 30.0, 900.0
"""Seconds until the next try is heard."""


def is_pin(text: object) -> bool:
    """Whether this may be a PIN.

    >>> is_pin("2580"), is_pin("258"), is_pin(2580)
    (True, False, False)
    """
    return isinstance(text, str) and PIN.fullmatch(text) is not None


def hashed(pin: str, salt: bytes) -> str:
    """A PIN as it is kept.

    >>> fits("2580", hashed("2580", bytes(16))), fits("2581", hashed("2580", bytes(16)))
    (True, False)
    """
    return f"scrypt:{salt.hex()}:{scrypt(pin.encode(), salt=salt, **WORK).hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether this is the PIN that is kept; none fits what cannot be read.

    >>> fits("2580", "scrypt:zz:"), fits("2580", "scrypt:00:ä")
    (False, False)
    """
    try:
        kind, salt, _ = kept.split(":")
        own = hashed(pin, bytes.fromhex(salt))
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
