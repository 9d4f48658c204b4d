"""What the controller and a jig tell each other: messages, and the controller's side. Pure.

A jig is a second Pico, wired pin to pin to a board: it drives the board's inputs, and watches what
its strip's wire carries. It only answers. So each question is repeated until it is answered, and
none is done twice. The same as tables: `hardware/PROTOCOL.md`.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from minigam.errors import HardwareError, UnreadableError
from minigam.link.codec import LONGEST_PAYLOAD, Decoder, encode
from minigam.link.messages import Board, Bye, Gone, Numbered, read_message
from minigam.link.retransmit import RetransmitTimer

VERSION = 1
"""Of the jig's part of the protocol."""
UNASKED = 0
"""The number of an `Identity` that answers a question of nobody it knows."""
MOST_GAPS = (LONGEST_PAYLOAD - 4) // 2
LONGEST_GAP = 0xFFFF
"""In microseconds."""
LONGEST_BOUNCE = 1_000_000
"""All gaps together: the jig does nothing else meanwhile, and its watchdog waits."""
ALONE_SECONDS = 120
"""A jig that holds a pin and is not asked for so long lets go of all: longer than any question
takes, and than a bench waits for a daemon that starts (`hil/rig.py`) or for one that ends."""
LONGEST_PIECE = LONGEST_PAYLOAD - 16
"""Bytes of a frame in one `Carried`."""
LONGEST_WAIT = 0xFFFF
"""In milliseconds."""
PINS = 32
WIDTHS = 7
"""Of a `Timed`."""

REPEAT_SECONDS = 0.1
LONGEST_REPEAT_SECONDS = 0.4

INSTALL = "run `minigam firmware install --jig`"
A_BOARD = (
    "expected a jig at this port, got the Pico of the board {name}: give the jig's port, or make "
    f"this Pico one: {INSTALL}"
)
BARE_NAME = "without settings"
HAS_LET_GO = (
    f"the jig has released all pins: it has started again, or nobody asked it for {ALONE_SECONDS} "
    "s; look at its power and its cable, and begin anew"
)
A_JIG = (
    "expected the board's Pico, got a jig: plug the board's own Pico in here, and give the jig's "
    "port to `minigam hil`"
)
"""What the controller of a board says when it meets one."""


@dataclass(frozen=True)
class Meet:
    """Controller: who are you? A new key begins anew: the jig lets go of all pins."""

    KIND: ClassVar = 0x11
    number: int
    """1 to 255, as of every question; the next question's is one higher, 1 behind 255."""
    key: int
    """Any four bytes; the same ones tell a repeated `Meet` from a new one."""
    version: int = VERSION

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        return struct.pack("<BBBI", self.KIND, self.number, self.version, self.key)


@dataclass(frozen=True)
class Drive(Numbered):
    """Controller: pull a pin to ground, or let it go; with gaps it bounces on the way."""

    KIND = 0x12
    pin: int
    low: bool
    """How it ends."""
    gaps: tuple[int, ...] = ()
    """Between its edges, in microseconds; an even number, up to `MOST_GAPS` and a second in all."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        head = struct.pack("<BBBB", self.KIND, self.number, self.pin, self.low)
        return head + struct.pack(f"<{len(self.gaps)}H", *self.gaps)


class Watch(Numbered):
    """Controller: what has the strip's wire carried?"""

    KIND = 0x13


@dataclass(frozen=True)
class Time(Numbered):
    """Controller: measure the next whole frame on the wire."""

    KIND = 0x14
    FORM = "H"
    milliseconds: int
    """To wait for it."""


class Meter(Numbered):
    """Controller: what does the meter say?"""

    KIND = 0x15


