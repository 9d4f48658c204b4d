"""Hands for a bench: they move checkers on a board whose sensors the jig drives.

They lift and set down as people do, each after a moment, and never so often at one place that the
board would take its sensor for a faulty one.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import Any

from minigam.board.occupancy import FLICKER
from minigam.board.profile_model import Sensors, place_name
from minigam.hil.wood import Wood
from minigam.rules.position import Side

MOVE_SECONDS = 0.4
"""From one touch of a checker to the next: what is seen for less than 0.3 s counts for nothing
(`recognition.BRIEF_SECONDS`), and it would have to ask more often which play it was."""
MOST_CHANGES = FLICKER.many - 3
"""Of one place within the time in which `FLICKER.many` are too many for a hand."""
Checkers = Mapping[str, Sequence[Mapping[str, Any]]]
"""The checkers of each zone, as `checkers` in a snapshot has them (`docs/api.md`)."""
Drive = Callable[[str, bool], float]
"""Moves an input to a level, pressed or not; returns when that was, by the jig's clock."""


class Hands:
    """Hands over one board, and what lies there.

    They take the checkers of a zone in turn, those that rested longest first.
    """

    def __init__(self, sensors: Sensors, drive: Drive) -> None:
        """`drive`: closes the sensor of a place, or opens it. Nothing lies there yet."""
        self._sensors, self._drive = sensors, drive
        self._at = 0.0
        self._changes = defaultdict[str, deque[float]](lambda: deque(maxlen=MOST_CHANGES))
        """When each place changed last."""
        self.bare()

    def bare(self) -> None:
        """All checkers are gone: every sensor has been opened."""
        self.wood = Wood(self._sensors)

    def have_laid(self, checkers: Checkers) -> bool:
        """Whether the checkers lie so."""
        wanted = Counter(_each(checkers))
        zones = ((zone, side) for zone in self.wood.zones for side in Side)
        return all(self.wood.holds(zone, side) == wanted[zone, side] for zone, side in zones)

    def set_up(self, checkers: Checkers) -> None:
        """Clear the board, and lay the checkers so."""
        for zone, lies in self.wood.zones.items():
            for number, lie in enumerate(lies):
                if lie:
                    self._drive(place_name(zone, number), False)
        self.bare()
        for zone, side in _each(checkers):
            self._move(self.wood.put(zone, side), True, self._drive)
        sleep(MOVE_SECONDS)

    def lift(self, zone: str, side: Side, drive: Drive | None = None) -> float:
        """Lift a side's checker; when the last sensor moved, since this one may not be felt.

        `drive`: another way to move the sensor, such as one that bounces. Raises `LookupError`
        where the side has no checker there.
        """
        place = self._rested(zone, self.wood.taken(zone, side))
        return self._moved(self.wood.lift(zone, side, place), False, drive)

    def put(self, zone: str, side: Side, drive: Drive | None = None) -> float:
        """Set one down; see `lift`."""
        place = self._rested(zone, self.wood.free(zone))
        return self._moved(self.wood.put(zone, side, place), True, drive)

    def nudge(self, zone: str, side: Side, drive: Drive) -> None:
        """A checker is moved so little that it lies where it lay: `drive` ends at that level."""
        place = self._rested(zone, self.wood.taken(zone, side))
        if place is not None:
            self._moved(place_name(zone, place), True, drive)

    def _rested(self, zone: str, places: Sequence[int]) -> int | None:
        """The one of some places that has not changed for the longest time."""

        def last(place: int) -> float:
            return max(self._changes[place_name(zone, place)], default=0.0)

        return min(places, key=last, default=None)

    def _moved(self, place: str | None, occupied: bool, drive: Drive | None) -> float:
        self._move(place, occupied, drive or self._drive)
        sleep(MOVE_SECONDS)
        return self._at

    def _move(self, place: str | None, occupied: bool, drive: Drive) -> None:
        if place is None:
            return
        changes = self._changes[place]
        if len(changes) == MOST_CHANGES:
            sleep(max(0.0, changes[0] + FLICKER.seconds - monotonic()))
        changes.append(monotonic())
        self._at = drive(place, occupied)


def _each(checkers: Checkers) -> Iterator[tuple[str, Side]]:
    """The zone and the side of each checker."""
    for zone, groups in checkers.items():
        for group in groups:
            yield from [(zone, Side(group["side"]))] * group["count"]
