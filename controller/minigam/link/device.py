"""The Pico's side of the conversation, for simulated boards.

Pure: bytes and the time, in seconds, are passed in. The firmware's own is `firmware/device.py`; the
promise of both is `hardware/PROTOCOL.md`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from minigam.errors import UnreadableError
from minigam.link.codec import Decoder, encode
from minigam.link.messages import (
    UNASKED,
    VERSION,
    Board,
    Bye,
    FromPico,
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
from minigam.link.repeat import Repeat

REPEAT_SECONDS = 0.02
LONGEST_REPEAT_SECONDS = 0.16
HEARTBEAT_SECONDS = 1.0
HOST_LOST_SECONDS = 5.0
"""A controller that has said nothing for this long is gone: the strip goes dark."""
MOST_STATES = 16
"""That wait to be seen; of more, the newest are merged."""
FIRMWARE = (0, 1, 0)


class Device:
    """A Pico just started; there is nothing to debounce, for no contact bounces here."""

    def __init__(
        self, name: str, known_hash: str, inputs: int, pixels: int, now: float, restarted: bool
    ) -> None:
        """`name` and `known_hash`: of the profile its settings come from."""
        self.shown = bytes(3 * pixels)
        """What the strip shows."""
        self._identity = (VERSION, restarted, inputs, pixels, FIRMWARE, known_hash, name)
        self._memory = bytearray(self.shown)
        self._decoder = Decoder()
        self._answers: list[FromPico] = []
        self._session = False
        self._heard_at = now
        self._states = deque([State(0, False, (Level.UNKNOWN,) * inputs)])
        self._seen = False
        self._repeat = _greetings(now)

    @property
    def all_seen(self) -> bool:
        """There is a session, and nothing waits to be seen."""
        return self._session and self._seen and len(self._states) == 1

    def sense(self, levels: Sequence[Level], chain_broken: bool, now: float) -> None:
        """The inputs say this now."""
        last = self._states[-1]
        if (last.levels, last.chain_broken) == (tuple(levels), chain_broken):
            return
        full = len(self._states) == MOST_STATES
        number = last.number if full else (last.number + 1) % 256
        if full:
            self._states.pop()
        self._states.append(State(number, chain_broken, tuple(levels)))
        if self._seen or not self._session:
            self._next_state(now)

    def receive(self, data: bytes, now: float) -> None:
        """Take in what has come from the controller."""
        for payload in self._decoder.feed(data):
            try:
                self._take(read_message(payload), now)
            except UnreadableError:
                continue  # of another version, or not for us

    def due(self, now: float) -> bytes:
        """What to send now."""
        messages, self._answers = self._answers, []
        if self._session and now >= self._heard_at + HOST_LOST_SECONDS:
            self._end(now)
        if now >= self._repeat.at:
            self._repeat = self._repeat.sent(now)
            messages.append(self._states[0] if self._session else self._board(UNASKED))
        return b"".join(encode(message.payload()) for message in messages)

    @property
    def deadline(self) -> float:
        """When `due` may next have something to say."""
        if not self._session:
            return self._repeat.at
        return min(self._repeat.at, self._heard_at + HOST_LOST_SECONDS)

    def _take(self, message: Message, now: float) -> None:
        match message:
            case Hello():
                self._answers.append(self._board(message.nonce))
                if message.version == VERSION:
                    self._begin(now)
            case Bye():
                self._answers.append(Gone(message.number))
                self._end(now)
            case Seen() if self._session:
                self._heard_at = now
                self._seen_by_now(message.number, now)
            case Light() if self._session:
                self._heard_at = now
                self._light(message)

    def _light(self, light: Light) -> None:
        end = light.first + len(light.data)
        if end > len(self._memory):
            return
        self._memory[light.first : end] = light.data
        if light.show:
            self.shown = bytes(self._memory)
        self._answers.append(Lit(light.number))

    def _seen_by_now(self, number: int, now: float) -> None:
        if number != self._states[0].number:
            return
        self._seen = True
        self._repeat = _heartbeat(now)
        if len(self._states) > 1:
            self._next_state(now)

    def _next_state(self, now: float) -> None:
        self._states.popleft()
        self._seen = False
        if self._session:
            self._repeat = _soon(now)

    def _begin(self, now: float) -> None:
        self._session, self._seen, self._heard_at = True, False, now
        self._states = deque([self._states[-1]])
        self._repeat = _soon(now)

    def _end(self, now: float) -> None:
        self._session = False
        self._memory[:] = bytes(len(self._memory))
        self.shown = bytes(self._memory)
        self._states = deque([self._states[-1]])
        self._repeat = _greetings(now + HEARTBEAT_SECONDS)

    def _board(self, nonce: int) -> Board:
        return Board(nonce, *self._identity)


def _soon(now: float) -> Repeat:
    return Repeat(now, REPEAT_SECONDS, LONGEST_REPEAT_SECONDS)


def _greetings(start: float) -> Repeat:
    return Repeat(start, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS)


def _heartbeat(now: float) -> Repeat:
    return replace(_soon(now), at=now + HEARTBEAT_SECONDS)
