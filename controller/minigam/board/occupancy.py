"""How many checkers each zone holds, as far as sensors say. Pure: time is passed in, in seconds.

A sensor sees that something lies on its place, not whose it is. A zone with fewer places than
checkers tells no more than "at least so many".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from minigam.board.debounce import Debouncer
from minigam.board.parts import Sensors

SETTLE_SECONDS = 0.1
"""How long a place must rest: a magnet at the edge of its sensor flickers more slowly than a button
bounces."""


@dataclass(frozen=True)
class Count:
    """How many checkers a zone may hold."""

    least: int
    most: int | None
    """None: no telling, for all of its places are taken."""

    def fits(self, checkers: int) -> bool:
        """Whether it may be so many.

        >>> Count(5, None).fits(7), Count(3, 4).fits(2)
        (True, False)
        """
        return self.least <= checkers and (self.most is None or checkers <= self.most)

    def nearest(self, checkers: int) -> int:
        """The number that fits and is nearest to so many.

        >>> Count(5, None).nearest(7), Count(3, 4).nearest(2)
        (7, 3)
        """
        below = checkers if self.most is None else min(checkers, self.most)
        return max(below, self.least)


ANY = Count(0, None)
"""Nobody knows."""
Occupancy = Mapping[str, Count]
"""By zone."""


class Places:
    """All places of a board.

    >>> from minigam.board.profile import load_profile
    >>> places = Places(load_profile("quarter-hall").sensors)
    >>> places.level("point-3/1", True, 1.0)
    >>> places.occupancy["point-3"]
    Count(least=1, most=None)
    >>> for place in range(2, 9):
    ...     places.level(f"point-3/{place}", False, 1.0)
    >>> places.occupancy["point-3"]
    Count(least=1, most=1)
    """

    def __init__(self, sensors: Sensors, settle: float = SETTLE_SECONDS) -> None:
        """Nothing is known yet. `settle`: how long a place must rest, in seconds."""
        self._settle = settle
        self._zones = sensors.names
        self._occupied: dict[str, bool] = {}
        self._debouncer = Debouncer(settle)

    def level(self, place: str, occupied: bool | None, now: float) -> None:
        """Take in a place's level; None: nobody knows it. The first one counts at once."""
        if occupied is None:
            self._forget(place)
        elif place in self._occupied:
            self._debouncer.edge(place, occupied, now)
        else:
            self._occupied[place] = occupied
            self._debouncer.known(place, occupied)

    def _forget(self, place: str) -> None:
        self._occupied.pop(place, None)
        self._debouncer.forget(place)

    @property
    def deadline(self) -> float | None:
        """When `settled` may next have something to say."""
        return self._debouncer.deadline

    def settled(self, now: float) -> None:
        """Let those places count that have rested by now."""
        for change in self._debouncer.settled(now):
            self._occupied[change.input] = change.pressed

    @property
    def known(self) -> bool:
        """Whether any place is known at all."""
        return bool(self._occupied)

    @property
    def occupancy(self) -> Occupancy:
        """What lies in each zone."""
        return {zone: self._count(names) for zone, names in self._zones.items()}

    def _count(self, names: tuple[str, ...]) -> Count:
        seen = [self._occupied.get(name) for name in names]
        least, open_ = seen.count(True), seen.count(None)
        return Count(least, None if least + open_ == len(names) else least + open_)
