"""What a clock gives each side: a bank of time, a delay each turn, and what a fallen flag means.

Times are whole milliseconds that were measured elsewhere: nothing here knows what time it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from minigam.errors import IllegalPlayError, UnknownNameError

OFF, USUAL = "off", "usual"
USUAL_BANK, USUAL_DELAY = 120_000, 12_000
"""What a point of the match is given, and a turn."""
FLAGS = ("loses", "told")
"""What a fallen flag means: its side loses the match, or everybody is told and plays on."""
ROUNDED_MS = 2
"""What rounding may leave of a time that is over."""
MOST_MS = 10**12
"""More than anybody plays."""
_TEXT = re.compile(r"(\d{1,3}):([0-5]\d)\+(\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Limits:
    """What each side is given."""

    bank: int
    """For all of its turns together."""
    delay: int
    """Each turn, before the bank runs."""


def limits(text: str, points: int) -> Limits | None:
    """What a clock's text gives in a match to so many points; None for no clock.

    Raises `UnknownNameError` for any other text.

    >>> limits("usual", 5)
    Limits(bank=600000, delay=12000)
    >>> limits("10:00+8", 0)
    Limits(bank=600000, delay=8000)
    """
    if text == OFF:
        return None
    if text == USUAL:
        return Limits(USUAL_BANK * max(1, points), USUAL_DELAY)
    found = _TEXT.fullmatch(text)
    minutes, seconds, delay = map(int, found.groups()) if found else (0, 0, 0)
    if minutes == seconds == 0:
        raise UnknownNameError("clock", text, (OFF, USUAL, "MINUTES:SECONDS+SECONDS, as 10:00+12"))
    return Limits((60 * minutes + seconds) * 1000, delay * 1000)


@dataclass(frozen=True)
class TimeControl:
    """The clock of one game, as it was agreed."""

    text: str
    """As `limits` reads it; not `off`."""
    flag: str = FLAGS[0]
    """One of `FLAGS`."""
    banks: tuple[int, int] | None = None
    """What the match had left of white's and black's bank before the game; None: all of it."""

    def check(self, points: int) -> None:
        """Raise `UnknownNameError` or `IllegalPlayError` for what no match to that many points has.

        >>> TimeControl("10:00+12", banks=(600_000, 5_000)).check(5)
        """
        given = limits(self.text, points)
        if self.flag not in FLAGS:
            raise UnknownNameError("kind of flag", self.flag, FLAGS)
        if self.banks is None:
            return
        if given is None or not points:
            raise IllegalPlayError("expected all the time at the beginning: only a match keeps it")
        least = -ROUNDED_MS if self.flag == FLAGS[0] else -MOST_MS
        if not least <= min(self.banks) <= max(self.banks) <= given.bank:
            raise IllegalPlayError(
                f"expected {least} to {given.bank} ms left of each bank, got {self.banks}"
            )
