"""The wiring, read back from its sheets: every net where it has to be, and nowhere else."""

import json
import struct
from pathlib import Path

import pytest

from hardware.drawing.boards import board_named, boards, sheets
from hardware.drawing.files import COMMON, WIRING
from hardware.drawing.items import C100N, Item
from minigam.board.profile import load_profile
from minigam.board.profile_checks import used_pins
from minigam.board.profile_model import Profile
from tests.hardware.nets import board, common, parts_of

NAMES = [drawn.name for drawn in boards()]
TAPPED = ["quarter-buttons", "quarter-hall-tap"]
FELT = ["quarter-hall", "full-24-hall", "dice-16-hall"]
WIDEST = 2000
"""Of a sheet, in pixels."""
BOARDS = {"quarter-hall": 10, "full-24-hall": 26 + 2 * 3, "dice-16-hall": 20}
"""How many boards with sensors: one a lane, and one a column of each tray."""
PI_HEADER = {17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 6: 31, 12: 32, 16: 36}
PI_HEADER |= {13: 33, 4: 7, 26: 37, 10: 19}
PICO_HEADER = {10: 14, 11: 15, 12: 16, 2: 4, 3: 5, 4: 6, 16: 21}
"""Header pins of the GPIOs that these boards use, looked up by hand."""
REGISTER_INPUTS = {
    "H": "6",
    "G": "5",
    "F": "4",
    "E": "3",
    "D": "14",
    "C": "13",
    "B": "12",
    "A": "11",
}
"""A 74HCS165's parallel inputs, from its data sheet; H comes out first."""
V3, DATA, LOAD, GND, CLOCK = "12345"
"""The pins of a plug of the chain."""


def computer_of(profile: Profile) -> tuple[str, dict[int, int]]:
    return ("Pico", PICO_HEADER) if profile.on_a_pico else ("Pi", PI_HEADER)


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_of_the_profile_has_one_wire(name: str) -> None:
    profile = load_profile(name)
    computer, header = computer_of(profile)
    wired = [
        end
        for sheet in sheets(board_named(name))
        for wire in sheet.wires
        for end in (wire.start, wire.end)
    ]
    for _, gpio in used_pins(profile):
        assert wired.count((computer, str(header[gpio]))) == 1


@pytest.mark.parametrize("name", NAMES)
def test_there_is_one_ground_and_nothing_shorts_a_supply(name: str) -> None:
    nets = board(name)
    (ground,) = nets.called("GND")
    for part in ("J1", "X1", "F1", "LED", "U1", "A1"):
        assert any(end[0] == part for end in ground)
    for end in nets.ends():
        assert len(nets.labels(end) & {"GND", "3V3", "5V"}) <= 1, end


@pytest.mark.parametrize("name", NAMES)
def test_data_goes_through_the_shifter_to_a_strip_that_stays_dark_alone(name: str) -> None:
    profile, nets = load_profile(name), board(name)
    computer, header = computer_of(profile)
    (ground,) = nets.called("GND")
    data = str(header[profile.strip.gpio])
    assert nets.of("U1", "2") == {(computer, data), ("U1", "2"), ("R1", "1")}
    assert nets.of("U1", "3") == {("U1", "3"), ("R2", "1")}
    assert nets.of("LED", "DIN") == {("R2", "2"), ("LED", "DIN"), ("R3", "1")}
    assert {("R1", "2"), ("R3", "2"), ("U1", "7"), ("C2", "2"), ("LED", "GND 1")} <= ground
    assert ("J1", "-") in ground
    shifter = {("X1", "5V"), ("U1", "14"), ("C2", "1")}
    assert shifter <= nets.of("X1", "5V")


def test_the_shifters_other_gates_are_off_and_none_of_its_inputs_floats() -> None:
    nets = common("shifter")
    assert nets.of("U1", "14") == {("U1", p) for p in ("14", "4", "10", "13")} | {
        ("shifter 5V rail", "1")
    }
    low = {("U1", pin) for pin in ("7", "1", "5", "9", "12")}
    assert nets.of("U1", "7") == low | {("shifter GND rail", "1")}


