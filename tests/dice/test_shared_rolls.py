"""Rolls by two boards, computed again from `docs/dice.md`, and every way to cheat with them."""

import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.dice import shared_rolls
from minigam.dice.provably_fair import AuditResult
from minigam.dice.shared_rolls import (
    MOST_SHARED_ROLLS,
    SharedProof,
    SharesSpentError,
    audit_shared,
    follows,
    secret_of,
    secrets_of,
)
from tests.dice.test_provably_fair import chi_square, hmac_by_hand, two_dice

WHITE, BLACK = bytes(range(32)), b"the black board's seed, 32 bytes"
ROLLS = 20


def by_the_page(seed: bytes) -> list[bytes]:
    """Secret 4096 is the seed; secret n - 1 is the SHA-256 of secret n; secret 0 is the promise."""
    chain = {4096: seed}
    for number in range(4096, 0, -1):
        chain[number - 1] = sha256(chain[number]).digest()
    return [chain[number] for number in range(4097)]


CHAINS = by_the_page(WHITE), by_the_page(BLACK)


def stream(white: bytes, black: bytes, number: int) -> Iterator[int]:
    """The bytes that roll `number` draws from."""
    for block in count():
        yield from hmac_by_hand(white + black, f"minigam dice 2:{number}:{block}".encode())


def proof(rolls: int = ROLLS, swapped_after: int = 0) -> SharedProof:
    """What an honest game leaves; where the players change colours, so do the chains."""
    chains = CHAINS[::-1] if swapped_after else CHAINS
    throws = []
    for number in range(1, rolls + 1):
        white, black = (chain[number] for chain in chains)
        keys = (black, white) if number <= swapped_after else (white, black)
        throws.append(two_dice(stream(*keys, number)))
    ours, theirs = (tuple(secret.hex() for secret in chain[1 : rolls + 1]) for chain in chains)
    return SharedProof((chains[0][0].hex(), chains[1][0].hex()), (ours, theirs), tuple(throws))


HONEST = proof()
YES = "rolls: {}, each from both boards' secrets, as promised before the first"


def test_a_chain_is_what_the_page_says() -> None:
    assert list(secrets_of(WHITE)) == CHAINS[0]
    assert [secret_of(WHITE, number) for number in (0, 1, 2, 4095, 4096)] == [
        CHAINS[0][number] for number in (0, 1, 2, 4095, 4096)
    ]
    assert shared_rolls.commitment(BLACK) == CHAINS[1][0].hex()


@pytest.mark.parametrize("number", [-1, MOST_SHARED_ROLLS + 1])
def test_a_chain_has_no_more_secrets(number: int) -> None:
    with pytest.raises(SharesSpentError, match=rf"^expected roll 1 to 4096 .*, got {number}: "):
        secret_of(WHITE, number)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), st.integers(1))
@settings(deadline=None)
def test_a_roll_is_what_the_page_says(white: bytes, black: bytes, number: int) -> None:
    expected = two_dice(stream(white, black, number))
    assert shared_rolls.shared_roll(white, black, number) == expected


def test_pawns_are_rolled_after_the_dice() -> None:
    drawn = (byte % 6 + 1 for byte in stream(WHITE, BLACK, 7) if byte < 252)
    assert shared_rolls.shared_roll(WHITE, BLACK, 7, 40) == tuple(islice(drawn, 42))


def test_it_is_the_same_hmac_as_the_librarys() -> None:
    assert hmac.digest(WHITE + BLACK, b"minigam dice 2:1:0", "sha256") == bytes(
        islice(stream(WHITE, BLACK, 1), 32)
    )


def test_rolls_of_two_boards_are_even() -> None:
    """As in `test_provably_fair`, also where one board has the same secrets in each game."""
    throws = [
        shared_rolls.shared_roll(CHAINS[0][number % 4096 + 1], sha256(bytes([n])).digest(), number)
        for n in range(8)
        for number in range(1, 2501)
    ]
    assert chi_square(Counter(face for throw in throws for face in throw)) < 20.515
    assert chi_square(Counter(throws)) < 66.619


@pytest.mark.parametrize("rolls", [0, 1, ROLLS])
def test_an_honest_game_is_fair_at_any_moment(rolls: int) -> None:
    assert audit_shared(proof(rolls)) == AuditResult(True, YES.format(rolls))


