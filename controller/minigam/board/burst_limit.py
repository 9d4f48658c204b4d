"""Detects bursts: too many events within some seconds. Pure: time is passed in, in seconds."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class BurstThreshold:
    """What counts as a burst: `many` events within `seconds` seconds."""

    many: int
    seconds: float
    apart: float = 0.0
    """What comes sooner after the one before is the same moment still, in seconds."""


class BurstLimit:
    """Counts events of one kind, and tells when they become a burst.

    >>> tally = BurstLimit(BurstThreshold(3, 10.0, apart=1.0))
    >>> [tally.add(now) for now in (0.0, 0.5, 5.0, 9.0, 16.0)]
    [None, None, None, 9.0, None]
    """

    def __init__(self, limit: BurstThreshold) -> None:
        """None has come yet."""
        self._limit = limit
        self._moments: deque[float] = deque(maxlen=limit.many)

    def add(self, now: float) -> float | None:
        """Count an event at `now`; in how many seconds the burst has come, or None without one."""
        if not self._moments or now - self._moments[-1] >= self._limit.apart:
            self._moments.append(now)
        took = now - self._moments[0]
        many = len(self._moments) == self._limit.many
        return took if many and took <= self._limit.seconds else None
