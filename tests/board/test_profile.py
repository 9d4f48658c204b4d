"""Board profiles: those that come along, and every way to get one wrong."""

import os
import tomllib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.board.current_limit import Budget
from minigam.board.lighting import Segment
from minigam.board.profile import Profile, Strip, load_profile, parse_profile
from minigam.board.profile_model import Multiplexers, ShiftRegisterChain
from minigam.errors import LONGEST_VALUE, ProfileError, UnknownNameError, shortened

ROOT = Path(__file__).parents[2]
GOOD = tomllib.loads((ROOT / "hardware/boards/quarter-buttons.toml").read_text("utf-8"))
LANES = ("off-black", "bar-white", "point-1", "point-2", "point-3", "point-4", "point-5", "point-6",
         "bar-black", "off-white")  # fmt: skip
REFERENCE = Profile(
    name="quarter-buttons",
    title="Quarter board with buttons",
    driver="gpio",
    points=6,
    rows=(LANES,),
    inputs={
        "point-1": 17, "point-2": 27, "point-3": 22, "point-4": 23, "point-5": 24, "point-6": 25,
        "bar-white": 5, "bar-black": 6, "off-white": 12, "off-black": 16,
        "roll-white": 13, "roll-black": 4, "undo": 26,
    },
    strip=Strip(
        gpio=10,
        pixels=96,
        order="GRB",
        budget=Budget(total_ma=3500, led_ma=55),
        supply_ma=5000,
        segments={
            **{lane: Segment(8 * number, 8) for number, lane in enumerate(LANES)},
            "dice": Segment(80, 14),
            "turn": Segment(94, 2),
        },
    ),
)  # fmt: skip
"""What the project's issue 2 lays down."""
BUILT_IN = (
    "dice-16, dice-16-hall, full-24, full-24-hall, quarter-buttons, quarter-hall, "
    "quarter-hall-tap, sim, sim-full-24-hall, sim-hall"
)
RESERVED = {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21}


@pytest.mark.parametrize(
    ("name", "title", "driver"),
    [
        (REFERENCE.name, REFERENCE.title, REFERENCE.driver),
        ("sim", "Quarter board, simulated", "simulated"),
        ("quarter-hall-tap", load_profile("quarter-hall-tap").title, "gpio"),
    ],
)
def test_the_boards_of_buttons_are_wired_alike(name: str, title: str, driver: Any) -> None:
    """Touch spots are wired like buttons."""
    assert load_profile(name) == replace(REFERENCE, name=name, title=title, driver=driver)
    assert REFERENCE.roll_inputs == ("roll-white", "roll-black")


# Boards of two rows


FULL = [
    *((f"point-{number}", f"point-{25 - number}") for number in range(13, 19)),
    ("bar-black", "bar-white"),
    *((f"point-{number}", f"point-{25 - number}") for number in range(19, 25)),
    ("off-black", "off-white"),
]
"""As everybody knows it from white's side: white's home is near and right of the bar."""
DICE = [
    ("off-white", "off-black"),
    ("bar-black", "bar-white"),
    *((f"point-{17 - number}", f"point-{number}") for number in range(1, 9)),
]
"""The track bent into a U: a side's pawns start beside its bar and leave beside its tray."""


@pytest.mark.parametrize(
    ("name", "points", "columns", "lane"), [("full-24", 24, FULL, 5), ("dice-16", 16, DICE, 8)]
)
def test_how_a_board_of_two_rows_is_laid_out_and_its_lanes_come_in_order_of_the_strip(
    name: str, points: int, columns: list[tuple[str, str]], lane: int
) -> None:
    """A column is a far zone and a near one."""
    board = load_profile(name)
    assert (board.driver, board.points, board.roll_inputs) == ("simulated", points, ("roll",))
    assert list(zip(*board.rows, strict=True)) == columns
    strip = board.strip
    counts = [segment.count for segment in strip.segments.values()]
    firsts = [segment.first for segment in strip.segments.values()]
    assert counts == [lane] * (len(counts) - 2) + [28, 2]
    assert firsts == list(accumulate(counts, initial=0))[:-1]
    assert strip.pixels == sum(counts)


# Boards that feel their checkers

FELT = tomllib.loads((ROOT / "hardware/boards/quarter-hall.toml").read_text("utf-8"))
CHAIN = "clock, data, load, places, scan"


