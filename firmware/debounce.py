"""Certain levels out of bouncing contacts and flickering magnets. The time, in ms, is passed in."""

SETTLE_MS = 5
"""How long an input must say the same before it counts."""
UNKNOWN = 3


class Debouncer:
    """One for all inputs, each of which is timed by itself."""

    def __init__(self, inputs: int) -> None:
        """Nothing is known yet."""
        self.levels = bytearray([UNKNOWN] * inputs)
        """What is certain, a byte an input."""
        self._seen = bytearray(self.levels)
        self._since = [0] * inputs
        self._moving = False

    def take(self, seen: bytearray, now: int) -> bool:
        """Take in what every input says; is there a certain change?"""
        if not self._moving and seen == self._seen:
            return False
        self._moving = changed = False
        for place in range(len(seen)):
            if seen[place] != self._seen[place]:
                self._seen[place] = seen[place]
                self._since[place] = now
                self._moving = True
            elif seen[place] != self.levels[place]:
                changed = self._rested(place, now) or changed
        return changed

    def _rested(self, place: int, now: int) -> bool:
        if now - self._since[place] < SETTLE_MS:
            self._moving = True
            return False
        self.levels[place] = self._seen[place]
        return True
