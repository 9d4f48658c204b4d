"""The messages `log` and `ask`: read as they were written, or refused with a sentence."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.remote.game_status import Answer, GameStatus, Offer, SignedStatus
from minigam.remote.log_message import (
    MOST_ACTIONS,
    Ask,
    Claim,
    GameId,
    LogMessage,
    format_ask,
    format_log,
    parse_ask,
    parse_log,
)
from minigam.remote.payload_reading import MOST_BYTES
from minigam.rules.actions import Confirmed, Rolled, Shared
from minigam.rules.hash_chain import encode_action
from minigam.rules.position import Side
from tests.remote.reading import valid

ID = GameId("0c" * 16, 2)
STATUS = SignedStatus(
    GameStatus(7, 6, 3, True, Offer(12, 2), Answer(9, 1, accept=False)), "ab" * 64
)
FULL = LogMessage(
    17,
    ID,
    Claim(5, "cd" * 32, "ef" * 64),
    3,
    (encode_action(Rolled((5, 2))), encode_action(Confirmed())),
    STATUS,
    SignedStatus(GameStatus(1), "01" * 64),
    Claim(4, "23" * 32, "45" * 64),
    wants_reply=True,
)
BODY: dict[str, Any] = {
    "v": 1,
    "game": 17,
    "meeting": {"id": "0c" * 16, "number": 2},
    "seq": 5,
    "head": "cd" * 32,
    "sig": "ef" * 64,
    "from": 3,
    "want_reply": True,
    "status": {
        "count": 7,
        "heard": 6,
        "pause": 3,
        "left": True,
        "offer": {"at": 12, "points": 2},
        "answer": {"at": 9, "points": 1, "accept": False},
        "sig": "ab" * 64,
    },
    "consent": {
        "count": 1,
        "heard": 0,
        "pause": 0,
        "left": False,
        "offer": None,
        "answer": None,
        "sig": "01" * 64,
    },
    "acknowledged": {"seq": 4, "head": "23" * 32, "sig": "45" * 64},
    "actions": [{"action": "roll", "v": 1, "dice": [5, 2]}, {"action": "confirm", "v": 1}],
}
PLAIN = LogMessage(3, GameId(), Claim(0, "cd" * 32, "ef" * 64), 0)
PLAIN_BODY = {
    **{"v": 1, "game": 3, "meeting": None, "seq": 0, "head": "cd" * 32, "sig": "ef" * 64},
    **{"from": 0, "actions": []},
}


@pytest.mark.parametrize(("message", "body"), [(FULL, BODY), (PLAIN, PLAIN_BODY)])
def test_a_message_is_its_body(message: LogMessage, body: dict[str, Any]) -> None:
    valid("log", format_log(message))
    assert json.loads(format_log(message)) == body
    assert parse_log(json.dumps(body).encode()) == message
    assert parse_log(format_log(message)) == message


def test_unknown_fields_are_ignored() -> None:
    body = {**BODY, "more": 1, "status": {**BODY["status"], "mood": "good"}}
    assert parse_log(json.dumps(body).encode()) == FULL


def test_entries_stay_as_they_were_sent() -> None:
    body = {**BODY, "seq": 4, "actions": [{"v": 1, "action": "confirm"}]}
    assert parse_log(json.dumps(body).encode()).entries == (b'{"v":1,"action":"confirm"}',)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("v", 2, "expected version 1, got 2: update minigam on both boards"),
        ("v", True, "expected version 1, got True"),
        ("game", "17", "game: expected a whole number from 0"),
        ("meeting", {"id": "0c" * 16, "number": 0}, "number: expected a whole number from 1"),
        ("meeting", {"id": "0C" * 16, "number": 1}, "id: expected 32 digits"),
        ("meeting", [], "meeting: expected a table"),
        ("seq", -1, "seq: expected a whole number from 0"),
        ("seq", 5.0, "seq: expected a whole number from 0"),
        ("seq", 10**7, "seq: expected a whole number from 0"),
        ("seq", 6, "expected entries 4 to 6, up to the signed one, got 2"),
        ("from", 2, "expected entries 3 to 5, up to the signed one, got 2"),
        ("from", 6, "expected no entries after 5, got one after 6"),
        ("from", None, "from: expected a whole number"),
        ("head", "cd" * 31, "head: expected 64 digits"),
        ("sig", "EF" * 64, "sig: expected a signature, 128 digits"),
        ("actions", None, "actions: expected a list"),
        ("actions", [[], {}], "actions: expected a table"),
        ("actions", [{}] * (MOST_ACTIONS + 1), "expected at most 1000 actions, got 1001"),
        ("status", {}, "count: expected a whole number from 0"),
        ("status", {**BODY["status"], "sig": ""}, "expected a signature of a status"),
        ("status", {**BODY["status"], "left": 1}, "left: expected true or false"),
        ("status", {**BODY["status"], "offer": {"at": 1}}, "points: expected a whole number"),
        ("status", {**BODY["status"], "answer": {"at": 1, "points": 1}}, "accept: expected true"),
        ("consent", [], "status: expected a table"),
        ("acknowledged", {"seq": 1}, "head: expected 64 digits"),
        ("want_reply", 1, "want_reply: expected true or false"),
    ],
)
def test_malformed_messages_are_refused(field: str, value: object, said: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        parse_log(json.dumps({**BODY, field: value}).encode())
    assert str(raised.value).startswith("cannot read a log: ")
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"{", b"[]", b"null", b"17", b"\xff", b'{"v":1,"v":1}', b"[" * 200 + b"]" * 200),
        b" " * (MOST_BYTES["log"] + 1),
        b'{"v":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_message_is_refused(payload: bytes) -> None:
    with pytest.raises(UnreadableError, match="cannot read"):
        parse_log(payload)
    with pytest.raises(UnreadableError, match="cannot read"):
        parse_ask(payload)


def test_a_message_cut_off_anywhere_is_refused() -> None:
    payload = format_log(FULL)
    for length in range(len(payload)):
        with pytest.raises(UnreadableError, match="cannot read a log"):
            parse_log(payload[:length])


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_are_refused(payload: bytes) -> None:
    for parse in (parse_log, parse_ask):
        try:
            parse(payload)
        except UnreadableError:
            continue


@pytest.mark.parametrize(
    ("ask", "body"),
    [
        (Ask(4, game=17), {"v": 1, "game": 17, "from": 4}),
        (Ask(0, ID), {"v": 1, "meeting": {"id": "0c" * 16, "number": 2}, "from": 0}),
    ],
)
def test_a_question_is_its_body(ask: Ask, body: dict[str, Any]) -> None:
    valid("ask", format_ask(ask))
    assert json.loads(format_ask(ask)) == body
    assert parse_ask(format_ask(ask)) == ask
    assert parse_ask(json.dumps({**body, "more": None}).encode()) == ask


@pytest.mark.parametrize(
    "body",
    [
        {"v": 1, "from": 0},
        {"v": 1, "game": None, "from": 0},
        {"v": 1, "game": 1, "from": -1},
        {"v": 1, "game": 1, "from": 10**9},
        {"v": 1, "meeting": {"id": "0c" * 16}, "from": 0},
    ],
)
def test_malformed_questions_are_refused(body: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError, match="cannot read a question for a log: "):
        parse_ask(json.dumps(body).encode())


def test_a_message_that_is_too_long_is_refused() -> None:
    payload = format_log(FULL)
    parse_log(payload + b" " * (MOST_BYTES["log"] - len(payload)))
    with pytest.raises(UnreadableError, match="expected at most 98304 bytes, got 98305"):
        parse_log(payload + b" " * (MOST_BYTES["log"] + 1 - len(payload)))


@pytest.mark.parametrize("many", ["[]", "{}", '{"a":[[]]}', "1"])
def test_what_would_take_long_to_read_is_not_read(many: str) -> None:
    """Lists of small values take a hundred times as long as an honest message of the same size."""
    count = (MOST_BYTES["log"] - 1000) // (len(many) + 1)
    text = json.dumps({**PLAIN_BODY, "more": [0]})[:-3] + f"{','.join([many] * count)}]}}"
    with pytest.raises(UnreadableError, match="expected at most 8192 values, got some"):
        parse_log(text.encode())


def test_the_longest_honest_log_is_read() -> None:
    """Of rolls and the secrets that they come from; steps, the most frequent, are shorter."""
    share, roll = encode_action(Shared(Side.WHITE, "ab" * 32)), encode_action(Rolled((5, 2)))
    entries = (share, roll, roll, roll) * (MOST_ACTIONS // 4)
    claim = Claim(MOST_ACTIONS, "cd" * 32, "ef" * 64)
    message = replace(FULL, claim=claim, since=0, entries=entries)
    assert parse_log(format_log(message)) == message