@pytest.mark.parametrize(
    ("name", "points", "places", "count"),
    [
        ("quarter-hall", 6, {"point": 8, "bar": 8, "off": 8}, 80),
        ("full-24-hall", 24, {"point": 5, "bar": 5, "off": 15}, 32 * 8),
        ("dice-16-hall", 16, {"point": 2, "bar": 5, "off": 5}, 20 * 8),
    ],
)
def test_the_boards_that_feel(name: str, points: int, places: dict[str, int], count: int) -> None:
    board = load_profile(name)
    assert (board.driver, board.points) == ("pico", points)
    assert (board.feels, board.on_a_pico) == (True, True)
    assert tuple(board.inputs) == ("roll-white", "roll-black", "undo")
    assert board.sensors is not None
    assert isinstance(board.sensors.scan, ShiftRegisterChain)
    zones = [zone for row in board.rows for zone in row]
    assert {zone: len(numbers) for zone, numbers in board.sensors.places.items()} == {
        zone: places[zone.partition("-")[0]] for zone in zones
    }
    assert board.sensors.count == count


def test_a_pico_numbers_sensors_and_then_buttons() -> None:
    board = load_profile("dice-16-hall")
    lane = [*(f"off-black/{n}" for n in range(1, 6)), "spare/5", "spare/6", "spare/7"]
    assert board.input_names[:9] == (*lane, "bar-white/1")
    spare = [f"spare/{number}" for number in range(157, 160)]
    assert board.input_names[156:] == ("off-white/5", *spare, "roll-white", "roll-black", "undo")


@pytest.mark.parametrize(
    ("name", "columns"), [("quarter-hall", 10), ("full-24-hall", 26 + 2 * 3), ("dice-16-hall", 20)]
)
def test_each_column_of_places_has_a_register_board_of_its_own(name: str, columns: int) -> None:
    """So that printed lanes, and register boards below each lane, fit every board."""
    profile = load_profile(name)
    assert profile.sensors is not None
    found = []
    for zone, places in profile.sensors.places.items():
        lane = profile.strip.segments[zone].count
        found += [places[first : first + lane] for first in range(0, len(places), lane)]
    assert found == [
        tuple(range(8 * board, 8 * board + len(column))) for board, column in enumerate(found)
    ]
    assert len(found) == columns


# Faults

GONE = object()
Edits = dict[str, Any]
"""What to put at a path like `strip.segments.dice`; GONE takes it away."""


def edited(edits: Edits, good: dict[str, Any] = GOOD) -> dict[str, Any]:
    table = deepcopy(good)
    for path, value in edits.items():
        *parents, key = path.split(".")
        place = table
        for parent in parents:
            place = place[parent]
        if value is GONE:
            del place[key]
        else:
            place[key] = value
    return table


def parsed(table: dict[str, Any]) -> Profile | tuple[str, ...]:
    """The profile, or its faults."""
    try:
        return parse_profile(table, "mine.toml")
    except ProfileError as error:
        return error.faults


