"""Messages and their bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.link import messages
from minigam.link.codec import LONGEST_PAYLOAD, Decoder, encode
from minigam.link.messages import (
    LONGEST_DATA,
    LONGEST_NAME,
    MOST_INPUTS,
    VERSION,
    Board,
    Bye,
    ChainFault,
    Gone,
    Hello,
    Level,
    Light,
    Lit,
    Message,
    Seen,
    State,
    read_message,
)
from tests.link.vectors import MessageVector, message_vectors

BYTE = st.integers(0, 255)
PAIR = st.integers(0, 65535)
HASHES = st.binary(min_size=8, max_size=8).map(bytes.hex)
LEVELS = st.lists(st.sampled_from(Level), max_size=MOST_INPUTS).map(tuple)
FAULTS = st.builds(ChainFault, st.integers(1, 255), BYTE, st.booleans())
NAMES = st.text(max_size=LONGEST_NAME // 4)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, BYTE, BYTE),
    st.builds(Seen, BYTE),
    st.builds(Light, BYTE, st.booleans(), PAIR, st.binary(max_size=LONGEST_DATA)),
    st.builds(Bye, BYTE, st.booleans()),
    st.builds(
        Board,
        BYTE,
        st.just(VERSION),
        st.booleans(),
        PAIR,
        PAIR,
        st.tuples(BYTE, BYTE, BYTE),
        HASHES,
        NAMES,
    ),
    st.builds(State, BYTE, st.none() | FAULTS, LEVELS),
    st.builds(Lit, BYTE),
    st.builds(Gone, BYTE),
)


@pytest.mark.parametrize("vector", message_vectors())
def test_the_vectors_messages_have_these_bytes(vector: MessageVector) -> None:
    message: Message = vector.built(messages)
    assert encode(message.payload()) == vector.frame
    (payload,) = Decoder().feed(vector.frame)
    assert read_message(payload) == message


@given(MESSAGES)
def test_every_message_is_read_as_it_was_written(message: Message) -> None:
    assert read_message(message.payload()) == message
    assert len(message.payload()) <= LONGEST_PAYLOAD


@given(st.binary(max_size=LONGEST_PAYLOAD))
def test_any_payload_is_a_message_or_unreadable(payload: bytes) -> None:
    try:
        read_message(payload)
    except UnreadableError:
        return


def test_the_longest_fit_a_frame() -> None:
    longest: list[Message] = [
        Light(1, True, 0, bytes(LONGEST_DATA)),
        State(1, None, (Level.EMPTY,) * MOST_INPUTS),
        Board(1, VERSION, False, 0, 0, (0, 0, 0), "00" * 8, "n" * LONGEST_NAME),
    ]
    assert [len(message.payload()) for message in longest] == [LONGEST_PAYLOAD] * 3


def test_of_another_version_only_the_version_counts() -> None:
    board = read_message(bytes([0x81, 7, 3, 99]))
    assert board == Board(7, 3, False, 0, 0, (0, 0, 0), "0" * 16, "")
    assert read_message(bytes([0x01, 7, 2, 99, 98])) == Hello(7, 2)


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ("", "expected a message, got : index out of range"),
        ("99 01", "expected a message, got 99 01: 153"),
        (
            "82 01 00 00 00 05 00 00",
            "expected a message, got 82 01 00 00 00 05 00 00: expected 5 levels in two bits each",
        ),
        (
            "81 01 02 00 00 00 00 00 00 01 00 ff",
            "expected a message, got 81 01 02 00 00 00 00 00 00 01 00 ff: it ends too early",
        ),
    ],
)
def test_no_message_says_what_was_got(payload: str, message: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_message(bytes.fromhex(payload))
    assert str(caught.value) == message
