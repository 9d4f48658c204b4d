"""Frames on the wire: COBS around a payload and its CRC-32, a zero byte before and behind."""

import struct
from binascii import crc32

LONGEST_PAYLOAD = 249
LONGEST_FRAME = LONGEST_PAYLOAD + 5
"""In bytes, without the borders."""


def encode(payload: bytes) -> bytes:
    """The frame of a payload of 1 to `LONGEST_PAYLOAD` bytes."""
    frame = bytearray(1)
    for block in (payload + struct.pack("<I", crc32(payload))).split(b"\0"):
        frame.append(len(block) + 1)
        frame += block
    frame.append(0)
    return bytes(frame)


def decode(frame: bytes) -> bytes | None:
    """The payload of a frame without its borders; None where it is damaged."""
    body = _unstuffed(frame)
    if body is None or len(body) < 5 or struct.unpack("<I", body[-4:])[0] != crc32(body[:-4]):
        return None
    return bytes(body[:-4])


def _unstuffed(frame: bytes) -> bytearray | None:
    body, place = bytearray(), 0
    while place < len(frame):
        code = frame[place]
        if code == 0 or place + code > len(frame):
            return None
        if place:
            body.append(0)
        body += frame[place + 1 : place + code]
        place += code
    return body


class Decoder:
    """Finds the payloads in a stream of bytes that comes in pieces, and may be damaged."""

    def __init__(self) -> None:
        """Start between two frames."""
        self._frame = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that these bytes complete, oldest first."""
        pieces = data.split(b"\0")
        payloads = [self._end(piece) for piece in pieces[:-1]]
        self._keep(pieces[-1])
        return [payload for payload in payloads if payload is not None]

    def _end(self, piece: bytes) -> bytes | None:
        self._keep(piece)
        frame, self._frame = self._frame, bytearray()
        return decode(frame) if 0 < len(frame) <= LONGEST_FRAME else None

    def _keep(self, piece: bytes) -> None:
        """Of a frame too long only as much as shows that it is."""
        if len(self._frame) <= LONGEST_FRAME:
            self._frame += piece[: LONGEST_FRAME + 1 - len(self._frame)]
