"""The Pico's side of the conversation: `hardware/PROTOCOL.md`. The time, in ms, is passed in."""

import struct
from binascii import unhexlify

from codec import Decoder, encode

VERSION = 2
FIRMWARE = (0, 2, 0)

HELLO, SEEN, LIGHT, BYE = 0x01, 0x02, 0x03, 0x04
BOARD, STATE, LIT, GONE = 0x81, 0x82, 0x83, 0x84
UNASKED = 0

REPEAT_MS = 20
LONGEST_REPEAT_MS = 160
HEARTBEAT_MS = 1000
HOST_LOST_MS = 5000
"""A controller that has said nothing for this long is gone: the strip goes dark."""
MOST_STATES = 16
"""That wait to be seen; of more, the newest are merged."""


class Device:
    """Says what the inputs say until it has been seen, and does with the strip as told."""

    def __init__(self, settings: dict, levels: bytes, strip, restarted: bool, now: int) -> None:
        """`levels`: a byte an input, as `sense` takes them; `strip`: see `strip.Strip`."""
        self.prompt_wanted = False
        """The controller wants MicroPython's prompt instead of the firmware."""
        self._strip = strip
        known = struct.pack("<BHH3B", restarted, len(levels), strip.pixels, *FIRMWARE)
        self._identity = known + unhexlify(settings["hash"]) + settings["name"].encode()
        self._decoder = Decoder()
        self._answers = b""
        self._session = False
        self._heard_at = now
        self._number = 0
        self._states = [(0, state_body(levels, (0, 0, False)))]
        self._seen = False
        self._send_at(now)

    def receive(self, data: bytes, now: int) -> None:
        """Take in what has come from the controller."""
        for payload in self._decoder.feed(data):
            if len(payload) > 1 and payload[0] in TAKERS:
                TAKERS[payload[0]](self, payload, now)

    def sense(self, levels: bytes, fault: tuple[int, int, bool], now: int) -> None:
        """Take in certain levels, a byte an input; `fault`: see `state_body`."""
        body = state_body(levels, fault)
        if body == self._states[-1][1]:
            return
        if len(self._states) == MOST_STATES:
            self._states[-1] = (self._number, body)
            return
        self._number = (self._number + 1) % 256
        self._states.append((self._number, body))
        if self._seen or not self._session:
            self._next_state(now)

    def due(self, now: int) -> bytes:
        """What to send now."""
        answers, self._answers = self._answers, b""
        if self._session and now - self._heard_at >= HOST_LOST_MS:
            self._end(now)
        if now < self._at:
            return answers
        if not self._session:
            self._at = now + HEARTBEAT_MS
            return answers + encode(self._board(UNASKED))
        self._at = now + self._wait
        self._wait = min(2 * self._wait, LONGEST_REPEAT_MS)
        return answers + encode(self._state())

    @property
    def all_seen(self) -> bool:
        """There is a session, and the controller has seen all that there was to say."""
        return self._session and self._seen and len(self._states) == 1

    @property
    def deadline(self) -> int:
        """When `due` may next have something to say, where nothing comes in before."""
        return min(self._at, self._heard_at + HOST_LOST_MS) if self._session else self._at

    # What comes in

    def _hello(self, payload: bytes, now: int) -> None:
        self._answers += encode(self._board(payload[1]))
        if payload[2:3] == bytes([VERSION]):
            self._session = True
            self._heard_at = now
            self._states = self._states[-1:]
            self._seen = False
            self._send_at(now)

    def _seen_it(self, payload: bytes, now: int) -> None:
        if not self._session:
            return
        self._heard_at = now
        if payload[1] != self._states[0][0]:
            return
        self._seen = True
        if len(self._states) > 1:
            self._next_state(now)
        else:
            self._send_at(now + HEARTBEAT_MS)

    def _light(self, payload: bytes, now: int) -> None:
        if not self._session or len(payload) < 5:
            return
        self._heard_at = now
        number, show, first = struct.unpack("<BBH", payload[1:5])
        if self._strip.write(first, payload[5:]):
            if show:
                self._strip.show()
            self._answers += encode(bytes([LIT, number]))

    def _bye(self, payload: bytes, now: int) -> None:
        self._answers += encode(bytes([GONE, payload[1]]))
        self.prompt_wanted = payload[2:3] == b"\x01"
        self._end(now)

    # What goes out

    def _state(self) -> bytes:
        number, body = self._states[0]
        return bytes([STATE, number]) + body

    def _board(self, nonce: int) -> bytes:
        return bytes([BOARD, nonce, VERSION]) + self._identity

    def _next_state(self, now: int) -> None:
        """The oldest has been seen, or there is nobody to see it."""
        self._states.pop(0)
        self._seen = False
        if self._session:
            self._send_at(now)

    def _send_at(self, start: int) -> None:
        self._at = start
        self._wait = REPEAT_MS

    def _end(self, now: int) -> None:
        self._session = False
        self._strip.dark()
        self._states = self._states[-1:]
        self._send_at(now + HEARTBEAT_MS)


TAKERS = {HELLO: Device._hello, SEEN: Device._seen_it, LIGHT: Device._light, BYE: Device._bye}


def state_body(levels: bytes, fault: tuple[int, int, bool]) -> bytes:
    """A `State` behind its number: the chain's fault, count, and two bits a level, lowest first.

    `fault`: the first board whose check bits are wrong, or 0; these bits; and whether those of
    all boards behind it, of which there are some, are right.
    """
    packed = bytearray((len(levels) + 3) // 4)
    for place, level in enumerate(levels):
        packed[place >> 2] |= level << 2 * (place & 3)
    return struct.pack("<BBBH", *fault, len(levels)) + packed
