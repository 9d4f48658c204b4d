"""The base board's data: its nets are those of the wiring sheets, and it feeds no computer."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.drawing.branches import branches
from hardware.drawing.items import TOUCH
from hardware.drawing.wiring import End
from hardware.pcb.base import FEEDS, METER_3V3, PI_3V3, PROFILES, SUPPLY, parts
from hardware.pcb.blocks import GATE, GND, INPUT, V3, V5
from hardware.pcb.bought import KINDS
from hardware.pcb.pins import I2C_PLUG, INA219_D
from hardware.pcb.placing import Part, nets_of
from minigam.board.header import GROUND, PICO
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile
from tests.hardware.pcb.printed import Joined, Printed, several

PARTS = {part.ref: part for part in parts()}
NETS = {(ref, pin): net for net, pins in nets_of(parts()).items() for ref, pin in pins}
SOCKETS = {
    str(pin): ("J4", str(pin)) if pin <= 20 else ("J5", str(pin - 20)) for pin in range(1, 41)
}
GROUNDS = [pin for pin in range(1, 41) if GROUND in PICO.label(pin)]
PI_PINS = {"3V3": "1", "SDA": "3", "SCL": "5", "GND": "9"}
CHIP = {name: ("U2", pin) for pin, name in INA219_D.pins.items()}
METER: tuple[Joined, ...] = (
    {("F9", "2"), ("X2", "1")},
    {CHIP["SDA"], "U2 SDA"},
    {CHIP["SCL"], "U2 SCL"},
    {CHIP["IN+"], ("R8", "1"), "U2 VIN+"},
    {CHIP["IN-"], ("R8", "2"), "U2 VIN-"},
    {("R20", "1"), "U2 VCC"},
    {CHIP["VS"], ("C5", "1"), ("R20", "2")},
    {CHIP["GND"], CHIP["A0"], CHIP["A1"], ("C5", "2"), "U2 GND"},
    *(set[End | str]({("J3", I2C_PLUG.number(n)), f"Pi {pin}"}) for n, pin in PI_PINS.items()),
)
"""Adafruit's board: the chip at address 0x40, its shunt and its capacitor, with a resistor before
its 3.3 V. And the chain's fuse."""


def wanted(profile: Profile) -> set[frozenset[tuple[str, str]]]:
    inside: Joined = {"Pico's ground", *(SOCKETS[str(pin)] for pin in GROUNDS)}
    return Printed(profile, TOUCH, SOCKETS, (*METER, inside)).wanted()


def without(placed: Iterable[Part], spare: set[str]) -> set[frozenset[tuple[str, str]]]:
    """The nets of all parts but some."""
    return several(nets_of(part for part in placed if part.ref not in spare).values())


def spare_feeds(profile: Profile) -> set[str]:
    """The parts of the fuses that a board with fewer branches leaves unused."""
    numbers = range(len(branches(profile.strip)) + 1, FEEDS + 1)
    return {f"{part}{n}" for n in numbers for part in ("F", "C1", "C2", "C3", "R1", "J3")}


@pytest.mark.parametrize("name", PROFILES)
def test_nets_are_those_of_the_wiring_sheets(name: str) -> None:
    profile = load_profile(name)
    assert without(parts(), spare_feeds(profile)) == wanted(profile)


def test_the_largest_board_uses_every_feed() -> None:
    assert max(len(branches(load_profile(name).strip)) for name in PROFILES) == FEEDS


SEVERAL = [
    "F1",
    "U1",
    "U2",
    "J1",
    "J2",
    "J3",
    "J4",
    "J5",
    "J11",
    "J38",
    "X2",
    "C31",
    "C1",
    "Q1",
    "D1",
]


@pytest.mark.parametrize("ref", SEVERAL)
def test_two_pins_exchanged_in_a_pin_table_are_found(ref: str) -> None:
    part = PARTS[ref]
    table, nets = part.kind.pins, part.nets
    pairs = [(a, b) for a, b in combinations(table.pins, 2) if nets.get(a) != nets.get(b)]
    assert pairs
    profile = load_profile("dice-16-hall")
    right = wanted(profile)
    for one, other in pairs:
        pins = {**table.pins, one: table.pins[other], other: table.pins[one]}
        kind = replace(part.kind, pins=replace(table, pins=pins))
        wrong = [replace(part, kind=kind) if p.ref == ref else p for p in parts()]
        assert without(wrong, set()) != right


