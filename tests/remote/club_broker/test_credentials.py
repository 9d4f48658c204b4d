"""The file that a board is given."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.remote.club_broker.certificates import Authority
from minigam.remote.club_broker.credentials import (
    Credentials,
    format_credentials,
    parse_credentials,
    separate_files,
)
from minigam.remote.club_broker.tls import client_context

BY_PASSWORD = Credentials("mqtts://pi.local:8883", "table-7", "CA", password="secret")
BY_CERTIFICATE = Credentials("mqtts://[fd00::7]:8884", "t", "CA", certificate="C", key="K")


@pytest.mark.parametrize("given", [BY_PASSWORD, BY_CERTIFICATE], ids=["password", "certificate"])
def test_they_are_the_same_after_writing_and_reading(given: Credentials) -> None:
    read = parse_credentials(format_credentials(given))
    assert read == given
    assert (read.password, read.key) == (given.password, given.key)


def test_unknown_fields_are_ignored() -> None:
    text = json.dumps({**json.loads(format_credentials(BY_PASSWORD)), "colour": "oak"})
    assert parse_credentials(text) == BY_PASSWORD


def test_separate_files_hold_what_there_is() -> None:
    assert separate_files(BY_PASSWORD) == {"ca.crt": "CA", "password": "secret"}
    assert separate_files(BY_CERTIFICATE) == {"ca.crt": "CA", "own.crt": "C", "own.key": "K"}


def test_no_log_shows_what_is_secret() -> None:
    assert "secret" not in f"{BY_PASSWORD} {BY_PASSWORD!r}"
    assert "key='K'" not in repr(BY_CERTIFICATE)


def changed(**fields: object) -> dict[str, Any]:
    return {**json.loads(format_credentials(BY_PASSWORD)), **fields}


DAMAGED = [
    ([], "expected a table, got []"),
    (changed(v=2), "v: expected a whole number from 1 to 1, got 2"),
    ({"broker": "mqtts://a:1"}, "v: expected a whole number from 1 to 1, got None"),
    (changed(name="Table 7"), "expected a board's name of 1 to 32 characters"),
    (changed(name=7), "name: expected a text, got 7"),
    (changed(broker="mqtt://pi:1883"), "broker: expected mqtts://HOST:PORT, got 'mqtt://pi:1883'"),
    (changed(ca=""), "ca: expected the club's certificate, got none"),
    (changed(password=""), "expected a password, or a certificate with its key"),
    (changed(certificate="C", key="K"), "expected a password, or a certificate with its key"),
    (changed(password="", certificate="C"), "expected a password, or a certificate with its key"),
]


@pytest.mark.parametrize(("tree", "why"), DAMAGED, ids=[why for _, why in DAMAGED])
def test_others_are_refused_with_a_sentence_that_shows_no_password(tree: Any, why: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_credentials(json.dumps(tree), "a.json")
    said = str(caught.value)
    assert said.startswith(f"a.json cannot be used: {why}")
    assert said.endswith("; minigam club add makes such a file")
    assert "secret" not in said


def test_certificates_that_are_none_are_refused_when_they_are_used() -> None:
    now = datetime.now(UTC)
    authority = Authority.create("pi", now)
    real, pair = authority.pair.certificate, authority.client("t", now)
    right = replace(BY_CERTIFICATE, ca=real, certificate=pair.certificate, key=pair.key)
    client_context(right)
    for wrong in (
        BY_PASSWORD,
        replace(right, ca="CA"),
        replace(right, key=authority.pair.key),
        replace(right, certificate="C"),
    ):
        with pytest.raises(UnreadableError, match=r"^the certificates of t\S* cannot be used"):
            client_context(wrong)
