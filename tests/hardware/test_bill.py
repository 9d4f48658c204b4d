"""The lists of parts, against counts made by hand, and against the insides of the blocks."""

import csv
from collections import Counter
from dataclasses import replace

import pytest

from hardware.drawing.bill import total_cents
from hardware.drawing.boards import Board, board_named, boards, sheets
from hardware.drawing.branches import branches
from hardware.drawing.files import BILLS, COMMON, WIRING
from hardware.drawing.inputs import one_filter
from hardware.drawing.items import Item
from hardware.drawing.power import fuse
from hardware.drawing.registers import register_board
from hardware.drawing.wiring import Part, Sheet
from minigam.board.profile import load_profile
from tests.hardware.nets import parts_of

COUNTED = {
    "quarter-buttons": {
        "Push button, 12 x 12 mm, with cap B32-1610": 10,
        "Push button, 24 mm, to snap in": 3,
        "Resistor, 10 kΩ, 0.25 W": 13 + 2,  # a filter each; two pull-downs
        "Resistor, 1 kΩ, 0.25 W": 13 + 1,  # a filter each; X1
        "Resistor, 330 Ω, 0.25 W": 1 + 3,  # before each of the other branches
        "Capacitor, 100 nF, ceramic, 5 mm": 13 + 1 + 4,  # a filter each; the shifter; a fuse each
        "Electronic fuse TPS2553-1, SOT-23-6": 4,
        "Adapter from SOT-23-6 to DIP-6, with pins": 4,
        "Resistor, 15 kΩ, 1 %, 0.25 W": 4,
        "Capacitor, 470 µF, 10 V, electrolytic": 4 + 1,  # a fuse each; X1
        "Capacitor, 1 µF, ceramic, 5 mm": 4,
        "Lever connector, five wires": 2 + 2,  # seven wires of 5 V, eight of ground
        "Supply for the Pi, USB-C, 15 W, with your country's plug": 1,
        "Pixel of a WS2812B strip, 5 V, 30 a metre": 10 * 8,
        "Pixel WS2812B on a round board of 10 mm": 14 + 2,
        "Metre of cable, 3 x 0.5 mm²": 8,
        "Crimp tool for JST XH, 0.08 to 0.33 mm²": 0,
        "Checker, 27 x 7 mm": 16,
        "Screw M3 x 10, flat head": 10 * 4,  # two channels a lane
        "Screw M3 x 12, flat head": 2 * 4,  # four a face
        "Nut M3": 10 * 4 + 2 * 4,
        "Wood screw 3 x 20 mm, flat head": 8,
    },
    "quarter-hall-tap": {
        "Mains cable with a C13 socket, and your country's plug": 1,
        "Socket strip for the Pico, 20 pins, 2.54 mm": 0,
        "Socket for the Pi's header, 2 x 20 pins, 2.54 mm": 1,
        "Hall switch, 9.5 mT, TO-92": 10,
        "Push button, 24 mm, to snap in": 3,
        "Capacitor, 100 nF, ceramic, 5 mm": 13 + 1 + 4 + 10,
        "Metre of cable, 3 x 0.14 mm²": 5,  # ten of 0.5 m
        "Magnet, disc 10 x 2 mm, N35": 16,
    },
    "quarter-hall": {
        "Mains cable with a C13 socket, and your country's plug": 1,
        "Socket strip for the Pico, 20 pins, 2.54 mm": 2,
        "Socket for the Pi's header, 2 x 20 pins, 2.54 mm": 0,
        "Hall switch, 9.5 mT, TO-92": 80,
        "Shift register 74HCS165, SO-16": 2 * 10,
        "Adapter from SO-16 to DIP-16, with pins": 2 * 10,
        "Resistor network, 8 x 10 kΩ to one pin": 10,
        "Capacitor, 100 nF, ceramic, 5 mm": 80 + 2 * 10 + 3 + 1 + 4,
        "Resistor, 10 kΩ, 0.25 W": 3 + 2 + 10,
        "Resistor, 1 kΩ, 0.25 W": 3 + 2 * 10 + 1,
        "Resistor, 100 Ω, 0.25 W": 2 + 2,
        "Capacitor, 470 pF, C0G, 5 mm": 2,
        "Capacitor, 1.2 nF, C0G, 5 mm": 2 * 10,
        "Resistor, 100 kΩ, 0.25 W": 2 * 10,
        "Pin header, JST XH, 5 pins": 10 * 2 + 1,
        "Housing, JST XH, 5 contacts": 10 * 2,  # ten cables
        "Crimp contact, JST XH, 0.08 to 0.33 mm²": 10 * 2 * 5,
        "Crimp tool for JST XH, 0.08 to 0.33 mm²": 1,
        "Metre of ribbon cable, 5 x 0.14 mm²": 3,  # ten of 0.25 m
        "Metre of cable, 3 x 0.14 mm²": 20,  # 80 of 0.25 m
        "Metre of cable, 3 x 0.5 mm²": 8,  # 10 lanes of 8 x 33 + 100, 16 pixels of 50, 4 of 650
        "Current meter INA219 on a board; optional, minigam does not read it": 1,
        "Magnet, disc 10 x 2 mm, N35": 16,
    },
    "full-24-hall": {
        "Hall switch, 9.5 mT, TO-92": 26 * 5 + 2 * 15,
        "Shift register 74HCS165, SO-16": 2 * 32,
        "Resistor network, 8 x 10 kΩ to one pin": 32,
        "Crimp contact, JST XH, 0.08 to 0.33 mm²": 32 * 2 * 5,
        "Metre of ribbon cable, 5 x 0.14 mm²": 8,
        "Metre of cable, 3 x 0.14 mm²": 40,
        "Metre of cable, 3 x 0.5 mm²": 17,  # 28 lanes of 5 x 33 + 100, 30 pixels of 50, 7 of 1,100
        "Pixel of a WS2812B strip, 5 V, 30 a metre": 28 * 5,
        "Pixel WS2812B on a round board of 10 mm": 28 + 2,
        "Magnet, disc 10 x 2 mm, N35": 30,
        "Screw M3 x 10, flat head": 28 * 2,  # a channel a lane
        "Nut M3": 28 * 2 + 4 * 4,
    },
    "dice-16-hall": {
        "Hall switch, 9.5 mT, TO-92": 16 * 2 + 4 * 5,
        "Shift register 74HCS165, SO-16": 2 * 20,
        "Resistor network, 8 x 10 kΩ to one pin": 20,
        "Pixel of a WS2812B strip, 5 V, 30 a metre": 20 * 8,
    },
}
EACH = pytest.mark.parametrize("name", COUNTED)


