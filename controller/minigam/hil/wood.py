"""Which checker lies on which place of a board with sensors. Pure.

A sensor feels that something lies on its place, not whose it is. People can see that, and so can
the simulated hands of a bench and of the tests, which keep it here.
"""

from minigam.board.profile_model import Sensors, place_name
from minigam.rules.position import Layout, Position, Side
from minigam.table.zones import zone_of


class Wood:
    """Checkers on places; what is piled on a zone whose places are full is felt by none of them.

    >>> from minigam.board.profile import load_profile
    >>> wood = Wood(load_profile("quarter-hall").sensors)
    >>> wood.put("point-3", Side.WHITE), wood.put("point-3", Side.BLACK, place=5)
    ('point-3/1', 'point-3/6')
    >>> wood.holds("point-3", Side.WHITE), wood.lift("point-3", Side.WHITE)
    (1, 'point-3/1')
    """

    def __init__(self, sensors: Sensors) -> None:
        """Nothing lies there yet."""
        self.zones: dict[str, list[Side | None]] = {
            zone: [None] * len(numbers) for zone, numbers in sensors.places.items()
        }
        """Whose checker lies on each place of each zone."""
        self.piled: dict[str, list[Side]] = {zone: [] for zone in sensors.places}
        """Those that lie on others."""

    def put(self, zone: str, side: Side, place: int | None = None) -> str | None:
        """A checker lies down; the name of the place that feels it.

        `place`: where it is wanted, counted from 0; the first free one if that is taken.
        """
        free = self.free(zone)
        if not free:
            self.piled[zone].append(side)
            return None
        chosen = place if place in free else free[0]
        self.zones[zone][chosen] = side
        return place_name(zone, chosen)

    def lift(self, zone: str, side: Side, place: int | None = None) -> str | None:
        """A checker of a side leaves, from the pile first; the place that felt it.

        `place`: which one is wanted; the last one of that side if it does not lie there. Raises
        `LookupError` where the side has none on the zone.
        """
        if side in self.piled[zone]:
            self.piled[zone].remove(side)
            return None
        there = self.taken(zone, side)
        if not there:
            raise LookupError(f"expected a checker of {side.value} on {zone}, there is none")
        chosen = place if place in there else there[-1]
        if self.piled[zone]:  # what lay on it lies there now
            self.zones[zone][chosen] = self.piled[zone].pop()
            return None
        self.zones[zone][chosen] = None
        return place_name(zone, chosen)

    def free(self, zone: str) -> list[int]:
        """The places of a zone where nothing lies."""
        return [number for number, lie in enumerate(self.zones[zone]) if lie is None]

    def taken(self, zone: str, side: Side) -> list[int]:
        """The places of a zone where a checker of that side lies."""
        return [number for number, lie in enumerate(self.zones[zone]) if lie is side]

    def holds(self, zone: str, side: Side) -> int:
        """How many checkers of a side lie on a zone."""
        return self.zones[zone].count(side) + self.piled[zone].count(side)

    def position(self, layout: Layout) -> Position:
        """Where the checkers lie; raise `LookupError` where one is missing."""
        found = Position(self._track(layout, Side.WHITE), self._track(layout, Side.BLACK))
        if {sum(found.white), sum(found.black)} != {layout.checkers}:
            raise LookupError(f"expected {layout.checkers} checkers a side, got {found}")
        return found

    def _track(self, layout: Layout, side: Side) -> tuple[int, ...]:
        places = range(layout.off + 1)
        return tuple(self.holds(zone_of(layout, side, place), side) for place in places)

    def lay(self, layout: Layout, position: Position) -> None:
        """Put the checkers of a position down."""
        for side in Side:
            self.lay_side(layout, position, side)

    def lay_side(self, layout: Layout, position: Position, side: Side) -> None:
        """Put those of one side down."""
        for place, count in enumerate(position.track(side)):
            for _ in range(count):
                self.put(zone_of(layout, side, place), side)
