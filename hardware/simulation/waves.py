"""Voltages over time, as ngspice writes them, and what is measured in them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]


@dataclass(frozen=True)
class Waves:
    """The nodes of a simulation, V; `time` in s."""

    time: Samples
    nodes: dict[str, Samples]

    def __getitem__(self, node: str) -> Samples:
        """A node's voltage at each time."""
        return self.nodes[node.lower()]

    def window(self, node: str, start_s: float, end_s: float) -> Samples:
        """The part of a node from one time to another."""
        return self[node][(self.time >= start_s) & (self.time < end_s)]


def parse_raw(data: bytes) -> Waves:
    """Read ngspice's binary file; `ValueError` if it holds no transient of real numbers."""
    head, mark, body = data.partition(b"Binary:\n")
    lines = head.decode("ascii", "replace").splitlines()
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    if not mark or "real" not in fields.get("Flags", ""):
        raise ValueError("expected a binary file of real numbers from ngspice")
    count, points = int(fields["No. Variables"]), int(fields["No. Points"])
    names = [line.split()[1] for line in lines[lines.index("Variables:") + 1 :][:count]]
    table = np.frombuffer(body, np.float64, count * points).reshape(points, count)
    nodes = {
        name.lower().removeprefix("v(").removesuffix(")"): table[:, at].copy()
        for at, name in enumerate(names)
        if at
    }
    return Waves(table[:, 0].copy(), nodes)


def turn_back(wave: Samples, low: float, high: float, until: float) -> float:
    """How far a rising wave falls back where an input may switch, V.

    `low` to `high`: where the input may have taken the level for high, so the wave's highest
    point so far counts between them; `until`: where it may take it for low at most. 0 if the
    wave never turns back there.

    >>> turn_back(np.array([0.0, 1.5, 1.3, 3.0]), 1.0, 2.0, 2.0)
    0.2
    >>> turn_back(np.array([0.0, 0.9, 0.7, 3.0, 2.6]), 1.0, 2.0, 2.0)
    0.0
    """
    highest = np.maximum.accumulate(wave)
    counts = (highest >= low) & (wave <= until)
    back = np.minimum(highest, high) - wave
    return round(float(np.max(back, where=counts, initial=0.0)), 6)


def crossing(time: Samples, wave: Samples, level: float, last: bool = False) -> float:
    """When a rising wave crosses a level for the first or the last time, s.

    `ValueError` if it does not.

    >>> crossing(np.array([0.0, 2.0]), np.array([0.0, 4.0]), 1.0)
    0.5
    """
    (places,) = np.nonzero((wave[:-1] < level) & (wave[1:] >= level))
    if not len(places):
        raise ValueError(f"expected a wave that crosses {level:g} V")
    at = int(places[-1 if last else 0])
    share = (level - wave[at]) / (wave[at + 1] - wave[at])
    return float(time[at] + share * (time[at + 1] - time[at]))


def passing(time: Samples, wave: Samples, level: float, last: bool = False) -> float:
    """When a rising wave crosses a level, s; infinite where it never does."""
    try:
        return crossing(time, wave, level, last)
    except ValueError:
        return float("inf")
