"""Rolls from both boards' secrets, so that neither board can choose them: see `docs/dice.md`.

Each board draws one seed for a game and hashes it 4096 times. It promises the last hash before the
first roll. For each roll it then shares the hash before the one that it gave last, so anyone can
verify at once that the secret was fixed before the game.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from minigam.dice.provably_fair import AuditResult, dice_words, draw_faces
from minigam.errors import MinigamError

MOST_SHARED_ROLLS = 4096
"""How many secrets a board has for a game: the last one is its seed."""


class SharesSpentError(MinigamError, ValueError):
    """A board has no secret of that number."""


def secrets_of(seed: bytes) -> tuple[bytes, ...]:
    """A board's secrets for a game, from its seed of 32 random bytes; item 0 is its promise.

    It takes 4096 hashes, some milliseconds: keep what it returns for as long as the game lasts.

    >>> chain = secrets_of(bytes(32))
    >>> len(chain), chain[4096] == bytes(32), hashlib.sha256(chain[1]).digest() == chain[0]
    (4097, True, True)
    """
    found = [seed]
    for _ in range(MOST_SHARED_ROLLS):
        found.append(hashlib.sha256(found[-1]).digest())
    return tuple(reversed(found))


def secret_of(seed: bytes, number: int) -> bytes:
    """A board's secret for roll `number`, from 1; of number 0, its promise.

    Raises `SharesSpentError` for a number above `MOST_SHARED_ROLLS`.

    >>> secret_of(bytes(32), 4096) == bytes(32)
    True
    """
    if not 0 <= number <= MOST_SHARED_ROLLS:
        raise SharesSpentError(
            f"expected roll 1 to {MOST_SHARED_ROLLS} of a game between two boards, got {number}: "
            "resign it, or begin another game"
        )
    secret = seed
    for _ in range(MOST_SHARED_ROLLS - number):
        secret = hashlib.sha256(secret).digest()
    return secret


def commitment(seed: bytes) -> str:
    """What a board promises before the first roll, in hex.

    >>> commitment(bytes(32)) == secret_of(bytes(32), 0).hex()
    True
    """
    return secret_of(seed, 0).hex()


def follows(before: str, secret: str) -> bool:
    """Whether a secret is the one that a board has to share next; both in hex.

    `before`: what the board gave last, its promise before the first roll.

    >>> chain = secrets_of(bytes(32))
    >>> follows(chain[0].hex(), chain[1].hex()), follows(chain[0].hex(), chain[2].hex())
    (True, False)
    """
    try:
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest() == before
    except ValueError:
        return False


def shared_roll(white: bytes, black: bytes, number: int, pawns: int = 0) -> tuple[int, ...]:
    """Roll `number` (from 1) as two dice, and a die for each pawn that is rolled with them.

    `white` and `black` are the two boards' secrets of that number, 32 bytes each. The key of the
    HMAC is one after the other, its message the ASCII text `minigam dice 2:NUMBER:BLOCK`; the dice
    are drawn from it as in `fair_roll`.

    >>> shared_roll(bytes(32), bytes(32), 1)
    (3, 6)
    """
    return draw_faces(white + black, f"minigam dice 2:{number}", 2 + pawns)


@dataclass(frozen=True)
class SharedProof:
    """What a game between two boards says about its dice; pairs are white's and black's."""

    promises: tuple[str | None, str | None]
    """In hex; None for a promise that is missing."""
    shares: tuple[tuple[str, ...], tuple[str, ...]]
    """Each board's secrets in hex, the first roll's first."""
    throws: tuple[tuple[int, ...], ...]
    """Every roll, in order: two dice, then the pawns rolled with them."""
    swapped_after: int = 0
    """How many rolls were made before the players changed colours; 0 where they did not. Promises
    and shares are listed by the colours after it; the earlier rolls take black's secret first."""


def audit_shared(record: SharedProof) -> AuditResult:
    """Check every share against the one before, and compute every roll again.

    Says yes, or what differs first. It needs no more than what was given so far, so it also audits
    a game that is not over.

    >>> white, black = secrets_of(bytes(32)), secrets_of(b"1" * 32)
    >>> shares = ((white[1].hex(),), (black[1].hex(),))
    >>> throws = (shared_roll(white[1], black[1], 1),)
    >>> audit_shared(SharedProof((white[0].hex(), black[0].hex()), shares, throws)).reason
    "rolls: 1, each from both boards' secrets, as promised before the first"
    """
    wrong = next(_faults(record), None)
    if wrong:
        return AuditResult(False, wrong)
    rolls = len(record.throws)
    return AuditResult(
        True, f"rolls: {rolls}, each from both boards' secrets, as promised before the first"
    )


def _faults(record: SharedProof) -> Iterator[str]:
    for side, promise, shares in zip(
        ("white", "black"), record.promises, record.shares, strict=True
    ):
        if promise is None:
            if shares or record.throws:
                yield f"the promise of {side}'s board is missing before the first roll"
            continue
        for number, (before, secret) in enumerate(pairwise((promise, *shares)), start=1):
            if not follows(before, secret):
                what = "its promise" if number == 1 else f"its share for roll {number - 1}"
                yield (
                    f"the share of {side}'s board for roll {number} does not fit {what}: "
                    "its hash is another"
                )
    yield from _wrong_rolls(record)


def _wrong_rolls(record: SharedProof) -> Iterator[str]:
    white, black = record.shares
    for number, got in enumerate(record.throws, start=1):
        if min(len(white), len(black)) < number:
            yield f"roll {number} was made before both boards had shared their secrets"
            return
        key = bytes.fromhex(white[number - 1]), bytes.fromhex(black[number - 1])
        first, second = key[::-1] if number <= record.swapped_after else key
        derived = shared_roll(first, second, number, len(got) - 2)
        if got != derived:
            yield (
                f"roll {number} was {dice_words(got)}, "
                f"both boards' secrets give {dice_words(derived)}"
            )
