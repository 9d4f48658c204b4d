"""Figures, and what is made of many. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from statistics import median

from minigam.errors import BenchError

MS = 1000.0
LATE = 0.99


@dataclass(frozen=True)
class Figure:
    """Something measured."""

    name: str
    value: float
    unit: str = ""


def spread(name: str, seconds: Iterable[float]) -> list[Figure]:
    """The median, and what 99 of 100 take at most, in ms.

    >>> [figure.value for figure in spread("touch", [0.001, 0.003, 0.002])]
    [2.0, 3.0]
    >>> [figure.value for figure in spread("touch", [0.25, *[0.125] * 99])]
    [125.0, 125.0]
    """
    times = sorted(seconds)
    late = times[ceil(LATE * len(times)) - 1]
    return [
        Figure(f"{name}, median", median(times) * MS, "ms"),
        Figure(f"{name}, 99 of 100", late * MS, "ms"),
    ]


def within(name: str, value: float, least: float, most: float) -> None:
    """Raise `BenchError` for a value out of its range.

    >>> within("a bit", 1.25, 0.65, 1.85)
    """
    if not least <= value <= most:
        raise BenchError(f"{name}: expected {least:g} to {most:g}, got {value:g}")
