"""What a value from a file or a request has to be: in words for people, and as a question."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.errors import said


@dataclass(frozen=True)
class Kind:
    """A kind of value.

    >>> whole(0, 100).read(70)
    70
    >>> whole(0, 100).read("70")
    Traceback (most recent call last):
    ValueError: expected a whole number from 0 to 100, got '70'
    """

    expected: str
    """What it is called in messages."""
    fits: Callable[[Any], bool]
    """Whether a value, of whatever type, is of this kind."""

    def read(self, value: object, name: str = "") -> Any:
        """The value of a field of that name; raise `ValueError` if it is of another kind."""
        if not self.fits(value):
            where = f"{name}: " if name else ""
            raise ValueError(f"{where}expected {self.expected}, got {said(value)}")
        return value


FLAG = Kind("true or false", lambda value: type(value) is bool)
TEXT = Kind("a text", lambda value: isinstance(value, str))
TEXT_OR_NULL = Kind("a text or null", lambda value: isinstance(value, str | None))
TABLE = Kind("a table", lambda value: isinstance(value, dict))
LIST = Kind("a list", lambda value: isinstance(value, list))
NUMBER = Kind("a number", lambda value: type(value) in (int, float))
WHOLE = Kind("a whole number", lambda value: type(value) is int)
COUNT = Kind("a whole number, 0 or more", lambda value: type(value) is int and value >= 0)


def whole(least: int, most: int, what: str = "a whole number") -> Kind:
    """A whole number within bounds, both of them included."""
    return Kind(
        f"{what} from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def one_of(values: Sequence[str]) -> Kind:
    """One of some texts.

    >>> one_of(["", "dim"]).expected
    'one of an empty text, dim'
    """
    words = ", ".join(value or "an empty text" for value in values)
    return Kind(f"one of {words}", lambda value: value in values)


def hex_digits(count: int) -> Kind:
    """So many hexadecimal digits, in lower case.

    >>> hex_digits(4).read("0c1d")
    '0c1d'
    """
    return Kind(
        f"{count} digits from 0 to f",
        lambda value: (
            isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{count}}}", value) is not None
        ),
    )


def pair_of(kind: Kind) -> Kind:
    """White's and black's value, both of a kind.

    >>> pair_of(FLAG).expected
    'two of: true or false'
    """
    return Kind(
        f"two of: {kind.expected}",
        lambda value: (
            isinstance(value, list | tuple) and len(value) == 2 and all(map(kind.fits, value))
        ),
    )


def list_of(kind: Kind, expected: str) -> Kind:
    """A list whose items are all of a kind."""
    return Kind(expected, lambda value: isinstance(value, list) and all(map(kind.fits, value)))
