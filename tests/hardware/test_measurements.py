"""What the guides say to measure, against the resistors that stand on the wiring sheets."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hardware.drawing.boards import boards
from hardware.drawing.files import COMMON, WIRING
from hardware.drawing.measurements import Measurement, with_power, without_power
from hardware.pcb import base, button_base, button_lane, face, lane
from hardware.pcb.face_board import design as face_design
from hardware.pcb.lane import EIGHT
from hardware.pcb.lane_board import design as lane_design
from hardware.pcb.placing import Part, nets_of
from minigam.board.profile import load_profile
from tests.hardware.nets import Nets, Pin, parts_of, sheet

NAMES = [drawn.name for drawn in boards()]
FELT = [name for name in NAMES if load_profile(name).feels]
UNITS = {"Ω": 1.0, "kΩ": 1e3}
PRINTED = {
    "quarter-buttons": (button_base.parts(), button_lane.parts(), face.parts()),
    "quarter-hall": (base.parts(), lane.parts(), face.parts()),
}
"""The parts of the boards that a quarter board is built of, its base board first."""
LETTERS = {"R": 1.0, "k": 1e3}
"""How a part of a printed board says ohms and kilohms."""
OHMS = re.compile(r"^(\d+) (k?Ω)\b")


def resistors(path: Path) -> dict[str, float]:
    """The resistors on a sheet, by their names, in ohms."""
    said = {name: OHMS.match(part["type"]) for name, part in parts_of(path).items()}
    return {name: float(m[1]) * UNITS[m[2]] for name, m in said.items() if m}


def kilohms(joints: list[tuple[str, Pin, Pin]], ohms: dict[str, float], *ends: Pin) -> float:
    """The resistance between two pins, by Kirchhoff's current law: 1 A goes in, and out."""
    nets = Nets(joints)
    number = {pin: min(nets.of(*pin)) for r in ohms for pin in ((r, "1"), (r, "2"))}
    start, end = (min(nets.of(*pin)) for pin in ends)
    order = {net: at for at, net in enumerate(sorted({*number.values(), start, end} - {end}))}
    matrix = np.eye(len(order)) * 1e-12
    for name, value in ohms.items():
        for here, there in ((1, 2), (2, 1)):
            one, other = number[name, str(here)], number[name, str(there)]
            if one in order:
                matrix[order[one], order[one]] += 1 / value
            if one in order and other in order:
                matrix[order[one], order[other]] -= 1 / value
    amperes = np.zeros(len(order))
    amperes[order[start]] = 1.0
    return float(np.linalg.solve(matrix, amperes)[order[start]]) / 1e3


def expected(measured: list[Measurement], where: str) -> tuple[float, float]:
    """The least and the most that a row lets one read, in kilohms."""
    (row,) = [each for each in measured if where in each.where]
    low, high = re.findall(r"[\d.]+", row.expected)
    return float(low), float(high)


def within(value: float, limits: tuple[float, float]) -> bool:
    low, high = limits
    return low < value * 0.98 and value * 1.02 < high


@pytest.mark.parametrize("name", NAMES)
def test_the_strips_data_line_is_held_at_ground_at_both_ends(name: str) -> None:
    path, rows = WIRING / name / "strip.yml", list(without_power(load_profile(name)))
    joints, ohms = sheet(path), resistors(path)
    (data,) = {end for _, *ends in joints for end in ends if end[0] in ("Pi", "Pico")} - {
        end for label, *ends in joints if label == "GND" for end in ends
    }
    assert any(f"pin {data[1]} of the {data[0]}, the strip's data" in row.where for row in rows)
    near = kilohms(joints, ohms, data, ("U1", "7"))
    assert within(near, expected(rows, "the strip's data, and ground"))
    far = kilohms(joints, ohms, ("LED", "DIN"), ("LED", "GND 1"))
    assert within(far, expected(rows, "DIN of the first pixel"))


@pytest.mark.parametrize("name", NAMES)
def test_a_filter_reads_as_its_resistors_do(name: str) -> None:
    path, rows = WIRING / COMMON / "filter.yml", list(without_power(load_profile(name)))
    joints, ohms, out = sheet(path), resistors(path), ("filter near side", "OUT")
    high = kilohms(joints, ohms, out, ("filter near side", "3V3"))
    assert within(high, expected(rows, "inputs' pins"))
    pressed = [*joints, ("button", ("filter far side", "IN"), ("filter far side", "GND"))]
    low = kilohms(pressed, ohms, out, ("filter far side", "GND"))
    assert within(low, expected(rows, "while its button is pressed"))