TOP = "driver, extends, inputs, points, rows, sensors, strip, title"
STRIP = "controller_ma, gpio, led_ma, order, pixels, segments, supply_ma"
NO_LANE = "expected [first pixel, number of pixels], got"
NO_CURRENT = "strip.supply_ma: expected at least 536 mA above controller_ma, to light one lane, got"
ONE_FAULT: list[tuple[Edits, str]] = [
    ({"strip.segments": []}, "strip.segments: expected a table, got []"),
    *(
        ({"title": title}, f"title: expected a text that can be printed, not empty, got {title!r}")
        for title in ("A\x1b[31mB", " ")
    ),
    ({"strip.gpio": 20}, "strip.gpio: expected one of GPIO 10, 12, 18, 21, got 20"),
    (
        {"inputs.undo": 12, "inputs.off-white": 26, "strip.gpio": 12},
        "inputs.undo: GPIO 12 is used twice, here and by strip.gpio",
    ),
    ({"inputs.point-6": 28}, "inputs.point-6: expected a whole number from 0 to 27, got 28"),
    (
        {"driver": "simulated", "inputs.point-6": 46},
        "inputs.point-6: expected a whole number from 0 to 45, got 46",
    ),
    (
        {"driver": "simulated", "inputs.point-6": 10, "strip.gpio": 28},
        "strip.gpio: expected a whole number from 0 to 27, got 28",
    ),
    ({"inputs.roll": 13, "inputs.roll-white": GONE}, "inputs.roll-black: unknown zone or control"),
    (
        {"inputs.roll": "GPIO13", "inputs.roll-white": GONE, "inputs.roll-black": GONE},
        "inputs.roll: expected a whole number from 0 to 27, got 'GPIO13'",
    ),
    (
        {"strip.segments.turn": [94, 10**400]},
        f"strip.segments.turn: pixel {10**400 + 93} lies beyond the strip's 96",
    ),
    ({"strip.supply_ma": 2035}, f"{NO_CURRENT} 535"),
    ({"strip.controller_ma": 7000}, f"{NO_CURRENT} -2000"),
]
BAD: dict[str, tuple[Edits, tuple[str, ...]]] = {
    "unknown keys": (
        {"colour": "red", "strip.brightness": 3},
        (f"colour: unknown key; expected one of {TOP}",
         f"strip.brightness: unknown key; expected one of {STRIP}"),
    ),
    "missing keys": (
        {"title": GONE, "rows": GONE, "strip.order": GONE, "strip.led_ma": GONE},
        ("title: expected a text, got nothing",
         "rows: expected a list of lists of zones, got nothing",
         "strip.order: expected one of RGB, RBG, GRB, GBR, BRG, BGR, got nothing",
         "strip.led_ma: expected a whole number from 1 to 100000, got nothing"),
    ),
    "a missing table is one fault": (
        {"strip": GONE, "inputs": 5},
        ("inputs: expected a table, got 5",
         "strip: expected a table, got nothing"),
    ),
    "wrong types": (
        {"title": 5, "driver": "wifi", "points": "six", "rows": ["point-1"],
         "inputs.undo": True, "strip.gpio": 10.0, "strip.pixels": -1, "strip.order": "GRBW",
         "strip.supply_ma": None, "strip.segments.dice": [80], "strip.segments.turn": [94, True]},
        ("title: expected a text, got 5",
         "driver: expected one of gpio, pico, simulated, got 'wifi'",
         "points: expected a whole number from 1 to 24, got 'six'",
         "rows: expected a list of lists of zones, got ['point-1']",
         "inputs.undo: expected a whole number from 0 to 27, got True",
         "strip.gpio: expected a whole number from 0 to 27, got 10.0",
         "strip.pixels: expected a whole number from 1 to 1000, got -1",
         "strip.order: expected one of RGB, RBG, GRB, GBR, BRG, BGR, got 'GRBW'",
         "strip.supply_ma: expected a whole number from 1 to 100000, got nothing",
         f"strip.segments.dice: {NO_LANE} [80]",
         f"strip.segments.turn: {NO_LANE} [94, True]"),
    ),
    "numbers out of all reason": (
        {"points": 10**9, "strip.pixels": 10**9, "strip.led_ma": 10**400, "strip.supply_ma": 0},
        ("points: expected a whole number from 1 to 24, got 1000000000",
         "strip.pixels: expected a whole number from 1 to 1000, got 1000000000",
         "strip.supply_ma: expected a whole number from 1 to 100000, got 0",
         f"strip.led_ma: expected a whole number from 1 to 100000, got 1{'0' * 400}"),
    ),
    "pins used twice": (
        {"inputs.undo": 17, "inputs.off-white": 17},
        ("inputs.off-white: GPIO 17 is used twice, here and by inputs.point-1",
         "inputs.undo: GPIO 17 is used twice, here and by inputs.point-1"),
    ),
    "a reserved pin that is used twice": (
        {"inputs.undo": 10},
        ("inputs.undo: GPIO 10 is used twice, here and by strip.gpio",
         "inputs.undo: GPIO 10 is reserved for SPI"),
    ),
    "missing and unknown inputs": (
        {"inputs.bar-white": GONE, "inputs.point-7": 5},
        ("inputs.bar-white: expected a GPIO number, got nothing",
         "inputs.point-7: unknown zone or control"),
    ),
    "rows": (
        {"rows": [[*LANES[1:], "point-7"], ["undo"], ["bar-black", "bar-black"]]},
        ("rows: expected off-black among the zones, got none",
         "rows: point-7 is no zone of a board with 6 points",
         "rows: undo is no zone of a board with 6 points",
         "rows: bar-black is there 3 times, expected once"),
    ),
    "a board with fewer points": (
        {"points": 5},
        ("rows: point-6 is no zone of a board with 5 points",
         "inputs.point-6: unknown zone or control",
         "strip.segments.point-6: unknown zone; expected a zone, dice or turn"),
    ),
    "missing and unknown segments": (
        {"strip.segments.point-6": GONE, "strip.segments.point-7": [56, 8],
         "strip.segments.dice": GONE, "strip.segments.turn": GONE},
        (f"strip.segments.point-6: {NO_LANE} nothing",
         "strip.segments.point-7: unknown zone; expected a zone, dice or turn"),
    ),
    "overlapping segments": (
        {"strip.segments.bar-white": [7, 10], "strip.segments.turn": [94, 1]},
        ("strip.segments.bar-white: overlaps strip.segments.off-black",
         "strip.segments.point-1: overlaps strip.segments.bar-white"),
    ),
    "segments beyond the strip, and empty ones": (
        {"strip.pixels": 95, "strip.segments.dice": [80, 0]},
        ("strip.segments.turn: pixel 95 lies beyond the strip's 95",
         "strip.segments.dice: expected at least one pixel, got none"),
    ),
    "segments with negative numbers": (
        {"strip.segments.dice": [-1, 8], "strip.segments.turn": [94, -2]},
        (f"strip.segments.dice: {NO_LANE} [-1, 8]",
         f"strip.segments.turn: {NO_LANE} [94, -2]"),
    ),
    "numbers too long to be told": (
        {"points": 1 << 20_000, "strip.segments.turn": [94, 1 << 20_000]},
        ("points: expected a whole number from 1 to 24, got a value that is too long to show",
         "strip.segments.turn: pixel a value that is too long to show lies beyond the strip's 96"),
    ),
    "seven faults of seven kinds": (
        {"colour": "red", "driver": GONE, "inputs.undo": 17, "inputs.point-1": 17,
         "inputs.bar-white": 2, "strip.segments.turn": [95, 2], "strip.segments.dice": [79, 14],
         "strip.supply_ma": 1600},
        (f"colour: unknown key; expected one of {TOP}",
         "driver: expected one of gpio, pico, simulated, got nothing",
         "inputs.bar-white: GPIO 2 is reserved for I2C",
         "inputs.undo: GPIO 17 is used twice, here and by inputs.point-1",
         "strip.segments.turn: pixel 96 lies beyond the strip's 96",
         "strip.segments.dice: overlaps strip.segments.off-white",
         f"{NO_CURRENT} 100"),
    ),
}  # fmt: skip


