"""The director's PIN: made once for an evening's folder, and too long to be guessed."""

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
from minigam.token_bucket import TokenBucket
from minigam.validation import TABLE, Kind, hex_digits, whole

FILE_NAME = "director.json"
DIGITS, GROUP = 12, 4
"""A thousand tries a second, each from another address, would take 30 years for all PINs. So wrong
tries are limited by address only, and never keep the director out elsewhere."""
_PIN = Kind(f"{DIGITS} digits", lambda value: isinstance(value, str) and _is_pin(value))
_SECRET = hex_digits(64)
OF_ONE = TokenBucket(at_once=5, a_second=1 / 30)
"""Tries from one address."""


def _is_pin(text: str) -> bool:
    return re.fullmatch(rf"[0-9]{{{DIGITS}}}", text) is not None


@dataclass(frozen=True)
class DirectorPin:
    """What the director enters, and by what the page is recognised afterwards."""

    pin: str
    secret: str = field(repr=False)

    @property
    def words(self) -> str:
        """The PIN as people read it.

        >>> DirectorPin("493021180473", "0c" * 32).words
        '4930 2118 0473'
        """
        return " ".join(self.pin[at : at + GROUP] for at in range(0, DIGITS, GROUP))

    @property
    def token(self) -> str:
        """Of the director's session: the same after a restart.

        >>> len(DirectorPin("123456", "0c" * 32).token)
        64
        """
        return hmac.new(bytes.fromhex(self.secret), self.pin.encode(), sha256).hexdigest()

    def is_token(self, text: str) -> bool:
        """Whether this is the session's."""
        return text.isascii() and hmac.compare_digest(text, self.token)

    def is_pin(self, text: object) -> bool:
        """Whether this is the PIN, with spaces or without.

        >>> DirectorPin("493021180473", "0c" * 32).is_pin("4930 2118 0473")
        True
        """
        digits = text.replace(" ", "") if isinstance(text, str) else ""
        return _is_pin(digits) and hmac.compare_digest(digits, self.pin)


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
