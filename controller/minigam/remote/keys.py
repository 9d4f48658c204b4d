"""A board's own key, Ed25519 (RFC 8032): what it signs, nobody else can have written.

Keys and signatures are written as hex digits in lower case, each in one way only.
"""

import re
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from minigam.errors import UnreadableError

KEY_BYTES, SIGNATURE_BYTES = 32, 64
_KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")
_SIGNATURE = re.compile(rf"[0-9a-f]{{{2 * SIGNATURE_BYTES}}}")


class SigningKey:
    """A private key, which stays with its board.

    >>> key = SigningKey.from_bytes(bytes(32))
    >>> key.public[:16]
    '3b6a27bcceb6a42d'
    >>> verify(key.public, b"hello", key.sign(b"hello"))
    True
    """

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Wrap a key of the library."""
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()
        """The public key, in 64 digits: the board's identity."""

    def __repr__(self) -> str:
        """Show the public key alone."""
        return f"SigningKey({self.public[:16]}...)"

    @classmethod
    def generate(cls) -> Self:
        """A new key, from the system's source of randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_bytes(cls, seed: bytes) -> Self:
        """The key of a seed of 32 bytes; raise `UnreadableError` for any other length."""
        if len(seed) != KEY_BYTES:
            raise UnreadableError(f"expected a key of {KEY_BYTES} bytes, got {len(seed)}")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """The key that `private_hex` wrote; raise `UnreadableError`, which never quotes it."""
        if not _KEY.fullmatch(text):
            raise UnreadableError(f"expected a key as {2 * KEY_BYTES} hex digits, got other text")
        return cls.from_bytes(bytes.fromhex(text))

    @property
    def private_hex(self) -> str:
        """The private key, in 64 digits: for the board's own file, and nowhere else."""
        return self._private.private_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """The signature of a message, in 128 digits; the same one each time."""
        return self._private.sign(message).hex()


def is_public_key(text: object) -> bool:
    """Whether this may be a public key, in 64 lower-case digits.

    >>> is_public_key("ab" * 32), is_public_key("AB" * 32), is_public_key(None)
    (True, False, False)
    """
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_signature(text: object) -> bool:
    """Whether this may be a signature, in 128 lower-case digits."""
    return isinstance(text, str) and _SIGNATURE.fullmatch(text) is not None


def verify(public: object, message: bytes, signature: object) -> bool:
    """Whether the owner of a public key has signed this message; never raises.

    Both are hex digits; anything else is no signature.

    >>> verify("no key", b"hello", "no signature"), verify("00" * 32, b"hello", "00" * 64)
    (False, False)
    """
    if not isinstance(public, str) or not isinstance(signature, str):
        return False
    if not (is_public_key(public) and is_signature(signature)):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True
