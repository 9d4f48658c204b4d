"""What `test-board` says in the end of boards with a fault each."""

from collections.abc import Iterable
from random import Random

import pytest

from minigam.board.debounce import Change
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile, register_of, wanted_inputs
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
        "or do the places of board B5 answer as those of B6, and so on? "
        "Then there is a board too many before B5",
    ]


def test_where_the_last_board_is_silent_one_may_have_been_left_out() -> None:
    names = [name for name in ALL_PLACES if register_of(HALL, name)[0] != 10]
    assert list(touched(Verdict(HALL, {}), names).lines)[-1] == (
        "or do places of other boards answer as those of the board before? "
        "Then one before board B10 was left out of the chain"
    )


def test_where_several_boards_are_silent_none_is_too_many() -> None:
    names = [name for name in ALL_PLACES if register_of(HALL, name)[0] not in (5, 6)]
    lines = list(touched(Verdict(HALL, {}), names).lines)
    assert [line[:38] for line in lines[1:]] == [
        f"never seen: all 8 sensors of board B{board}," for board in (5, 6)
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
        "that board's pull-up resistors are missing, reversed or without 3.3 V"
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
        "board B4 answered before board B3: unless you touched them so, the cables lead to them in "
        "that order, or each has the other's sensors"
    ]


def test_the_few_buttons_of_a_board_that_feels_may_be_pressed_in_any_order() -> None:
    names = swapped(ALL_PLACES, "roll-white", "undo")
    assert touched(Verdict(HALL, {}), names).is_good


def plugged(
    boards: dict[int, int] | None = None, inputs: dict[int, int] | None = None, lane: int = 2
) -> list[str]:
    """What answers, place by place, on a board that feels and is wired wrongly.

    `boards`: for a lane's board the one that answers; `inputs`: the same of the inputs of `lane`.
    """
    names = {register_of(HALL, name): name for name in ALL_PLACES}
    found = []
    for name in ALL_PLACES:
        board, terminal = register_of(HALL, name)
        at = int(terminal[2:]) if board else 0
        at = (inputs or {}).get(at, at) if board == lane else at
        found.append(names[(boards or {}).get(board, board), f"IN{at}"] if board else name)
    return found


WHOLE = {board: 11 - board for board in range(1, 11)}
HALVES = {at: (at + 3) % 8 + 1 for at in range(1, 9)}
OR_TOUCHED = "or they were touched in another order"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            plugged(WHOLE),
            "the boards answered in the order B10, B9, B8, B7, B6, B5, B4, B3, B2, B1: "
            "the chain begins at the wrong end",
        ),
        (
            plugged({3: 4, 4: 5, 5: 3}),
            "boards B4, B5, B3 answered in place of B3, B4, B5: their cables are in another order",
        ),
        (
            plugged({3: 4, 4: 3, 7: 8, 8: 7}),
            "boards B4, B3, B8, B7 answered in place of B3, B4, B7, B8: "
            "their cables are in another order",
        ),
        (
            plugged(inputs={1: 2, 2: 3, 3: 1}),
            "board B2: IN2, IN3, IN1 answered in place of IN1, IN2, IN3: "
            "their wires are in another order",
        ),
        (
            plugged(inputs=HALVES),
            "board B2: IN5, IN6, IN7, IN8, IN1, IN2, IN3, IN4 answered in place of "
            "IN1, IN2, IN3, IN4, IN5, IN6, IN7, IN8: their wires are in another order",
        ),
    ],
    ids=["wrong end", "three boards", "two pairs of boards", "three inputs", "halves of a lane"],
)
def test_boards_and_inputs_in_another_order(names: list[str], said: str) -> None:
    verdict = touched(Verdict(HALL, {}), names)
    assert not verdict.is_good
    assert list(verdict.lines)[1:] == [f"{said}, {OR_TOUCHED}"]


@pytest.mark.parametrize("seed", range(40))
def test_no_wrong_order_of_boards_or_inputs_is_good(seed: int) -> None:
    chance = Random(seed)
    boards, inputs = list(range(1, 11)), list(range(1, 9))
    shuffled = boards if seed % 2 else inputs
    shuffled[:] = chance.sample(shuffled, len(shuffled))
    names = plugged(
        dict(zip(range(1, 11), boards, strict=True)), dict(zip(range(1, 9), inputs, strict=True))
    )
    assert names != list(ALL_PLACES)
    verdict = touched(Verdict(HALL, {}), names)
    assert not verdict.is_good
    assert len(list(verdict.lines)) == 2


def test_wrong_boards_and_wrong_inputs_are_two_sentences() -> None:
    verdict = touched(Verdict(HALL, {}), plugged({3: 4, 4: 5, 5: 3}, {1: 2, 2: 3, 3: 1}))
    assert [line.partition(" answered")[0] for line in list(verdict.lines)[1:]] == [
        "boards B4, B5, B3",
        "board B2: IN2, IN3, IN1",
    ]


def test_two_sensors_of_different_boards_in_each_others_place() -> None:
    names = swapped(ALL_PLACES, "point-1/1", "point-3/8")
    assert list(touched(Verdict(HALL, {}), names).lines)[1:] == [
        "point-3/8 (sensor 39, IN8 of board B5) answered before point-1/1 (sensor 16, IN1 of board "
        "B3): unless you touched them so, they are crossed"
    ]


def test_three_sensors_of_different_boards_in_another_order() -> None:
    turned = {"point-1/1": "point-2/4", "point-2/4": "point-3/8", "point-3/8": "point-1/1"}
    names = [turned.get(name, name) for name in ALL_PLACES]
    assert list(touched(Verdict(HALL, {}), names).lines)[1:] == [
        "point-2/4, point-3/8, point-1/1 answered in place of point-1/1, point-2/4, point-3/8: "
        f"their wires are in another order, {OR_TOUCHED}"
    ]


def test_three_buttons_whose_wires_are_in_another_order() -> None:
    turned = {"point-1": "point-2", "point-2": "point-3", "point-3": "point-1"}
    names = [turned.get(name, name) for name in ALL_BUTTONS]
    assert list(touched(Verdict(BUTTONS, {}), names).lines)[1:] == [
        "point-2, point-3, point-1 answered in place of point-1, point-2, point-3: "
        f"their wires are in another order, {OR_TOUCHED}"
    ]


def test_what_flickers_says_nothing_of_the_order() -> None:
    verdict = Verdict(HALL, {})
    for at in range(10):
        verdict.take(Change("point-6/3", at % 2 == 0, at / 10 - 10))
    assert [line.partition(":")[0] for line in touched(verdict, ALL_PLACES).lines][1:] == [
        "flickers"
    ]
