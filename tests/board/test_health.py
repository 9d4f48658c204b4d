"""What inputs look faulty, and that hands do not make them look so."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from minigam.board.health import (
    BOUNCING,
    GAP_SECONDS,
    KEPT_SECONDS,
    NEIGHBOUR_CHANGES,
    QUIET_SECONDS,
    REST_SECONDS,
    SHORT_GAPS,
    STUCK_SECONDS,
    UNKNOWN_SECONDS,
    FaultKind,
    Health,
    InputFault,
)
from minigam.board.occupancy import FLICKER
from minigam.board.profile import load_profile
from minigam.words import Words
from tests.table.felt_board import BOARDS, FeltBoard, felt_setup
from tests.table.felt_games import MOST_THROWS, turns
from tests.table.hands import Hand
from tests.table.play import throws

PROFILE = load_profile("quarter-hall")
NAMES = PROFILE.input_names
PLACE = "point-3/2"


class Ward:
    """A board whose inputs are all known from the start, and a clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.health = Health(PROFILE, self.now)
        for name in NAMES:
            self.health.level(name, False, self.now)

    def level(self, name: str, level: bool | None, after: float = 0.0) -> None:
        self.now += after
        self.health.level(name, level, self.now)

    def flip(self, name: str, times: int, apart: float) -> None:
        for n in range(times):
            self.level(name, n % 2 == 0, apart)

    def gap(self, name: str, seconds: float, rest: float) -> None:
        self.level(name, False, rest)
        self.level(name, True, seconds)

    @property
    def findings(self) -> list[InputFault]:
        return self.health.findings(self.now)

    @property
    def faulty(self) -> dict[str, FaultKind]:
        return {finding.input: finding.kind for finding in self.findings}


@pytest.fixture
def ward() -> Ward:
    return Ward()


APART = 1.01 * FLICKER.seconds / (FLICKER.many - 1)
GAP = [("undo", False, 2.0), ("undo", True, 0.9 * GAP_SECONDS)]
Levels = Sequence[tuple[str, bool | None, float]]
WELL: dict[str, tuple[Levels, float]] = {
    "a board at rest": ([], 10 * QUIET_SECONDS),
    "the same level again": ([(PLACE, True, 0.01)] * 10 * FLICKER.many, 0.0),
    "changes over a longer time": (
        [(PLACE, n % 2 == 0, APART) for n in range(10 * FLICKER.many)],
        0.0,
    ),
    "a button, which has no magnet": ([("undo", True, 0.0), *GAP * 3 * SHORT_GAPS.many], 0.0),
    "a level that is lost and comes back": (
        [(PLACE, level, 0.1) for level in (None, True, None, False)] * FLICKER.many,
        0.0,
    ),
    "inputs that the board does not have": (
        [("spare/7", None, 0.0), ("point-99", True, 0.0)],
        STUCK_SECONDS,
    ),
}
"""Levels, each with the seconds before it, and the seconds behind them."""


@pytest.mark.parametrize(("levels", "rest"), WELL.values(), ids=WELL)
def test_what_is_well(ward: Ward, levels: Levels, rest: float) -> None:
    for each in levels:
        ward.level(*each)
    ward.now += rest
    assert ward.findings == []


def test_a_place_that_flickers_is_told_for_a_while(ward: Ward) -> None:
    ward.flip(PLACE, FLICKER.many - 1, 0.5)
    assert ward.findings == []
    ward.level(PLACE, True, 0.5)
    told = InputFault(
        PLACE,
        FaultKind.FLICKERING,
        Words(
            "point 3, place 2: flickers, 15 changes within 7 seconds; "
            "is the magnet weak or the sensor loose?"
        ),
    )
    assert ward.findings == [told]
    ward.now += KEPT_SECONDS
    assert ward.findings == [told]
    ward.now += 1.0
    assert ward.findings == []


def test_a_button_that_bounces_is_well_and_a_loose_one_is_not(ward: Ward) -> None:
    for _ in range(30):  # every two seconds, ten changes a press
        ward.flip("undo", 10, 0.001)
        ward.now += 2.0
    assert ward.findings == []
    ward.flip("undo", BOUNCING.many, 0.02)
    text = "undo button: flickers, 600 changes within 12 seconds; is one of its wires loose?"
    assert ward.findings == [InputFault("undo", FaultKind.FLICKERING, Words(text))]


def test_a_button_that_stays_pressed_is_stuck_until_it_is_released(ward: Ward) -> None:
    ward.level("roll-white", True)
    ward.level(PLACE, True)
    ward.now += STUCK_SECONDS - 1
    assert ward.findings == []
    ward.now += 1
    text = (
        "white's roll button: pressed for 60 seconds; "
        "does something lie on it, or is its wire shorted?"
    )
    assert ward.findings == [InputFault("roll-white", FaultKind.STUCK, Words(text))]
    ward.level("roll-white", False)
    assert ward.findings == []


def test_a_checker_with_gaps_has_a_weak_magnet(ward: Ward) -> None:
    ward.level(PLACE, True)
    for _ in range(SHORT_GAPS.many - 1):
        ward.gap(PLACE, 0.9 * GAP_SECONDS, 10.0)
    assert ward.findings == []
    ward.gap(PLACE, 0.9 * GAP_SECONDS, 10.0)
    text = (
        "point 3, place 2: loses its checker, 10 short gaps within 92 seconds; "
        "is its magnet weak, or too far from the sensor?"
    )
    assert ward.findings == [InputFault(PLACE, FaultKind.WEAK, Words(text))]