@dataclass(frozen=True)
class Identity:
    """Jig: this is who I am. Also the answer to a board's `Hello`."""

    KIND: ClassVar = 0x91
    number: int
    """Of the question, or `UNASKED`."""
    version: int
    firmware: tuple[int, int, int]
    strip: int
    """The pin that watches the strip's wire."""
    pins: tuple[int, ...]
    """Those that it can drive, below `PINS`."""
    name: str
    """What is behind its pins, such as "pico"."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        mask = sum(1 << pin for pin in self.pins)
        head = (self.KIND, self.number, self.version, *self.firmware, self.strip, mask)
        return struct.pack("<BBB3BBI", *head) + self.name.encode()

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`. Of another version nothing but the version counts."""
        number, version = payload[1:3]
        if version != VERSION:
            return cls(number, version, (0, 0, 0), 0, (), "")
        one, two, three, strip, mask = struct.unpack("<3BBI", payload[3:11])
        pins = tuple(pin for pin in range(PINS) if mask >> pin & 1)
        return cls(number, version, (one, two, three), strip, pins, payload[11:].decode())


@dataclass(frozen=True)
class Driven(Numbered):
    """Jig: done."""

    KIND = 0x92
    FORM = "Q"
    at: int
    """Of the first edge, in microseconds of the jig's own time."""


@dataclass(frozen=True)
class Carried(Numbered):
    """Jig: a piece of the oldest frame that has not been sent; of a size of 0 where all have."""

    KIND = 0x93
    lost: int
    """Frames it had no room for, since it has met the controller; it keeps the newest."""
    at: int
    """Of the frame's first bit, in microseconds of the jig's own time."""
    size: int
    """Of the whole frame, in bytes."""
    first: int
    """Where the piece begins."""
    data: bytes

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        head = (self.KIND, self.number, self.lost, self.at, self.size, self.first)
        return struct.pack("<BBHQHH", *head) + self.data

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`."""
        number, lost, at, size, first = struct.unpack("<xBHQHH", payload[:16])
        return cls(number, lost, at, size, first, payload[16:])


@dataclass(frozen=True)
class Timed(Numbered):
    """Jig: the widths measured; none where no whole frame came."""

    KIND = 0x94
    widths: tuple[int, ...]
    """In nanoseconds, shortest and longest: high of a zero, high of a one, from rise to rise; then
    the silence before the first. 0 stands for what the frame has none of."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        return struct.pack(f"<BB{len(self.widths)}I", self.KIND, self.number, *self.widths)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`."""
        widths = struct.unpack(f"<{(len(payload) - 2) // 4}I", payload[2:])
        if len(widths) not in (0, WIDTHS):
            raise ValueError(f"expected {WIDTHS} widths, got {len(widths)}")
        return cls(payload[1], widths)


@dataclass(frozen=True)
class Metered(Numbered):
    """Jig: what an INA219 says; nothing where there is none."""

    KIND = 0x95
    millivolts: int | None = None
    """Of the supply."""
    microvolts: int | None = None
    """Over the shunt."""

    def payload(self) -> bytes:
        """See `Numbered.payload`."""
        head = bytes([self.KIND, self.number])
        if self.millivolts is None:
            return head
        return head + struct.pack("<Hi", self.millivolts, self.microvolts)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """See `Numbered.read`."""
        return cls(payload[1], *(struct.unpack("<Hi", payload[2:]) if payload[2:] else ()))


class Refused(Numbered):
    """Jig: that cannot be done, such as with a pin that it has not."""

    KIND = 0x9F


Question = Meet | Drive | Watch | Time | Meter | Bye
Answer = Identity | Driven | Carried | Timed | Metered | Refused | Gone


def read_answer(payload: bytes) -> Answer:
    """The jig's message in a payload; raise `UnreadableError` for none, or one of unknown kind.

    >>> read_answer(bytes([0x92, 7, 64, 66, 15, 0, 0, 0, 0, 0]))
    Driven(number=7, at=1000000)
    """
    try:
        return _KINDS[payload[0]].read(payload)
    except (KeyError, IndexError, ValueError, TypeError, struct.error) as fault:
        raise UnreadableError(
            f"expected a jig's message, got {payload.hex(' ')}: {fault}"
        ) from fault


_KINDS = {kind.KIND: kind for kind in (Identity, Driven, Carried, Timed, Metered, Refused, Gone)}


def is_a_jig(payload: bytes) -> bool:
    """Does a jig speak here? For the controller of a board, who expects none."""
    return payload[:1] == bytes([Identity.KIND])


class Talk:
    """The controller's side: one question at a time, repeated until its answer is there."""

    def __init__(self, key: int) -> None:
        """`key`: see `Meet.key`; another one for every talk."""
        self.identity: Identity | None = None
        """Who the jig is, once it has been met."""
        self.answer: Answer | None = None
        """To the question asked last."""
        self._key = key
        self._number = key % 255
        self._question: Question | None = None
        self._repeat = RetransmitTimer(0.0, REPEAT_SECONDS, LONGEST_REPEAT_SECONDS)
        self._decoder = Decoder()

    def meet(self, now: float) -> None:
        """Ask who it is, before anything else."""
        self.ask(Meet(0, self._key), now)

    def ask(self, question: Question, now: float) -> None:
        """Ask; the question gets its number here."""
        self._number = self._number % 255 + 1
        self._question = replace(question, number=self._number)
        self.answer = None
        self._repeat = RetransmitTimer(now, REPEAT_SECONDS, LONGEST_REPEAT_SECONDS)

    def due(self, now: float) -> bytes:
        """What to send now."""
        if self._question is None or self.answer is not None or now < self._repeat.at:
            return b""
        self._repeat = self._repeat.sent(now)
        return encode(self._question.payload())

    @property
    def deadline(self) -> float:
        """When the question is sent again."""
        return self._repeat.at

    def receive(self, data: bytes) -> None:
        """Take in what has come; raise `HardwareError` where it does not come from our jig."""
        for payload in self._decoder.feed(data):
            try:
                self._take(read_answer(payload))
            except UnreadableError:
                _check_no_board(payload)  # or of another version: the answer will be missed

    def _take(self, answer: Answer) -> None:
        if isinstance(answer, Identity):
            self._met(answer)
        if self._question and self.answer is None and answer.number == self._number:
            self.answer = answer

    def _met(self, identity: Identity) -> None:
        if identity.version != VERSION:
            versions = f"version {identity.version} of the protocol, and minigam version {VERSION}"
            raise HardwareError(f"the jig speaks {versions}: {INSTALL}")
        if identity.number == UNASKED and self.identity:
            raise HardwareError(HAS_LET_GO)
        if identity.number == self._number:
            self.identity = identity


