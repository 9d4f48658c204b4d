"""What the wire has carried, out of the words that the state machines count. Pure."""

from array import array

END = b"\xff\xff"
"""A word of silence: the frame is over. A byte's word has 0 behind the byte."""
SILENCE_NS = 50_000
"""Low for so long ends a frame. Source: Worldsemi WS2812B data sheet, the reset time."""
ONE_NS = 600
"""High for longer than this is a one."""
MOST_WAITING, MOST_BYTES = 64, 0x8000
"""Of frames that wait: a Pico has no room for more."""
LONGEST = 4096
"""Bytes of a frame: the longest strip of a board has 3000."""
NO_X = 0xFFFFFFFF
"""Where the state machine begins to count down."""


class Frames:
    """Frames that wait to be told, cut out of words and put together with their times."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self.lost = 0
        """Those that there was no room for."""
        self._waiting, self._bytes = [], 0
        self._words = b""
        self._began = []
        self._astray = False

    def take(self, words: bytes, began: list) -> None:
        """Take in words of two bytes, and when the frames in them began."""
        if self._astray:
            self._astray = words[-2:] != END
            return
        self._words += words
        self._began += began
        while (end := self._words.find(END)) >= 0:
            frame, self._words = self._words[:end], self._words[end + 2 :]
            if not self._began:
                self.miss()
            else:
                self._keep(self._began.pop(0), bytes(iter(array("H", frame))))
        if len(self._words) > 2 * LONGEST:
            self.miss()

    def miss(self) -> None:
        """Words have been lost: begin anew behind the next frame."""
        self.lost += 1
        self._astray, self._words, self._began = True, b"", []

    def next(self) -> tuple | None:
        """The oldest, with its time; None where there is none."""
        if not self._waiting:
            return None
        at, frame = self._waiting.pop(0)
        self._bytes -= len(frame)
        return at, frame

    def forget(self) -> None:
        """All that are whole."""
        self.lost, self._waiting, self._bytes = 0, [], 0

    def _keep(self, at: int, frame: bytes) -> None:
        """The newest; less than a byte is a spike, and no frame."""
        if len(frame) > LONGEST:
            self.lost += 1
        elif frame:
            self._waiting.append((at, frame))
            self._bytes += len(frame)
        while len(self._waiting) > MOST_WAITING or self._bytes > MOST_BYTES:
            self.next()
            self.lost += 1


def widths(counts, cycle_ns: float) -> tuple | None:
    """Of the first whole frame, see `Timed` in the protocol; None where there is none.

    `counts`: what was left of x, a low and the high behind it in turn; see `wire.width`.
    """
    place = _first_silence(counts, cycle_ns)
    if place is None:
        return None
    silence = _low(counts[place], cycle_ns)
    spans = [[0, 0], [0, 0], [0, 0]]
    while place + 1 < len(counts):
        high = _high(counts[place + 1], cycle_ns)
        _widen(spans[high > ONE_NS], high)
        place += 2
        if place >= len(counts):
            break
        low = _low(counts[place], cycle_ns)
        if low >= SILENCE_NS:
            break
        _widen(spans[2], high + low)
    found = [round(width) for span in spans for width in span]
    found.append(min(round(silence), NO_X))
    return tuple(found)


def _first_silence(counts, cycle_ns: float) -> int | None:
    """Where the first one is that a high follows."""
    for place in range(0, len(counts) - 1, 2):
        if _low(counts[place], cycle_ns) >= SILENCE_NS:
            return place
    return None


def _low(count: int, cycle_ns: float) -> float:
    return (2 * (NO_X - count) + 4) * cycle_ns


def _high(count: int, cycle_ns: float) -> float:
    return (2 * (NO_X - count) + 3) * cycle_ns


def _widen(span: list, width: float) -> None:
    span[0] = min(span[0] or width, width)
    span[1] = max(span[1], width)