@pytest.mark.parametrize("swapped_after", [1, 3, ROLLS])
def test_the_secrets_go_along_when_the_players_change_colours(swapped_after: int) -> None:
    swapped = proof(swapped_after=swapped_after)
    assert audit_shared(replace(swapped, swapped_after=swapped_after)).fair
    for other in {0, swapped_after - 1, swapped_after + 1} - {ROLLS + 1}:
        assert not audit_shared(replace(swapped, swapped_after=other)).fair


def test_a_share_for_the_coming_roll_is_audited_too() -> None:
    white, black = proof(ROLLS + 1).shares
    ahead = replace(HONEST, shares=(white, black[:ROLLS]))
    assert audit_shared(ahead) == AuditResult(True, YES.format(ROLLS))
    wrong = replace(HONEST, shares=((*white[:ROLLS], "ab" * 32), black[:ROLLS]))
    assert audit_shared(wrong) == AuditResult(
        False,
        f"the share of white's board for roll {ROLLS + 1} does not fit its share for roll {ROLLS}: "
        "its hash is another",
    )


def changed(side: int, at: int, secret: str) -> SharedProof:
    """Another secret in a place."""
    shares = [list(HONEST.shares[0]), list(HONEST.shares[1])]
    shares[side][at] = secret
    return replace(HONEST, shares=(tuple(shares[0]), tuple(shares[1])))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("at", [0, 1, 7, ROLLS - 1])
@pytest.mark.parametrize("secret", ["ab" * 32, "", "abc", "xy" * 32, "é" * 64])
def test_a_changed_share_is_named(side: int, at: int, secret: str) -> None:
    name = ("white", "black")[side]
    before = f"its share for roll {at}" if at else "its promise"
    assert audit_shared(changed(side, at, secret)) == AuditResult(
        False,
        f"the share of {name}'s board for roll {at + 1} does not fit {before}: its hash is another",
    )


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (changed(0, 5, HONEST.shares[0][4]), "the share of white's board for roll 6 does not fit"),
        (changed(0, 5, HONEST.shares[0][6]), "the share of white's board for roll 6 does not fit"),
        (changed(1, 5, HONEST.shares[0][5]), "the share of black's board for roll 6 does not fit"),
        (
            replace(HONEST, shares=HONEST.shares[::-1]),
            "the share of white's board for roll 1 does not fit its promise",
        ),
        (
            replace(HONEST, promises=HONEST.promises[::-1]),
            "the share of white's board for roll 1 does not fit its promise",
        ),
        (
            replace(HONEST, promises=(HONEST.promises[0], None)),
            "the promise of black's board is missing before the first roll",
        ),
        (
            replace(HONEST, promises=(None, HONEST.promises[1]), shares=((), HONEST.shares[1])),
            "the promise of white's board is missing before the first roll",
        ),
        (
            replace(HONEST, shares=(HONEST.shares[0], HONEST.shares[1][:-1])),
            f"roll {ROLLS} was made before both boards had shared their secrets",
        ),
        (
            replace(HONEST, shares=(HONEST.shares[0][:-2], HONEST.shares[1])),
            f"roll {ROLLS - 1} was made before both boards had shared their secrets",
        ),
    ],
    ids=[
        *("a share reused", "a share too early", "the other board's share", "swapped shares"),
        *("swapped promises", "no promise", "neither promise nor shares", "no share", "no shares"),
    ],
)
def test_other_shares_are_found(record: SharedProof, reason: str) -> None:
    found = audit_shared(record)
    assert not found.fair
    assert found.reason.startswith(reason)


@pytest.mark.parametrize("number", [1, 2, 13, ROLLS])
def test_another_roll_is_named(number: int) -> None:
    throws: list[Any] = list(HONEST.throws)
    first, second = throws[number - 1]
    throws[number - 1] = (first, second % 6 + 1)
    assert audit_shared(replace(HONEST, throws=tuple(throws))) == AuditResult(
        False,
        f"roll {number} was {first}-{second % 6 + 1}, both boards' secrets give {first}-{second}",
    )


def test_nothing_promised_and_nothing_rolled_is_fair() -> None:
    assert audit_shared(SharedProof((None, None), ((), ()), ())).fair


def test_what_follows_is_the_one_secret_that_was_hashed() -> None:
    promise, first, second = (secret.hex() for secret in CHAINS[0][:3])
    assert follows(promise, first)
    assert follows(first, second)
    for wrong in (second, promise, "", first[:-1], "no hex"):
        assert not follows(promise, wrong)
