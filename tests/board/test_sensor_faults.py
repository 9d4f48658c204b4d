"""Every fault of a sensor, its wires and its pull-up, at three places: `test-board` names it.

A hand lays a checker on each place in turn. The wires are resistors, the rest is the real thing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest

from minigam.board.debounce import Debouncer
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile, register_of, wanted_inputs
from minigam.board.verdict import Verdict
from tests.board.sensor_model import HIGH, LOW, PLACES, PULL_UP, SUPPLY, WIRE, Lane

TICK = 0.05
LIES, BRIEFLY, FREE = 40, 4, 8
"""For how many ticks a checker lies on the modelled lane, or elsewhere; and then on no place."""


class Table:
    """A felt board with one lane whose wires are modelled; the others have no fault."""

    def __init__(self, profile: Profile, board: int, lane: Lane) -> None:
        self._lane, self._now = lane, 0.0
        self._wanted = wanted_inputs(profile)
        self._where = {name: register_of(profile, name) for name in self._wanted}
        self._modelled = {
            int(terminal[2:]): name for name, (at, terminal) in self._where.items() if at == board
        }
        self._debouncer = Debouncer()
        levels = self._levels(None)
        for name, level in levels.items():
            self._debouncer.known(name, level)
        self.verdict = Verdict(profile, levels)

    def _levels(self, touched: str | None) -> dict[str, bool]:
        number = {name: at for at, name in self._modelled.items()}
        self._lane.magnets = {number[touched]} if touched in number else set()
        levels = {name: name == touched for name in self._wanted}
        occupied = self._lane.occupied()
        return levels | {name: at in occupied for at, name in self._modelled.items()}

    def touch_all(self) -> list[str]:
        """The verdict, once a checker has lain on each place, and each button was pressed."""
        for name in self._wanted:
            lies = LIES if name in self._modelled.values() else BRIEFLY
            for touched in (*[name] * lies, *[None] * FREE):
                self._tick(touched)
        return list(self.verdict.lines)[1:]

    def _tick(self, touched: str | None) -> None:
        self._now += TICK
        levels = self._levels(touched)
        for name, level in levels.items():
            self._debouncer.edge(name, level, self._now)
        for change in self._debouncer.settled(self._now + TICK / 2, levels):
            self.verdict.take(change)


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a sensor, or with a whole lane of them."""

    name: str
    put_in: Callable[[Lane, int], None]
    words: str
    """What the verdict has to say of it."""
    whole: bool = False
    """Whether the board is to be named, rather than one of its inputs."""
    fewest: int = 1
    """Sensors of a lane on which it shows."""


def cut(what: str, lane: Lane, place: int) -> None:
    del lane.wires[f"{what} {place}"]


def joined(to: str, lane: Lane, place: int) -> None:
    lane.wires["short"] = (f"IN{place}", to, WIRE)


def beside(lane: Lane, place: int) -> None:
    lane.wires["short"] = (f"IN{place}", f"IN{_next(lane, place)}", WIRE)


def crossed(lane: Lane, place: int) -> None:
    other = _next(lane, place)
    lane.wires[f"out {place}"] = (f"OUT{place}", f"IN{other}", WIRE)
    lane.wires[f"out {other}"] = (f"OUT{other}", f"IN{place}", WIRE)


def _next(lane: Lane, place: int) -> int:
    return place + 1 if place < lane.fitted else place - 1


def dead(lane: Lane, place: int) -> None:
    lane.dead.add(place)


def weak(lane: Lane, place: int) -> None:
    chance = Random(7)
    lane.feels[place] = lambda: chance.random() < 0.5


def bare(then: Callable[[Lane], None], lane: Lane, place: int) -> None:
    """No pull-up at one input."""
    del lane.wires[f"pull-up {place}"]
    then(lane)


def no_network(then: Callable[[Lane], None], lane: Lane, _place: int) -> None:
    for k in PLACES:
        del lane.wires[f"pull-up {k}"]
    then(lane)


def no_supply(lane: Lane, _place: int) -> None:
    """Neither the network nor the sensors have 3.3 V; inputs begin at ground."""
    del lane.wires["common"]
    lane.dead |= set(PLACES)
    lane.discharge()


def no_sensors(lane: Lane, _place: int) -> None:
    lane.dead |= set(PLACES)


