"""Setup and hold of DATA, from a register to the next and at the Pico."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from hardware.simulation.chain_figures import Edges, Simulate
from hardware.simulation.datasheets import PICO_HIGH, PICO_LOW, SUPPLY, Thresholds, Timing, timing
from hardware.simulation.designs import CORNERS, Design
from hardware.simulation.limits import Figure
from hardware.simulation.timing import START_S, Link, link_deck, links
from hardware.simulation.waves import passing

PERIOD_S = 4e-6
"""Of `firmware/scan.py`: 250 kHz. The Pico reads when CLOCK falls, half of it after an edge."""


@dataclass(frozen=True)
class Delay:
    """After an output has changed, s."""

    at_least: float
    at_most: float


PICO_INPUT = Thresholds(PICO_LOW, PICO_HIGH, PICO_LOW, PICO_HIGH, 0.0)


def delay(
    simulate: Simulate,
    link: Link,
    thresholds_at: Callable[[float], Thresholds],
    supplies: tuple[float, ...],
) -> Delay:
    """How long DATA takes to pass the least and the highest thresholds of its input."""
    early, late = [], []
    for supply, slow in product(supplies, (False, True)):
        limits = thresholds_at(supply)
        waves = simulate(link_deck(link, supply, True, slow))
        early.append(passing(waves.time, waves["in"], limits.rise_min))
        late.append(passing(waves.time, waves["in"], limits.rise_max, last=True))
        waves = simulate(link_deck(link, supply, False, slow))
        turned = supply - waves["in"]
        early.append(passing(waves.time, turned, supply - limits.fall_max))
        late.append(passing(waves.time, turned, supply - limits.fall_min, last=True))
    return Delay(min(early) - START_S, max(late) - START_S)


@dataclass(frozen=True)
class Delays:
    """Of the three kinds of links."""

    inner: Delay
    pico: Delay
    cables: tuple[Delay, ...]
    """From the second board to the first, and so on."""
    timing: Timing
    """Of the registers, with the lowest supply that they have."""


def delays(simulate: Simulate, design: Design) -> Delays:
    """Of a design's links, with the highest and with the lowest supply of its boards."""
    found = links(design)
    lowest = round(min(min(design.supplies(corner)) for corner in CORNERS), 3)
    supplies = tuple(sorted({SUPPLY, lowest}))

    def at_register(link: Link) -> Delay:
        return delay(simulate, link, design.thresholds_at, supplies)

    known = {link: at_register(link) for link in {*found.cables, found.inner}}
    return Delays(
        known[found.inner],
        delay(simulate, found.pico, lambda _: PICO_INPUT, supplies),
        tuple(known[link] for link in found.cables),
        timing(lowest),
    )


def timing_figures(name: str, clock: Edges, found: Delays) -> Iterator[Figure]:
    """Hold and setup in ns, each at the board where it is least; the limits are the register's."""
    first, last = clock.first_s, clock.last_s
    numbers = range(len(first))
    senders = [(at, at - 1, found.cables[at - 1]) for at in numbers if at]
    limits = found.timing
    quick, slow = limits.delay_min, limits.delay_max
    inner = min(first[at] - last[at] for at in numbers) + quick + found.inner.at_least
    hold = [first[far] + quick + cable.at_least - last[near] for far, near, cable in senders]
    setup = [
        PERIOD_S + first[near] - last[far] - slow - cable.at_most for far, near, cable in senders
    ]
    setup += [PERIOD_S + first[at] - last[at] - slow - found.inner.at_most for at in numbers]
    pico = PERIOD_S / 2 - last[0] - slow - found.pico.at_most
    for what, seconds, limit in (
        ("hold, U2 to U1", inner, limits.hold),
        ("hold, board to board", min(hold), limits.hold),
        ("setup at a register", min(setup), limits.setup),
        ("before the Pico reads", pico, 0.0),
    ):
        yield Figure(name, what, round(seconds * 1e9, 1), round(limit * 1e9, 1), "ns", True)
