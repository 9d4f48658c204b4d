"""Watches the strip's wire: what it carries, when, and how wide its bits are.

The state machines write into memory by DMA, so that nothing is missed while something else is done.
"""

import time
from array import array

import machine
import uctypes
from frames import Frames, widths
from machine import Pin
from rp2 import DMA, StateMachine
from wires import READ_HZ, SILENCE_LOOPS, begin, read, width

READER, BEGINNER, MEASURER = 0, 1, 2
"""State machines of PIO 0, which share its flags."""
FIFO = 0x50200020
"""Where a state machine's words come out: RXF0 of PIO 0; the next one's 4 behind."""
LISTENS = 4
"""The DREQ of RXF0; the next one's is 5."""
TIMER = 0x40054028
"""TIMERAWL: microseconds, as `ticks_us` counts them. All from the RP2040 data sheet."""
HALF_WORD = 1
"""A transfer's size: two bytes."""
RING_BITS, STAMP_BITS = 14, 8
"""Sizes of the rings, as powers of two: 16 KiB are 80 ms of a wire that never rests."""
MOST_WORDS = 0x3FFFFFFF
"""Then the transfer begins anew."""
MOST_WIDTHS = 10_240
"""Two a bit: a frame of 213 pixels; of a longer one, its beginning is measured."""
REST_MS = 2
"""A wire that has not changed for so long is at rest."""


class Ring:
    """Memory that DMA writes round and round."""

    def __init__(self, bits: int) -> None:
        """Of two to the power of so many bytes, where an address that ends in zeros begins."""
        self.size = 1 << bits
        self._memory = bytearray(2 * self.size)
        start = uctypes.addressof(self._memory)
        self.address = (start + self.size - 1) & -self.size
        first = self.address - start
        self._bytes = memoryview(self._memory)[first : first + self.size]
        self._read = 0

    def taken(self, end: int) -> bytes:
        """What has been written since last asked, up to an address."""
        first, self._read = self._read, (end - self.address) % self.size
        if first <= self._read:
            return bytes(self._bytes[first : self._read])
        return bytes(self._bytes[first:]) + bytes(self._bytes[: self._read])


class Stamps:
    """When frames began. A channel waits for the state machine's word, and wakes another one, which
    copies the timer and wakes the first again: so a stamp is good to a microsecond."""

    def __init__(self) -> None:
        """Begin."""
        self._ring = Ring(STAMP_BITS)
        self._word = array("I", [0])
        self._waits, self._copies = DMA(), DMA()
        self._copies.config(
            read=TIMER,
            write=self._ring.address,
            count=1,
            ctrl=self._copies.pack_ctrl(
                inc_read=False,
                ring_sel=True,
                ring_size=STAMP_BITS,
                chain_to=self._waits.channel,
            ),
        )
        self._waits.config(
            read=FIFO + 4 * BEGINNER,
            write=self._word,
            count=1,
            ctrl=self._waits.pack_ctrl(
                inc_read=False,
                inc_write=False,
                treq_sel=LISTENS + BEGINNER,
                chain_to=self._copies.channel,
            ),
            trigger=True,
        )

    def taken(self) -> list:
        """Those since last asked, as `ticks_us` has them."""
        stamps = array("I", self._ring.taken(self._copies.write))
        return [stamp & 0x3FFFFFFF for stamp in stamps]


class Wire:
    """The wire at a pin; frames are (microseconds of the first bit, bytes)."""

    def __init__(self, pin: int, clock) -> None:
        """`clock`: a `clock.Clock` of `ticks_us`."""
        self.pin = pin
        self._clock = clock
        self._frames = Frames()
        self._ring, self._stamps = Ring(RING_BITS), Stamps()
        self._dma, self._words = DMA(), 0
        wire = Pin(pin, Pin.IN, Pin.PULL_DOWN)
        self._begin_reading(wire)
        self._measurer = Measurer(wire)
        self.measure, self.measured = self._measurer.begin, self._measurer.widths

    @property
    def lost(self) -> int:
        """Frames that there was no room for."""
        return self._frames.lost

    def poll(self) -> None:
        """Take in what has come; to be asked every 80 ms."""
        words = MOST_WORDS - self._dma.count
        fresh, self._words = 2 * (words - self._words), words
        data = self._ring.taken(self._dma.write)
        began = [self._clock.at(stamp) for stamp in self._stamps.taken()]
        if not self._dma.active():
            self._dma.config(count=MOST_WORDS, trigger=True)
            self._words = 0
        if fresh >= self._ring.size:
            self._frames.miss()
        else:
            self._frames.take(data, began)

    def next(self) -> tuple | None:
        """The oldest frame; None where there is none."""
        self.poll()
        return self._frames.next()

    def forget(self) -> None:
        """All frames so far."""
        self.poll()
        self._frames.forget()

    def _begin_reading(self, wire) -> None:
        self._dma.config(
            read=FIFO + 4 * READER,
            write=self._ring.address,
            count=MOST_WORDS,
            ctrl=self._dma.pack_ctrl(
                size=HALF_WORD,
                inc_read=False,
                ring_sel=True,
                ring_size=RING_BITS,
                treq_sel=LISTENS + READER,
            ),
            trigger=True,
        )
        self._beginner = StateMachine(BEGINNER, begin)
        self._beginner.active(1)
        self._reader = StateMachine(READER, read, freq=READ_HZ, in_base=wire, jmp_pin=wire)
        self._reader.put(SILENCE_LOOPS)
        self._reader.exec("pull()")
        self._reader.exec("mov(y, osr)")
        self._reader.active(1)


class Measurer:
    """Measures how wide bits are, for a frame at a time."""

    def __init__(self, wire) -> None:
        """It measures nothing until it is told to."""
        self._wire = wire
        self._counts = array("I", bytes(4 * MOST_WIDTHS))
        self._dma = DMA()
        self._machine = None

    def begin(self) -> None:
        """Look for a frame from now on."""
        self._stop()
        self._machine = StateMachine(MEASURER, width, jmp_pin=self._wire)
        self._dma.config(
            read=FIFO + 4 * MEASURER,
            write=self._counts,
            count=MOST_WIDTHS,
            ctrl=self._dma.pack_ctrl(inc_read=False, treq_sel=LISTENS + MEASURER),
            trigger=True,
        )
        self._seen, self._seen_at = 0, time.ticks_ms()
        self._machine.active(1)

    def widths(self) -> tuple | None:
        """See `frames.widths`; None while there is no whole frame."""
        count = MOST_WIDTHS - self._dma.count
        now = time.ticks_ms()
        if count != self._seen:
            self._seen, self._seen_at = count, now
        if count < MOST_WIDTHS and time.ticks_diff(now, self._seen_at) < REST_MS:
            return None
        found = widths(memoryview(self._counts)[:count], 1e9 / machine.freq())
        if found is None and count == MOST_WIDTHS:
            self.begin()
        return found

    def _stop(self) -> None:
        self._dma.active(0)
        if self._machine:
            self._machine.active(0)
            while self._machine.rx_fifo():
                self._machine.get()
