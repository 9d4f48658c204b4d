"""Addresses of brokers: what is taken, what is refused, and that no message shows a password."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import BrokerError
from minigam.remote.broker import Broker, parse_broker


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mqtts://broker.example", Broker("broker.example", 8883, tls=True)),
        ("MQTTS://Broker.Example/", Broker("broker.example", 8883, tls=True)),
        ("mqtt://localhost", Broker("localhost", 1883, tls=False)),
        ("mqtt://10.0.0.7:1884", Broker("10.0.0.7", 1884, tls=False)),
        ("mqtts://[fd00::7]:8884", Broker("fd00::7", 8884, tls=True)),
        ("mqtts://board-7@b", Broker("b", 8883, True, "board-7")),
        ("mqtts://board-7:a%3Ab%40@b", Broker("b", 8883, True, "board-7", "a:b@")),
        ("mqtt://u:p@127.0.0.1", Broker("127.0.0.1", 1883, False, "u", "p")),
        ("mqtt://u:p@[::1]", Broker("::1", 1883, False, "u", "p")),
    ],
)
def test_addresses_that_are_taken(text: str, expected: Broker) -> None:
    assert parse_broker(text) == expected


REFUSED = {
    "": "got no mqtts:// before the name",
    "broker.example": "got no mqtts:// before the name",
    "https://broker.example": "got https://...",
    "mqtts://": "got no name of a machine",
    "mqtts://:8883": "got no name of a machine",
    "mqtts://b:0": "or port 0",
    "mqtts://b:70000": "a port from 1 to 65535",
    "mqtts://b:x": "a port from 1 to 65535",
    "mqtts://b/topic": "got more after the name",
    "mqtts://b?x=1": "got more after the name",
    "mqtts://b c": "without spaces",
    "mqtts://b\n": "without spaces",
    "mqtts://[::1": "a name that is none",
    "mqtts://b<c": "got no name of a machine",
    "mqtts://:secret@b": "a user's name before the password",
    f"mqtts://{'b' * 300}": "of at most 300 characters",
    "mqtt://u:secret@broker.example": "everybody in the network could read it; use mqtts://",
}


@pytest.mark.parametrize("text", REFUSED)
def test_addresses_that_are_refused(text: str) -> None:
    with pytest.raises(BrokerError) as fault:
        parse_broker(text)
    assert REFUSED[text] in str(fault.value)
    assert "secret" not in str(fault.value)


@given(st.text(max_size=40))
def test_whatever_is_typed_is_an_address_or_a_sentence(text: str) -> None:
    for scheme in ("", "mqtt://", "mqtts://"):
        with suppress(BrokerError):
            assert parse_broker(scheme + text).host


def test_a_password_is_never_shown() -> None:
    broker = parse_broker("mqtts://anna:secret@broker.example")
    assert f"{broker}" == "mqtts://broker.example:8883"
    assert "secret" not in repr(broker)


def test_a_password_beside_the_address_goes_to_another_machine_by_tls_only() -> None:
    assert parse_broker("mqtts://b").with_login("board-7", "s") == Broker(
        "b", 8883, True, "board-7", "s"
    )
    assert parse_broker("mqtts://anna@b").with_login("board-7", "s").user == "anna"
    assert parse_broker("mqtt://localhost").with_login("board-7", "s").password == "s"
    assert parse_broker("mqtt://b").with_login("board-7", None) == Broker("b", 1883, tls=False)
    with pytest.raises(BrokerError, match=r"expected mqtts://b, got mqtt:// and a password"):
        parse_broker("mqtt://b").with_login("board-7", "secret")