def network_reversed(lane: Lane, _place: int) -> None:
    """Its common pin is at IN8, the other end's resistor at 3.3 V."""
    del lane.wires["common"]
    for k in PLACES:
        lane.wires[f"pull-up {k}"] = (f"IN{8 - k}" if k < 8 else "3V3", "IN8", PULL_UP)


def wrong_way_round(lane: Lane, _place: int) -> None:
    for k in lane.places:
        lane.wires[f"out {k}"] = (f"OUT{k}", f"IN{lane.fitted + 1 - k}", WIRE)


def charged(_lane: Lane) -> None:
    """A floating input begins high."""


def noisy(lane: Lane) -> None:
    chance = Random(3)
    lane.pickup = lambda _place: chance.choice((LOW - 0.5, HIGH + 0.5))


FAULTS = [
    Fault("output cut", partial(cut, "out"), "never seen"),
    Fault("output touches ground", partial(joined, "GND"), "its OUT touches ground"),
    Fault("output touches 3V3", partial(joined, "3V3"), "never seen"),
    Fault("two outputs touch", beside, "do their wires touch?"),
    Fault("two outputs crossed", crossed, "they are crossed"),
    Fault("sensor dead", dead, "never seen"),
    Fault("sensor weak", weak, "the magnet weak"),
    Fault("no pull-up, begins high", partial(bare, charged), "its pull-up is missing"),
    Fault("no pull-up, begins low", partial(bare, Lane.discharge), "its pull-up is missing"),
    Fault("no pull-up, noise", partial(bare, noisy), "its pull-up missing"),
    Fault("no network, begins high", partial(no_network, charged), "pull-up resistors", True),
    Fault("no network, begins low", partial(no_network, Lane.discharge), "pull-up resistors", True),
    Fault("no network, noise", partial(no_network, noisy), "pull-up resistors", True),
    # Without a sensor at IN8 every input is pulled up by twice the resistance: one checker reads
    # well, and the meter finds it.
    Fault("network reversed", network_reversed, "pull-up resistors", True, len(PLACES)),
    Fault("no 3.3 V", no_supply, "without 3.3 V", True),
    Fault("sensors without supply", no_sensors, "measure 3.3 V and ground", True),
    Fault("lane the wrong way round", wrong_way_round, "the wrong way round", True, 3),
]
PROFILES = [
    pytest.param("dice-16-hall", id="dice-16-hall"),
    pytest.param("quarter-hall", id="quarter-hall", marks=pytest.mark.slow),
    pytest.param("full-24-hall", id="full-24-hall", marks=pytest.mark.slow),
]
SPOTS = ("first", "middle", "last")


def test_the_model_pulls_an_input_down_only_under_a_magnet() -> None:
    lane = Lane()
    assert lane.occupied() == set()
    lane.magnets = {2, 8}
    assert lane.occupied() == {2, 8}
    assert SUPPLY > HIGH > LOW > 0


@pytest.mark.parametrize("name", PROFILES)
def test_a_board_without_a_fault_is_found_good(name: str) -> None:
    table = Table(load_profile(name), 1, Lane())
    assert table.touch_all() == []
    assert table.verdict.is_good


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("spot", SPOTS)
def test_every_fault_is_named_and_nothing_else(name: str, spot: str) -> None:
    profile = load_profile(name)
    fitted = Counter(register_of(profile, each)[0] for each in wanted_inputs(profile))
    del fitted[0]
    wrong = {}
    for count in set(fitted.values()):
        board = _at(spot, sorted(board for board in fitted if fitted[board] == count))
        place = _at(spot, range(1, count + 1))
        for fault in (fault for fault in FAULTS if fault.fewest <= count):
            lane = Lane(count)
            fault.put_in(lane, place)
            said = Table(profile, board, lane).touch_all()
            if not _is_right(fault, said, board, place):
                wrong[fault.name, count] = said
    assert wrong == {}


def _at(spot: str, several: Sequence[int]) -> int:
    return several[{"first": 0, "middle": (len(several) - 1) // 2, "last": -1}[spot]]


def _is_right(fault: Fault, said: list[str], board: int, place: int) -> bool:
    """Every sentence is about that board; one names the fault, and its input."""
    where = f"board B{board}" if fault.whole else f"IN{place} of board B{board})"
    named = any(where in line and fault.words in line for line in said)
    return named and all(f"board B{board}" in line for line in said)
