"""Frames: the vectors, a naive COBS, and streams that come in pieces or are damaged."""

from itertools import pairwise
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.link.codec import LONGEST_FRAME, LONGEST_PAYLOAD, Decoder, decode, encode
from tests.link.vectors import StreamVector, message_vectors, stream_vectors

PAYLOADS = st.binary(min_size=1, max_size=LONGEST_PAYLOAD)
STREAMS = st.lists(PAYLOADS, max_size=6)


def naive_cobs(data: bytes) -> bytes:
    """Each zero becomes the distance to the next, as in the paper's first figure."""
    padded = [0, *data, 0]
    zeros = [place for place, byte in enumerate(padded) if byte == 0]
    for zero, following in pairwise(zeros):
        padded[zero] = following - zero
    return bytes(padded[:-1])


def test_there_are_vectors() -> None:
    assert (len(message_vectors()), len(stream_vectors())) == (17, 13)


@pytest.mark.parametrize("vector", stream_vectors(), ids=lambda vector: vector.oddity)
def test_the_vectors_streams_hold_these_payloads(vector: StreamVector) -> None:
    assert Decoder().feed(vector.stream) == vector.payloads


@given(PAYLOADS)
def test_a_frame_is_cobs_between_zeros(payload: bytes) -> None:
    body = payload + crc32(payload).to_bytes(4, "little")
    assert encode(payload) == b"\0" + naive_cobs(body) + b"\0"
    assert len(encode(payload)) == len(payload) + 7 <= LONGEST_FRAME + 2


@given(STREAMS, st.integers(1, 40))
def test_a_stream_may_come_in_pieces(payloads: list[bytes], size: int) -> None:
    stream, decoder = b"".join(map(encode, payloads)), Decoder()
    pieces = [stream[place : place + size] for place in range(0, len(stream), size)]
    assert [payload for piece in pieces for payload in decoder.feed(piece)] == payloads
    assert decoder.damaged == 0


@given(PAYLOADS, st.binary(max_size=2000), PAYLOADS)
def test_behind_any_garbage_the_next_frame_is_found(
    before: bytes, garbage: bytes, behind: bytes
) -> None:
    found = Decoder().feed(encode(before) + garbage + encode(behind))
    assert (found[0], found[-1]) == (before, behind)


@given(PAYLOADS, st.data())
def test_no_damaged_byte_is_believed(payload: bytes, data: st.DataObject) -> None:
    frame = bytearray(encode(payload))
    place = data.draw(st.integers(1, len(frame) - 2))
    frame[place] ^= data.draw(st.integers(1, 255))
    assert Decoder().feed(bytes(frame)) == []


def test_a_flood_without_borders_fills_no_memory() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\1" * 1_000_000) == []
    assert len(vars(decoder)["_frame"]) == LONGEST_FRAME + 1
    assert decoder.feed(encode(b"\x83\7")) == [b"\x83\7"]
    assert decoder.damaged == 1


@pytest.mark.parametrize("size", [0, LONGEST_PAYLOAD + 1])
def test_a_payload_of_another_size_has_no_frame(size: int) -> None:
    with pytest.raises(ValueError, match=rf"^expected 1 to 249 bytes, got {size}$"):
        encode(bytes(size))


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ("", "expected a payload and its CRC-32, got "),
        ("02 83 05 77 d9 77 52", "expected a payload and its CRC-32, got 83 00 77 d9 77 52"),
        ("05 01 02", "expected a block of 4 bytes, got 2"),
        ("02 83 00 77", "expected a block of -1 bytes, got 0"),
        ("01 " * 255, "expected a frame of up to 254 bytes, got a longer one"),
    ],
)
def test_a_damaged_frame_says_what_is_wrong(frame: str, message: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        decode(bytes.fromhex(frame))
    assert str(caught.value) == message
