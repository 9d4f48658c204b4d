"""What `test-board` says in the end of boards with a fault each."""

from collections.abc import Iterable

import pytest

from minigam.board.debounce import Change
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile, wanted_inputs
from minigam.board.verdict import Verdict

BUTTONS, HALL = load_profile("quarter-buttons"), load_profile("quarter-hall")
ALL_BUTTONS, ALL_PLACES = wanted_inputs(BUTTONS), wanted_inputs(HALL)


def touched(verdict: Verdict, names: Iterable[str]) -> Verdict:
    """Each input is touched for a second, one after the other."""
    for at, name in enumerate(names):
        verdict.take(Change(name, True, at))
        verdict.take(Change(name, False, at + 0.9))
    return verdict


def swapped(names: Iterable[str], one: str, other: str) -> list[str]:
    return [{one: other, other: one}.get(name, name) for name in names]


@pytest.mark.parametrize(
    "name", ["quarter-buttons", "quarter-hall", "full-24-hall", "dice-16-hall"]
)
def test_a_board_without_a_fault(name: str) -> None:
    profile = load_profile(name)
    wanted = wanted_inputs(profile)
    verdict = touched(Verdict(profile, {}), wanted)
    assert verdict.is_good
    assert list(verdict.lines) == [f"{len(wanted)} of {len(wanted)} inputs were seen."]


def test_of_a_board_that_nobody_touched_nothing_is_known() -> None:
    verdict = Verdict(HALL, {})
    assert verdict.is_good
    assert list(verdict.lines) == ["Nothing was touched."]


def test_an_input_that_was_never_seen() -> None:
    verdict = touched(Verdict(BUTTONS, {}), [name for name in ALL_BUTTONS if name != "point-3"])
    assert not verdict.is_good
    assert list(verdict.lines) == [
        "12 of 13 inputs were seen.",
        "never seen: point-3 (GPIO 22); measure 3.3 V at its wire, and 0 V while it is pressed",
    ]


def test_a_sensor_that_was_never_seen_is_named_with_its_board_and_input() -> None:
    verdict = touched(Verdict(HALL, {}), [name for name in ALL_PLACES if name != "point-3/2"])
    assert list(verdict.lines) == [
        "82 of 83 inputs were seen.",
        "never seen: point-3/2 (sensor 33, IN2 of board B5); "
        "measure 3.3 V at its OUT, and 0 V under a checker",
    ]


def test_where_all_of_a_register_board_is_silent_it_is_the_board() -> None:
    names = [name for name in ALL_PLACES if not name.startswith("point-3/")]
    assert list(touched(Verdict(HALL, {}), names).lines) == [
        "75 of 83 inputs were seen.",
        "never seen: all 8 sensors of board B5, point-3/1 to point-3/8; "
        "measure 3.3 V and ground at that board's sensors",
    ]


def test_what_is_on_all_the_time() -> None:
    verdict = touched(Verdict(HALL, {"bar-white/3": True}), ALL_PLACES[:10])
    assert list(verdict.lines)[1] == (
        "on all the time: bar-white/3 (sensor 10, IN3 of board B2); "
        "its OUT touches ground, or its pull-up is missing"
    )


def test_where_all_of_a_register_board_is_on_it_is_its_pull_up() -> None:
    places = [name for name in ALL_PLACES if name.startswith("point-1/")]
    verdict = Verdict(HALL, dict.fromkeys(places, True))
    assert list(verdict.lines)[1] == (
        "on all the time: all 8 sensors of board B3, point-1/1 to point-1/8; "
        "that board's pull-up network is missing, reversed or without 3.3 V"
    )


def test_what_lies_on_a_place_at_the_start_is_no_fault_once_it_is_taken_away() -> None:
    verdict = Verdict(HALL, {"bar-white/3": True})
    verdict.take(Change("bar-white/3", False, 0.0))
    assert touched(verdict, ALL_PLACES).is_good


