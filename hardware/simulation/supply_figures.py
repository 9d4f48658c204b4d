"""What is measured on the strip's supply: lit, plugged in, shorted and unplugged."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hardware.drawing.branches import MOST_MA
from hardware.drawing.rails import PIXEL_V, SHIFTER_V, SUPPLY_V
from hardware.simulation.chain_figures import Simulate
from hardware.simulation.datasheets import (
    FUSE_IDLE_A,
    FUSE_IN_V,
    FUSE_LEAST_S,
    FUSE_OFF_S,
    FUSE_RESET_V,
    OVERLOAD_S,
    OVERLOAD_SHARE,
    PI_WARNS_V,
    PICO_PIN,
    PIXEL_ABOVE_V,
    PIXEL_CLAMP_A,
    PIXEL_OUTPUT_OHM,
    PS1_W,
    SUPPLY_F,
)
from hardware.simulation.limits import Figure, worst
from hardware.simulation.strip_data import data_deck
from hardware.simulation.supply import SUPPLY_CORNERS, SupplyCorner, SupplyDesign
from hardware.simulation.supply_deck import (
    END_S,
    EVENT_S,
    LIT_S,
    Event,
    pixel_node,
    supply_deck,
)
from hardware.simulation.waves import Waves

DEAD_OHM = 0.01
"""A dead short."""
HEATED_OHM, CARRIED_OHM = 0.5, 2.8
"""Shorts with dark pixels: where a branch is fed, the one that a supply heats most; and at the far
end, one that a fuse may carry for ever."""
OFF_A = 0.05
"""A fuse that carries less is off."""
UNPLUGGED_S, WAIT_S = 0.5, 10.0
"""How long people leave a plug out at least; and if a guide says so, as where a fuse is off."""
BACK_A = 1e-3
"""What may flow back: no more than a dark pixel draws."""
SETTLED_S = 1e-3
"""Before the event or the end, when nothing moves any more."""


def supply_figures(
    simulate: Simulate,
    design: SupplyDesign,
    corners: tuple[SupplyCorner, ...] = SUPPLY_CORNERS,
) -> list[Figure]:
    """The worst of all corners, figure by figure."""
    found = [list(_at(simulate, design, corner)) for corner in corners]
    return [worst(each) for each in zip(*found, strict=True)]


def _at(simulate: Simulate, design: SupplyDesign, corner: SupplyCorner) -> Iterator[Figure]:
    row = design.rows[0]
    shorts = {
        ohm: [
            _waves(simulate, design, corner, Event(ohm, place))
            for place in (0, row.middle, row.pixels)
        ]
        for ohm in (DEAD_OHM, 1.0)
    }
    dark = {
        ohm: [_waves(simulate, design, corner, Event(ohm, place, True, is_overloaded_late=True))]
        for ohm, place in ((HEATED_OHM, 0), (CARRIED_OHM, row.pixels))
    }
    yield from _lit(design, shorts[1.0][0])
    yield from start_figures(simulate, design, corner)
    for ohm, waves in shorts.items():
        yield from _short(design, ohm, waves)
    yield _heat(design, [*shorts.items(), *dark.items()])
    yield from unplugged_figures(simulate, design, corner)
    yield from data_figures(simulate, design, corner)


def _waves(simulate: Simulate, design: SupplyDesign, corner: SupplyCorner, event: Event) -> Waves:
    return simulate(supply_deck(design, corner, event))


def _volts(name: str, what: str, least: float, limit: float) -> Figure:
    return Figure(name, what, round(least, 3), limit, "V", True)


def lit_figures(simulate: Simulate, design: SupplyDesign, corner: SupplyCorner) -> Iterator[Figure]:
    """With every pixel at what the profile allows."""
    yield from _lit(design, _waves(simulate, design, corner, Event(end_s=EVENT_S)))


def _lit(design: SupplyDesign, waves: Waves) -> Iterator[Figure]:
    """Before the event."""
    name = design.name

    def least(node: str) -> float:
        return float(waves.window(node, EVENT_S - SETTLED_S, EVENT_S).min())

    def most(node: str) -> float:
        return float(waves.window(node, EVENT_S - SETTLED_S, EVENT_S).max())

    pixels = [pixel_node(1, pixel) for pixel in range(1, design.rows[0].pixels + 1)]
    above = least("x1") - least(pixels[0])
    yield _volts(name, "lit: X1", least("x1"), SHIFTER_V)
    yield _volts(name, "lit: a pixel", min(map(least, pixels)), PIXEL_V)
    yield _volts(name, "lit: the Pi", least("pi"), PI_WARNS_V)
    yield Figure(name, "lit: the supply", round(most("isup"), 3), design.rated_a, "A")
    if design.is_electronic:
        yield Figure(name, "lit: a branch", round(most("q1"), 3), MOST_MA / 1000, "A")
    yield Figure(name, "lit: data above a pixel's supply", round(above, 3), PIXEL_ABOVE_V, "V")


def start_figures(
    simulate: Simulate, design: SupplyDesign, corner: SupplyCorner
) -> Iterator[Figure]:
    """While the capacitors are charged: the plug goes into a supply that is on."""
    waves = _waves(simulate, design, corner, Event(is_dark=True, end_s=LIT_S))
    most = design.rated_a * OVERLOAD_SHARE[0] * 0.99
    over = _milliseconds(waves, waves["isup"] > most, 0.0, LIT_S)
    yield Figure(design.name, "plugged in: overload", over, OVERLOAD_S * 1e3, "ms")
    if design.is_electronic:
        fuses = range(1, len(design.rows) + 1)
        share = max(float(waves[f"tm{fuse}"].max()) for fuse in fuses)
        limited = round(share * corner.trip_s * 1e3, 3)
        what = "plugged in: a fuse at its limit"
        yield Figure(design.name, what, limited, FUSE_LEAST_S * 1e3, "ms")
        highest = round(float(waves["x1"].max()), 2)
        yield Figure(design.name, "plugged in: X1", highest, FUSE_IN_V, "V")


def _milliseconds(waves: Waves, holds: NDArray[np.bool_], start_s: float, end_s: float) -> float:
    """How long something holds between two times."""
    steps = np.diff(waves.time, append=waves.time[-1])
    inside = (waves.time >= start_s) & (waves.time < end_s)
    return round(float(np.sum(steps[holds & inside])) * 1e3, 3)


def _short(design: SupplyDesign, ohm: float, every: list[Waves]) -> Iterator[Figure]:
    """A short at each of three places: when it is off, and who else suffers."""
    what = "dead short" if ohm == DEAD_OHM else f"short of {ohm:g} Ω"

    def least(node: str) -> float:
        return min(float(waves.window(node, EVENT_S, END_S).min()) for waves in every)

    off = max(_off_s(waves, design) for waves in every)
    yield Figure(design.name, f"{what}: off", round(off * 1e3, 3), FUSE_OFF_S * 1e3, "ms")
    yield _volts(design.name, f"{what}: the Pi", least("pi"), PI_WARNS_V)
    others = [f"e{row}" for row in range(2, len(design.rows) + 1)]
    if others:
        least_v = min(map(least, others))
        yield _volts(design.name, f"{what}: a pixel of another branch", least_v, PIXEL_V)


def _off_s(waves: Waves, design: SupplyDesign) -> float:
    """From the short until the current is off; to the end where it never is."""
    current = waves["q1"] if design.is_electronic else waves["fault"] / DEAD_OHM
    (on,) = np.nonzero(current > OFF_A)
    return float(waves.time[on[-1]]) - EVENT_S


def _heat(design: SupplyDesign, shorts: list[tuple[float, list[Waves]]]) -> Figure:
    """What a short turns into heat for ever, at most."""
    watts = [
        float(waves.window("fault", END_S - SETTLED_S, END_S).max()) ** 2 / ohm
        for ohm, every in shorts
        for waves in every
    ]
    return Figure(design.name, "any short: heat that stays", round(max(watts), 2), PS1_W, "W")


def unplugged_figures(
    simulate: Simulate, design: SupplyDesign, corner: SupplyCorner
) -> Iterator[Figure]:
    """Whether the fuses forget, and whether the Pi feeds the strip."""
    unplugged = Event(is_dark=True, is_unplugged=True, end_s=UNPLUGGED_S + EVENT_S)
    waves = _waves(simulate, design, corner, unplugged)
    above = _milliseconds(waves, waves["x1"] > FUSE_RESET_V, EVENT_S, np.inf)
    back = float(waves.window("ipi", EVENT_S + SETTLED_S, np.inf).max())
    limit = UNPLUGGED_S * 1e3 - 10
    if design.is_electronic:
        yield Figure(design.name, "unplugged: until the fuses forget", above, limit, "ms")
        yield forget_figure(design, corner)
    yield Figure(design.name, "unplugged: from the Pi", round(back * 1e3, 3), BACK_A * 1e3, "mA")


def forget_figure(design: SupplyDesign, corner: SupplyCorner) -> Figure:
    """The same with all fuses off: then only they and a resistor empty the capacitors at X1."""
    farads = SUPPLY_F + design.entry_f * corner.bulk + design.input_f * len(design.rows)
    amperes = FUSE_IDLE_A * len(design.rows) / SUPPLY_V
    siemens = amperes + (1 / design.empty_ohm if design.empty_ohm else 0.0)
    seconds = farads / siemens * math.log(SUPPLY_V * corner.supply / FUSE_RESET_V)
    what = "unplugged, all off: until the fuses forget"
    return Figure(design.name, what, round(seconds, 2), WAIT_S, "s")


def data_figures(
    simulate: Simulate, design: SupplyDesign, corner: SupplyCorner
) -> Iterator[Figure]:
    """What the data line pushes into pixels without a supply."""
    off, gone = (simulate(data_deck(design, corner, plugged)) for plugged in (True, False))
    pin = float(((gone["high"] - gone["pin"]) / PICO_PIN.ohm).max())
    if not design.is_shifted:
        pin = float(((gone["drive"] - gone["din"]) / max(design.series_ohm, 1e-3)).max())
    into = float(((off["drive"] - off["din"]) / max(design.series_ohm, 1e-3)).max())
    yield Figure(
        design.name, "unplugged: from the data pin", round(pin * 1e3, 3), BACK_A * 1e3, "mA"
    )
    yield _into(design, "fuse off: into the data input", into)
    if len(design.rows) > 1:
        yield onward_figure(simulate, design, corner)


def onward_figure(simulate: Simulate, design: SupplyDesign, corner: SupplyCorner) -> Figure:
    """The same where the last pixel of a branch drives the first one of the next."""
    series = max(design.onward_ohm, 1e-3)
    behind = replace(design, series_ohm=series, drive_ohm=PIXEL_OUTPUT_OHM, is_shifted=True)
    off = simulate(data_deck(behind, corner, True))
    into = float(((off["drive"] - off["din"]) / series).max())
    return _into(design, "fuse off: into the next branch", into)


def _into(design: SupplyDesign, what: str, amperes: float) -> Figure:
    return Figure(design.name, what, round(amperes * 1e3, 2), PIXEL_CLAMP_A * 1e3, "mA")
