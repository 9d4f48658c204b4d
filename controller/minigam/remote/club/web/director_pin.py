"""The director's PIN: made once for an evening's folder, and few tries to guess it."""

from __future__ import annotations

import hmac
import json
import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from minigam.errors import ClubStoreError, shortened
from minigam.files.small_files import small_text, write_whole
from minigam.json_text import parse_json
from minigam.token_bucket import RateLimiter, TokenBucket
from minigam.validation import TABLE, Kind, hex_digits, whole

FILE_NAME = "director.json"
DIGITS = 6
_PIN = Kind(f"{DIGITS} digits", lambda value: isinstance(value, str) and _is_pin(value))
_SECRET = hex_digits(64)
OF_ONE = TokenBucket(at_once=5, a_second=1 / 30)
"""Tries from one address."""
OF_ALL = TokenBucket(at_once=30, a_second=1 / 5)
"""Tries from everywhere: at most one in fifty guesses the PIN in a whole day."""


def _is_pin(text: str) -> bool:
    return re.fullmatch(rf"[0-9]{{{DIGITS}}}", text) is not None


@dataclass(frozen=True)
class DirectorPin:
    """What the director enters, and by what the page is recognised afterwards."""

    pin: str
    secret: str = field(repr=False)

    @property
    def token(self) -> str:
        """Of the director's session: the same after a restart.

        >>> len(DirectorPin("123456", "0c" * 32).token)
        64
        """
        return hmac.new(bytes.fromhex(self.secret), self.pin.encode(), sha256).hexdigest()

    def is_token(self, text: str) -> bool:
        """Whether this is the session's."""
        return hmac.compare_digest(text.encode(), self.token.encode())

    def is_pin(self, text: object) -> bool:
        """Whether this is the PIN."""
        return isinstance(text, str) and hmac.compare_digest(text.encode(), self.pin.encode())


def director_pin(folder: Path) -> DirectorPin:
    """The PIN of an evening's folder, made at its first start in a file of its owner's alone.

    Raises `ClubStoreError` where the file cannot be used.
    """
    path = folder / FILE_NAME
    try:
        if not path.exists():
            pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
            made = {"v": 1, "pin": pin, "secret": secrets.token_hex(32)}
            write_whole(folder, FILE_NAME, json.dumps(made))
        held = TABLE.read(parse_json(small_text(path)))
        whole(1, 1).read(held.get("v"), "v")
        pin, secret = _PIN.read(held.get("pin"), "pin"), _SECRET.read(held.get("secret"), "secret")
    except (OSError, ValueError) as fault:
        raise ClubStoreError(
            f"the director's PIN in {path} cannot be used: {shortened(fault)}; delete the file to "
            "get a new PIN"
        ) from None
    return DirectorPin(pin, secret)


class PinTries:
    """Limits how often a PIN is entered, by address and in all; time is passed in, in seconds.

    >>> tries = PinTries()
    >>> [tries.may_try("192.168.1.7", 0.0) for _ in range(6)]
    [True, True, True, True, True, False]
    >>> tries.may_try("192.168.1.8", 0.0)
    True
    """

    def __init__(self) -> None:
        """Nobody has tried yet."""
        self._of_one, self._all = RateLimiter(), OF_ALL

    def may_try(self, address: str, now: float) -> bool:
        """Whether a try from there is looked at now, which is counted."""
        if self._of_one.wait(address, OF_ONE, now) or not self._all.has_token(now):
            return False
        self._all = self._all.taken(now)
        return True
