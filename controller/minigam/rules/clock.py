"""A tournament clock: a time bank for each side and a free delay each turn.

Times are whole milliseconds that were measured elsewhere: nothing here knows what time it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from minigam.errors import IllegalPlayError, UnknownNameError
from minigam.rules.position import Side

OFF, USUAL = "off", "usual"
SHORTEST_CLOCK, LONGEST_CLOCK = "0:01+0", "999:59+99"
"""The smallest and the largest clock that can be agreed by its numbers."""
USUAL_BANK, USUAL_DELAY = 120_000, 12_000
"""What a point of the match is given, and a turn."""
FLAGS = ("loses", "told")
"""What a fallen flag means: its side loses the match, or it is announced and everybody plays on."""
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


@dataclass(frozen=True)
class Clock:
    """What both sides had when the game began, and what they have spent since.

    >>> clock = Clock(Limits(60_000, 12_000), (60_000, 60_000)).passed(20_000).ended(Side.WHITE)
    >>> clock.left(Side.WHITE), clock.left(Side.BLACK)
    (52000, 60000)
    """

    limits: Limits
    banks: tuple[int, int]
    """White's and black's bank at the beginning of the game."""
    turns: tuple[tuple[Side, int], ...] = ()
    """Whose every turn was that has ended, and how long it took, the delay included."""
    waited: tuple[int, int] = (0, 0)
    """White's and black's time that ran until the other took a turn back: it is their next's."""
    spent: int = 0
    """How long the present turn has taken, as far as that is written down."""
    fallen: tuple[Side, ...] = ()
    """Whose flag has fallen."""

    def passed(self, spent: int) -> Clock:
        """So much later in the same turn."""
        return replace(self, spent=self.spent + spent)

    def ended(self, side: Side) -> Clock:
        """The present turn, that side's, has ended; the other's begins, maybe anew."""
        turns = (*self.turns, (side, self.spent))
        own, spent = side.of(self.waited), side.other.of(self.waited)
        waited = side.pair(own, 0)
        return replace(self, turns=turns, waited=waited, spent=spent)

    def taken_back(self) -> Clock:
        """The last turn is the present one again; what the other has waited stays with the other.

        Else who presses undo late could make the time of who had confirmed run out.
        """
        *earlier, (side, spent) = self.turns
        waited = side.pair(side.of(self.waited), self.spent)
        return replace(self, turns=tuple(earlier), waited=waited, spent=spent)

    def swapped(self) -> Clock:
        """The players have changed colours."""
        turns = tuple((side.other, spent) for side, spent in self.turns)
        fallen = tuple(side.other for side in self.fallen)
        return replace(
            self, banks=self.banks[::-1], turns=turns, waited=self.waited[::-1], fallen=fallen
        )

    def left(self, side: Side) -> int:
        """That side's bank after the turns that have ended; below 0 where play goes on."""
        spans = [spent for whose, spent in self.turns if whose is side]
        return side.of(self.banks) - sum(map(self._cost, [*spans, side.of(self.waited)]))

    def present(self, side: Side, more: int = 0) -> tuple[int, int]:
        """What that side, on turn, has left of its bank and of its delay, so much later.

        >>> Clock(Limits(60_000, 12_000), (60_000, 60_000)).present(Side.WHITE, 13_000)
        (59000, 0)
        """
        spent = self.spent + more
        return self.left(side) - self._cost(spent), max(0, self.limits.delay - spent)

    def _cost(self, spent: int) -> int:
        return max(0, spent - self.limits.delay)
