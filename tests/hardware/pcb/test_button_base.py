"""The base board for a Pi's header: its nets are those of the wiring sheets of both boards."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.drawing.inputs import is_control
from hardware.drawing.items import SENSOR, TOUCH, Item
from hardware.pcb.blocks import GATE, GND, INPUT, V3, V5
from hardware.pcb.button_base import HOLES, PROFILES, SIZE, feeds, parts
from hardware.pcb.pins import TOUCH_PLUG
from hardware.pcb.placing import Part, nets_of, pads_of
from minigam.board.header import GROUND, PI
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile
from tests.hardware.pcb.printed import Joined, Pins, Printed, several

PARTS = {part.ref: part for part in parts()}
NETS = {(ref, pin): net for net, pins in nets_of(parts()).items() for ref, pin in pins}
HEADER = {str(pin): ("J4", str(pin)) for pin in range(1, 41)}
GROUNDS = [pin for pin in range(1, 41) if PI.label(pin) == GROUND]
BUTTONS, SPOTS = (load_profile(name) for name in PROFILES)
ZONES = [n for n, name in enumerate(SPOTS.inputs, 1) if not is_control(name)]
TOUCH_3V3 = TOUCH_PLUG.number("3V3")


def wanted(profile: Profile, touched: Item) -> set[Pins]:
    inside: Joined = {"the Pi's ground", *(HEADER[str(pin)] for pin in GROUNDS)}
    high = [{(f"R{80 + n}", "2"), (f"J{10 + n}", TOUCH_3V3)} for n in ZONES]
    extra: list[Joined] = [{*pins} for pins in high] if touched == SENSOR else []
    return Printed(profile, touched, HEADER, (inside, *extra)).wanted()


def found(placed: Iterable[Part], *, sensors: bool) -> set[Pins]:
    """The nets of all parts; buttons leave the plugs' pins for 3.3 V free."""
    spare = set() if sensors else {(f"J{10 + n}", TOUCH_3V3) for n in ZONES}
    spare |= set() if sensors else {(f"R{80 + n}", pin) for n in ZONES for pin in "12"}
    return several(pins - spare for pins in nets_of(placed).values())


def test_nets_are_those_of_the_wiring_sheets_with_buttons() -> None:
    assert found(parts(), sensors=False) == wanted(BUTTONS, TOUCH)


def test_nets_are_those_of_the_wiring_sheets_with_touch_spots() -> None:
    assert found(parts(), sensors=True) == wanted(SPOTS, SENSOR)


@pytest.mark.parametrize(
    "ref", ["F4", "U1", "J1", "J2", "J4", "J11", "J21", "J34", "C31", "C1", "Q1", "D1"]
)
def test_two_pins_exchanged_in_a_pin_table_are_found(ref: str) -> None:
    part, right = PARTS[ref], wanted(SPOTS, SENSOR)
    table, nets = part.kind.pins, part.nets
    pairs = [(a, b) for a, b in combinations(table.pins, 2) if nets.get(a) != nets.get(b)]
    assert pairs
    for one, other in pairs:
        pins = {**table.pins, one: table.pins[other], other: table.pins[one]}
        kind = replace(part.kind, pins=replace(table, pins=pins))
        wrong = [replace(part, kind=kind) if p.ref == ref else p for p in parts()]
        assert found(wrong, sensors=True) != right


def test_a_short_in_a_touch_cable_takes_70_milliamperes_of_3v3_at_most() -> None:
    """3.3 V through 47 ohms, for each cable; a sensor needs less than 3 mA."""
    fed = {f"R{80 + n}": {PARTS[f"R{80 + n}"].nets["1"]} for n in ZONES}
    assert fed == {f"R{80 + n}": {V3} for n in ZONES}
    assert {PARTS[ref].kind.value for ref in fed} == {"47R"}
    for n in ZONES:
        assert PARTS[f"J{10 + n}"].nets[TOUCH_3V3] == PARTS[f"R{80 + n}"].nets["2"] != V3