BRANCHES = {"quarter-buttons": 4, "quarter-hall-tap": 4, "quarter-hall": 4}
BRANCHES |= {"full-24-hall": 7, "dice-16-hall": 8}
"""How many fuses carry all pixels, counted by hand: at most 26 pixels of 56 mA each."""


@pytest.mark.parametrize("name", NAMES)
def test_every_branch_of_the_strip_has_a_fuse_of_its_own(name: str) -> None:
    nets, (ground,) = board(name), board(name).called("GND")
    fuses = {end[0] for end in nets.ends() if end[1] == "OUT" and end[0].startswith("F")}
    assert fuses == {f"F{number}" for number in range(1, BRANCHES[name] + 1)}
    entry = {("X1", "5V"), ("U1", "14"), ("C2", "1"), *((fuse, "IN") for fuse in fuses)}
    entry |= {("C1", "+"), ("R9", "1")}
    assert {("C1", "-"), ("R9", "2")} <= ground
    supply = nets.of("X1", "5V")
    assert supply - {("J1", "+"), ("U2", "VIN-")} == entry
    for fuse in fuses:
        number = fuse.removeprefix("F")
        assert nets.of(fuse, "OUT") == {(fuse, "OUT"), ("LED", f"5V {number}")}
        assert {(fuse, "GND"), ("LED", f"GND {number}")} <= ground


@pytest.mark.parametrize("name", NAMES)
def test_data_goes_from_branch_to_branch_through_a_resistor(name: str) -> None:
    """Else the last pixel of a branch would feed the next one while its fuse is off."""
    nets = board(name)
    for number in range(2, BRANCHES[name] + 1):
        part, before, behind = f"LED R{number}", f"DOUT {number - 1}", f"DIN {number}"
        assert nets.of(part, "1") == {(part, "1"), ("LED", before)}
        assert nets.of(part, "2") == {(part, "2"), ("LED", behind)}
    drawn = parts_of(WIRING / name / "strip.yml")
    onward = {part: said["type"] for part, said in drawn.items() if part.startswith("LED R")}
    assert len(onward) == BRANCHES[name] - 1
    assert {said.split(" in ")[0] for said in onward.values()} == {"330 Ω"}


@pytest.mark.parametrize("name", NAMES)
def test_no_supply_can_feed_another(name: str) -> None:
    """The strip's leads to nothing of a computer but ground; the Pi's to its own socket only."""
    nets = board(name)
    computers = {"Pi", "Pico"}
    strips = {end for end in nets.ends() if nets.joined(end, ("J1", "+"))} | nets.of("X1", "5V")
    assert {part for part, _ in strips} & computers == set()
    assert nets.of("J2", "USB-C") == {("J2", "USB-C"), ("Pi", "USB-C")}
    five_volts = {"Pi": {"2", "4"}, "Pico": {"39", "40"}}
    wired = {end for end in nets.ends() if end[1] in five_volts.get(end[0], set())}
    assert wired == set()


@pytest.mark.parametrize("name", FELT)
def test_the_pico_hangs_on_the_pis_usb_and_the_meter_sits_before_the_fuses(name: str) -> None:
    nets = board(name)
    assert nets.of("J1", "+") == {("J1", "+"), ("U2", "VIN+")}
    assert nets.joined(("U2", "VIN-"), ("X1", "5V"))
    assert nets.of("U2", "SDA") == {("U2", "SDA"), ("Pi", "3")}
    assert nets.of("U2", "SCL") == {("U2", "SCL"), ("Pi", "5")}
    assert nets.of("U2", "VCC") == {("U2", "VCC"), ("Pi", "1")}
    assert nets.of("Pi", "USB") == {("Pi", "USB"), ("Pico", "USB")}
    assert {("U2", "GND"), ("Pi", "9")} <= nets.called("GND")[0]


@pytest.mark.parametrize("name", TAPPED)
def test_without_a_meter_the_supply_leads_to_the_fuses(name: str) -> None:
    assert board(name).joined(("J1", "+"), ("X1", "5V"), ("F1", "IN"))


