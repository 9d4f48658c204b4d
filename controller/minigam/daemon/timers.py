"""Runs the timers that a game's state asks for. Pure: time is passed in, in seconds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import inf

from minigam.table.effects import Timer


class Timers:
    """Runs those that the state wants, each until its mark changes.

    >>> timers = Timers()
    >>> timers.follow([Timer("dead", 0.5, 1)], 10.0)
    >>> timers.deadline, timers.elapsed(10.4), timers.elapsed(10.5), timers.deadline
    (10.5, [], ['dead'], inf)
    """

    def __init__(self) -> None:
        """None runs yet."""
        self._running: dict[str, tuple[Hashable, float]] = {}

    def follow(self, wanted: Iterable[Timer], now: float) -> None:
        """Start those that are new, go on with those that are wanted still, forget the others."""
        before = self._running
        self._running = {
            timer.name: before[timer.name]
            if timer.name in before and before[timer.name][0] == timer.mark
            else (timer.mark, now + timer.seconds)
            for timer in wanted
        }

    def elapsed(self, now: float) -> list[str]:
        """Those that are over by now: they run no more."""
        over = [name for name, (_, due) in self._running.items() if due <= now]
        for name in over:
            del self._running[name]
        return over

    @property
    def deadline(self) -> float:
        """When the first of those that run is over."""
        return min((due for _, due in self._running.values()), default=inf)
