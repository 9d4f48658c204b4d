"""Frames on the wire: COBS around a payload and its CRC-32, a zero byte before and behind.

COBS: S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing" (1999). It takes every zero out
of a frame, so that a zero is always a border, and a listener finds its place again after garbage.
"""

from zlib import crc32

from minigam.errors import UnreadableError

BORDER = b"\0"
CRC_BYTES = 4
LONGEST_PAYLOAD = 249
"""In bytes: with its CRC a block of 253, so that COBS never needs its code for longer ones."""
CODES = tuple(bytes([length + 1]) for length in range(LONGEST_PAYLOAD + CRC_BYTES + 1))
"""What stands before a block of so many bytes."""
LONGEST_FRAME = LONGEST_PAYLOAD + CRC_BYTES + 1
"""In bytes, without the borders."""


def encode(payload: bytes) -> bytes:
    """The frame of a payload of 1 to `LONGEST_PAYLOAD` bytes; raise `ValueError` for others.

    >>> encode(bytes([0x83, 0])).hex(" ")
    '00 02 83 05 77 d9 77 51 00'
    """
    if not 1 <= len(payload) <= LONGEST_PAYLOAD:
        raise ValueError(f"expected 1 to {LONGEST_PAYLOAD} bytes, got {len(payload)}")
    blocks = (payload + _crc(payload)).split(BORDER)
    stuffed = b"".join([CODES[len(block)] + block for block in blocks])
    return BORDER + stuffed + BORDER


def decode(frame: bytes) -> bytes:
    """The payload of a frame without its borders; raise `UnreadableError` where it is damaged.

    >>> decode(bytes.fromhex("02 83 05 77 d9 77 51")).hex(" ")
    '83 00'
    """
    body = _unstuffed(frame)
    payload, crc = body[:-CRC_BYTES], body[-CRC_BYTES:]
    if not payload or crc != _crc(payload):
        raise UnreadableError(f"expected a payload and its CRC-32, got {body.hex(' ')}")
    return payload


class Decoder:
    """Finds the payloads in a stream of bytes that comes in pieces, and may be damaged."""

    def __init__(self) -> None:
        """Start between two frames."""
        self.damaged = 0
        """Frames given up so far."""
        self._frame = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that these bytes complete, oldest first."""
        *ended, begun = data.split(BORDER)
        payloads = [payload for piece in ended if (payload := self._ended(piece)) is not None]
        self._keep(begun)
        return payloads

    def _ended(self, piece: bytes) -> bytes | None:
        self._keep(piece)
        frame, self._frame = bytes(self._frame), bytearray()
        if not frame:
            return None
        try:
            return decode(frame)
        except UnreadableError:
            self.damaged += 1
            return None

    def _keep(self, piece: bytes) -> None:
        """Of a frame too long only as much as shows that it is: a flood fills no memory."""
        room = LONGEST_FRAME + 1 - len(self._frame)
        self._frame += piece[:room]


def _crc(payload: bytes) -> bytes:
    return crc32(payload).to_bytes(CRC_BYTES, "little")


def _unstuffed(frame: bytes) -> bytes:
    if len(frame) > LONGEST_FRAME:
        raise UnreadableError(f"expected a frame of up to {LONGEST_FRAME} bytes, got a longer one")
    blocks, place = [], 0
    while place < len(frame):
        code = frame[place]
        blocks.append(frame[place + 1 : place + code])
        if not 1 <= code == len(blocks[-1]) + 1:
            raise UnreadableError(f"expected a block of {code - 1} bytes, got {len(blocks[-1])}")
        place += code
    return BORDER.join(blocks)