def test_an_electronic_fuse_is_on_and_limits_at_its_resistor() -> None:
    """A TPS2553-1 in SOT-23-6: IN 1, GND 2, EN 3, FAULT 4, ILIM 5, OUT 6, by its data sheet."""
    nets = common("fuse")
    chip, near, far = "fuse U1", "fuse to X1", "fuse to the strip"
    assert nets.of(near, "IN") == {(near, "IN"), ("fuse C1", "1"), (chip, "1"), (chip, "3")}
    assert nets.of(chip, "5") == {(chip, "5"), ("fuse R1", "1")}
    out = {(chip, "6"), ("fuse C2", "1"), ("fuse C3", "+"), (far, "OUT")}
    assert nets.of(chip, "6") == out
    earth = {(near, "GND"), (far, "GND"), (chip, "2"), ("fuse C3", "-"), ("fuse R1", "2")}
    assert nets.of(chip, "2") == earth | {("fuse C1", "2"), ("fuse C2", "2")}
    assert nets.of(chip, "4") == {(chip, "4")}


@pytest.mark.parametrize("name", NAMES)
def test_every_input_goes_through_its_own_filter(name: str) -> None:
    profile, nets = load_profile(name), board(name)
    computer, header = computer_of(profile)
    (ground,) = nets.called("GND")
    for number, (spot, gpio) in enumerate(profile.inputs.items(), 1):
        out = {(computer, str(header[gpio])), ("A1", f"OUT{number}")}
        assert nets.of("A1", f"OUT{number}") == out
        sensor = name == "quarter-hall-tap" and spot not in ("roll-white", "roll-black", "undo")
        signal, earth = ("3", "2") if sensor else ("1", "2")
        assert nets.of(spot, signal) == {(spot, signal), ("A1", f"IN{number}")}
        assert (spot, earth) in ground
        if sensor:
            assert nets.joined((spot, "1"), ("A1", "3V3"), ("Pi", "17"))


def test_a_filter_pulls_up_the_long_wire_and_smooths_the_short_one() -> None:
    nets = common("filter")
    near, far, smooth = "filter near side", "filter far side", "filter C1"
    guard, pull = "filter R1", "filter R2"
    assert nets.of(smooth, "1") == {(near, "OUT"), (smooth, "1"), (guard, "1")}
    assert nets.of(far, "IN") == {(far, "IN"), (guard, "2"), (pull, "1")}
    assert nets.of(pull, "2") == {(pull, "2"), (near, "3V3"), (far, "VCC")}
    assert nets.of(smooth, "2") == {(smooth, "2"), (near, "GND"), (far, "GND")}


@pytest.mark.parametrize("name", FELT)
def test_the_chain_is_one_from_the_pico_to_the_last_board(name: str) -> None:
    nets, last = board(name), BOARDS[name]
    lines = (V3, LOAD, GND, CLOCK)
    every = {(f"B{number}", line) for number in range(1, last + 1) for line in lines}
    for line, first, block, second in ((LOAD, "R4", "C3", "R6"), (CLOCK, "R5", "C4", "R7")):
        ends = {end for end in every if end[1] == line}
        assert nets.of("B1", line) == ends | {(second, "2"), ("X2", line)}
        assert nets.of(block, "1") == {(first, "2"), (block, "1"), (second, "1")}
        assert (block, "2") in nets.called("GND")[0]
    assert nets.of("R4", "1") == {("R4", "1"), ("Pico", "4")}
    assert nets.of("R5", "1") == {("R5", "1"), ("Pico", "5")}
    assert nets.of("Pico", "6") == {("Pico", "6"), ("X2", DATA), ("B1", f"A{DATA}")}
    for number in range(1, last):
        data = {(f"B{number}", f"B{DATA}"), (f"B{number + 1}", f"A{DATA}")}
        assert nets.of(f"B{number}", f"B{DATA}") == data
    assert nets.of(f"B{last}", f"B{DATA}") == {(f"B{last}", f"B{DATA}")}
    assert nets.joined(("Pico", "36"), *(end for end in every if end[1] == V3))
    assert {end for end in every if end[1] == GND} <= nets.called("GND")[0]


