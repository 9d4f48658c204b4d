"""What the controller and a Pico tell each other; each message with its form in bytes.

Every payload begins with the message's kind and a number that an answer repeats. Numbers of two
bytes are little-endian. The same as a table: `hardware/PROTOCOL.md`.
"""

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum
from functools import lru_cache
from typing import ClassVar, Self

from minigam.errors import UnreadableError
from minigam.link.codec import LONGEST_PAYLOAD

VERSION = 2
"""Of the protocol: another version refuses to play."""
FIRMWARE = (0, 2, 0)
"""The version of the firmware that comes with this package; an older one plays, with its faults."""
CHECKS = 0b0011_1100
"""The check bits that each board of a chain sends: four before its sensors, four behind them."""
UNASKED = 0
"""The nonce of a board that speaks of itself unasked: it knows no controller."""
HASH_BYTES = 8
LONGEST_DATA = LONGEST_PAYLOAD - 5
"""Bytes of pixels in one `Light`."""
MOST_INPUTS = 4 * (LONGEST_PAYLOAD - 7)
LONGEST_NAME = LONGEST_PAYLOAD - 19
"""Bytes of a profile's name in one `Board`."""


class Level(IntEnum):
    """What an input says."""

    EMPTY = 0
    """No checker, not pressed."""
    NORTH = 1
    """A magnet's north pole; occupied or pressed, where there is no pole to tell."""
    SOUTH = 2
    """A magnet's south pole."""
    UNKNOWN = 3
    """It cannot be read."""


@dataclass(frozen=True)
class Numbered:
    """A message of a kind and a number, and of other fields of a fixed size."""

    KIND: ClassVar[int]
    FORM: ClassVar = ""
    """The fields behind the number, as `struct` has them."""
    number: int

    def payload(self) -> bytes:
        """The bytes of this message, as in every class of messages."""
        return struct.pack(f"<BB{self.FORM}", self.KIND, *astuple(self))

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """The way back; raise as `read_message` handles it. Also in every class of messages."""
        return cls(*struct.unpack(f"<xB{cls.FORM}", payload))


@dataclass(frozen=True)
class Hello:
    """Controller: who are you? Begins a session where the versions agree."""

    KIND: ClassVar = 0x01
    nonce: int
    """1 to 255; the answer repeats it."""
    version: int = VERSION

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        return bytes([self.KIND, self.nonce, self.version])

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`. A later version may say more."""
        return cls(*payload[1:3])


class Seen(Numbered):
    """Controller: your state of this number has arrived."""

    KIND = 0x02


@dataclass(frozen=True)
class Light(Numbered):
    """Controller: these bytes belong into the strip's memory."""

    KIND = 0x03
    show: bool
    """Light the strip as its memory now stands: the last message of a frame."""
    first: int
    """Where the bytes begin, counted in bytes."""
    data: bytes
    """In the strip's own colour order; up to `LONGEST_DATA`."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        return struct.pack("<BBBH", self.KIND, self.number, self.show, self.first) + self.data

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`."""
        number, show, first = struct.unpack("<xB?H", payload[:5])
        return cls(number, show, first, payload[5:])


@dataclass(frozen=True)
class Bye(Numbered):
    """Controller: the session is over, go dark."""

    KIND = 0x04
    FORM = "?"
    restart: bool = False
    """Start again with MicroPython's prompt instead of the firmware, once: for `mpremote`."""


@dataclass(frozen=True)
class Board:
    """Pico: this is who I am."""

    KIND: ClassVar = 0x81
    nonce: int
    """Of the `Hello`, or `UNASKED`."""
    version: int
    restarted: bool
    """The watchdog or a command started it, not the power."""
    inputs: int
    pixels: int
    firmware: tuple[int, int, int]
    """The firmware's own version."""
    hash: str
    """Of the profile its settings come from: 16 hexadecimal digits, zeros without settings."""
    name: str
    """Of that profile; empty without settings."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        head = (self.KIND, self.nonce, self.version, self.restarted, self.inputs, self.pixels)
        known = struct.pack("<BBBBHH3B", *head, *self.firmware)
        return known + bytes.fromhex(self.hash) + self.name.encode()

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`. Of another version nothing but the version counts."""
        nonce, version = payload[1:3]
        if version != VERSION:
            return cls(nonce, version, False, 0, 0, (0, 0, 0), "0" * 2 * HASH_BYTES, "")
        restarted, inputs, pixels, one, two, three = struct.unpack("<BHH3B", payload[3:11])
        known, name = payload[11 : 11 + HASH_BYTES], payload[11 + HASH_BYTES :].decode()
        if len(known) != HASH_BYTES:
            raise ValueError("it ends too early")
        firmware = (one, two, three)
        return cls(nonce, version, bool(restarted), inputs, pixels, firmware, known.hex(), name)


@dataclass(frozen=True)
class ChainFault:
    """Where the chain of register boards is broken, and what comes from there."""

    board: int
    """The first board whose check bits are wrong; the Pico's neighbour is 1."""
    checks: int
    """What came instead of `CHECKS`; the four bits that came first are the upper ones.

    `CHECKS` themselves: the board is one too many, behind the last one that should be there.
    """
    alone: bool
    """The check bits of all boards behind it, of which there are some, are right."""


@dataclass(frozen=True)
class State(Numbered):
    """Pico: what every input says. Repeated until it has been `Seen`, and as a heartbeat."""

    KIND = 0x82
    fault: ChainFault | None
    """Why the sensors cannot be read: then they are `UNKNOWN`, and the buttons are not."""
    levels: tuple[Level, ...]
    """Sensors first, along the chain; then the buttons."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        fault = astuple(self.fault) if self.fault else (0, 0, False)
        head = struct.pack("<BBBB?H", self.KIND, self.number, *fault, len(self.levels))
        return head + _packed(self.levels)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`."""
        number, board, checks, alone, count = struct.unpack("<BBB?H", payload[1:7])
        fault = ChainFault(board, checks, alone) if board else None
        return cls(number, fault, _unpacked(payload[7:], count))


class Lit(Numbered):
    """Pico: the `Light` of this number is done."""

    KIND = 0x83


class Gone(Numbered):
    """Pico: the `Bye` of this number is done."""

    KIND = 0x84


FromController = Hello | Seen | Light | Bye
FromPico = Board | State | Lit | Gone
Message = FromController | FromPico


def read_message(payload: bytes) -> Message:
    """The message in a payload; raise `UnreadableError` for none, or one of unknown kind.

    >>> read_message(bytes([0x83, 7]))
    Lit(number=7)
    """
    try:
        return _KINDS[payload[0]].read(payload)
    except (KeyError, IndexError, ValueError, TypeError, struct.error) as fault:
        raise UnreadableError(f"expected a message, got {payload.hex(' ')}: {fault}") from fault


_KINDS = {kind.KIND: kind for kind in (Hello, Seen, Light, Bye, Board, State, Lit, Gone)}


def _packed(levels: tuple[Level, ...]) -> bytes:
    """Two bits an input, four inputs a byte, the first in the lowest bits."""
    bits = sum(level << 2 * place for place, level in enumerate(levels))
    return bits.to_bytes((len(levels) + 3) // 4, "little")


@lru_cache(maxsize=4)  # most states say what the one before has said
def _unpacked(packed: bytes, count: int) -> tuple[Level, ...]:
    if len(packed) != (count + 3) // 4:
        raise ValueError(f"expected {count} levels in two bits each")
    bits = int.from_bytes(packed, "little")
    return tuple(Level(bits >> 2 * place & 3) for place in range(count))
