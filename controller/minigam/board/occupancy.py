"""How many checkers each zone holds, as far as sensors say. Pure: time is passed in, in seconds.

A sensor sees that something lies on its place, not whose it is. A zone with fewer places than
checkers tells no more than "at least so many".
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import inf

from minigam.board.debounce import BurstDetector, BurstThreshold, Debouncer
from minigam.board.profile_model import Sensors

HALL_SETTLE_SECONDS = 0.1
"""How long a place must rest: a magnet at the edge of its sensor flickers more slowly than a button
bounces."""
FLICKER = BurstThreshold(15, 35.0, apart=0.25)
"""Changes of one place that no hand makes: what it says is not believed any more. A hand that sets
a checker down makes several, all within a quarter of a second."""
BELIEVED_SECONDS = 5.0
"""How long such a place must then rest to be believed again."""


@dataclass(frozen=True)
class Count:
    """How many checkers a zone may hold."""

    least: int
    most: int | None
    """None: no telling, for all of its places are taken."""

    @property
    def exact(self) -> bool:
        """Whether there is only one such number."""
        return self.least == self.most

    def fits(self, checkers: int) -> bool:
        """Whether it may be so many.

        >>> Count(5, None).fits(7), Count(3, 4).fits(2)
        (True, False)
        """
        return self.least <= checkers and (self.most is None or checkers <= self.most)

    def meets(self, least: int, most: int) -> bool:
        """Whether it may be one of these numbers.

        >>> Count(5, None).meets(2, 5), Count(3, 4).meets(5, 6)
        (True, False)
        """
        return self.least <= most and (self.most is None or least <= self.most)

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
    """Debounces all hall sensors of a board, and counts the checkers in each zone.

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

    def __init__(self, sensors: Sensors) -> None:
        """Nothing is known yet."""
        self._zones = sensors.names
        self._occupied: dict[str, bool] = {}
        self._debouncer = Debouncer(HALL_SETTLE_SECONDS)
        self._doubts = _Doubts()
        self._counted: Occupancy | None = None
        """What lies in each zone; None: to be counted again."""

    def level(self, place: str, occupied: bool | None, now: float) -> None:
        """Take in a place's level; None: nobody knows it. The first one counts at once."""
        self._counted = None
        self._doubts.level(place, occupied, now)
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
    def deadline(self) -> float:
        """When `settled` may next have something to say."""
        return min(self._debouncer.deadline, self._doubts.deadline)

    @property
    def resting(self) -> bool:
        """Whether no place is about to count."""
        return self._debouncer.deadline == inf

    def settled(self, now: float) -> None:
        """Let those places count that have rested by now."""
        if self._doubts.settled(now):
            self._counted = None
        for change in self._debouncer.settled(now):
            self._occupied[change.input], self._counted = change.pressed, None

    @property
    def known(self) -> bool:
        """Whether any place is known at all."""
        return bool(self._occupied)

    @property
    def occupancy(self) -> Occupancy:
        """What lies in each zone."""
        if self._counted is None:
            self._counted = {zone: self._count(names) for zone, names in self._zones.items()}
        return self._counted

    def _count(self, names: tuple[str, ...]) -> Count:
        doubted = self._doubts.places
        seen = [None if name in doubted else self._occupied.get(name) for name in names]
        least, open_ = seen.count(True), seen.count(None)
        return Count(least, None if least + open_ == len(names) else least + open_)


class _Doubts:
    """The places that are not believed, for they change too often."""

    def __init__(self) -> None:
        self._levels: dict[str, bool | None] = {}
        self._tallies: dict[str, BurstDetector] = {}
        self._until: dict[str, float] = {}

    @property
    def places(self) -> Collection[str]:
        return self._until.keys()

    def level(self, place: str, occupied: bool | None, now: float) -> None:
        before = self._levels.get(place)
        if before is not None and occupied is not None and occupied != before:
            tally = self._tallies.setdefault(place, BurstDetector(FLICKER))
            if tally.add(now) is not None or place in self._until:
                self._until[place] = now + BELIEVED_SECONDS
        self._levels[place] = occupied

    @property
    def deadline(self) -> float:
        return min(self._until.values(), default=inf)

    def settled(self, now: float) -> bool:
        """Whether any is believed again."""
        before = len(self._until)
        self._until = {place: until for place, until in self._until.items() if until > now}
        return len(self._until) != before
