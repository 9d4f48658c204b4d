"""The phones that are paired: who, and until when. Tokens are known as hashes only.

Pure but for the file's text, which others read and write. Times are seconds since the machine was
switched on: a small computer may not know the time of day. So all sessions end with that.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from hmac import compare_digest
from math import isfinite
from typing import Any

from minigam.errors import UnknownNameError
from minigam.table.names import is_seen, printable

SESSION_SECONDS = 12 * 3600.0
MOST_SESSIONS = 8
LONGEST_NAME = 40
TOKEN_BYTES = 32
_HASH = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class PhoneSession:
    """One phone."""

    number: int
    name: str
    hash: str
    """The token's SHA-256: enough, as nobody can guess 256 random bits."""
    ends: float


class Sessions:
    """All phones that are paired, in the order in which they were.

    >>> sessions = Sessions("a boot")
    >>> sessions.add("Ann's phone", "token", 0.0).number, sessions.of("token", 1.0).name
    (1, "Ann's phone")
    >>> sessions.revoke(1)
    >>> sessions.of("token", 2.0)
    """

    def __init__(self, boot: str, last: int = 0, sessions: Iterable[PhoneSession] = ()) -> None:
        """`boot` names the time since the machine was switched on; `last`: the last number."""
        self._boot = boot
        self._last = last
        self._sessions = tuple(sessions)

    def listed(self, now: float) -> tuple[PhoneSession, ...]:
        """Those that have not ended."""
        self._sessions = tuple(session for session in self._sessions if now < session.ends)
        return self._sessions

    def add(self, name: str, token: str, now: float) -> PhoneSession:
        """A phone is paired."""
        self._last += 1
        session = PhoneSession(self._last, name, _hash(token), now + SESSION_SECONDS)
        self._sessions = (*self.listed(now), session)
        return session

    def of(self, token: str, now: float) -> PhoneSession | None:
        """Whose token it is; every one is compared, so that the time taken says nothing."""
        wanted = _hash(token)
        found = [each for each in self.listed(now) if compare_digest(each.hash, wanted)]
        return found[0] if found else None

    def revoke(self, number: int) -> None:
        """End a session; raise `UnknownNameError` where there is none of that number."""
        kept = tuple(session for session in self._sessions if session.number != number)
        if len(kept) == len(self._sessions):
            known = [str(session.number) for session in self._sessions] or ["none"]
            raise UnknownNameError("pairing", str(number), known)
        self._sessions = kept

    def text(self) -> str:
        """What is to be kept."""
        pairings = [asdict(session) for session in self._sessions]
        kept = {"boot": self._boot, "last": self._last, "pairings": pairings}
        return json.dumps(kept, indent=1) + "\n"


def sessions_from(text: str, boot: str) -> Sessions:
    """What was kept: without the sessions of an earlier boot; raise `ValueError` for no such text.

    >>> kept = Sessions("monday")
    >>> made = kept.add("phone", "token", 0.0)
    >>> sessions_from(kept.text(), "monday").of("token", 1.0) == made
    True
    >>> sessions_from(kept.text(), "tuesday").of("token", 1.0)
    """
    try:
        kept = json.loads(text)
        last, found = int(kept["last"]), [_session(entry) for entry in kept["pairings"]]
        same = kept["boot"] == boot
    except (TypeError, KeyError, AttributeError, OverflowError, RecursionError) as fault:
        raise ValueError(f"expected boot, last and pairings: {fault}") from None
    return Sessions(boot, last, found if same else ())


def _session(entry: dict[str, Any]) -> PhoneSession:
    number, ends = int(entry["number"]), float(entry["ends"])
    if not isfinite(ends):
        raise ValueError(f"expected an end, got {ends}")
    if not _HASH.fullmatch(entry["hash"]):
        raise ValueError(f"expected a hash of 64 hex digits, got {entry['hash']!r}")
    return PhoneSession(number, str(entry["name"]), entry["hash"], ends)


def _hash(token: str) -> str:
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


KINDS = ("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")


def kind_of(browser: str) -> str:
    """What a browser says that it runs on, if that is one of those we know.

    >>> kind_of("Mozilla/5.0 (Linux; Android 14; Pixel 8)"), kind_of("curl")
    ('Android', 'browser')
    """
    return next((kind for kind in KINDS if kind in browser), "browser")


def plain_name(name: str, kind: str) -> str:
    """What a phone is called: what was typed, fit to be printed, else its kind.

    >>> plain_name(" Ann's\\x1b ", "iPhone"), plain_name("", "iPhone")
    ("Ann's", 'iPhone')
    """
    typed = " ".join(printable(name[:LONGEST_NAME]).split())
    return typed if is_seen(typed) else kind
