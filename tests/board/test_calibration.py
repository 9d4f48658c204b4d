"""Finding the sensors: any wiring is found, and what a hand does wrong is told and asked again."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.board.calibration import (
    CALIBRATION_SETTLE_SECONDS,
    PATIENCE_SECONDS,
    REFUSED_SECONDS,
    Calibration,
)
from minigam.board.light_meanings import LIGHTS, Meaning
from minigam.board.lighting import DARK
from minigam.board.profile import Profile, load_profile
from minigam.board.profile_model import Sensors, light_of, wanted_inputs
from minigam.errors import UnknownNameError

HALL = load_profile("quarter-hall")
assert HALL.sensors
ONE_A_LANE = replace(
    HALL,
    sensors=Sensors(
        HALL.sensors.scan,
        {zone: (2 * number + 1,) for number, zone in enumerate(HALL.sensors.places)},
    ),
)
"""Ten sensors of 24 are used."""
ASKED = LIGHTS[Meaning.MISSING_WHITE].color
STEADY = LIGHTS[Meaning.SELECTED].color
REFUSED = LIGHTS[Meaning.ERROR].color
FIRST_PLACE = "4 of 13: lay one checker on off-black, place 1 of 1"
SENSOR_5_ANSWERS = "off-black, place 1 of 1: sensor 5 answers; take the checker away"
ANOTHER = (
    "expected another one, but {} already: take the checker away, then lay it where the light is"
)
TWO_ANSWERS = "expected one answer, got sensor 5 and sensor 7: take everything away, then try again"


class Person:
    """Someone with one checker, at a calibration of a board whose wires are known to the test."""

    def __init__(
        self, profile: Profile, *on: str, skip: Collection[str] = (), begin: str | None = None
    ) -> None:
        """`on`: the inputs that are on at the start; the others as of a `Calibration`."""
        self.profile = profile
        self.now = 100.0
        levels = dict.fromkeys(on, True)
        self.walk = Calibration(profile, levels, self.now, skip=skip, begin=begin)
        self.said = self.walk.settled(self.now)

    def wait(self, seconds: float = 1.0) -> list[str]:
        """Let time pass, more than any level needs to settle; what was said at its end."""
        self.now += seconds
        self.said = self.walk.settled(self.now)
        return self.said

    def put(self, *names: str) -> list[str]:
        """Press inputs, all at once, by the names they have in the profile."""
        for name in names:
            self.walk.level(name, True, self.now)
        return self.wait()

    def lift(self, *names: str) -> list[str]:
        for name in names:
            self.walk.level(name, False, self.now)
        return self.wait()

    def answer(self, *names: str) -> list[str]:
        """Press and let go, one after the other."""
        for name in names:
            self.put(name)
            self.lift(name)
        return self.said

    @property
    def lights(self) -> dict[int, tuple[int, int, int]]:
        """The pixels that are lit, when no pattern is dark."""
        frame = self.walk.frame(0.0)
        return {pixel: color for pixel, color in enumerate(frame) if color != DARK}


@pytest.fixture
def person() -> Person:
    """Has found all buttons; the first place is asked for."""
    person = Person(ONE_A_LANE)
    person.answer(*ONE_A_LANE.inputs)
    return person


@pytest.mark.parametrize(
    "name", ["quarter-hall", "full-24-hall", "dice-16-hall", "quarter-buttons"]
)
@given(data=st.data())
@settings(max_examples=20)
def test_any_wiring_is_found(name: str, data: st.DataObject) -> None:
    profile = load_profile(name)
    sensors = [name for name in profile.input_names if "/" in name]
    buttons = list(profile.inputs)
    wired = dict(zip(sensors, data.draw(st.permutations(sensors)), strict=True))
    wired |= dict(zip(buttons, data.draw(st.permutations(buttons)), strict=True))
    person = Person(profile)
    person.answer(*(wired[asked] for asked in wanted_inputs(profile)))
    assert person.walk.done
    assert person.lights == {}
    assert person.walk.result == rewired(profile, wired)


def rewired(profile: Profile, wired: Mapping[str, str]) -> Profile:
    """The profile with each input on the wire of another."""
    inputs = {name: profile.inputs[wired[name]] for name in profile.inputs}
    if profile.sensors is None:
        return replace(profile, inputs=inputs)
    places = {
        zone: tuple(profile.input_names.index(wired[name]) for name in names)
        for zone, names in profile.sensors.names.items()
    }
    return replace(profile, inputs=inputs, sensors=replace(profile.sensors, places=places))


def test_a_walk_in_words_and_light() -> None:
    person = Person(HALL)
    assert person.said == ["1 of 83: press roll-white"]
    assert person.lights == {94: ASKED}
    assert person.put("undo") == ["roll-white: GPIO 12 answers; let it go"]
    assert person.lights == {94: STEADY}
    assert person.lift("undo") == ["2 of 83: press roll-black"]
    assert person.lights == {95: ASKED}
    assert person.answer("roll-black") == ["3 of 83: press undo"]
    assert person.lights == {94: ASKED, 95: ASKED}
    assert person.answer("roll-white") == ["4 of 83: lay one checker on off-black, place 1 of 8"]
    assert person.lights == {0: ASKED}
    assert person.put("point-3/2") == [
        "off-black, place 1 of 8: sensor 33 answers; take the checker away"
    ]
    assert person.lights == {0: STEADY}
    assert person.lift("point-3/2") == ["5 of 83: lay one checker on off-black, place 2 of 8"]
    assert person.lights == {1: ASKED}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (("point-1/1", "point-2/1"), TWO_ANSWERS),
        (("off-black/1",), ANOTHER.format("sensor 1 is off-black, place 1 of 1")),
    ],
    ids=["two", "used"],
)
def test_a_wrong_answer_is_told_and_asked_again(
    wrong: tuple[str, ...], words: str, person: Person
) -> None:
    person.answer("off-black/1")
    assert person.put(*wrong) == [words]
    assert person.lights == {8: REFUSED}
    assert person.wait(100.0) == []
    assert person.lights == {8: REFUSED}
    assert person.lift(*wrong) == ["5 of 13: lay one checker on bar-white, place 1 of 1"]
    assert person.lights == {8: ASKED}
    assert list(person.walk.found) == ["roll-white", "roll-black", "undo", "off-black/1"]


def test_a_second_answer_while_the_first_is_held(person: Person) -> None:
    person.put("point-1/1")
    assert person.put("point-2/1") == [TWO_ANSWERS]
    assert person.lift("point-1/1") == []
    assert person.lift("point-2/1") == [FIRST_PLACE]
    assert "off-black/1" not in person.walk.found


def test_a_sensor_while_a_button_is_asked_for() -> None:
    person = Person(ONE_A_LANE)
    assert person.put("point-1/1") == [
        "expected roll-white, got sensor 5: let it go, then press roll-white"
    ]


def test_a_checker_that_slides_over_a_sensor_is_no_answer(person: Person) -> None:
    person.walk.level("point-1/1", True, person.now)
    assert person.wait(CALIBRATION_SETTLE_SECONDS - 0.01) == []
    assert person.lift("point-1/1") == []
    assert person.lights == {0: ASKED}


def test_a_short_press_of_a_button_is_an_answer() -> None:
    person = Person(ONE_A_LANE)
    person.walk.level("undo", True, person.now)
    assert person.wait(0.02) == ["roll-white: GPIO 12 answers; let it go"]
    person.walk.level("undo", False, person.now)
    assert person.wait(0.02) == ["2 of 13: press roll-black"]


def test_what_is_on_at_the_start_does_not_count_until_it_has_been_off() -> None:
    person = Person(ONE_A_LANE, "point-1/1", "point-2/1")
    assert person.said == [
        "expected an empty board, got sensor 5 and sensor 7 on already: take everything away; "
        "what stays on is broken, and does not count until it goes off"
    ]
    assert person.lights == {94: REFUSED}
    assert person.wait(REFUSED_SECONDS) == ["1 of 13: press roll-white"]
    person.lift("point-1/1")
    person.answer(*person.profile.inputs)
    person.walk.level("point-2/1", None, person.now)
    assert person.put("point-2/1") == []
    assert person.put("point-1/1") == [SENSOR_5_ANSWERS]


def test_silence_is_told_and_asked_again() -> None:
    person = Person(ONE_A_LANE, "point-2/1")
    person.wait(REFUSED_SECONDS)
    assert person.wait(PATIENCE_SECONDS) == [
        "nothing has answered for 30 seconds: check the button's wires; on since the start: "
        "sensor 7"
    ]
    assert person.lights == {94: REFUSED}
    assert person.wait(REFUSED_SECONDS) == ["1 of 13: press roll-white"]
    person.lift("point-2/1")
    person.answer(*person.profile.inputs)
    assert person.wait(PATIENCE_SECONDS) == [
        "nothing has answered for 30 seconds: check the checker's magnet and the sensor's wires, "
        "or press roll-white to skip it"
    ]


def test_the_deadline_is_when_time_alone_says_something() -> None:
    person = Person(ONE_A_LANE)
    assert person.walk.deadline == person.now + PATIENCE_SECONDS
    person.walk.level("undo", True, person.now)
    assert person.walk.deadline == pytest.approx(person.now + 0.008)
    person.wait()
    assert person.walk.deadline == inf
    person.answer("undo")
    at = person.walk.deadline
    assert at is not None
    assert person.wait(at - person.now) != []
    assert person.walk.deadline == at + REFUSED_SECONDS


def test_undo_goes_back_and_forth(person: Person) -> None:
    person.answer("point-1/1")
    back = (
        "one back; if the light is at a wrong place, end with Ctrl-C and correct the profile's "
        "strip.segments first"
    )
    assert person.put("undo") == [back, FIRST_PLACE]
    assert person.lift("undo") == []
    assert person.lights == {0: ASKED}
    person.answer("point-2/1")
    assert person.walk.found["off-black/1"] == "point-2/1"


def test_undo_while_an_answer_is_held_drops_that_answer(person: Person) -> None:
    person.answer("point-1/1")
    person.put("point-2/1")
    person.put("undo")
    person.lift("undo")
    assert person.lights == {8: REFUSED}
    person.lift("point-2/1")
    person.wait(REFUSED_SECONDS)
    assert person.lights == {8: ASKED}
    assert list(person.walk.found.values())[3:] == ["point-1/1"]


def test_undo_can_be_looked_for_again(person: Person) -> None:
    assert person.put("undo")[1:] == ["3 of 13: press undo"]
    person.lift("undo")
    person.answer("undo")
    assert person.walk.found["undo"] == "undo"


def test_an_answer_that_nobody_knows_any_more_is_none(person: Person) -> None:
    person.put("point-1/1")
    person.walk.level("point-1/1", None, person.now)
    assert person.wait() == [FIRST_PLACE]
    assert len(person.walk.found) == 3
    assert person.put("point-1/1") == [SENSOR_5_ANSWERS]


def test_a_place_that_never_answers_is_skipped_by_a_roll_button(person: Person) -> None:
    assert person.put("roll-black") == [
        "off-black, place 1 of 1: skipped",
        "5 of 13: lay one checker on bar-white, place 1 of 1",
    ]
    person.lift("roll-black")
    assert person.walk.skipped == {"off-black/1"}
    assert person.put("undo")[-1] == FIRST_PLACE
    person.lift("undo")
    assert person.walk.skipped == set()
    assert person.put("point-1/1") == [SENSOR_5_ANSWERS]
    assert person.put("roll-white") == [
        "expected one answer, got sensor 5 and GPIO 10: take everything away, then try again"
    ]


@given(data=st.data())
@settings(max_examples=20)
def test_what_is_skipped_takes_a_wire_that_is_left(data: st.DataObject) -> None:
    sensors = [name for name in HALL.input_names if "/" in name]
    wired = dict(zip(sensors, data.draw(st.permutations(sensors)), strict=True))
    skipped = data.draw(st.sets(st.sampled_from(sensors), max_size=5))
    person = Person(HALL, skip=skipped)
    places = [name for name in wanted_inputs(HALL) if name not in skipped]
    person.answer(*(wired.get(asked, asked) for asked in places))
    assert person.walk.done
    assert person.walk.skipped == skipped
    result = person.walk.result
    assert sorted(result.input_names[:80]) == sorted(sensors)
    names = result.input_names
    assert all(HALL.input_names[names.index(name)] == wired.get(name, name) for name in places)


def test_it_goes_on_where_it_was_left() -> None:
    wired = dict(zip(ONE_A_LANE.input_names, ONE_A_LANE.input_names, strict=True))
    wired |= {"point-1/1": "point-6/1", "point-6/1": "point-1/1"}
    asked = wanted_inputs(ONE_A_LANE)
    first = Person(ONE_A_LANE)
    first.answer(*(wired[name] for name in asked[:7]))
    assert first.walk.asked == asked[7]
    so_far = first.walk.result
    assert so_far == rewired(ONE_A_LANE, wired)
    second = Person(so_far, begin=first.walk.asked)
    assert second.said == ["8 of 13: lay one checker on point-3, place 1 of 1"]
    asks_again = second.said
    first_of_all = ["this is the first: there is none before it", *asks_again]
    assert second.put("undo") == first_of_all
    second.lift("undo")
    assert second.put("point-1/1")[0].endswith(
        "is point-1, place 1 of 1 already: take the checker away, then lay it where the light is"
    )
    second.lift("point-1/1")
    assert second.wait(REFUSED_SECONDS) == asks_again
    second.answer(*asked[7:])
    assert second.walk.done
    assert second.walk.result == so_far


def test_where_all_is_skipped_nothing_is_asked_for() -> None:
    person = Person(HALL, skip=wanted_inputs(HALL))
    assert (person.said, person.walk.done, person.walk.result) == ([], True, HALL)


@pytest.mark.parametrize("asked", [{"skip": ["point-9/1"]}, {"begin": "spare/0"}])
def test_an_input_that_there_is_not_is_refused(asked: Any) -> None:
    with pytest.raises(UnknownNameError, match="expected one of: roll-white"):
        Person(HALL, **asked)


def test_a_board_of_buttons_lights_whole_lanes() -> None:
    person = Person(load_profile("quarter-buttons"))
    person.answer("roll-white", "roll-black", "undo")
    assert person.said == ["4 of 13: press off-black"]
    assert person.lights == dict.fromkeys(range(8), ASKED)


def test_places_share_the_pixels_of_a_lane_that_has_too_few() -> None:
    board = load_profile("full-24-hall")
    assert board.sensors
    names = board.sensors.names["off-white"]
    pixels = [light.first for name in names if (light := light_of(board, name))]
    assert pixels == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_a_board_without_turn_pixels_asks_in_words_alone() -> None:
    segments = {name: light for name, light in HALL.strip.segments.items() if name != "turn"}
    person = Person(replace(HALL, strip=replace(HALL.strip, segments=segments)))
    assert person.lights == {}
    person.answer(*person.profile.inputs)
    assert person.lights == {0: ASKED}
