"""What lies in each zone, by the levels of its places."""

from math import inf

import pytest

from minigam.board.occupancy import BELIEVED_SECONDS, FLICKER, HALL_SETTLE_SECONDS, Count, Places
from minigam.board.profile import load_profile

PLACE = "point-3/2"


class Bed:
    """All places of the quarter board, empty; time as the tests want it."""

    def __init__(self) -> None:
        sensors = load_profile("quarter-hall").sensors
        assert sensors is not None
        self.places, self.now = Places(sensors), 0.0
        for names in sensors.names.values():
            for place in names:
                self.places.level(place, False, self.now)

    def level(self, occupied: bool | None, after: float = 0.0) -> None:
        self.wait(after)
        self.places.level(PLACE, occupied, self.now)

    def wait(self, seconds: float) -> None:
        """Time passes; what falls due on the way is done then."""
        until = self.now + seconds
        while (due := self.places.deadline) <= until:
            self.places.settled(due)
        self.now = until
        self.places.settled(until)

    def flicker(self, changes: int, apart: float) -> None:
        for n in range(changes):
            self.level(n % 2 == 0, apart)

    @property
    def count(self) -> Count:
        return self.places.occupancy["point-3"]


@pytest.fixture
def bed() -> Bed:
    return Bed()


def test_a_place_counts_when_it_has_rested(bed: Bed) -> None:
    bed.level(True)
    bed.wait(0.9 * HALL_SETTLE_SECONDS)
    assert bed.count == Count(0, 0)
    bed.wait(0.1 * HALL_SETTLE_SECONDS)
    assert bed.count == Count(1, 1)


def test_a_place_that_nobody_knows_may_hold_one(bed: Bed) -> None:
    bed.level(None)
    assert bed.count == Count(0, 1)
    bed.level(True)
    assert bed.count == Count(1, 1)


@pytest.mark.parametrize("apart", [0.02, 0.3, 1.0, 2.5])
def test_a_place_that_keeps_changing_is_not_believed(bed: Bed, apart: float) -> None:
    """Neither one that never settles nor one that settles every time."""
    enough = FLICKER.many * max(1, round(FLICKER.apart / apart + 0.5))
    bed.flicker(enough, apart)
    assert bed.count == Count(0, 1)
    bed.flicker(100, apart)
    assert bed.count == Count(0, 1)


def test_nor_until_it_has_rested(bed: Bed) -> None:
    bed.flicker(FLICKER.many + 2, 0.5)
    bed.wait(0.9 * BELIEVED_SECONDS)
    assert (bed.count, bed.places.resting) == (Count(0, 1), True)
    bed.wait(0.1 * BELIEVED_SECONDS)
    assert (bed.count, bed.places.deadline) == (Count(1, 1), inf)


def test_a_hand_that_trembles_is_believed(bed: Bed) -> None:
    for occupied in (True, False, True):
        for _ in range(6):
            bed.level(not occupied, 0.02)
            bed.level(occupied, 0.02)
        bed.wait(1.0)
        assert bed.count == Count(int(occupied), int(occupied))


@pytest.mark.parametrize(
    ("levels", "count"),
    [([True] * 10, Count(1, 1)), ([None, True, None, False], Count(0, 0))],
    ids=["the same level again", "loss and return of a level"],
)
def test_what_is_no_change(levels: list[bool | None], count: Count, bed: Bed) -> None:
    for level in levels * FLICKER.many:
        bed.level(level, 0.5)
    assert bed.count == count
