"""The director's PIN: kept in a file of its owner's, and hard to guess."""

from pathlib import Path

import pytest

from minigam.errors import ClubStoreError
from minigam.remote.club.web.director_pin import FILE_NAME, director_pin


def test_it_stays_the_same_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    made = director_pin(tmp_path)
    again = director_pin(tmp_path)
    assert (again, again.token) == (made, made.token)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert made.secret not in repr(made)
    assert made.is_pin(made.pin)
    assert not made.is_pin(f"{(int(made.pin) + 1) % 10**12:012}")
    assert not made.is_pin(int(made.pin))
    assert made.is_token(made.token)
    assert made.is_pin(made.words)
    for text in ("", "é", "\ud800", "\udcff"):
        assert not made.is_token(text)
        assert not made.is_pin(text)


@pytest.mark.parametrize(
    "text", ["", "{}", '{"v":1,"pin":"493021","secret":"' + "0c" * 32 + '"}', '{"v":2}', "\udcff"]
)
def test_a_file_that_was_changed_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ClubStoreError, match="delete the file to get a new PIN"):
        director_pin(tmp_path)