@pytest.mark.parametrize("pair", list(combinations(("roll-white", "roll-black", "undo"), 2)))
def test_exchanged_gpios_are_found(pair: tuple[str, str]) -> None:
    profile, (one, other) = load_profile("dice-16-hall"), pair
    gpios = dict(profile.inputs)
    gpios[one], gpios[other] = gpios[other], gpios[one]
    assert wanted(replace(profile, inputs=gpios)) != wanted(profile) == without(parts(), set())


def test_gpios_that_were_looked_up_by_hand() -> None:
    """In the profiles, and on the drawing of a Pico's pins."""
    by_hand = {4: "LOAD_GPIO", 5: "CLOCK_GPIO", 6: "DATA", 14: "roll-white", 15: "roll-black"}
    by_hand |= {16: "undo", 21: "STRIP_3V3", 36: V3, 33: GND}
    by_hand |= dict.fromkeys((3, 8, 13, 18, 23, 28, 38), GND)
    assert {pin: NETS[SOCKETS[str(pin)]] for pin in by_hand} == by_hand
    free = set(range(1, 41)) - by_hand.keys()
    assert not [pin for pin in free if SOCKETS[str(pin)] in NETS]


def test_a_fuse_has_the_pins_that_were_looked_up_by_hand() -> None:
    """In the data sheet of the TPS2553-1, DBV package."""
    nets = {"1": V5, "2": GND, "3": V5, "5": "LIMIT3", "6": "FEED3"}
    assert PARTS["F3"].nets == nets
    assert PARTS["J33"].nets == {"1": "FEED3", "2": GND}
    assert PARTS["R13"].kind.value == "15k"


def test_a_reversed_supply_and_too_high_a_one_stop_at_the_terminal() -> None:
    """By hand: the source is away from the terminal, the gate at ground, the cathode at 5 V."""
    sources = dict.fromkeys("123", SUPPLY)
    assert PARTS["J1"].nets == {"1": INPUT, "2": GND}
    assert PARTS["Q1"].nets == sources | {"4": GATE, "5": INPUT}
    assert PARTS["R10"].nets == {"1": GATE, "2": GND}
    assert PARTS["D1"].nets == {"1": SUPPLY, "2": GND}


def test_nothing_feeds_the_pico_or_the_pi() -> None:
    """VSYS and VBUS are free, and no part leads from the strip's supply to their 3.3 V."""
    assert ("J5", "19") not in NETS
    assert ("J5", "20") not in NETS
    assert (PICO.label(39), PICO.label(40)) == ("VSYS", "VBUS")
    supplies = {INPUT, SUPPLY, V5, *(f"FEED{n}" for n in range(1, FEEDS + 1))}
    between = {
        ref for ref, part in PARTS.items() if {V3, PI_3V3, METER_3V3} & set(part.nets.values())
    }
    assert {ref for ref in between if supplies & set(PARTS[ref].nets.values())} == {"U2"}
    assert {ref for ref, part in PARTS.items() if "CHAIN_3V3" in part.nets.values()} == {"F9", "X2"}
    assert {ref for ref, part in PARTS.items() if PI_3V3 in part.nets.values()} == {"R20", "J3"}
    plugs = {ref for (ref, _), net in NETS.items() if net in supplies and ref[0] in "JX"}
    assert plugs == {"J1", *(f"J3{n}" for n in range(1, FEEDS + 1))}


def test_values_are_those_of_the_items() -> None:
    """`15k` for `Resistor, 15 kΩ, 1 %, 0.25 W`."""
    for item, kind in KINDS.items():
        if found := re.search(r"(\d+) (k|m|p|n|µ|)(Ω|F)", item.name):
            number, prefix, unit = found.groups()
            prefix = prefix.replace("µ", "u") or "R"
            assert kind.value.split()[0] == number + prefix
            assert (unit == "Ω") == (kind.footprint.name[0] == "R")
        else:
            assert kind.value.strip("SN") in item.name or kind.value == "chain"


def test_a_button_lies_on_the_plug_that_names_it() -> None:
    plugs = {ref: part.nets["1"] for ref, part in PARTS.items() if re.fullmatch(r"J1\d", ref)}
    assert plugs == {"J11": "roll-white_IN", "J12": "roll-black_IN", "J13": "undo_IN"}
