"""The director's PIN: kept in a file of its owner's, and hard to guess."""

from pathlib import Path

import pytest

from minigam.errors import ClubStoreError
from minigam.remote.club.web.director_pin import FILE_NAME, PinTries, director_pin


def test_it_stays_the_same_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    made = director_pin(tmp_path)
    again = director_pin(tmp_path)
    assert (again, again.token) == (made, made.token)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert made.secret not in repr(made)
    assert made.is_pin(made.pin)
    assert not made.is_pin(f"{(int(made.pin) + 1) % 10**6:06}")
    assert not made.is_pin(int(made.pin))
    assert made.is_token(made.token)
    assert not made.is_token("")
    assert not made.is_token("é")


@pytest.mark.parametrize(
    "text", ["", "{}", '{"v":1,"pin":"12345","secret":"' + "0c" * 32 + '"}', '{"v":2}', "\udcff"]
)
def test_a_file_that_was_changed_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ClubStoreError, match="delete the file to get a new PIN"):
        director_pin(tmp_path)


def test_tries_are_limited_from_one_address_and_in_all() -> None:
    tries = PinTries()
    assert [tries.may_try("a", 0.0) for _ in range(6)] == [True] * 5 + [False]
    assert [tries.may_try("a", now) for now in (29.0, 31.0, 32.0)] == [False, True, False]
    others = [tries.may_try(f"b{number}", 31.0) for number in range(35)]
    assert others == [True] * 29 + [False] * 6
    assert [tries.may_try("c", now) for now in (32.0, 36.0)] == [False, True]
