"""The NeoPixel strip: its memory, and what it shows of it."""

import time

from machine import Pin
from rp2 import StateMachine
from ws2812 import BIT_HZ, STEPS, ws2812

LATCH_US = 400
"""Behind a frame: what still waits in the state machine (90 us), and the silence that ends it."""


class Strip:
    """A chain of WS2812 pixels; its bytes come in its own colour order."""

    def __init__(self, strip: dict) -> None:
        """`strip`: of the settings, with `gpio` and `pixels`; None where there is none."""
        self.pixels = strip["pixels"] if strip else 0
        self._bytes = bytearray(3 * self.pixels)
        self._shown_at = time.ticks_us()
        if strip:
            pin = Pin(strip["gpio"], Pin.OUT)
            self._wire = StateMachine(0, ws2812, freq=BIT_HZ * STEPS, sideset_base=pin)
            self._wire.active(1)
        self.dark()

    def write(self, first: int, data: bytes) -> bool:
        """Put bytes into the memory; is there room for them?"""
        fits = first + len(data) <= len(self._bytes)
        if fits:
            self._bytes[first : first + len(data)] = data
        return fits

    def show(self) -> None:
        """Light the strip as its memory stands; 30 us a pixel."""
        if not self.pixels:
            return
        rest = LATCH_US - time.ticks_diff(time.ticks_us(), self._shown_at)
        if rest > 0:
            time.sleep_us(rest)
        self._wire.put(self._bytes, 24)
        self._shown_at = time.ticks_us()

    def dark(self) -> None:
        """Forget all, and go dark."""
        self._bytes[:] = bytes(len(self._bytes))
        self.show()
