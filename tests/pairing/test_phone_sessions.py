"""Sessions end, and nothing that is kept lets anybody in."""

import json

import pytest

from minigam.errors import UnknownNameError
from minigam.pairing.phone_sessions import (
    SESSION_SECONDS,
    Sessions,
    kind_of,
    plain_name,
    sessions_from,
)


def test_a_session_ends_after_its_hours() -> None:
    sessions = Sessions("boot")
    made = sessions.add("phone", "token", 100.0)
    assert sessions.of("token", 99.0 + SESSION_SECONDS) == made
    assert sessions.of("token", 100.0 + SESSION_SECONDS) is None
    assert sessions.listed(0.0) == ()


def test_a_revoked_token_is_worth_nothing() -> None:
    sessions = Sessions("boot")
    one, two = sessions.add("one", "token", 0.0), sessions.add("two", "other", 0.0)
    sessions.revoke(one.number)
    assert [sessions.of(token, 1.0) for token in ("token", "other", "wrong")] == [None, two, None]
    with pytest.raises(UnknownNameError):
        sessions.revoke(one.number)
    kept = sessions_from(sessions.text(), "boot")
    assert [kept.of(token, 1.0) for token in ("token", "other")] == [None, two]
    assert kept.add("three", "third", 1.0).number == 3


def test_what_is_kept_holds_no_token() -> None:
    sessions = Sessions("boot")
    sessions.add("phone", "token", 0.0)
    text = sessions.text()
    assert "token" not in text
    (kept,) = json.loads(text)["pairings"]
    assert sessions.of(kept["hash"], 1.0) is None


def test_another_boot_ends_all_sessions_but_no_number_comes_again() -> None:
    sessions = Sessions("monday")
    sessions.add("phone", "token", 0.0)
    kept = sessions_from(sessions.text(), "tuesday")
    assert kept.of("token", 1.0) is None
    assert kept.add("phone", "fresh", 1.0).number == 2


def kept_with(name: str, value: object) -> str:
    """A file with one pairing, one of whose fields is another."""
    one = {"number": 1, "name": "phone", "hash": "0" * 64, "ends": 9.0, name: value}
    return json.dumps({"boot": "b", "last": 1, "pairings": [one]})


DAMAGED = (
    *("", "[]", "{}", "null"),
    '{"boot": "b", "last": "x", "pairings": []}',
    '{"boot": "b", "last": 1, "pairings": [{}]}',
    '{"boot": "b", "last": 1, "pairings": 3}',
    '{"boot": "b", "last": Infinity, "pairings": []}',
    "[" * 200_000,
    *(kept_with("hash", text) for text in ("é" * 64, "0" * 63, "0" * 65, "G" * 64, 7, None)),
    *(kept_with("ends", end) for end in (float("inf"), float("nan"))),
)


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_told_as_such(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|Expecting|invalid literal"):
        sessions_from(text, "b")


def test_names_are_fit_to_be_printed() -> None:
    assert plain_name("\x1b[31m Ann\n", "phone") == "[31m Ann"
    assert plain_name("\u202e\u200b", "iPad") == "iPad"
    assert plain_name("\u3164\ufe0f", "iPad") == "iPad"
    assert plain_name("A\u200cnn", "phone") == "Ann"
    assert plain_name("\u0645\u06cc\u200c\u0646\u0627", "phone") == "\u0645\u06cc\u200c\u0646\u0627"
    assert len(plain_name("x" * 1000, "phone")) == 40
    assert kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)") == "iPhone"
