"""What the players have agreed a point is worth: a small amount and its unit, such as `0.50 EUR`.

It is noted beside the game and changes nothing in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from minigam.errors import UnreadableError

LONGEST_UNIT = 12
_STAKE = re.compile(r"((?:0|[1-9]\d{0,4})(?:\.\d{1,2})?) (\S+(?: \S+)*)", re.ASCII)
_RESERVED = frozenset('"[]\\;')
"""What file formats put around texts."""


@dataclass(frozen=True)
class Stake:
    """An agreed stake."""

    amount: str
    """A number from 0.01 to 99999.99: whole, or with two decimals, so that each has one text."""
    unit: str
    """Such as `EUR` or `coffee`, at most `LONGEST_UNIT` characters."""

    def __str__(self) -> str:
        """As `parse_stake` reads it."""
        return f"{self.amount} {self.unit}"


def parse_stake(text: object) -> Stake:
    """The stake of a text; raise `UnreadableError` for anything else.

    >>> parse_stake("0.50 EUR"), str(parse_stake("0.5 EUR")), str(parse_stake("1.0 coffee"))
    (Stake(amount='0.50', unit='EUR'), '0.50 EUR', '1 coffee')
    """
    match = _STAKE.fullmatch(text) if isinstance(text, str) else None
    if match is None or float(match[1]) == 0 or not _is_unit(match[2]):
        raise UnreadableError(
            f"expected a stake such as '0.50 EUR' or '1 coffee', at most 99999.99 and a unit of "
            f"{LONGEST_UNIT} characters, got {text!r}"
        )
    amount = float(match[1])
    return Stake(f"{amount:.0f}" if amount.is_integer() else f"{amount:.2f}", match[2])


def _is_unit(text: str) -> bool:
    fits = len(text) <= LONGEST_UNIT and text.isprintable() and not _RESERVED & set(text)
    return fits and not any(letter.isdigit() for letter in text)
