"""Levels and edges at the first pixel."""

from collections.abc import Iterator

from hardware.simulation.chain_figures import Simulate
from hardware.simulation.datasheets import PIO_STEP_S, PIXEL_HIGH, PIXEL_LOW, PIXEL_ZERO_S
from hardware.simulation.limits import Figure
from hardware.simulation.strip import END_S, HIGH_S, START_S, StripLine, strip_deck
from hardware.simulation.waves import passing


def strip_figures(simulate: Simulate, line: StripLine) -> Iterator[Figure]:
    """Limits of the WS2812B: 0.7 and 0.3 of its supply, and how long a zero is high."""
    waves = simulate(strip_deck(line))
    end = START_S + HIGH_S
    high, low = PIXEL_HIGH * line.pixel_v, PIXEL_LOW * line.pixel_v
    level = float(waves.window("din", end - 20e-9, end).min())
    rest = float(waves.window("din", END_S - 20e-9, END_S + 1).max())
    yield Figure(line.name, "high level", round(level, 3), high, "V", True)
    yield Figure(line.name, "low level", round(rest, 3), low, "V")
    wave, most = waves["din"], most_change_s() * 1e9
    if wave.max() <= high:
        return  # no pulse that the pixel sees
    rise = passing(waves.time, wave, low), passing(waves.time, wave, high, last=True)
    turned = line.high - wave
    fall = [passing(waves.time, turned, line.high - at, last=True) for at in (high, low)]
    shortest, longest = fall[0] - rise[1], fall[1] - rise[0]
    change = max(abs(shortest - HIGH_S), abs(longest - HIGH_S))
    yield Figure(
        line.name, "rising edge, 30 to 70 %", round((rise[1] - rise[0]) * 1e9, 2), 50.0, "ns"
    )
    yield Figure(line.name, "change of a pulse's length", round(change * 1e9, 2), most, "ns")


def most_change_s() -> float:
    """How much longer or shorter a zero may be than the firmware sends it, for any pixel.

    >>> round(most_change_s() * 1e9, 1)
    54.5
    """
    least, most = PIXEL_ZERO_S
    return min(HIGH_S - least, most - HIGH_S) - PIO_STEP_S
