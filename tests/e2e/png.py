"""PNG pictures made small: as many colours as fit into one byte a pixel (PNG, ISO 15948)."""

import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = ">IIBBBBB"
GREY, RGB, INDEXED = 0, 2, 3
COLOURS = 256


def small(picture: bytes) -> bytes:
    """The same picture in its 256 commonest colours; what is rarer becomes the nearest of them.

    >>> one = _written(RGB, 2, [bytes([0, 9, 9, 9, 200, 0, 0])])
    >>> [bytes(row) for row in _rows(_chunks(small(one)), 1)]
    [b'\\x00\\x01']
    >>> _chunks(small(one))[b"PLTE"]
    b'\\t\\t\\t\\xc8\\x00\\x00'
    """
    chunks = _chunks(picture)
    rows = [[row[at : at + 3] for at in range(0, len(row), 3)] for row in _rows(chunks, 3)]
    common = [colour for colour, _ in Counter(chain(*rows)).most_common(COLOURS)]
    index = {colour: place for place, colour in enumerate(common)}
    for colour in {colour for row in rows for colour in row} - index.keys():
        index[colour] = min(range(len(common)), key=lambda place: _apart(common[place], colour))
    packed = [bytes([0, *(index[colour] for colour in row)]) for row in rows]
    return _written(INDEXED, len(rows[0]), packed, b"".join(common))


def grey(rows: list[bytes]) -> bytes:
    """A picture of grey values, a byte a pixel.

    >>> [bytes(row) for row in greys(grey([bytes([0, 128]), bytes([255, 7])]))]
    [b'\\x00\\x80', b'\\xff\\x07']
    """
    return _written(GREY, len(rows[0]), [bytes([0]) + row for row in rows])


def greys(picture: bytes) -> Iterator[bytes]:
    """The rows of a picture of grey values."""
    return _rows(_chunks(picture), 1)


def _apart(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunks(picture: bytes) -> dict[bytes, bytes]:
    """The chunks by kind, those of one kind joined."""
    found: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        found[kind] = found.get(kind, b"") + picture[at + 8 : at + 8 + length]
        at += length + 12
    return found


def _rows(chunks: dict[bytes, bytes], size: int) -> Iterator[bytes]:
    """The rows of pixels of `size` bytes, their filters undone."""
    width, *_ = struct.unpack(HEADER, chunks[b"IHDR"])
    data = zlib.decompress(chunks[b"IDAT"])
    above = bytes(size * width)
    for start in range(0, len(data), len(above) + 1):
        row = bytearray(data[start + 1 : start + 1 + len(above)])
        predicted = FILTERS[data[start]]
        for at, up in enumerate(above):
            left, corner = (row[at - size], above[at - size]) if at >= size else (0, 0)
            row[at] = (row[at] + predicted(left, up, corner)) % 256
        above = bytes(row)
        yield above


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


FILTERS: tuple[Callable[[int, int, int], int], ...] = (
    lambda *_: 0,
    lambda left, _up, _corner: left,
    lambda _left, up, _corner: up,
    lambda left, up, _corner: (left + up) // 2,
    _paeth,
)


def _written(kind: int, width: int, rows: list[bytes], palette: bytes = b"") -> bytes:
    header = struct.pack(HEADER, width, len(rows), 8, kind, 0, 0, 0)
    colours = _chunk(b"PLTE", palette) if palette else b""
    pixels = _chunk(b"IDAT", zlib.compress(b"".join(rows), 9))
    return SIGNATURE + _chunk(b"IHDR", header) + colours + pixels + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
