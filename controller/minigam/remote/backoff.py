"""How long to wait before the next try to connect: longer each time, and never all at once."""

from collections.abc import Callable, Iterator

FIRST_SECONDS, LONGEST_SECONDS = 0.5, 15.0


def waits(chance: Callable[[], float]) -> Iterator[float]:
    """Seconds, doubled each time up to a quarter of a minute, each times a chance from 0.5 to 1.5.

    `chance`: a source of numbers from 0 to 1. A thousand boards whose broker comes back must not
    all call in the same second, and nobody who plays a friend far away should wait long for it.

    >>> from itertools import islice
    >>> list(islice(waits(lambda: 0.5), 7))
    [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0]
    """
    seconds = FIRST_SECONDS
    while True:
        yield seconds * (0.5 + chance())
        seconds = min(2 * seconds, LONGEST_SECONDS)
