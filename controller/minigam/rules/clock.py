"""A clock with a delay, as in tournaments: a bank of time for each side, and a moment a turn free.

Times are whole milliseconds that were measured elsewhere: nothing here knows what time it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minigam.rules.position import Side
from minigam.rules.timecontrol import Limits


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