def read(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((BILLS / f"{name}.csv").read_text("utf-8").splitlines()))


def test_every_board_is_counted() -> None:
    assert [board.name for board in boards()] == list(COUNTED)


@EACH
def test_the_list_has_what_one_counts_on_the_board(name: str) -> None:
    listed = {row["part"]: int(row["quantity"]) for row in read(name)}
    assert {part: listed.get(part, 0) for part in COUNTED[name]} == COUNTED[name]


@EACH
def test_no_part_is_listed_twice_and_the_dearest_come_first(name: str) -> None:
    rows = read(name)
    assert len({row["part"] for row in rows}) == len(rows)
    prices = [float(row["euros each"]) for row in rows]
    assert prices == sorted(prices, reverse=True)
    assert min(prices) > 0
    assert all(row["for"] and row["maker"] for row in rows)
    assert all(bool(row["number"]) == (row["maker"] != "any") for row in rows)


@EACH
def test_a_board_costs_what_its_list_adds_up_to(name: str) -> None:
    listed = sum(int(row["quantity"]) * float(row["euros each"]) for row in read(name))
    assert total_cents(board_named(name)) == round(100 * listed)


@EACH
def test_numbers_that_nobody_could_confirm_say_so(name: str) -> None:
    doubted = {row["part"] for row in read(name) if row["number"].endswith("(not confirmed)")}
    sensors = set() if name == "quarter-buttons" else {"Hall switch, 9.5 mT, TO-92"}
    chained = {"Shift register 74HCS165, SO-16"}
    chained |= {"Capacitor, 470 pF, C0G, 5 mm", "Capacitor, 1.2 nF, C0G, 5 mm"}
    registers = chained if load_profile(name).sensors else set()
    fuse = {"Electronic fuse TPS2553-1, SOT-23-6", "Capacitor, 1 µF, ceramic, 5 mm"}
    assert doubted == sensors | registers | fuse | {"Capacitor, 470 µF, 10 V, electrolytic"}


@EACH
def test_all_pixels_of_the_profile_are_bought(name: str) -> None:
    bought = sum(int(row["quantity"]) for row in read(name) if row["part"].startswith("Pixel"))
    assert bought == load_profile(name).strip.pixels


