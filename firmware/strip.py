"""The NeoPixel strip: its memory, and what it shows of it.

A frame goes out by DMA, whatever USB wants meanwhile: pixels take a pause for a frame's end.
"""

import time

from machine import Pin
from rp2 import DMA, StateMachine
from ws2812 import BIT_HZ, STEPS, ws2812

FIFO = 0x50200010
"""Where a state machine takes its words from: TXF0 of PIO 0. A byte fills all four of a word."""
ASKS = 0
"""The DREQ of TXF0. Both from the RP2040 data sheet."""
A_BYTE = 0
"""A transfer's size."""
LATCH_US = 400
"""Behind a frame: what still waits in the state machine (90 us), and the silence that ends it."""


class Strip:
    """A chain of WS2812 pixels; its bytes come in its own colour order."""

    def __init__(self, strip: dict) -> None:
        """`strip`: of the settings, with `gpio` and `pixels`; None where there is none."""
        self.pixels = strip["pixels"] if strip else 0
        self._bytes = bytearray(3 * self.pixels)
        if strip:
            self._begin(Pin(strip["gpio"], Pin.OUT))
        self.dark()

    def _begin(self, pin) -> None:
        wire = StateMachine(0, ws2812, freq=BIT_HZ * STEPS, sideset_base=pin)
        wire.active(1)
        self._dma = DMA()
        self._ctrl = self._dma.pack_ctrl(size=A_BYTE, inc_write=False, treq_sel=ASKS)

    def write(self, first: int, data: bytes) -> bool:
        """Put bytes into the memory; is there room for them?"""
        fits = first + len(data) <= len(self._bytes)
        if fits:
            self._bytes[first : first + len(data)] = data
        return fits

    def show(self) -> None:
        """Light the strip as its memory stands; 30 us a pixel, and the silence behind them."""
        if not self.pixels:
            return
        data = self._bytes
        self._dma.config(read=data, write=FIFO, count=len(data), ctrl=self._ctrl, trigger=True)
        while self._dma.active():
            pass
        time.sleep_us(LATCH_US)

    def dark(self) -> None:
        """Forget all, and go dark."""
        self._bytes[:] = bytes(len(self._bytes))
        self.show()
