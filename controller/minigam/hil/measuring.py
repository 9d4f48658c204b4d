"""Measurements and their statistics. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, isfinite
from statistics import median
from unicodedata import category

from minigam.errors import LONGEST_VALUE, BenchError, said, shortened

MS = 1000.0
LATE, MANY = 0.99, 100
NOT_PRINTED = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode's categories of control characters, surrogates, and ends of lines and paragraphs."""


class NotTriedError(BenchError):
    """Raised by a case that cannot be tried here: it is not done, rather than failed."""


@dataclass(frozen=True)
class Figure:
    """Something measured: a finite number, with texts that a terminal and any report can show.

    Raises `BenchError` for another.

    >>> Figure("touch", float("nan"))
    Traceback (most recent call last):
    minigam.errors.BenchError: figure 'touch': expected a finite number, got nan
    """

    name: str
    value: float
    unit: str = ""

    def __post_init__(self) -> None:
        """See the class."""
        if not (is_printable(self.name) and self.name.strip()):
            raise BenchError(f"expected a figure's name on one line, got {_value(self.name)}")
        if not is_printable(self.unit):
            raise BenchError(f"figure {self.name!r}: expected a unit, got {_value(self.unit)}")
        if not _is_finite(self.value):
            raise BenchError(
                f"figure {self.name!r}: expected a finite number, got {_value(self.value)}"
            )


def is_printable(text: object) -> bool:
    """Whether it is a text of one line, without control characters and surrogates.

    >>> is_printable("5 µs"), is_printable("a\\n"), is_printable("\\ud800"), is_printable(5)
    (True, False, False, False)
    """
    return isinstance(text, str) and not any(category(each) in NOT_PRINTED for each in text)


def _is_finite(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # of an int that no float can hold
        return False


def _value(value: object) -> str:
    return shortened(said(value), LONGEST_VALUE)


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