def test_a_fuse_has_the_resistor_of_its_limit() -> None:
    path, rows = WIRING / COMMON / "fuse.yml", list(without_power(load_profile(NAMES[0])))
    ends = ("fuse U1", "5"), ("fuse U1", "2")
    assert within(
        kilohms(sheet(path), resistors(path), *ends), expected(rows, "pins 5 and 2 of each fuse")
    )


@pytest.mark.parametrize("name", FELT)
def test_a_register_board_reads_as_its_resistors_do(name: str) -> None:
    path, rows = WIRING / COMMON / "register.yml", list(without_power(load_profile(name)))
    joints, ohms = sheet(path), resistors(path)
    plug, far = "register plug A", "register plug B"
    for line in ("3", "5"):  # LOAD and CLOCK
        alone = kilohms(joints, ohms, (plug, line), (plug, "4"))
        assert within(alone, expected(rows, "alone: LOAD and GND"))
    data = kilohms(joints, ohms, (far, "2"), (plug, "1"))
    assert within(data, expected(rows, "alone: IN1 to IN8"))
    network = parts_of(path)["register RN1"]["pinlabels"]
    assert list(network) == ["common, 3.3 V", *["10 kΩ"] * 8]


@pytest.mark.parametrize("name", FELT)
def test_a_whole_chain_reads_as_all_its_boards_beside_each_other(name: str) -> None:
    profile = load_profile(name)
    assert profile.sensors is not None
    path, rows = WIRING / COMMON / "register.yml", list(without_power(profile))
    numbers = range(profile.sensors.count // 8)
    joints = [
        (label, (f"{n} {one[0]}", one[1]), (f"{n} {other[0]}", other[1]))
        for n in numbers
        for label, one, other in sheet(path)
    ]
    for n, behind in pairwise(numbers):
        joints += [
            ("cable", (f"{n} register plug B", pin), (f"{behind} register plug A", pin))
            for pin in "12345"
        ]
    ohms = {f"{n} {r}": value for n in numbers for r, value in resistors(path).items()}
    for line in ("3", "5"):
        ends = ("0 register plug A", line), ("0 register plug A", "4")
        assert within(kilohms(joints, ohms, *ends), expected(rows, "the whole chain"))


@pytest.mark.parametrize("name", NAMES)
def test_each_board_has_its_rows(name: str) -> None:
    profile = load_profile(name)
    off, on = list(without_power(profile)), list(with_power(profile))
    assert (len(off), len(on)) == ((20, 6) if profile.feels else (13, 5))
    assert len({row.where for row in (*off, *on)}) == len(off) + len(on)


PINS = {
    "quarter-buttons": (11, 13, 15, 16, 18, 22, 29, 31, 32, 36, 33, 7, 37),
    "quarter-hall": (14, 15, 16),
}
"""The header's pins of the inputs, in the order of the plugs from J11 on, looked up by hand."""


def on_board(parts: tuple[Part, ...]) -> tuple[list[tuple[str, Pin, Pin]], dict[str, float]]:
    """A printed board as `kilohms` takes it: which pins its copper joins, and its resistors."""
    nets = {net: sorted(pins) for net, pins in nets_of(parts).items()}
    joints = [(net, pins[0], pin) for net, pins in nets.items() for pin in pins]
    values = {part.ref: re.fullmatch(r"(\d+)(R|k)", part.kind.value) for part in parts}
    return joints, {ref: float(m[1]) * LETTERS[m[2]] for ref, m in values.items() if m}


def header(name: str, pin: int) -> Pin:
    """A pin of the computer at its socket on the base board."""
    return ("J5", str(pin - 20)) if name == "quarter-hall" and pin > 20 else ("J4", str(pin))


@pytest.mark.parametrize("name", PRINTED)
def test_a_base_board_reads_as_the_rows_say(name: str) -> None:
    rows, parts = list(without_power(load_profile(name))), PRINTED[name][0]
    joints, ohms = on_board(parts)
    data, ground = {"quarter-hall": 21, "quarter-buttons": 19}[name], ("J1", "2")
    near = kilohms(joints, ohms, header(name, data), ground)
    assert within(near, expected(rows, "the strip's data, and ground"))
    far = kilohms(joints, ohms, ("J2", "1"), ("J2", "2"))
    assert within(far, expected(rows, "DIN of the first pixel"))
    for number in range(1, 5):
        limit = kilohms(joints, ohms, (f"R1{number}", "1"), (f"R1{number}", "2"))
        assert within(limit, expected(rows, "of each fuse's chip"))


@pytest.mark.parametrize("name", PRINTED)
def test_the_filters_of_a_base_board_read_as_the_rows_say(name: str) -> None:
    rows, parts = list(without_power(load_profile(name))), PRINTED[name][0]
    joints, ohms = on_board(parts)
    high = header(name, {"quarter-hall": 36, "quarter-buttons": 17}[name])
    tables = {part.ref: part.kind.pins for part in parts}
    for number, pin in enumerate(PINS[name], 11):
        up = kilohms(joints, ohms, header(name, pin), high)
        assert within(up, expected(rows, "inputs' pins"))
        plug = f"J{number}"
        one, other = ((plug, tables[plug].number(end)) for end in ("IN", "GND"))
        pressed = [*joints, ("button", one, other)]
        down = kilohms(pressed, ohms, header(name, pin), ("J1", "2"))
        assert within(down, expected(rows, "while its button is pressed"))


def test_a_lane_reads_as_the_rows_say() -> None:
    rows = list(without_power(load_profile("quarter-hall")))
    joints, ohms = on_board(lane.parts())
    for line in ("3", "5"):  # LOAD and CLOCK
        alone = kilohms(joints, ohms, ("J1", line), ("J1", "4"))
        assert within(alone, expected(rows, "alone: LOAD and GND"))
    limits = expected(rows, "alone: IN1 to IN8")
    for sensor in range(1, 9):
        assert within(kilohms(joints, ohms, (f"Q{sensor}", "2"), ("J1", "1")), limits)
    assert within(kilohms(joints, ohms, ("J2", "2"), ("J2", "1")), limits)


@pytest.mark.parametrize("name", PRINTED)
def test_points_on_printed_boards_are_there(name: str) -> None:
    """Parts by their names, plugs of lanes also by the title that is printed at them."""
    profile, printed = load_profile(name), (lane_design(EIGHT), face_design())
    refs = {part.ref for parts in PRINTED[name] for part in parts}
    lane_titles, face_titles = (
        {text.text.partition(",")[0] for text in design.texts} for design in printed
    )
    for row in (*without_power(profile), *with_power(profile)):
        assert set(re.findall(r"\b[A-Z]+\d+\b", row.printed)) <= refs
        for title, plug in re.findall(r"(CHAIN TO [A-Z]{4}) \((J\d)\)", row.printed):
            assert f"{plug} {title}" in lane_titles
        if "5 V FEED" in row.printed:
            on_lane, on_face = re.findall(r"(J\d) of a (?:lane|face)", row.printed)
            assert f"{on_lane} 5 V FEED" in lane_titles
            assert f"{on_face} 5 V FEED" in face_titles


@pytest.mark.parametrize("name", PRINTED)
def test_without_power_5v_is_measured_behind_the_transistor(name: str) -> None:
    """At the net of the fuses' inputs: what is at J1 says nothing of what lies behind Q1."""
    parts = {part.ref: part for part in PRINTED[name][0]}
    rail, entry = parts["F1"].functions["IN"], parts["J1"].functions["+"]
    rows = [
        row for row in without_power(load_profile(name)) if "5 V" in row.where and "X1" in row.where
    ]
    assert len(rows) == (3 if name == "quarter-hall" else 2)
    for row in rows:
        (ref,) = re.findall(r"\+ of ([A-Z]+\d+)", row.printed)
        assert parts[ref].functions["+"] == rail != entry


def spot(name: str, pin: int) -> tuple[int, int]:
    """The row and the column of a pin: a Pi counts along a row, a Pico around the board."""
    if name == "quarter-hall":
        return (pin - 1, 0) if pin <= 20 else (40 - pin, 1)
    return divmod(pin - 1, 2)


GROUNDS = {
    "quarter-buttons": {6, 9, 14, 20, 25, 30, 34, 39},
    "quarter-hall": {3, 8, 13, 18, 23, 28, 33, 38},
}
"""Of a Pi and of a Pico, by their makers' pinouts."""


@pytest.mark.parametrize("name", PRINTED)
def test_a_computer_that_is_a_row_or_a_column_off_has_no_ground(name: str) -> None:
    earth = Nets(on_board(PRINTED[name][0])[0]).of("J1", "2")
    assert {pin for pin in range(1, 41) if header(name, pin) in earth} == GROUNDS[name]
    spots = {spot(name, pin) for pin in GROUNDS[name]}
    steps = [(-1, 0), (1, 0), *([] if name == "quarter-hall" else [(0, -1), (0, 1)])]
    for down, across in steps:
        assert not spots & {(row + down, column + across) for row, column in spots}
