"""Figures, and what is made of many. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from statistics import median

from minigam.errors import BenchError

MS = 1000.0
LATE, MANY = 0.99, 100


@dataclass(frozen=True)
class Figure:
    """Something measured."""

    name: str
    value: float
    unit: str = ""


def spread(name: str, seconds: Iterable[float]) -> list[Figure]:
    """The median, and what 99 of 100 take at most, in ms; of fewer than 100, the slowest.

    >>> [f"{each.name} {each.value:g}" for each in spread("touch", [0.001, 0.003, 0.002])]
    ['touch, median 2', 'touch, slowest of 3 3']
    >>> [figure.value for figure in spread("touch", [0.25, *[0.125] * 99])]
    [125.0, 125.0]
    """
    times = sorted(seconds)
    late = times[ceil(LATE * len(times)) - 1]
    slow = "99 of 100" if len(times) >= MANY else f"slowest of {len(times)}"
    return [
        Figure(f"{name}, median", median(times) * MS, "ms"),
        Figure(f"{name}, {slow}", late * MS, "ms"),
    ]


def within(name: str, value: float, least: float, most: float) -> None:
    """Raise `BenchError` for a value out of its range.

    >>> within("a bit", 1.25, 0.65, 1.85)
    """
    if not least <= value <= most:
        raise BenchError(f"{name}: expected {least:g} to {most:g}, got {value:g}")