def test_exchanged_gpios_are_found() -> None:
    right = wanted(SPOTS, SENSOR)
    pairs = list(combinations(SPOTS.inputs, 2))
    assert len(pairs) == 78
    for one, other in pairs[::6]:
        gpios = {**SPOTS.inputs, one: SPOTS.inputs[other], other: SPOTS.inputs[one]}
        assert wanted(replace(SPOTS, inputs=gpios), SENSOR) != right


def test_gpios_that_were_looked_up_by_hand() -> None:
    """In the table of pins in docs/building.md."""
    by_hand = {11: "point-1", 13: "point-2", 15: "point-3", 16: "point-4", 18: "point-5"}
    by_hand |= {22: "point-6", 29: "bar-white", 31: "bar-black", 32: "off-white"}
    by_hand |= {36: "off-black", 33: "roll-white", 7: "roll-black", 37: "undo"}
    by_hand |= {19: "STRIP_3V3", 17: V3}
    by_hand |= dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), GND)
    assert {pin: NETS["J4", str(pin)] for pin in by_hand} == by_hand
    free = set(range(1, 41)) - by_hand.keys()
    assert not [pin for pin in free if ("J4", str(pin)) in NETS]


def test_a_reversed_supply_and_too_high_a_one_stop_at_the_terminal() -> None:
    """By hand: the source is away from the terminal, the gate at ground, the cathode at 5 V."""
    assert PARTS["Q1"].nets == dict.fromkeys("123", V5) | {"4": GATE, "5": INPUT}
    assert (PARTS["J1"].nets["1"], PARTS["D1"].nets) == (INPUT, {"1": V5, "2": GND})
    assert PARTS["R10"].nets == {"1": GATE, "2": GND}


def test_nothing_feeds_the_pi() -> None:
    """5 V of the header is free, and no part leads from the strip's supply to 3.3 V."""
    assert (PI.label(2), PI.label(4)) == ("5V", "5V")
    assert not {("J4", "2"), ("J4", "4")} & NETS.keys()
    supplies = {INPUT, V5, *(f"FEED{n}" for n in range(1, feeds() + 1))}
    for part in PARTS.values():
        nets = set(part.nets.values())
        assert not (V3 in nets and supplies & nets)
    plugs = {ref for (ref, _), net in NETS.items() if net in supplies and ref[0] == "J"}
    assert plugs == {"J1", *(f"J3{n}" for n in range(1, feeds() + 1))}


def test_the_header_lies_as_the_pi_has_it() -> None:
    """Seen from above, the Pi below: pin 1 is at the left in the row that is nearer to the Pi.

    Rows are 2.54 mm apart; the middle is 29 mm from each of the Pi's holes (HAT design guide).
    """
    pads = pads_of(parts())
    one, two, last = (pads.at("J4", pin) for pin in ("1", "2", "40"))
    assert two == pytest.approx((one[0], one[1] - 2.54))
    assert last == pytest.approx((one[0] + 19 * 2.54, two[1]))
    assert PARTS["J4"].back
    middle = ((one[0] + last[0]) / 2, (one[1] + last[1]) / 2)
    for hole, side in zip(HOLES[-2:], (-29, 29), strict=True):
        assert hole == pytest.approx((middle[0] + side, middle[1]))
    assert SIZE[0] - middle[0] == pytest.approx(65 - 32.5, abs=0.1)


def test_each_input_has_a_plug_of_its_own_name() -> None:
    inputs = {ref: part.functions["IN"] for ref, part in PARTS.items() if "IN" in part.functions}
    plugs = {ref: net for ref, net in inputs.items() if re.fullmatch(r"J\d\d", ref)}
    assert plugs == {f"J{10 + n}": f"{name}_IN" for n, name in enumerate(SPOTS.inputs, 1)}