def _check_no_board(payload: bytes) -> None:
    try:
        message = read_message(payload)
    except UnreadableError:
        return
    if isinstance(message, Board):
        raise HardwareError(A_BOARD.format(name=message.name or BARE_NAME))


def whole(pieces: Iterable[Carried]) -> Carried:
    """A frame as one piece; takes no more of the pieces than it has, and one where there is none.

    Raises `UnreadableError` for a piece that is empty, or not the next of the same frame.

    >>> whole([Carried(1, 0, 5, 3, 0, b"ab"), Carried(2, 0, 5, 3, 2, b"c")])
    Carried(number=1, lost=0, at=5, size=3, first=0, data=b'abc')
    """
    frame: Carried | None = None
    for piece in pieces:
        frame = _joined(frame or replace(piece, first=0, data=b""), piece)
        if len(frame.data) == frame.size:
            return frame
    raise UnreadableError("expected a whole frame, its end is missing")


def _joined(frame: Carried, piece: Carried) -> Carried:
    """What there is of a frame, and its next piece."""
    expected, got = (frame.at, frame.size, len(frame.data)), (piece.at, piece.size, piece.first)
    if got != expected:
        raise UnreadableError(f"expected a frame's time, size and byte {expected}, got {got}")
    data = frame.data + piece.data
    if len(data) > frame.size or (frame.size and not piece.data):
        raise UnreadableError(f"expected bytes up to {frame.size} of a frame, got {len(data)}")
    return replace(frame, data=data)
