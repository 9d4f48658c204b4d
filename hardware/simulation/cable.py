"""Ribbon cable as a line of several conductors, from its geometry.

Source: C. R. Paul, Analysis of Multiconductor Transmission Lines, chapter 5: wires in a
homogeneous medium, with one of them as the reference. Voltages are against the ground wire at the
same place, so that its own voltage drop counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, pi

import numpy as np
from numpy.typing import NDArray

MU_0 = 4e-7 * pi
PITCH_M = 1.27e-3
"""From wire to wire of a ribbon cable of 0.14 mm² (AWG 26)."""
RADIUS_M = 0.24e-3
"""Of seven strands of 0.16 mm."""
SECONDS_PER_M = 5e-9
"""PVC around the wires, air around the cable."""
Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Spread:
    """How a cable differs from its geometry: factors on its impedance and its delay."""

    impedance: float = 1.0
    delay: float = 1.0


USUAL = Spread()


@dataclass(frozen=True)
class Cable:
    """Of one metre: H and F, between the wires that are not ground, in the order of `lines`."""

    lines: tuple[str, ...]
    inductance: Matrix
    capacitance: Matrix
    """Maxwell's: what lies between two wires is negative."""


def ribbon(order: Sequence[str], spread: Spread, ground: str = "GND") -> Cable:
    """The cable whose wires lie side by side in this order.

    >>> pair = ribbon(("CLOCK", "GND"), Spread())
    >>> round((pair.inductance[0][0] / pair.capacitance[0][0]) ** 0.5)
    133
    """
    at = {line: place * PITCH_M for place, line in enumerate(order)}
    lines = tuple(line for line in order if line != ground)

    def apart(one: str, other: str) -> float:
        return abs(at[one] - at[other]) or RADIUS_M

    def loop(one: str, other: str) -> float:
        ratio = apart(one, ground) * apart(other, ground) / (apart(one, other) * RADIUS_M)
        return MU_0 / (2 * pi) * log(ratio)

    inductance = np.array([[loop(one, other) for other in lines] for one in lines])
    capacitance = SECONDS_PER_M**2 * np.linalg.inv(inductance)
    inductance *= spread.impedance * spread.delay
    capacitance *= spread.delay / spread.impedance
    return Cable(lines, _matrix(inductance), _matrix(capacitance))


def _matrix(found: NDArray[np.float64]) -> Matrix:
    return tuple(tuple(float(value) for value in row) for row in found)


def section(cable: Cable, name: str, ends: Sequence[tuple[str, str]], metres: float) -> list[str]:
    """A piece of cable as coils and capacitors; `ends`: the two nodes of each line."""
    numbers = range(len(cable.lines))
    pairs = [(i, j) for i in numbers for j in numbers if i < j]
    ground = [sum(row) for row in cable.capacitance]
    coils = [
        f"L{name}_{i} {a} {b} {cable.inductance[i][i] * metres:.6g}"
        for i, (a, b) in enumerate(ends)
    ]
    coupled = [
        f"K{name}_{i}{j} L{name}_{i} L{name}_{j} "
        f"{cable.inductance[i][j] / (cable.inductance[i][i] * cable.inductance[j][j]) ** 0.5:.6g}"
        for i, j in pairs
    ]
    shunts = [
        f"C{name}_{i}{side} {node} 0 {ground[i] * metres / 2:.6g}"
        for i in numbers
        for side, node in enumerate(ends[i])
    ]
    between = [
        f"C{name}_{i}{j}_{side} {ends[i][side]} {ends[j][side]} "
        f"{-cable.capacitance[i][j] * metres / 2:.6g}"
        for i, j in pairs
        for side in (0, 1)
    ]
    return [*coils, *coupled, *shunts, *between]
