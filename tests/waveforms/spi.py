"""How a Pi 4 or older sends pixels: three bits of SPI for each bit, as rpi_ws281x does.

Its `ws2811.c`: symbols 110 and 100, at three times the frequency that it is given; the Pi divides
its core's clock by an even number (BCM2835 ARM Peripherals, section 10.5, and its errata).
"""

from collections.abc import Iterable

from tests.waveforms.trace import Trace

CORE_HZ = 500_000_000
"""Of a Pi 4 with `core_freq_min=500`."""
SAMPLES = 9
"""A bit of SPI."""
ONE, ZERO = (1, 1, 0), (1, 0, 0)


def spi_hz(bit_hz: int) -> float:
    """The clock that the Pi makes for pixels of `bit_hz`: no faster than was asked for.

    >>> round(spi_hz(930_000))
    2777778
    """
    divider = -(-CORE_HZ // (3 * bit_hz))
    return CORE_HZ / (divider + divider % 2)


def waveform(data: Iterable[int], bit_hz: int, one: tuple[int, ...] = ONE) -> Trace:
    """Bytes as they lie on GPIO 10."""
    bits = (byte >> place & 1 for byte in data for place in reversed(range(8)))
    chips = [level for bit in bits for level in (one if bit else ZERO)]
    levels = bytes(level for chip in chips for level in [chip] * SAMPLES)
    return Trace(round(spi_hz(bit_hz) * SAMPLES), levels)
