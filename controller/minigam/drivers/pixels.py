"""The strip, through Adafruit's NeoPixel class, and the thread that feeds it."""

import logging
import os
import threading
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any

from minigam.board.animation import Playing, still
from minigam.board.lighting import Frame, bytes_of
from minigam.drivers.interfaces import Strip
from minigam.drivers.pi import Pi, check_strip
from minigam.errors import HardwareError

Write = Callable[[Any, bytearray], None]
"""Sends a buffer out on a pin: `neopixel_write`, or what replaces it."""
Now = Callable[[], float]
STUCK_SECONDS = 5.0
"""A frame that has been on its way for longer will not arrive any more, nor the last, dark one.

Half of what systemd leaves the daemon to end in.
"""
BIT_HZ = 930_000
"""Bits a second of a strip on a Pi 4 or older.

Of a bit's three thirds a zero is high for one. At Blinka's own 800,000 that is 417 ns, and newer
WS2812B promise to read a zero at 220 to 380 ns only (Worldsemi's data sheet of the WS2812B-V5).
Here it is 358 ns, and 360 ns as a Pi divides its clock; the older sheet's 250 to 550 ns for a zero
and 650 to 950 ns for a one are kept too.
"""
log = logging.getLogger(__name__)


class NeoPixelStrip:
    """A strip that sends at once; `show` may take some milliseconds on a Pi 4 or older."""

    alive = True
    """See `interfaces.Strip`: whoever calls `show` learns of a failure, or waits."""

    def __init__(self, pixels: int, order: str, pin: Any, write: Write | None = None) -> None:
        """`pin`: of the `board` module; `write`: instead of the library's own.

        The library opens the pin and darkens the strip; the write function that it looks up then
        keeps the bytes really sent. Frames are handed to that function as bytes: the library's loop
        over their pixels takes longer than all else that a frame costs.
        """
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        self.sent = b""
        self._pixels, self._order = pixels, order
        self._buffer = bytearray(3 * pixels)
        try:
            import neopixel
            from neopixel_write import neopixel_write

            self._write: Write = write or neopixel_write
            neopixel.neopixel_write = lambda pin, buffer: pin.owner.send(pin, buffer)
            self._strip = neopixel.NeoPixel(pin, pixels, auto_write=False, pixel_order=order)
        except Exception as fault:
            raise HardwareError(f"the strip on {pin} cannot be used: {fault}") from fault
        self._strip.pin.owner = self

    def show(self, frame: Frame) -> None:
        """See `interfaces.Strip`."""
        try:
            if len(frame) != self._pixels:
                raise ValueError(f"expected {self._pixels} pixels, got {len(frame)}")
            self.send(self._strip.pin, bytes_of(frame, self._order))
        except Exception as fault:
            raise HardwareError(f"the strip cannot be lit: {fault}") from fault

    def send(self, pin: Any, content: bytes | bytearray) -> None:
        """Hand bytes to the write function, always in the same buffer.

        With another one, Blinka's function for a Pi up to the 4 opens the strip anew, and forgets
        what it was about to send.
        """
        self._buffer[:] = content
        self._write(pin, self._buffer)
        self.sent = bytes(content)

    def close(self) -> None:
        """See `interfaces.Strip`."""
        try:
            self._strip.deinit()
        except Exception as fault:
            raise HardwareError(f"the strip cannot be darkened: {fault}") from fault


class StripThread:
    """Feeds a slow strip from a thread of its own, which sleeps until the next frame differs.

    Of several waiting frames the newest is sent.
    """

    def __init__(
        self,
        strip: Strip,
        after_frame: Callable[[], None] = lambda: None,
        now: Now = monotonic,
        close_seconds: float = STUCK_SECONDS,
    ) -> None:
        """`after_frame`: called from the thread when a frame has been sent."""
        self._strip = strip
        self._close_seconds = close_seconds
        self._now = now
        self._sending_since: float | None = None
        self._after_frame = after_frame
        self._playing: Playing | None = None
        self._shown: Frame | None = None
        """The frame that was sent last; None: the next one is sent in any case."""
        self._wake = threading.Condition()
        self._closing = False
        self._fault: HardwareError | None = None
        self._close_fault: HardwareError | None = None
        self._thread = threading.Thread(target=self._run, name="strip", daemon=True)
        self._thread.start()

    @property
    def sent(self) -> bytes:
        """See `interfaces.Strip`."""
        return self._strip.sent

    @property
    def alive(self) -> bool:
        """See `interfaces.Strip`."""
        since = self._sending_since
        stuck = since is not None and self._now() - since > STUCK_SECONDS
        return self._thread.is_alive() and not self._fault and not stuck

    def show(self, frame: Frame) -> None:
        """See `interfaces.Strip`."""
        self._play(still(frame), again=True)

    def play(self, playing: Playing) -> None:
        """See `interfaces.AnimatedStrip`."""
        self._play(playing)

    def _play(self, playing: Playing, *, again: bool = False) -> None:
        """`again`: even if the strip shows just that."""
        self.check()
        with self._wake:
            self._playing = playing
            if again:
                self._shown = None
            self._wake.notify()

    def check(self) -> None:
        """See `interfaces.AnimatedStrip`."""
        if self._fault:
            raise self._fault

    def close(self) -> None:
        """See `interfaces.Strip`."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(self._close_seconds)
        if self._thread.is_alive():
            log.warning("the strip takes nothing any more, and may stay lit: look at its wires")
        if self._close_fault:
            raise self._close_fault

    def _run(self) -> None:
        try:
            self._feed()
        except Exception as fault:
            log.exception("the strip's thread has failed")
            self._fault = HardwareError(f"the strip's thread has failed: {fault}")
        finally:
            try:  # here, since it may hang as a frame may
                self._strip.close()
            except HardwareError as fault:
                self._close_fault = fault

    def _feed(self) -> None:
        while (frame := self._next()) is not None:
            self._sending_since = self._now()
            try:
                self._strip.show(frame)
            except HardwareError as fault:
                self._fault = fault
            else:
                self._after_frame()
            self._sending_since = None

    def _next(self) -> Frame | None:
        """The next frame that differs, when it is due; None when it is time to close."""
        with self._wake:
            while not self._closing:
                if self._playing is None or self._fault:
                    self._wake.wait()
                    continue
                now = self._now()
                frame = self._playing.frame(now)
                if frame != self._shown:
                    self._shown = frame
                    return frame
                due = self._playing.next_change(now)
                self._wake.wait(None if due == inf else max(0.0, due - now))
            return None


def pi_pin(pi: Pi, gpio: int, pixels: int) -> Any:
    """The `board` pin of a GPIO number; raise `HardwareError` where a strip on it cannot be lit."""
    check_strip(pi, gpio, pixels)
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board

        if not pi.is_pi_5:
            from adafruit_blinka.microcontroller.bcm283x import neopixel

            neopixel.LED_FREQ_HZ = BIT_HZ
        return getattr(board, f"D{gpio}")
    except Exception as fault:
        raise HardwareError(f"the strip's GPIO {gpio} cannot be found: {fault}") from fault
