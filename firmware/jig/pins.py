"""The jig's pins, which pull a board's inputs to ground, or let them go; they never drive high."""

import time

from machine import Pin


class Pins:
    """Pins by number, all released."""

    def __init__(self, numbers, clock) -> None:
        """`clock`: a `clock.Clock` of `ticks_us`."""
        self.numbers = tuple(numbers)
        self._clock = clock
        self._pins = {pin: Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in numbers}

    def drive(self, pin: int, low: bool, gaps: list) -> int:
        """Drive it, with more edges so many microseconds apart; when the first edge was."""
        put, ticks, level = self._pins[pin], time.ticks_us, not low
        put(level)
        first = at = ticks()
        for gap in gaps:
            at = time.ticks_add(at, gap)
            level = not level
            while time.ticks_diff(at, ticks()) > 0:
                pass
            put(level)
        return self._clock.at(first)

    def let_go(self) -> None:
        """All of them."""
        for pin in self._pins.values():
            pin(1)
