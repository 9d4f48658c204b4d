"""Passwords in the form of Mosquitto's password file, with no need of `mosquitto_passwd`."""

import hashlib
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Final

from minigam.errors import UnreadableError

LETTERS: Final = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Those that people do not take for one another; none that a shell or a URL would change."""
LENGTH: Final = 24
"""Of a new password: 139 bits, which nobody guesses, however fast the hash is."""
SALT_BYTES: Final = 12
ROUNDS: Final = 101
"""As `mosquitto_passwd` has it. More would keep the broker, which has one thread, from all boards
while they come back after a cut of power; a random password needs none."""


def new_password(choose: Callable[[Sequence[str]], str]) -> str:
    """A random password. `choose`: picks a letter, such as `secrets.choice`.

    >>> new_password(lambda letters: letters[0])
    'aaaaaaaaaaaaaaaaaaaaaaaa'
    """
    return "".join(choose(LETTERS) for _ in range(LENGTH))


def hash_password(password: str, salt: bytes, rounds: int = ROUNDS) -> str:
    """What stands behind the name in the file: PBKDF2 with SHA-512, marked `$7$`.

    Raises `UnreadableError` for a salt of another length than Mosquitto's.

    >>> hash_password("secret", bytes(12))[:24]
    '$7$101$AAAAAAAAAAAAAAAA$'
    """
    if len(salt) != SALT_BYTES:
        raise UnreadableError(f"expected a salt of {SALT_BYTES} bytes, got {len(salt)}")
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, rounds)
    return f"$7${rounds}${b64encode(salt).decode()}${b64encode(found).decode()}"
