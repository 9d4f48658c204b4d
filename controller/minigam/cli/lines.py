"""Progress as lines of JSON, for the program that has started this one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

APART_SECONDS = 0.5
"""From one line to the next, at least."""


def as_line(done: float, left: float | None) -> str:
    """The share that is done, and the seconds that are left if that can be said.

    >>> as_line(0.314159, 24.23)
    '{"done": 0.3142, "left": 24.2}'
    """
    return json.dumps({"done": round(done, 4), "left": left if left is None else round(left, 1)})


def _say(line: str) -> None:
    print(line, flush=True)


class Lines:
    """Prints progress as lines of JSON, at most one each 0.5 s; stands in for a bar of `tqdm`."""

    def __init__(
        self,
        total: int,
        initial: int,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = _say,
    ) -> None:
        """So much work in all, so much of it done before."""
        self.total = total
        self.n = initial
        self._initial = initial
        self._clock = clock
        self._say = say
        self._began = self._told = clock()

    def __enter__(self) -> Lines:
        """Say where the work begins."""
        self._say(as_line(self.n / self.total, None))
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to put away."""

    def update(self, more: int) -> None:
        """So much more is done."""
        self.n += more
        now = self._clock()
        if now >= self._told + APART_SECONDS:
            self._told = now
            self._say(as_line(self.n / self.total, self._left(now)))

    def _left(self, now: float) -> float | None:
        done = self.n - self._initial
        return (now - self._began) * (self.total - self.n) / done if done > 0 else None
