"""Keys and signatures: against the test vectors of RFC 8032, section 7.1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.remote.keys import SigningKey, is_public_key, is_signature, verify

VECTORS = [  # the private key, the public key, the message and its signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


@pytest.mark.parametrize(("private", "public", "message", "signature"), VECTORS)
def test_keys_are_those_of_the_standard(
    private: str, public: str, message: str, signature: str
) -> None:
    key = SigningKey.from_hex(private)
    assert key.public == public
    assert key.private_hex == private
    assert key.sign(bytes.fromhex(message)) == signature
    assert verify(public, bytes.fromhex(message), signature)


def test_each_generated_key_is_another() -> None:
    assert SigningKey.generate().public != SigningKey.generate().public


@given(st.binary(max_size=60), st.integers(0, 511))
def test_a_signature_with_one_changed_bit_is_none(message: bytes, bit: int) -> None:
    key = SigningKey.from_bytes(bytes(range(32)))
    signature = bytearray.fromhex(key.sign(message))
    assert verify(key.public, message, signature.hex())
    signature[bit // 8] ^= 1 << bit % 8
    assert not verify(key.public, message, signature.hex())


def test_a_signature_is_of_one_message_and_one_key() -> None:
    key, other = SigningKey.from_bytes(bytes(32)), SigningKey.from_bytes(bytes([1] * 32))
    signature = key.sign(b"hello")
    assert not verify(key.public, b"hello!", signature)
    assert not verify(other.public, b"hello", signature)


@pytest.mark.parametrize("public", [None, 7, b"", "", "zz" * 32, "AB" * 32, "ab" * 31, "0" * 64])
@pytest.mark.parametrize("signature", [None, "", "ab" * 64, "ab" * 63, "ab" * 64 + "\n", "٣" * 128])
def test_malformed_keys_and_signatures_verify_nothing(public: object, signature: object) -> None:
    assert verify(public, b"hello", signature) is False


def test_what_may_be_a_key_or_a_signature() -> None:
    assert [is_public_key(text) for text in ("ab" * 32, "ab" * 32 + "\n", 7)] == [
        True,
        False,
        False,
    ]
    assert [is_signature(text) for text in ("ab" * 64, "ab" * 32, None)] == [True, False, False]


def test_a_private_key_is_never_shown() -> None:
    key = SigningKey.from_bytes(bytes(32))
    assert key.private_hex not in f"{key} {key!r}"
    with pytest.raises(UnreadableError) as fault:
        SigningKey.from_hex("secret")
    assert "secret" not in str(fault.value)
    with pytest.raises(UnreadableError, match="expected a key of 32 bytes, got 3"):
        SigningKey.from_bytes(b"abc")
