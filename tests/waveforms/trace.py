"""Levels of a data line over time, and what is measured in them."""

from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Trace:
    """A level a sample, 0 or 1."""

    rate: int
    """Samples a second."""
    levels: bytes

    def __add__(self, other: "Trace") -> "Trace":
        """One after the other; `ValueError` for another rate."""
        if other.rate != self.rate:
            raise ValueError(f"expected {self.rate} samples a second, got {other.rate}")
        return Trace(self.rate, self.levels + other.levels)

    def rest(self, seconds: float) -> "Trace":
        """As long a silence."""
        return Trace(self.rate, bytes(round(seconds * self.rate)))

    @property
    def highs(self) -> list[float]:
        """How long the line is high each time, s.

        >>> Trace(10, bytes([0, 1, 1, 0, 1, 0])).highs
        [0.2, 0.1]
        """
        runs = groupby(self.levels)
        return [len(list(run)) / self.rate for level, run in runs if level]