MOST = "expected a list of whole numbers from 0 to"
MUX = {"scan": "cd74hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8, 9, 13],
       "places": FELT["sensors"]["places"]}  # fmt: skip
ONE_FAULT_FELT: list[tuple[Edits, str]] = [
    ({"sensors": 5}, "sensors: expected a table, got 5"),
    ({"sensors.scan": "i2c"}, "sensors.scan: expected one of 74hc165, cd74hc4067, got 'i2c'"),
    ({"inputs.point-1": 13}, "inputs.point-1: is felt by its sensors"),
    (
        {"driver": "gpio", "inputs.undo": 26, "inputs.roll-white": 27, "sensors.load": 17,
         "inputs.roll-black": 22, "sensors.clock": 5, "strip.gpio": 12},
        'sensors: a board that feels its checkers needs a Pico: driver = "pico"',
    ),
]  # fmt: skip
BAD_FELT: dict[str, tuple[Edits, tuple[str, ...]]] = {
    "unknown and missing keys": (
        {"sensors.reset": 1, "sensors.load": GONE},
        (f"sensors.reset: unknown key; expected one of {CHAIN}",
         "sensors.load: expected a whole number from 0 to 28, got nothing"),
    ),
    "pins": (
        {"sensors.load": 23, "sensors.clock": 10, "strip.gpio": 29, "inputs.undo": 25},
        ("strip.gpio: expected a whole number from 0 to 28, got 29",
         "sensors.load: GPIO 23 is not on a Pico's header",
         "inputs.roll-white: GPIO 10 is used twice, here and by sensors.clock",
         "inputs.undo: GPIO 25 is not on a Pico's header"),
    ),
    "one roll button cannot tell who answers": (
        {"inputs.roll": 13, "inputs.roll-white": GONE, "inputs.roll-black": GONE},
        ("inputs.roll-black: expected a GPIO number, got nothing",
         "inputs.roll-white: expected a GPIO number, got nothing",
         "inputs.roll: a board that feels its checkers has roll-white and roll-black instead"),
    ),
    "places": (
        {"sensors.places.point-1": GONE, "sensors.places.point-7": [90],
         "sensors.places.point-2": [], "sensors.places.point-3": [32, 32, 24],
         "sensors.places.point-4": [512], "sensors.places.point-5": "all"},
        (f"sensors.places.point-4: {MOST} 511, got [512]",
         f"sensors.places.point-5: {MOST} 511, got 'all'",
         "sensors.places.point-1: expected a list of sensors, got nothing",
         "sensors.places.point-2: expected at least one sensor, got none",
         "sensors.places.point-3: sensor 32 is used twice, here and by sensors.places.point-3",
         "sensors.places.point-7: unknown zone"),
    ),
    "multiplexers": (
        {"sensors": {**MUX, "select": [2, 3, 4], "data": [6, 7, 8, 9]}},
        ("sensors.select: expected 4 GPIO numbers, got 3",
         "sensors.data: 4 multiplexers have sensors 0 to 63, sensor 79 is beyond them"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("edits", "faults"), BAD.values(), ids=BAD)
def test_every_fault_is_named_with_its_key(edits: Edits, faults: tuple[str, ...]) -> None:
    assert parsed(edited(edits)) == faults


@pytest.mark.parametrize(("edits", "faults"), BAD_FELT.values(), ids=BAD_FELT)
def test_every_fault_of_a_board_that_feels(edits: Edits, faults: tuple[str, ...]) -> None:
    assert parsed(edited(edits, FELT)) == faults


@pytest.mark.parametrize(
    ("good", "edits", "fault"),
    [
        *((GOOD, *case) for case in ONE_FAULT),
        *((FELT, *case) for case in ONE_FAULT_FELT),
    ],
    ids=[fault[:70] for _, fault in (*ONE_FAULT, *ONE_FAULT_FELT)],
)
def test_one_fault_is_no_more(good: dict[str, Any], edits: Edits, fault: str) -> None:
    assert parsed(edited(edits, good)) == (fault,)


def test_multiplexers() -> None:
    board = parse_profile({**FELT, "sensors": MUX}, "mine.toml")
    assert board.sensors is not None
    assert board.sensors.scan == Multiplexers((2, 3, 4, 5), (6, 7, 8, 9, 13))
    assert (board.sensors.count, len(board.input_names)) == (80, 83)


def test_reserved_pins_stay_free() -> None:
    found = {pin: parsed(edited({"inputs.undo": pin})) for pin in range(28)}
    assert {pin for pin, faults in found.items() if "reserved" in str(faults)} == RESERVED


def test_a_simulated_board_has_every_mock_pin_to_itself() -> None:
    found = [parsed(edited({"driver": "simulated", "inputs.undo": pin})) for pin in range(46)]
    taken = {*GOOD["inputs"].values(), GOOD["strip"]["gpio"]} - {GOOD["inputs"]["undo"]}
    assert {pin for pin, board in enumerate(found) if not isinstance(board, Profile)} == taken


BOUNDARIES: dict[str, Edits] = {
    "just enough current": {"strip.supply_ma": 2036},
    "nothing kept free": {"strip.controller_ma": 0},
    "one roll button": {"inputs.roll": 13, "inputs.roll-white": GONE, "inputs.roll-black": GONE},
    "segments in any order, with gaps": {"strip.pixels": 120, "strip.segments.off-black": [100, 1]},
}


@pytest.mark.parametrize("edits", BOUNDARIES.values(), ids=BOUNDARIES)
def test_no_fault_is_made_up(edits: Edits) -> None:
    assert isinstance(parsed(edited(edits)), Profile)


# Random damage

words = st.sampled_from(
    ["", "undo", "roll", "point-1", "point-7", "GRB", "gpio", "dice", "extends"]
)
numbers = st.integers() | st.integers(-2, 100) | st.just(10**400)
scalars = st.none() | st.booleans() | numbers | st.floats() | words | st.dates()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


def places(table: Any) -> list[tuple[Any, Any]]:
    """Every container of a table and a key or index in it."""
    keys: list[Any] = []
    if isinstance(table, dict):
        keys = list(table)
    elif isinstance(table, list):
        keys = list(range(len(table)))
    inner = [place for key in keys for place in places(table[key])]
    return [*((table, key) for key in keys), *inner]


@st.composite
def damaged(draw: Callable[[st.SearchStrategy[Any]], Any]) -> dict[str, Any]:
    table = deepcopy(GOOD)
    for _ in range(draw(st.integers(1, 4))):
        container, key = draw(st.sampled_from(places(table)))
        match draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                container[key] = draw(values)
            case "remove":
                del container[key]
            case "add" if isinstance(container, dict):
                container[draw(words)] = draw(values)
    return table


@settings(max_examples=500)
@given(damaged())
def test_a_damaged_profile_is_refused_or_sound(table: dict[str, Any]) -> None:
    found = parsed(table)
    if isinstance(found, Profile):
        check_sound(found)
    else:
        assert found
        assert len(set(found)) == len(found)


def check_sound(profile: Profile) -> None:
    points = {f"point-{number}" for number in range(1, profile.points + 1)}
    zones = points | {"bar-white", "bar-black", "off-white", "off-black"}
    assert sorted(zone for row in profile.rows for zone in row) == sorted(zones)
    controls = set(profile.inputs) - zones
    assert controls in ({"roll", "undo"}, {"roll-white", "roll-black", "undo"})
    assert len({*profile.inputs.values(), profile.strip.gpio}) == len(profile.inputs) + 1
    simulated = profile.driver == "simulated"
    allowed = set(range(46)) if simulated else set(range(28)) - RESERVED
    assert set(profile.inputs.values()) <= allowed
    assert set(profile.strip.segments) - {"dice", "turn"} == zones
    lanes = [set(segment.pixels) for segment in profile.strip.segments.values()]
    assert all(lane and lane <= set(range(profile.strip.pixels)) for lane in lanes)
    assert not any(one & other for one, other in combinations(lanes, 2))


# Files


def written(folder: Path, text: str | bytes) -> str:
    file = folder / "mine.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def file_faults(name: str) -> tuple[str, ...]:
    with pytest.raises(ProfileError) as caught:
        load_profile(name)
    return caught.value.faults


def test_a_profile_of_ones_own_wins_over_the_one_it_extends(tmp_path: Path) -> None:
    """What it says replaces the other's key whole; what it leaves out stays."""
    pins = dict(zip(LANES, (6, 12, 13, 16, 17, 22, 23, 24, 25, 26), strict=True))
    text = 'extends = "sim"\ntitle = "Mine"\n[inputs]\nroll = 4\nundo = 5\n'
    text += "".join(f"{zone} = {pin}\n" for zone, pin in pins.items())
    mine = load_profile(written(tmp_path, text))
    inputs = {"roll": 4, "undo": 5, **pins}
    assert mine == replace(REFERENCE, name="mine", title="Mine", driver="simulated", inputs=inputs)
    assert mine.roll_inputs == ("roll",)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title = ", "expected TOML, got: Invalid value (at end of document)"),
        (
            b"title = '\xff'",
            "expected TOML, got: 'utf-8' codec can't decode byte 0xff in position 9: "
            "invalid start byte",
        ),
        ("extends = 'nix'", f"extends: expected one of {BUILT_IN}, got 'nix'"),
        ("extends = ['sim']", f"extends: expected one of {BUILT_IN}, got ['sim']"),
        (
            f"extends = 0x{'f' * 5000}",
            f"extends: expected one of {BUILT_IN}, got a value that is too long to show",
        ),
    ],
)
def test_a_file_that_is_no_profile(tmp_path: Path, text: str | bytes, fault: str) -> None:
    assert file_faults(written(tmp_path, text)) == (fault,)


def test_a_file_nested_too_deep(tmp_path: Path) -> None:
    (fault,) = file_faults(written(tmp_path, "title = " + "[" * 100_000))
    assert fault.startswith("expected TOML, got: ")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    os.symlink("/proc/self/mem", tmp_path / "mine.toml")  # refuses to be read, also to root
    assert file_faults(str(tmp_path / "mine.toml")) == ("cannot be read: Input/output error",)


@pytest.mark.parametrize(
    "name",
    ["{folder}/none.toml", "{folder}", "nix", f"{'x' * 300}.toml", "{folder}/board"],
    ids=["missing", "folder", "name", "long", "ending"],
)
def test_what_is_not_there(tmp_path: Path, name: str) -> None:
    (tmp_path / "board").write_text('extends = "sim"', "utf-8")
    name = name.format(folder=tmp_path)
    with pytest.raises(UnknownNameError) as caught:
        load_profile(name)
    shown = shortened(repr(name), LONGEST_VALUE)
    assert str(caught.value) == (
        f"unknown board profile {shown}; expected one of: {BUILT_IN}, "
        "the path of an existing .toml file"
    )
