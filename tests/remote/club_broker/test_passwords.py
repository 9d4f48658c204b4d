"""Passwords as Mosquitto's own program hashes them."""

import secrets
from base64 import b64decode

import pytest

from minigam.errors import UnreadableError
from minigam.remote.club_broker.passwords import LENGTH, LETTERS, hash_password, new_password

SALT = b64decode("PPzz0b3jGhPZRS7b")
BY_MOSQUITTO = (
    "$7$101$PPzz0b3jGhPZRS7b$OOUmaX14IuH2gGDR/OXuC9FBESQuZpJZlA56mcUVD1FyzCIWmiBnNNwNW4gx2DHD"
    "8EVK1ZI6n4i5visg5u20sA=="
)
"""What `mosquitto_passwd` 2.0.11 has made of `secret`."""


def test_a_hash_is_as_mosquitto_passwd_makes_it() -> None:
    assert hash_password("secret", SALT) == BY_MOSQUITTO


@pytest.mark.parametrize(
    "password", ["Secret", "secret ", "", "s\N{LATIN SMALL LETTER E WITH ACUTE}"]
)
def test_another_password_has_another_hash(password: str) -> None:
    assert hash_password(password, SALT) != BY_MOSQUITTO


def test_a_salt_of_another_length_is_refused() -> None:
    with pytest.raises(UnreadableError, match=r"^expected a salt of 12 bytes, got 16$"):
        hash_password("secret", bytes(16))


def test_new_passwords_are_random_and_nothing_that_a_shell_or_an_address_changes() -> None:
    found = {new_password(secrets.choice) for _ in range(100)}
    assert len(found) == 100
    assert all(len(each) == LENGTH and each.isalnum() and each.isascii() for each in found)
    assert len(LETTERS) == len(set(LETTERS)) == 56
