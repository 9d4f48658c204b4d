"""Setup and hold of DATA, from a register to the next and at the Pico."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.simulation.chain_figures import Edges, Simulate
from hardware.simulation.datasheets import HCS, PICO_HIGH, PICO_LOW, SUPPLY, TIMING
from hardware.simulation.designs import Design
from hardware.simulation.limits import Figure
from hardware.simulation.timing import START_S, Link, link_deck, links
from hardware.simulation.waves import passing

PERIOD_S = 4e-6
"""Of `firmware/scan.py`: 250 kHz. The Pico reads right before it raises CLOCK again."""


@dataclass(frozen=True)
class Delay:
    """After an output has changed, s."""

    at_least: float
    at_most: float


def delay(
    simulate: Simulate, link: Link, high: tuple[float, float], low: tuple[float, float]
) -> Delay:
    """How long DATA takes to pass the least and the highest thresholds of its input.

    `high`, `low`: where the input takes a rising and a falling level, at least and at most, V.
    """
    early, late = [], []
    for slow in (False, True):
        waves = simulate(link_deck(link, True, slow))
        early.append(passing(waves.time, waves["in"], high[0]))
        late.append(passing(waves.time, waves["in"], high[1], last=True))
        waves = simulate(link_deck(link, False, slow))
        turned = SUPPLY - waves["in"]
        early.append(passing(waves.time, turned, SUPPLY - low[1]))
        late.append(passing(waves.time, turned, SUPPLY - low[0], last=True))
    return Delay(min(early) - START_S, max(late) - START_S)


@dataclass(frozen=True)
class Delays:
    """Of the three kinds of links."""

    inner: Delay
    cable: Delay
    pico: Delay


def delays(simulate: Simulate, design: Design) -> Delays:
    """Of a design's links."""
    inner, cable, pico = links(design)
    high, low = (HCS.rise_min, HCS.rise_max), (HCS.fall_min, HCS.fall_max)
    at_pico = (PICO_LOW, PICO_HIGH)
    return Delays(
        delay(simulate, inner, high, low),
        delay(simulate, cable, high, low),
        delay(simulate, pico, at_pico, at_pico),
    )


def timing_figures(name: str, clock: Edges, found: Delays) -> Iterator[Figure]:
    """Hold and setup in ns, each at the board where it is least; the limits are the register's."""
    first, last = clock.first_s, clock.last_s
    numbers = range(len(first))
    senders = [(at, at - 1) for at in numbers if at]
    quick, slow = TIMING.delay_min, TIMING.delay_max
    inner = min(first[at] - last[at] for at in numbers) + quick + found.inner.at_least
    hold = [first[far] + quick + found.cable.at_least - last[near] for far, near in senders]
    setup = [
        PERIOD_S + first[near] - last[far] - slow - found.cable.at_most for far, near in senders
    ]
    setup += [PERIOD_S + first[at] - last[at] - slow - found.inner.at_most for at in numbers]
    pico = PERIOD_S - last[0] - slow - found.pico.at_most
    half = PERIOD_S / 2 - last[0] - slow - found.pico.at_most
    for what, seconds, limit in (
        ("hold, U2 to U1", inner, TIMING.hold),
        ("hold, board to board", min(hold), TIMING.hold),
        ("setup at a register", min(setup), TIMING.setup),
        ("before the Pico reads", pico, 0.0),
        ("first bit after LOAD before the Pico reads", half, 0.0),
    ):
        yield Figure(name, what, round(seconds * 1e9, 1), round(limit * 1e9, 1), "ns", True)