@pytest.mark.parametrize("name", FELT)
def test_every_place_has_a_sensor_on_the_input_that_is_read_as_its_own(name: str) -> None:
    """IN1 of a register board is its first sensor."""
    profile = load_profile(name)
    assert profile.sensors
    wired = {
        wire.end[0]: wire.start
        for sheet in sheets(board_named(name))
        for wire in sheet.wires
        if wire.end[1] == "3" and wire.start[1].startswith("IN") and wire.start[0] != "A1"
    }
    wanted = {
        f"{zone}/{place}": (f"B{number // 8 + 1}", f"IN{number % 8 + 1}")
        for zone, numbers in profile.sensors.places.items()
        for place, number in enumerate(numbers, 1)
    }
    assert wired == wanted


SENT = [("U1", letter) for letter in "HGFEDCBA"] + [("U2", letter) for letter in "HGFEDCBA"]
"""The inputs of a register board, in the order in which it sends them."""


def test_a_register_board_sends_check_bits_around_its_sensors_and_feeds_all() -> None:
    nets = common("register")
    ends = [(f"register {chip}", REGISTER_INPUTS[letter]) for chip, letter in SENT]
    pulls, out = "register RN1", "register sensors"
    for number, pin in enumerate(ends[4:12], 1):
        assert nets.of(*pin) == {pin, (pulls, str(number + 1)), (out, f"IN{number}")}
    high, low = ("register 3V3 rail", "1"), ("register GND rail", "1")
    checks = [*ends[:4], *ends[12:]]
    bits = "".join("10"[nets.joined(pin, low)] for pin in checks)
    assert bits == "00111100"
    assert [nets.joined(pin, high) for pin in checks] == [bit == "1" for bit in bits]
    assert nets.joined(high, (out, "VCC1 to VCC8"), (pulls, "1"))
    assert nets.joined(low, (out, "GND1 to GND8"))
    drawn = json.loads((WIRING / "quarter-hall" / "sensors-1.yml").read_text("utf-8"))
    pins = set(drawn["connectors"]["B1"]["pins"])
    assert pins == {f"{kind}{at}" for kind in ("VCC", "IN", "GND") for at in range(1, 9)}


def test_a_register_boards_lines_go_through_it_and_rest_where_a_cut_is_seen() -> None:
    nets = common("register")
    one, two, near, far = (f"register {part}" for part in ("U1", "U2", "plug A", "plug B"))
    assert nets.of(one, "9") == {(one, "9"), ("register R2", "2")}
    assert nets.of("register R2", "1") == {("register R2", "1"), (near, DATA)}
    delay, inner = ("register C3", "1"), "register R5"
    assert nets.of(one, "10") == {(one, "10"), (inner, "1"), delay}
    assert nets.of(two, "9") == {(two, "9"), (inner, "2")}
    pulled = {("register R1", "1"), ("register C4", "1"), (far, DATA)}
    assert nets.of(two, "10") == {(two, "10")} | pulled
    for line, pin, pull in ((LOAD, "1", "register R3"), (CLOCK, "2", "register R4")):
        assert nets.of(near, line) == {
            (near, line),
            (far, line),
            (one, pin),
            (two, pin),
            (pull, "1"),
        }
    supply = {(chip, "16") for chip in (one, two)} | {(plug, V3) for plug in (near, far)}
    earth = {(chip, pin) for chip in (one, two) for pin in ("8", "15")}
    earth |= {(plug, GND) for plug in (near, far)} | {("register R3", "2"), ("register R4", "2")}
    earth |= {("register C3", "2"), ("register C4", "2")}
    blocks = [(f"register C{at}", end) for at in (1, 2) for end in ("1", "2")]
    assert nets.joined(*supply, ("register R1", "2"), *blocks[::2])
    assert nets.joined(*earth, *blocks[1::2])
    assert not nets.joined((near, V3), (near, GND))


