"""What is measured on LOAD and CLOCK: turn-back, levels, clamps, crosstalk, and times."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.drawing.rails import PICO_3V3, REGISTER_V
from hardware.simulation.datasheets import CLAMP_A, CLAMP_OHM, SUPPLY, Thresholds, hcs
from hardware.simulation.deck import RISE_S, Drive, chain_deck
from hardware.simulation.designs import Corner, Design
from hardware.simulation.limits import Figure
from hardware.simulation.waves import Waves, passing, turn_back

Simulate = Callable[[str], Waves]
NUMERIC_V = 0.010
"""What a simulation's steps may make of a wave that does not turn back."""


@dataclass(frozen=True)
class Edges:
    """A line along the chain; lists go by board, the Pico's neighbour first."""

    turn_back_v: float
    clamp_a: float
    high_v: float
    """At the end of the high level, at least."""
    low_v: float
    """At the end of the low level, at most."""
    first_s: tuple[float, ...]
    """After the Pico's edge, when a register at the board may take the line for high."""
    last_s: tuple[float, ...]
    """When it does so at the latest; infinite if it never does."""
    limits: Thresholds
    """Of all registers, with the supply that they have."""
    supply_v: float
    """3.3 V at the last board at least, with the least that a Pico gives."""


def edges(simulate: Simulate, design: Design, corner: Corner, line: str = "CLOCK") -> Edges:
    """Simulate one pulse of a line."""
    drive = Drive(pulses=(line,))
    waves = simulate(chain_deck(design, corner, drive))
    limits, numbers = design.thresholds(corner), range(1, design.boards + 1)
    nodes = [f"n{board}_{line}" for board in numbers]
    up = [waves.window(node, 0.0, drive.fall_s) for node in nodes]
    down = [waves.window(node, drive.fall_s, np.inf) for node in nodes]
    time = waves.time[waves.time < drive.fall_s]
    back = [
        *(turn_back(wave, limits.rise_min, limits.rise_max, limits.fall_max) for wave in up),
        *(
            turn_back(
                SUPPLY - wave,
                SUPPLY - limits.fall_max,
                SUPPLY - limits.fall_min,
                SUPPLY - limits.rise_min,
            )
            for wave in down
        ),
    ]
    return Edges(
        turn_back_v=max(back),
        clamp_a=max(_clamp(waves, board, line) for board in numbers),
        high_v=min(float(wave[-1]) for wave in up),
        low_v=max(float(wave[-1]) for wave in down),
        first_s=tuple(passing(time, wave, limits.rise_min) - RISE_S for wave in up),
        last_s=tuple(passing(time, wave, limits.rise_max, last=True) - RISE_S for wave in up),
        limits=limits,
        supply_v=float(waves[f"n{design.boards}_3V3"].min()) - (SUPPLY - PICO_3V3),
    )


def _clamp(waves: Waves, board: int, line: str) -> float:
    above = waves[f"u{board}_{line}"] - waves[f"n{board}_3V3"]
    below = -waves[f"d{board}_{line}"]
    return float(max(above.max(), below.max(), 0.0)) / CLAMP_OHM


def edge_figures(name: str, found: Edges, line: str = "CLOCK") -> Iterator[Figure]:
    """The limits of a line's pulse: an edge counts once, its levels are levels."""
    limits = found.limits
    allowed = max(limits.hysteresis, NUMERIC_V) * 1e3
    back = round(found.turn_back_v * 1e3, 1)
    yield Figure(name, f"{line}: turn-back", back, round(allowed, 1), "mV")
    yield Figure(name, f"{line}: clamp current", round(found.clamp_a * 1e3, 3), CLAMP_A * 1e3, "mA")
    yield Figure(
        name, f"{line}: high level", round(found.high_v, 3), round(limits.rise_max, 3), "V", True
    )
    yield Figure(name, f"{line}: low level", round(found.low_v, 3), round(limits.fall_min, 3), "V")


def supply_figure(name: str, found: Edges) -> Figure:
    """Whether the last board has enough."""
    what = "3.3 V at the last board"
    return Figure(name, what, round(found.supply_v, 3), REGISTER_V, "V", True)


def crosstalk(simulate: Simulate, design: Design, corner: Corner, source: str) -> Figure:
    """How far CLOCK moves while it rests and `source` (DATA or LOAD) rises and falls."""
    drive = Drive(data=True) if source == "DATA" else Drive(pulses=(source,))
    waves = simulate(chain_deck(design, corner, drive))
    moved = [waves[f"n{board}_CLOCK"] for board in range(1, design.boards + 1)]
    most = max(float(np.max(np.abs(wave - wave[0]))) for wave in moved)
    limit = hcs(min(design.supplies(corner))).hysteresis * 1e3
    what = f"crosstalk of {source} on CLOCK"
    return Figure(design.name, what, round(most * 1e3, 1), round(limit, 1), "mV")
