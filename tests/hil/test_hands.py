"""Hands on a bench: which sensors they move, and when."""

import pytest

from minigam.board.occupancy import FLICKER, Places
from minigam.board.profile import load_profile
from minigam.hil import hands as module
from minigam.hil.hands import MOVE_SECONDS, Hands
from minigam.rules.position import Side

SENSORS = load_profile("quarter-hall").sensors
TWO = {"point-3": [{"side": "white", "count": 2}], "bar-black": [{"side": "black", "count": 1}]}


class Bench:
    """Hands in made-up time, and what they do to the sensors."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert SENSORS is not None
        self.now = 100.0
        self.edges: list[tuple[str, bool, float]] = []
        self.hands = Hands(SENSORS, self.drive)
        monkeypatch.setattr(module, "sleep", self.wait)
        monkeypatch.setattr(module, "monotonic", lambda: self.now)

    def drive(self, place: str, occupied: bool) -> float:
        self.edges.append((place, occupied, self.now))
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(monkeypatch)


def test_a_board_is_cleared_before_it_is_set_up(bench: Bench) -> None:
    bench.hands.put("point-1", Side.WHITE)
    assert not bench.hands.have_laid(TWO)
    bench.hands.set_up(TWO)
    assert [edge[:2] for edge in bench.edges] == [
        ("point-1/1", True),
        ("point-1/1", False),
        ("point-3/1", True),
        ("point-3/2", True),
        ("bar-black/1", True),
    ]
    assert bench.hands.have_laid(TWO)


def test_the_checkers_of_a_zone_are_moved_in_turn(bench: Bench) -> None:
    bench.hands.set_up(TWO)
    bench.edges.clear()
    began = bench.now
    for _ in range(2):
        bench.hands.lift("point-3", Side.WHITE)
        bench.hands.put("point-4", Side.WHITE)
    places = ["point-3/1", "point-4/1", "point-3/2", "point-4/2"]
    assert [edge[:2] for edge in bench.edges] == [
        (place, bool(number % 2)) for number, place in enumerate(places)
    ]
    assert [at for *_, at in bench.edges] == pytest.approx(
        [began + number * MOVE_SECONDS for number in range(4)]
    )


def test_a_checker_is_put_back_where_nothing_has_moved_for_the_longest_time(bench: Bench) -> None:
    bench.hands.set_up(TWO)
    bench.edges.clear()
    for _ in range(2):
        bench.hands.lift("point-3", Side.WHITE)
        bench.hands.put("point-3", Side.WHITE)
    places = [place for place, *_ in bench.edges]
    assert places == ["point-3/1", "point-3/3", "point-3/2", "point-3/4"]


def test_a_checker_that_no_sensor_feels_moves_none(bench: Bench) -> None:
    """Whoever asks gets the time of the last one that moved."""
    bench.hands.set_up({"point-3": [{"side": "white", "count": 8}]})
    last = bench.edges[-1][2]
    bench.wait(1.0)
    assert bench.hands.put("point-3", Side.WHITE) == last
    assert bench.hands.lift("point-3", Side.WHITE) == last
    assert len(bench.edges) == 8


def test_a_side_lifts_no_checker_that_is_not_there(bench: Bench) -> None:
    bench.hands.set_up(TWO)
    with pytest.raises(LookupError, match="expected a checker of black on point-3, there is none"):
        bench.hands.lift("point-3", Side.BLACK)


def test_a_nudged_checker_lies_where_it_lay(bench: Bench) -> None:
    bench.hands.set_up(TWO)
    nudged: list[tuple[str, bool]] = []

    def nudge(place: str, occupied: bool) -> float:
        nudged.append((place, occupied))
        return bench.now

    bench.hands.nudge("bar-black", Side.BLACK, nudge)
    assert nudged == [("bar-black/1", True)]
    assert bench.hands.have_laid(TWO)


def test_no_sensor_is_moved_so_often_that_the_board_would_not_believe_it(bench: Bench) -> None:
    """The board's own places say so; without the pause they do not."""
    assert SENSORS is not None
    places, counts = Places(SENSORS), []
    for name in SENSORS.names["bar-black"]:
        places.level(name, False, bench.now)
    bench.hands.set_up({"bar-black": [{"side": "black", "count": 1}]})
    for _ in range(2 * FLICKER.many):
        bench.hands.nudge("bar-black", Side.BLACK, bench.drive)
        bench.wait(2 * FLICKER.apart)
    level = True
    for place, occupied, now in bench.edges:
        level = not level if place == "bar-black/1" else occupied
        places.level(place, level, now)
        counts.append(places.occupancy["bar-black"].exact)
    assert len(counts) > 2 * FLICKER.many
    assert all(counts)
