"""Sends frames to the Pico, as the bytes that have changed, and knows which one it shows."""

import re
from collections import deque
from dataclasses import dataclass
from functools import cache
from math import inf

from minigam.link.messages import LONGEST_DATA, Light
from minigam.link.retransmit import RetransmitTimer

REPEAT_SECONDS = 0.04
LONGEST_REPEAT_SECONDS = 0.16
REFRESH_SECONDS = 5.0
"""The whole frame goes out again after this, should a pixel have forgotten its colour."""
DOUBT_SECONDS = 5.0
"""After a message that had to be repeated, the line counts as lossy for so long."""


@dataclass(frozen=True)
class Cut:
    """How what has changed is cut into messages."""

    longest: int
    """Most bytes in a message."""
    gap: int
    """Changes closer than this, in bytes, share a message: about what another one costs."""


QUIET = Cut(LONGEST_DATA, 64)
"""Each message wakes both ends up, and its answer does so again: the fewer, the better."""
LOSSY = Cut(48, 16)
"""Where one byte in a hundred is lost, half of such messages arrive with their answer; of those as
long as can be, one in fourteen would."""


class FrameSender:
    """Sends a frame as the ranges that have changed, one message at a time until it is answered.

    A frame once begun is finished, so that a quick animation cannot keep the end of a long strip
    from being reached; of the frames shown meanwhile only the newest counts.
    """

    def __init__(self, size: int) -> None:
        """`size`: of a frame, in bytes."""
        self.shown = b""
        """The frame that the strip last showed for certain; empty before the first."""
        self.frames = 0
        """How many have been shown for certain."""
        self._size = size
        self._wanted: bytes | None = None
        self._begun = b""
        self._known = False
        self._queue: deque[Light] = deque()
        self._number = 0
        self._repeat = RetransmitTimer(0.0, REPEAT_SECONDS, LONGEST_REPEAT_SECONDS)
        self.unanswered_since: float | None = None
        """When the message that waits for its answer was first sent."""
        self._refresh_at = 0.0
        self._lossy_until = -inf

    def show(self, frame: bytes) -> None:
        """Set the frame to be sent next; raise `ValueError` for one of another size."""
        if len(frame) != self._size:
            raise ValueError(f"expected {self._size} bytes of pixels, got {len(frame)}")
        self._wanted = frame

    def forget(self) -> None:
        """The strip may show anything by now."""
        self._queue.clear()
        self._known = False
        self.unanswered_since = None

    def went_dark(self) -> None:
        """The Pico has put the strip out by itself."""
        self.forget()
        self.shown = bytes(self._size)

    def due(self, now: float) -> Light | None:
        """The message to be sent now."""
        self._begin(now)
        if not self._queue or now < self._repeat.at:
            return None
        self._repeat = self._repeat.sent(now)
        if self.unanswered_since is None:
            self.unanswered_since = now
        else:
            self._doubt(now)
        return self._queue[0]

    def deadline(self, now: float) -> float:
        """When `due` may next have something to say."""
        self._begin(now)
        if self._queue:
            return self._repeat.at
        return self._refresh_at if self._wanted is not None else inf

    def answered(self, number: int, now: float) -> None:
        """The Pico has done the message of this number."""
        if not self._queue or self._queue[0].number != number or self.unanswered_since is None:
            return
        self._queue.popleft()
        self._ready_to_send(now)
        if not self._queue:
            self._known, self.shown = True, self._begun
            self.frames += 1

    def _begin(self, now: float) -> None:
        if self._queue or self._wanted is None:
            return
        cut = LOSSY if now < self._lossy_until else QUIET
        if not self._known or now >= self._refresh_at:
            self._refresh_at = now + REFRESH_SECONDS
            ranges = [(0, self._size)]
        elif self._wanted == self._begun:
            return
        else:
            ranges = changed_ranges(self._begun, self._wanted, cut.gap)
        self._begun = self._wanted
        self._queue.extend(self._messages(ranges, cut.longest))
        self._ready_to_send(now)

    def _doubt(self, now: float) -> None:
        """An answer is missing: what is still to be sent goes in short messages."""
        self._lossy_until = now + DOUBT_SECONDS
        ranges = [(light.first, light.first + len(light.data)) for light in self._queue]
        if any(end - first > LOSSY.longest for first, end in ranges):
            self._queue = deque(self._messages(ranges, LOSSY.longest))

    def _messages(self, ranges: list[tuple[int, int]], longest: int) -> list[Light]:
        pieces = [
            (start, min(start + longest, end))
            for first, end in ranges
            for start in range(first, end, longest)
        ]
        return [
            Light(self._next_number(), piece == pieces[-1], piece[0], self._begun[slice(*piece)])
            for piece in pieces
        ]

    def _next_number(self) -> int:
        self._number = (self._number + 1) % 256
        return self._number

    def _ready_to_send(self, now: float) -> None:
        self.unanswered_since = None
        self._repeat = RetransmitTimer(now, REPEAT_SECONDS, LONGEST_REPEAT_SECONDS)


def changed_ranges(old: bytes, new: bytes, gap: int) -> list[tuple[int, int]]:
    """Where two frames of one length differ, as (first byte, byte behind the last).

    Changes closer than `gap` bytes are in one range.

    >>> changed_ranges(bytes(100), bytes([1, 0, 1]) + bytes(90) + bytes([1] * 7), 16)
    [(0, 3), (93, 100)]
    """
    differ = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    found = _changes(gap).finditer(differ.to_bytes(len(new), "big"))
    return [match.span() for match in found]


@cache
def _changes(gap: int) -> re.Pattern[bytes]:
    """What finds bytes that are not 0, with fewer than `gap` zeros in a row among them."""
    return re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % (gap - 1))