def test_a_multiplexer_leads_the_channel_of_its_address_to_the_data_line() -> None:
    nets = common("multiplexer")
    chip, near, out, pull = (f"multiplexer {part}" for part in ("U1", "near side", "sensors", "R1"))
    channels = {at: str(9 - at if at < 8 else 31 - at) for at in range(16)}
    assert [channels[at] for at in (0, 7, 8, 15)] == ["9", "2", "23", "16"]  # its data sheet's
    for at, pin in channels.items():
        assert nets.of(chip, pin) == {(chip, pin), (out, f"IN{at}")}
    for line, pin in {"S0": "10", "S1": "11", "S2": "14", "S3": "13"}.items():
        assert nets.of(near, line) == {(near, line), (chip, pin)}
    assert nets.of(near, "DATA") == {(near, "DATA"), (chip, "1"), (pull, "1")}
    cap, high, low = "multiplexer C1", "VCC0 to VCC15", "GND0 to GND15"
    power = {(near, "3V3"), (chip, "24"), (cap, "1"), (pull, "2"), (out, high)}
    earth = {(near, "GND"), (chip, "12"), (chip, "15"), (cap, "2"), (out, low)}
    assert (nets.of(near, "3V3"), nets.of(near, "GND")) == (power, earth)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_means_one_part_on_all_sheets_of_a_board(name: str) -> None:
    """Also on those that all boards share; a part is known by its head."""
    heads: dict[str, set[str]] = {}
    insides = list((WIRING / COMMON).glob("*.yml"))
    for path in [*(WIRING / name).glob("*.yml"), *insides]:
        for part, drawn in parts_of(path).items():
            heads.setdefault(part, set()).add(drawn["type"])
            assert path not in insides or part in ("U1", f"{path.stem} {part.partition(' ')[2]}")
    assert {part: found for part, found in heads.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", NAMES)
def test_a_part_holds_the_same_on_every_sheet(name: str) -> None:
    seen: dict[str, dict[Item, int]] = {}
    for sheet in sheets(board_named(name)):
        for part in sheet.parts:
            if not sheet.inside_of:
                assert seen.setdefault(part.name, dict(part.holds)) == part.holds, part.name


@pytest.mark.parametrize("name", NAMES)
def test_only_what_has_a_polarity_is_drawn_with_one(name: str) -> None:
    drawn = [part for sheet in sheets(board_named(name)) for part in sheet.parts]
    assert {part.name for part in drawn if "+" in part.pins} == {"fuse C3", "J1", "C1"}
    ceramics = {part.name: tuple(part.pins) for part in drawn if set(part.holds) == {C100N}}
    filters = {"C2", "filter C1", "fuse C2"}
    boards = {"register C1", "register C2"} if name in FELT else set()
    assert ceramics == dict.fromkeys(filters | boards, ("1", "2"))


COLORS = {
    "BK": {("J1", "-"), ("filter near side", "GND"), ("fuse to X1", "GND")}
    | {("multiplexer near side", "GND"), ("register GND rail", "1"), ("shifter GND rail", "1")},
    "RD": {("J1", "+"), ("J2", "USB-C"), ("X1", "5V"), *(("LED", f"5V {n}") for n in range(1, 9))}
    | {("fuse to X1", "IN"), ("fuse to the strip", "OUT"), ("shifter 5V rail", "1")},
    "OG": {("Pi", "1"), ("Pi", "17"), ("Pico", "36"), ("filter near side", "3V3")}
    | {("multiplexer near side", "3V3"), ("register 3V3 rail", "1")},
}
"""A pin of each net of ground, of 5 V and of 3.3 V, by WireViz's name of the wires' colour."""


@pytest.mark.parametrize(
    "path", sorted(WIRING.rglob("*.yml")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_wires_of_a_supply_have_its_colour_and_signals_have_none_of_these(path: Path) -> None:
    folder = path.parent.name
    nets = common(path.stem) if folder == COMMON else board(folder)
    read = json.loads(path.read_text("utf-8"))
    for start, cable, _ in read["connections"]:
        ((part, (pin,)),) = start.items()
        ((name, (number,)),) = cable.items()
        wanted = {color for color, pins in COLORS.items() if nets.of(part, str(pin)) & pins}
        assert {read["cables"][name]["colors"][number - 1]} & COLORS.keys() == wanted, (part, pin)


@pytest.mark.parametrize(
    "path", sorted(WIRING.rglob("*.png")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_sheet_can_be_read_at_the_width_of_a_page(path: Path) -> None:
    """Its letters are 15 pixels high, and a page is 900 pixels wide or more."""
    (width,) = struct.unpack_from(">I", path.read_bytes(), 16)
    assert width <= WIDEST
