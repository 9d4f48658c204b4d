"""What the kernel's SPI has sent to a strip: see pi.c."""

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

WIRE = Path("/dev/strip")
HEAD = struct.Struct("<QI")
LONGEST = 16_384
SYMBOLS = {"0": "100", "1": "110"}
"""A WS2812B's bit is short high or long high (its data sheet), in thirds of a bit's time."""
BYTES = {
    int("".join(SYMBOLS[bit] for bit in f"{byte:08b}"), 2).to_bytes(3, "big"): byte
    for byte in range(256)
}
"""What three bytes on the wire are to the strip."""
PIXEL_BYTES = 3


class TornFrameError(ValueError):
    """The wire has carried what no strip would read."""


@dataclass(frozen=True)
class Sent:
    """One transfer."""

    at: float
    """When its first bit went out, in seconds of CLOCK_MONOTONIC."""
    hertz: int
    """The clock of the wire."""
    data: bytes
    """What the strip's pixels read, in the strip's own colour order."""


def sent(transfer: bytes) -> Sent:
    """A transfer as /dev/strip has it; raise `TornFrameError` for one that is no frame.

    >>> data = bytes([0b11010011, 0b01001001, 0b00100100])  # one byte: 1010 0000
    >>> sent(HEAD.pack(1_500_000_000, 2_400_000) + data * 3 + bytes(9))
    Sent(at=1.5, hertz=2400000, data=b'\\xa0\\xa0\\xa0')
    """
    at, hertz = HEAD.unpack_from(transfer)
    return Sent(at / 1e9, hertz, pixels(transfer[HEAD.size :]))


def pixels(wire: bytes) -> bytes:
    """What whole pixels read off a wire that is low afterwards."""
    lit = wire.rstrip(b"\0")
    groups = [lit[at : at + 3] for at in range(0, len(lit), 3)]
    read = bytes(BYTES[group] for group in groups if group in BYTES)
    if len(read) != len(groups) or len(read) % PIXEL_BYTES:
        raise TornFrameError(f"expected whole pixels, got {wire.hex()}")
    return read


def watch(take: Callable[[Sent], None]) -> None:
    """Hand over each transfer as it comes, for ever."""
    wire = os.open(WIRE, os.O_RDONLY)
    while True:
        take(sent(os.read(wire, LONGEST)))
