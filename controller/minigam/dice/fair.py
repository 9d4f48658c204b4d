"""Computes rolls from a committed secret and both sides' numbers, so that nobody can choose them.

Before a game's first throw the SHA-256 of a fresh secret is shown. Then each side adds a number of
its own. Throw n is HMAC-SHA256(secret, both numbers and n), turned into dice by rejection
sampling. When the game is over the secret is shown, and every throw can be computed again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count, islice

SECRET_BYTES = 32
_FAIR_BYTES = 252
"""The largest multiple of six in a byte: higher ones are thrown away, or low faces would gain."""


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret, in hex: shown before the first throw.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


def throw(secret: bytes, entropy: tuple[int, int], number: int, pawns: int = 0) -> tuple[int, ...]:
    """Throw `number` (from 1) as two dice, and a die for each pawn that is thrown with them.

    `entropy` is white's number, then black's. The HMAC's message is the ASCII text
    `minigam dice 1:WHITE:BLACK:NUMBER:BLOCK`, BLOCK counting from 0 while bytes are needed; each
    byte below 252 gives the die `byte % 6 + 1`.

    >>> throw(bytes(32), (1, 2), 1)
    (3, 4)
    """
    faces = _faces(secret, f"minigam dice 1:{entropy[0]}:{entropy[1]}:{number}")
    return tuple(islice(faces, 2 + pawns))


def _faces(secret: bytes, label: str) -> Iterator[int]:
    for block in count():
        for byte in hmac.digest(secret, f"{label}:{block}".encode("ascii"), "sha256"):
            if byte < _FAIR_BYTES:
                yield byte % 6 + 1