def held(sheet: Sheet) -> Counter[Item]:
    """What is on a sheet of a block's inside."""
    found: Counter[Item] = Counter()
    for part in sheet.parts:
        found.update(part.holds)
    return found


def part_of(board: Board, name: str) -> Part:
    return next(part for sheet in sheets(board) for part in sheet.parts if part.name == name)


@EACH
def test_filters_hold_as_often_what_one_holds(name: str) -> None:
    board = board_named(name)
    count = len(board.profile.inputs)
    wanted = {item: count * number for item, number in held(one_filter()).items()}
    assert part_of(board, "A1").holds == wanted


def test_register_boards_hold_what_is_drawn_on_them() -> None:
    board = board_named("quarter-hall")
    assert part_of(board, "B1").holds == held(register_board())


@EACH
def test_the_supply_that_is_bought_is_the_profiles(name: str) -> None:
    (supply,) = (
        row["part"] for row in read(name) if row["for"] == "J1" and "Supply" in row["part"]
    )
    assert load_profile(name).strip.supply_ma == 5000
    assert supply == "Supply, 5 V, 5 A, plug 5.5 x 2.1 mm"


@EACH
def test_fuses_hold_what_is_drawn_on_one(name: str) -> None:
    assert part_of(board_named(name), "F1").holds == held(fuse())


@EACH
def test_a_branch_is_what_its_fuse_carries_and_all_together_are_the_strip(name: str) -> None:
    strip = load_profile(name).strip
    found = branches(strip)
    assert sum(branch.pixels for branch in found) == strip.pixels
    assert all(branch.most_ma(strip.budget.led_ma) <= 1500 for branch in found)
    named = [segment for branch in found for segment in branch.names]
    in_order = sorted(strip.segments, key=lambda segment: strip.segments[segment].first)
    assert list(dict.fromkeys(named)) == in_order


def test_a_lane_that_no_fuse_carries_is_refused() -> None:
    strip = load_profile("quarter-hall").strip
    bright = replace(strip, budget=replace(strip.budget, led_ma=200))
    with pytest.raises(ValueError, match="at most 7 pixels in off-black, got 8"):
        branches(bright)


VALUES = (
    *("10 kΩ", "1 kΩ", "330 Ω", "100 Ω", "100 kΩ", "15 kΩ"),
    *("100 nF", "470 µF", "74HCS165", "74AHCT125", "TPS2553-1"),
)
"""How the heads of parts on the sheets, and the names in the lists, say what a part is."""


def valued(parts: dict[str, dict[str, str]]) -> Counter[str]:
    """How many parts of each value are on a sheet; a resistor network is none."""
    heads = [part["type"] for part in parts.values() if "network" not in part["type"]]
    return Counter(value for head in heads for value in VALUES if value in head)


@EACH
def test_the_list_counts_what_the_written_sheets_show(name: str) -> None:
    """Blocks are counted as often as they are there, by their sheet in `common/`."""
    profile = load_profile(name)
    shown: dict[str, dict[str, str]] = {}
    for path in (WIRING / name).glob("*.yml"):
        shown |= parts_of(path)
    blocks = {"filter": len(profile.inputs), "fuse": len(branches(profile.strip))}
    if profile.sensors:
        blocks |= {"register": profile.sensors.count // 8}
        places = {place for names in profile.sensors.names.values() for place in names}
        capacitor = next(part for spot, part in shown.items() if spot in places)
        shown |= dict.fromkeys(places, capacitor)  # only one board's sensors are drawn
    counted = valued(shown)
    for block, count in blocks.items():
        one = valued(parts_of(WIRING / COMMON / f"{block}.yml"))
        counted.update({value: count * number for value, number in one.items()})
    listed = {
        value: sum(int(row["quantity"]) for row in read(name) if matches(row["part"], value))
        for value in VALUES
    }
    assert {value: counted[value] for value in VALUES} == listed


def matches(part: str, value: str) -> bool:
    return value in part and "network" not in part


def test_a_row_names_its_users_by_kind() -> None:
    """A range never leads from a part of one kind to one of another."""
    users = {row["part"]: row["for"] for row in read("quarter-hall")}
    assert users["Resistor, 10 kΩ, 0.25 W"] == "R1, R3, A1, B1 to B10"
    every = "F1 to F4, C2, A1, B1 to B10, off-black/1 to off-white/8"
    assert users["Capacitor, 100 nF, ceramic, 5 mm"] == every
    assert users["Push button, 24 mm, to snap in"] == "roll-white, roll-black, undo"
