"""The jig's side of the conversation: `hardware/PROTOCOL.md`. The time, in ms, is passed in."""

import struct

from codec import Decoder, encode

VERSION = 1
FIRMWARE = (0, 1, 0)

HELLO, BYE, GONE = 0x01, 0x04, 0x84
"""Of the boards' part of the protocol."""
MEET, DRIVE, WATCH, TIME, METER = 0x11, 0x12, 0x13, 0x14, 0x15
IDENTITY, DRIVEN, CARRIED, TIMED, METERED, REFUSED = 0x91, 0x92, 0x93, 0x94, 0x95, 0x9F
UNASKED = 0

LONGEST_BOUNCE_US = 1_000_000
"""Nothing else is done meanwhile, and the watchdog waits."""
ALONE_MS = 120_000
"""A controller that holds a pin and asks nothing for so long is gone: then the pin is released."""
PIECE = 96
"""Most bytes of a frame in one `Carried`: where one byte in a hundred is lost, a third arrives."""


class Device:
    """Does what it is asked, and keeps the last answer, should it be asked the same again."""

    def __init__(self, name: str, pins, wire, meter) -> None:
        """`pins`: see `pins.Pins`; `wire`: `wire.Wire`; `meter`: `ina219.Meter`."""
        self.prompt_wanted = False
        """The controller wants MicroPython's prompt instead of the firmware."""
        self._pins, self._wire, self._meter = pins, wire, meter
        mask = sum(1 << pin for pin in pins.numbers)
        wired = struct.pack("<BI", wire.pin, mask)
        self._identity = bytes([VERSION]) + bytes(FIRMWARE) + wired + name.encode()
        self._decoder = Decoder()
        self._answers = b""
        self._key = b""
        self._number = UNASKED
        self._last = b""
        self._asked_at = 0
        self._held = set()
        self._measuring_until = None
        self._frame = None
        self._told = 0

    def receive(self, data: bytes, now: int) -> None:
        """Take in what has come from the controller, if anything; release all if that is gone."""
        if self._held and now - self._asked_at >= ALONE_MS:
            self._forget(b"")
        for payload in self._decoder.feed(data):
            if len(payload) > 1:
                self._take(payload, now)

    @property
    def measuring(self) -> bool:
        """Is an answer being waited for?"""
        return self._measuring_until is not None

    def due(self, now: int) -> bytes:
        """What to send now."""
        if self.measuring:
            self._look(now)
        answers, self._answers = self._answers, b""
        return answers

    # What comes in

    def _take(self, payload: bytes, now: int) -> None:
        kind, number = payload[0], payload[1]
        if kind == HELLO:
            self._say(self._identified(number))  # a board is looked for: it is to hear who is here
        elif kind == BYE:
            self._bye(payload)
        elif kind == MEET:
            self._meet(payload)
        elif kind not in TAKERS:
            return
        elif not self._key:
            self._say(self._identified(UNASKED))
        else:
            self._asked(payload, now)

    def _asked(self, payload: bytes, now: int) -> None:
        """Do what is new; an old question is no sign of life."""
        kind, number = payload[0], payload[1]
        if number == self._number:
            self._asked_at = now
            self._say(self._last)
        elif number == self._number % 255 + 1:
            self._asked_at = now
            self._number, self._last, self._measuring_until = number, b"", None
            self._answer(TAKERS[kind](self, payload, now))

    def _meet(self, payload: bytes) -> None:
        if payload[2:3] == bytes([VERSION]) and payload[3:] != self._key:
            self._forget(payload[3:])
            self._number, self._last = payload[1], b""
        self._say(self._identified(payload[1]))

    def _bye(self, payload: bytes) -> None:
        self._forget(b"")
        self.prompt_wanted = payload[2:3] == b"\x01"
        self._say(bytes([GONE, payload[1]]))

    def _drive(self, payload: bytes, _now: int) -> bytes:
        gaps = [payload[at] | payload[at + 1] << 8 for at in range(4, len(payload) - 1, 2)]
        whole = len(payload) >= 4 and len(payload) % 4 == 0  # an even number of gaps
        if not whole or payload[2] not in self._pins.numbers or sum(gaps) > LONGEST_BOUNCE_US:
            return bytes([REFUSED, payload[1]])
        pin, low = payload[2], bool(payload[3])
        (self._held.add if low else self._held.discard)(pin)
        return struct.pack("<BBQ", DRIVEN, payload[1], self._pins.drive(pin, low, gaps))

    def _watch(self, payload: bytes, _now: int) -> bytes:
        if self._frame is None:
            self._frame, self._told = self._wire.next(), 0
        at, data = self._frame or (0, b"")
        first, size = self._told, len(data)
        self._told = min(first + PIECE, size)
        if self._told == size:
            self._frame = None
        head = (CARRIED, payload[1], min(self._wire.lost, 0xFFFF), at, size, first)
        return struct.pack("<BBHQHH", *head) + data[first : self._told]

    def _time(self, payload: bytes, now: int) -> bytes:
        if len(payload) < 4:
            return bytes([REFUSED, payload[1]])
        self._measuring_until = now + (payload[2] | payload[3] << 8)
        self._wire.measure()
        return b""

    def _weigh(self, payload: bytes, _now: int) -> bytes:
        said = self._meter.read()
        return bytes([METERED, payload[1]]) + (struct.pack("<Hi", *said) if said else b"")

    # What goes out

    def _look(self, now: int) -> None:
        """Has a frame been measured by now?"""
        widths = self._wire.measured()
        if widths is None and now < self._measuring_until:
            return
        self._measuring_until = None
        widths = widths or ()
        self._answer(struct.pack(f"<BB{len(widths)}I", TIMED, self._number, *widths))

    def _answer(self, payload: bytes) -> None:
        """To the question of now; empty while there is none yet."""
        self._last = payload
        self._say(payload)

    def _say(self, payload: bytes) -> None:
        if payload:
            self._answers += encode(payload)

    def _identified(self, number: int) -> bytes:
        return bytes([IDENTITY, number]) + self._identity

    def _forget(self, key: bytes) -> None:
        """Begin anew, with nothing held and nothing seen."""
        self._key, self._frame, self._measuring_until = key, None, None
        self._pins.let_go()
        self._held = set()
        self._wire.forget()


TAKERS = {DRIVE: Device._drive, WATCH: Device._watch, TIME: Device._time, METER: Device._weigh}
