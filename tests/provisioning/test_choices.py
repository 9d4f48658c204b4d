"""What can be chosen, against rules written down a second time."""

import copy
import json
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.provisioning.choices import (
    Choices,
    ChoicesError,
    Field,
    Offered,
    Security,
    Wifi,
    fault_of_name,
    fault_of_secret,
    readable,
)
from minigam.provisioning.secret import Secret

OFFERED = Offered(["en", "de"], ["quarter-buttons", "quarter-hall"])
USUAL: dict[str, Any] = {"language": "en", "board": "quarter-hall", "name": "kitchen"}
PASSWORD = "correct horse"


def faults(**entered: object) -> set[Field]:
    given: dict[str, Any] = {**USUAL, "ssid": b"home", "secret": PASSWORD, **entered}
    try:
        OFFERED.read(**given)
    except ChoicesError as fault:
        return set(fault.faults)
    return set()


def test_what_is_right_is_kept() -> None:
    found = OFFERED.read(**USUAL, ssid=b"\xff", secret=PASSWORD, hidden=True)
    wifi = Wifi(b"\xff", Secret(PASSWORD), Security.PSK, hidden=True)
    assert found == Choices("en", "quarter-hall", "kitchen", wifi)


def test_a_board_on_a_cable_needs_no_network() -> None:
    assert OFFERED.read(**USUAL, ssid=None, secret="").wifi is None


def test_a_network_without_a_password_is_joined_without_one() -> None:
    assert OFFERED.read(**USUAL, ssid=b"cafe", secret="").wifi == Wifi(b"cafe", None, Security.NONE)
    seen = OFFERED.read(**USUAL, ssid=b"cafe", secret="typed", security=Security.NONE)
    assert seen.wifi == Wifi(b"cafe", None, Security.NONE)


@pytest.mark.parametrize(
    ("entered", "field"),
    [
        ({"language": "nl"}, Field.LANGUAGE),
        ({"board": "../../etc/passwd"}, Field.BOARD),
        ({"board": "sim"}, Field.BOARD),
        ({"name": "my board"}, Field.NAME),
        ({"name": "-board"}, Field.NAME),
        ({"name": "board-"}, Field.NAME),
        ({"name": "b" * 64}, Field.NAME),
        ({"name": "küche"}, Field.NAME),
        ({"name": "12"}, Field.NAME),
        ({"name": "localhost"}, Field.NAME),
        ({"name": "board\n"}, None),  # it is stripped
        ({"name": "bo\nard"}, Field.NAME),
        ({"ssid": b""}, Field.NETWORK),
        ({"ssid": b"x" * 33}, Field.NETWORK),
        ({"ssid": b"x" * 32}, None),
        ({"security": Security.OTHER}, Field.NETWORK),
        ({"secret": "1234567"}, Field.SECRET),
        ({"secret": "12345678"}, None),
        ({"secret": "x" * 63}, None),
        ({"secret": "x" * 64}, Field.SECRET),
        ({"secret": "a" * 64}, None),  # a key
        ({"secret": "a" * 64, "security": Security.SAE}, Field.SECRET),
        ({"secret": "12345678\n"}, Field.SECRET),
        ({"secret": "1234567\x7f"}, Field.SECRET),
        ({"secret": "", "security": Security.PSK}, Field.SECRET),
        ({"secret": "1234567\ud800"}, Field.SECRET),
    ],
)
def test_what_is_wrong_is_refused_by_its_field(
    entered: dict[str, object], field: Field | None
) -> None:
    assert faults(**entered) == ({field} if field else set())


def test_every_fault_is_named_at_once() -> None:
    wrong = faults(language="", board="", name="?", secret="1")
    assert wrong == {Field.LANGUAGE, Field.BOARD, Field.NAME, Field.SECRET}


@given(st.text(st.sampled_from("aZ09-._ \n"), max_size=70))
def test_names_are_those_of_rfc_1123(name: str) -> None:
    labels = 1 <= len(name) <= 63 and not name.startswith("-") and not name.endswith("-")
    plain = labels and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert (fault_of_name(name) is None) == (plain and not re.fullmatch("[0-9]+", name))


@given(st.text(max_size=70))
def test_a_password_that_is_taken_fits_into_wpa(secret: str) -> None:
    if secret and fault_of_secret(secret, Security.PSK) is None:
        size = len(secret.encode())
        assert 8 <= size <= 63 or (size == 64 and int(secret, 16) >= 0)


@given(st.binary(max_size=32))
def test_any_name_of_a_network_can_be_printed(ssid: bytes) -> None:
    assert readable(ssid).isprintable()


def test_no_way_to_print_a_secret_prints_it() -> None:
    secret = Secret(PASSWORD)
    wifi = Wifi(b"home", secret)
    for text in (str(secret), repr(secret), f"{secret}", f"{wifi}", f"{[secret]!r}"):
        assert "***" in text
        assert PASSWORD not in text
    assert PASSWORD not in str(vars(wifi)) + str(ChoicesError({}))
    for way in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError):
            way(secret)


def test_no_message_about_a_secret_has_it() -> None:
    for secret in ("1234567", "x" * 64, "1234567\n"):
        with pytest.raises(ChoicesError) as caught:
            OFFERED.read(**USUAL, ssid=b"home", secret=secret)
        assert secret not in f"{caught.value} {caught.value!r}"