@pytest.mark.parametrize(
    ("gap", "rest"),
    [
        (1.1 * GAP_SECONDS, 10.0),  # lifted and put back
        (0.9 * GAP_SECONDS, 0.9 * REST_SECONDS),  # set down with an unsteady hand
        (0.9 * GAP_SECONDS, 1.1 * SHORT_GAPS.seconds / (SHORT_GAPS.many - 1)),  # nudged at times
    ],
)
def test_what_hands_do_is_no_weak_magnet(ward: Ward, gap: float, rest: float) -> None:
    ward.level(PLACE, True)
    for _ in range(3 * SHORT_GAPS.many):
        ward.gap(PLACE, gap, rest)
    assert FaultKind.WEAK not in ward.faulty.values()


def test_what_nobody_knows_is_told_after_a_moment(ward: Ward) -> None:
    ward.level(PLACE, None)
    ward.now += UNKNOWN_SECONDS - 1
    assert ward.findings == []
    ward.now += 1
    text = "point 3, place 2: cannot be read; are its cables plugged in?"
    assert ward.findings == [InputFault(PLACE, FaultKind.UNKNOWN, Words(text))]
    ward.level(PLACE, False)
    assert ward.findings == []


def test_a_board_of_which_nothing_is_known_is_in_trouble_as_a_whole() -> None:
    health = Health(PROFILE, 0.0)
    assert health.findings(2 * QUIET_SECONDS) == []
    health.level("undo", False, 2 * QUIET_SECONDS)
    assert len(health.findings(2 * QUIET_SECONDS)) == len(NAMES) - 1


def test_a_place_that_is_dead_between_busy_ones_is_a_hint(ward: Ward) -> None:
    apart = QUIET_SECONDS / NEIGHBOUR_CHANGES
    for n in range(NEIGHBOUR_CHANGES):
        for beside in ("point-3/1", "point-3/3"):
            ward.level(beside, n % 2 == 0, apart / 2)
    text = (
        "point 3, place 2: has not changed in 60 minutes, while those beside it have; "
        "this is only a hint: see whether it feels a checker"
    )
    assert ward.findings == [InputFault(PLACE, FaultKind.STUCK, Words(text))]
    ward.level(PLACE, True)
    assert ward.findings == []


def test_a_place_at_the_end_that_nobody_needs_is_well(ward: Ward) -> None:
    ward.flip("point-3/1", 4 * NEIGHBOUR_CHANGES, QUIET_SECONDS / NEIGHBOUR_CHANGES)
    assert ward.faulty == {}


def test_an_input_is_told_once_by_what_is_most_certain(ward: Ward) -> None:
    ward.flip("undo", BOUNCING.many + 1, 0.02)
    ward.now += STUCK_SECONDS
    assert ward.faulty == {"undo": FaultKind.FLICKERING}
    ward.level("undo", None)
    ward.now += UNKNOWN_SECONDS
    assert ward.faulty == {"undo": FaultKind.UNKNOWN}


# By hands


class Watched(FeltBoard):
    """A board whose levels are watched, from one game to the next."""

    def __init__(self, rules: str, health: Health, began: float, chance: Random) -> None:
        self.health, self.began = health, began
        setup = felt_setup(rules)
        super().__init__(setup, setup.rules.start, *islice(throws(chance), MOST_THROWS))

    @property
    def time(self) -> float:
        return self.began + self.now

    def level(self, place: str, occupied: bool) -> None:
        super().level(place, occupied)
        self.health.level(place, occupied, self.time)


class Weak(Watched):
    """One of its places loses its checker now and then, for a moment, whoever moves."""

    def wait(self, seconds: float) -> None:
        if self.wood.zones["off-white"][0] is None or seconds < 2 * REST_SECONDS:
            super().wait(seconds)
            return
        for level, share in ((False, 0.1 / seconds), (True, 1 - 0.1 / seconds)):
            self.level("off-white/1", level)
            super().wait(share * seconds)


def watched(kind: type[Watched], rules: str, count: int, seed: int) -> Iterator[list[InputFault]]:
    """The findings after each turn."""
    chance, began, made = Random(f"{rules} {seed}"), 0.0, 0
    board = BOARDS[felt_setup(rules).rules.layout.points]
    health = Health(load_profile(board), began)
    while made < count:
        table = kind(rules, health, began, chance)
        for button in load_profile(board).inputs:
            health.level(button, False, table.time)
        for _ in turns(table, Hand(table, chance), chance):
            yield health.findings(table.time)
            made += 1
            if made == count:
                return
        began = table.time


@pytest.mark.parametrize("rules", ["minigam", "hypergammon"])
def test_hands_raise_no_findings(rules: str) -> None:
    """More than an hour of play: the figures of `tests/table/hands.py` hold far more noise."""
    assert [found for found in watched(Watched, rules, 400, 1) if found] == []


def test_a_weak_magnet_is_found_while_hands_play() -> None:
    found = list(watched(Weak, "minigam", 150, 1))
    faulty = {(finding.input, finding.kind) for findings in found for finding in findings}
    assert faulty == {("off-white/1", FaultKind.WEAK)}
