"""Commands by MQTT: what is taken, and that all else is refused in a sentence."""

from contextlib import suppress

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.remote.control import (
    COMMANDS,
    Brightness,
    NewGame,
    Night,
    RemoteCommand,
    parse_command,
)
from minigam.remote.payload_schemas import schema


@pytest.mark.parametrize(
    ("name", "payload", "expected"),
    [
        ("new-game", b'{"v":1}', NewGame()),
        ("new-game", b'{"v":1,"later":true}', NewGame()),
        ("night", b'{"v":1,"value":true}', Night(True)),
        ("night", b'{"v":1,"value":false}', Night(False)),
        ("brightness", b'{"v":1,"value":5}', Brightness(5)),
        ("brightness", b'{"v":1,"value":100}', Brightness(100)),
    ],
)
def test_commands_that_are_taken(name: str, payload: bytes, expected: RemoteCommand) -> None:
    assert parse_command(name, payload) == expected


@pytest.mark.parametrize(
    ("name", "payload", "why"),
    [
        ("roll", b'{"v":1}', "expected a command of new-game, night, brightness, got 'roll'"),
        ("../new-game", b'{"v":1}', "expected a command of"),
        ("new-game", b"", "invalid JSON"),
        ("new-game", b"PRESS", "invalid JSON"),
        ("new-game", b"\xff", "no UTF-8"),
        ("new-game", b"[]", "expected a table"),
        ("new-game", b"{}", "expected version 1, got None"),
        ("new-game", b'{"v":2}', "expected version 1, got 2"),
        ("new-game", b'{"v":true}', "expected version 1, got True"),
        ("new-game", b'{"v":1,"v":1}', "every name may be given once"),
        ("new-game", b'{"v":1,"a":' + b"[" * 500 + b"]" * 500 + b"}", "nested more than 100"),
        ("new-game", b'{"v":1,"a":"' + b"x" * 2048 + b'"}', "expected at most 2048 bytes"),
        ("night", b'{"v":1}', "value: expected true or false, got None"),
        ("night", b'{"v":1,"value":1}', "value: expected true or false, got 1"),
        ("brightness", b'{"v":1,"value":4}', "from 5 to 100, got 4"),
        ("brightness", b'{"v":1,"value":101}', "from 5 to 100, got 101"),
        ("brightness", b'{"v":1,"value":true}', "from 5 to 100, got True"),
        ("brightness", b'{"v":1,"value":"70"}', "from 5 to 100, got '70'"),
        ("brightness", b'{"v":1,"value":70.0}', "from 5 to 100, got 70.0"),
        ("brightness", b'{"v":1,"value":' + b"9" * 1900 + b"}", "from 5 to 100"),
    ],
)
def test_commands_that_are_refused(name: str, payload: bytes, why: str) -> None:
    with pytest.raises(UnreadableError) as fault:
        parse_command(name, payload)
    assert why in str(fault.value)
    assert len(str(fault.value)) < 400


@given(st.sampled_from(COMMANDS), st.binary(max_size=100))
def test_whatever_comes_in_is_a_command_or_a_sentence(name: str, payload: bytes) -> None:
    with suppress(UnreadableError):
        assert isinstance(parse_command(name, payload), RemoteCommand)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(f"command-{name}"))
    value = {"night": True, "brightness": 70}.get(name)
    body = {"v": 1} if value is None else {"v": 1, "value": value}
    jsonschema.validate(body, schema(f"command-{name}"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**body, "v": 2}, schema(f"command-{name}"))
