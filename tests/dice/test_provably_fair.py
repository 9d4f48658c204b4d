"""Fair rolls, computed again by other means: the SHA-256 standard, HMAC by hand, openssl."""

import hashlib
import hmac
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.dice import provably_fair

SECRET = bytes(range(32))
ENTROPY = (20, 4711)


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as RFC 2104 words it."""
    key = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def stream(secret: bytes, entropy: tuple[int, int], number: int) -> Iterator[int]:
    """The bytes that roll `number` draws from."""
    for block in count():
        message = f"minigam dice 1:{entropy[0]}:{entropy[1]}:{number}:{block}"
        yield from hmac_by_hand(secret, message.encode())


def two_dice(drawn: Iterable[int]) -> tuple[int, int]:
    """The first two bytes that fit into 42 rounds of a die."""
    first, second = islice((byte for byte in drawn if byte < 6 * 42), 2)
    return first % 6 + 1, second % 6 + 1


@pytest.mark.parametrize(
    ("secret", "digest"),
    [  # FIPS 180-2, appendix B, and the empty message
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ],
)
def test_the_commitment_is_the_sha_256_of_the_secret(secret: bytes, digest: str) -> None:
    assert provably_fair.commitment(secret) == digest


@given(
    st.binary(max_size=80), st.integers(), st.integers(), st.integers(min_value=1, max_value=10**6)
)
@settings(deadline=None)
def test_a_throw_is_what_the_recipe_says(
    secret: bytes, white: int, black: int, number: int
) -> None:
    assert provably_fair.fair_roll(secret, (white, black), number) == two_dice(
        stream(secret, (white, black), number)
    )


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here")
@pytest.mark.parametrize("number", [1, 2, 77])
def test_anyone_can_check_a_throw_with_openssl(number: int) -> None:
    answer = subprocess.run(
        ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{SECRET.hex()}"],
        input=f"minigam dice 1:20:4711:{number}:0".encode(),
        capture_output=True,
        check=True,
    ).stdout
    drawn = bytes.fromhex(answer.split()[-1].decode())
    assert provably_fair.fair_roll(SECRET, ENTROPY, number) == two_dice(drawn)


def test_252_is_the_first_byte_rejected_and_another_block_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = {
        b"minigam dice 1:7:8:9:0": bytes([252, 253, 254, 255] * 8),
        b"minigam dice 1:7:8:9:1": bytes([255, 251, 252, *[255] * 29]),
        b"minigam dice 1:7:8:9:2": bytes([0, *[5] * 31]),
    }

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        assert (key, name) == (SECRET, "sha256")
        return blocks[message]

    monkeypatch.setattr(hmac, "digest", digest)
    assert provably_fair.fair_roll(SECRET, (7, 8), 9) == (6, 1)


def test_sixty_thousand_throws_are_even() -> None:
    """Chi-square below the 0.1 % critical values for 5 and 35 degrees of freedom."""
    throws = [provably_fair.fair_roll(SECRET, ENTROPY, number) for number in range(1, 60_001)]
    faces = Counter(face for throw in throws for face in throw)
    pairs = Counter(throws)
    assert (sorted(faces), len(pairs)) == ([1, 2, 3, 4, 5, 6], 36)
    assert chi_square(faces) < 20.515
    assert chi_square(pairs) < 66.619


def chi_square(counts: Counter[int] | Counter[tuple[int, ...]]) -> float:
    even = counts.total() / len(counts)
    return sum((got - even) ** 2 / even for got in counts.values())