def test_an_input_that_flickers() -> None:
    verdict = touched(Verdict(BUTTONS, {}), ALL_BUTTONS)
    for at in range(100, 110):
        verdict.take(Change("point-1", at % 2 == 0, at / 10))
    assert list(verdict.lines) == [
        "13 of 13 inputs were seen.",
        "flickers: point-1 (GPIO 17); is one of its wires loose?",
    ]


@pytest.mark.parametrize(
    ("profile", "one", "other", "said"),
    [
        (BUTTONS, "point-2", "point-5", "point-5 (GPIO 24) answered before point-2 (GPIO 27)"),
        (
            HALL,
            "point-6/3",
            "point-6/4",
            "point-6/4 (sensor 59, IN4 of board B8) answered before "
            "point-6/3 (sensor 58, IN3 of board B8)",
        ),
    ],
)
def test_two_that_answer_in_each_others_place(
    profile: Profile, one: str, other: str, said: str
) -> None:
    verdict = touched(Verdict(profile, {}), swapped(wanted_inputs(profile), one, other))
    assert list(verdict.lines)[1:] == [f"{said}: unless you touched them so, they are crossed"]


def test_a_register_board_whose_inputs_are_the_wrong_way_round() -> None:
    lane = [name for name in ALL_PLACES if name.startswith("point-1/")]
    at = ALL_PLACES.index(lane[0])
    names = [*ALL_PLACES[:at], *lane[::-1], *ALL_PLACES[at + len(lane) :]]
    assert list(touched(Verdict(HALL, {}), names).lines)[1:] == [
        "board B3 answered from point-1/8 to point-1/1: unless you touched it so, "
        "IN1 to IN8 are the wrong way round"
    ]


def test_whoever_touches_buttons_in_any_order_is_told_of_no_crossed_wires() -> None:
    order = [ALL_BUTTONS[at * 5 % 13] for at in range(13)]
    assert touched(Verdict(BUTTONS, {}), order).is_good


def test_two_whose_wires_touch_come_on_together() -> None:
    verdict = Verdict(BUTTONS, {})
    for at, name in enumerate(ALL_BUTTONS):
        for each in ("point-2", "point-5") if name in ("point-2", "point-5") else (name,):
            verdict.take(Change(each, True, at))
            verdict.take(Change(each, False, at + 0.9))
    assert list(verdict.lines)[1:] == [
        "point-2 (GPIO 27) and point-5 (GPIO 24) come on together: do their wires touch?"
    ]


def test_two_hands_that_press_two_buttons_once_are_no_fault() -> None:
    verdict = touched(Verdict(BUTTONS, {}), ALL_BUTTONS)
    for name in ("roll-white", "roll-black"):
        verdict.take(Change(name, True, 100.0))
        verdict.take(Change(name, False, 100.5))
    assert verdict.is_good


def test_what_stays_on_after_it_was_touched() -> None:
    verdict = touched(Verdict(HALL, {}), ALL_PLACES)
    verdict.take(Change("point-2/4", True, 200.0))
    assert list(verdict.lines)[1:] == [
        "still on at the end: point-2/4 (sensor 27, IN4 of board B4); unless a checker lies "
        "there, its pull-up is missing, or its OUT touches ground"
    ]


def test_lanes_that_are_plugged_into_each_others_board() -> None:
    lanes = {
        point: [name for name in ALL_PLACES if name.startswith(f"{point}/")]
        for point in ("point-1", "point-2")
    }
    other = dict(zip(lanes["point-1"], lanes["point-2"], strict=True))
    other |= {there: here for here, there in other.items()}
    names = [other.get(name, name) for name in ALL_PLACES]
    assert list(touched(Verdict(HALL, {}), names).lines)[1:] == [
        "board B4 answered before board B3: unless you touched them so, their sensors are plugged "
        "into each other's board"
    ]


def test_the_few_buttons_of_a_board_that_feels_may_be_pressed_in_any_order() -> None:
    names = swapped(ALL_PLACES, "roll-white", "undo")
    assert touched(Verdict(HALL, {}), names).is_good
