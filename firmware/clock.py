"""A time that never begins anew, out of MicroPython's counters, which do."""

import time


class Clock:
    """What a counter has counted since the start, such as milliseconds."""

    def __init__(self, ticks) -> None:
        """Start at 0. `ticks`: the counter, such as `time.ticks_ms`."""
        self._ticks = ticks
        self._now = 0
        self._last = ticks()

    def now(self) -> int:
        """To be asked within half the counter's round: six days of ms, eight minutes of us."""
        ticks = self._ticks()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now

    def at(self, ticks: int) -> int:
        """When the counter said this, less than half its round ago."""
        return self.now() - time.ticks_diff(self._last, ticks)
