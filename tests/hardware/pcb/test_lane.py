"""The lane's data: its nets are those of the wiring sheets, its places those of the wood."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.drawing.branches import TRIP_MA, branches
from hardware.pcb.copper import Copper, Via, pieces, too_near
from hardware.pcb.lane import (
    GND,
    LENGTH,
    PITCH,
    PIXEL_Y,
    PLACES,
    SENSOR_Y,
    V3,
    V5,
    WIDTH,
    parts,
    place,
)
from hardware.pcb.placing import Part, nets_of, pads_of
from hardware.pcb.routes import POURED, finished
from minigam.board.profile import load_profile
from minigam.link.messages import CHECKS
from tests.hardware.pcb.chain import is_pulled_up, read_out
from tests.hardware.pcb.parameters import parameter
from tests.hardware.pcb.sheets import parts_wanted, wanted

PARTS = {part.ref: part for part in parts()}
PADS = pads_of(parts())
NETS = {(ref, pin): net for net, pins in nets_of(parts()).items() for ref, pin in pins}
XH_AMPERES, PIXEL_AMPERES = 3.0, 0.06
"""JST's XH data sheet; a WS2812B at full white."""
MOST_VOLTS, FUSE_SECONDS = 5.25, 5e-3
"""The supply and 5 %; how long a TPS2553-1 limits its current at least (its data sheet)."""


def compared(placed: Iterable[Part]) -> set[frozenset[tuple[str, str]]]:
    """The nets of the parts that the wiring sheets have too, without those of a single pin."""
    refs = parts_wanted()
    nets = nets_of(part for part in placed if part.ref in refs).values()
    return {frozenset(pins) for pins in nets if len(pins) > 1}


def test_nets_are_those_of_the_wiring_sheets() -> None:
    assert compared(parts()) == wanted()
    pixels = {ref for k in PLACES for ref in (f"D{k}", f"C{k + 8}")}
    extra = {"J3", "J4", "J5", "R13", "C19", "C20"}
    assert PARTS.keys() - parts_wanted() == extra | pixels


@pytest.mark.parametrize("ref", ["U1", "U2", "J1", "J2", "Q3"])
def test_two_pins_exchanged_in_a_pin_table_are_found(ref: str) -> None:
    part = PARTS[ref]
    table, nets = part.kind.pins, part.nets
    pairs = [(a, b) for a, b in combinations(table.pins, 2) if nets.get(a) != nets.get(b)]
    assert pairs
    for one, other in pairs:
        pins = {**table.pins, one: table.pins[other], other: table.pins[one]}
        kind = replace(part.kind, pins=replace(table, pins=pins))
        wrong = [replace(part, kind=kind) if p.ref == ref else p for p in parts()]
        assert compared(wrong) != wanted()


def test_sensors_and_pixels_have_the_pins_that_were_looked_up_by_hand() -> None:
    """In the data sheets of the DRV5032 (DBZ package) and the WS2812B."""
    assert PARTS["Q3"].nets == {"1": V3, "2": "S3", "3": GND}
    assert PARTS["D3"].nets == {"1": V5, "2": "LED3", "3": GND, "4": "LED2"}
    assert PARTS["C20"].nets == {"1": V5, "2": GND}


@pytest.mark.parametrize("k", PLACES)
def test_a_sensor_shows_at_its_bit(k: int) -> None:
    """What one register board sends is the upper check bits, its sensors, the lower ones."""
    checks = f"{CHECKS:08b}"
    felt = "".join("0" if at == k else "1" for at in PLACES)
    assert read_out(NETS, {f"S{k}"}) == checks[:4] + felt + checks[4:]
    assert NETS[f"Q{k}", "2"] == f"S{k}"
    assert is_pulled_up(NETS, f"S{k}")


def test_the_profile_counts_a_lane_as_the_lane_is_wired() -> None:
    profile = load_profile("quarter-hall")
    assert profile.sensors
    for lane, (zone, numbers) in enumerate(profile.sensors.places.items()):
        assert list(numbers) == [lane * 8 + k - 1 for k in PLACES]
        segment = profile.strip.segments[zone]
        assert (segment.first, segment.count) == (lane * 8, 8)
    net = "DIN"
    for k in PLACES:  # the first pixel is next to the player, as the first place is
        assert NETS[f"D{k}", "4"] == net
        net = NETS[f"D{k}", "2"]
    assert (NETS["R13", "1"], NETS["R13", "2"], NETS["J4", "1"]) == (net, "DOUT", "DOUT")
    assert PARTS["R13"].kind.value == "330R"  # as on the sheets, from branch to branch


def test_the_next_lane_lies_to_the_right_as_in_the_profile() -> None:
    """Seen from the player x leads away and y to the right; a cable there is short."""
    profile = load_profile("quarter-hall")
    assert profile.sensors
    (row,) = profile.rows
    assert list(row) == list(profile.sensors.places)
    for towards, away in (("J1", "J2"), ("J3", "J4")):
        assert PARTS[towards].at[1] < WIDTH / 2 < PARTS[away].at[1]


def test_places_fit_the_wood() -> None:
    assert parameter("pitch_along") == PITCH
    for k in PLACES:
        assert PARTS[f"Q{k}"].at == (place(k), SENSOR_Y)
        assert PARTS[f"D{k}"].at == (place(k), PIXEL_Y)
        assert place(k + 1) - place(k) == PITCH
    assert parameter("pitch_across") / 2 == PIXEL_Y - SENSOR_Y
    assert parameter("pitch_across") > WIDTH
    assert place(8) + parameter("checker_diameter") / 2 < LENGTH


def test_5_volts_come_in_by_their_own_plug_only() -> None:
    plugs = {ref for (ref, _), net in NETS.items() if net == V5 and ref.startswith("J")}
    assert plugs == {"J5"}
    assert len(PLACES) * PIXEL_AMPERES < XH_AMPERES


def test_a_branch_of_lanes_is_charged_before_its_fuse_switches_off() -> None:
    """The fuse limits its current for 5 ms at least, then it switches off."""
    in_lane = {"100n": 100e-9, "100u 6.3V": 100e-6}
    lane = sum(in_lane[p.kind.value] for p in parts() if V5 in p.nets.values() and p.ref[0] == "C")
    in_fuse = 470e-6
    for branch in branches(load_profile("quarter-hall").strip):
        lanes = -(-branch.pixels // len(PLACES))
        charge = (in_fuse + lanes * lane) * MOST_VOLTS
        assert charge / (TRIP_MA[0] / 1000) < 0.6 * FUSE_SECONDS


def test_the_check_of_copper_finds_what_is_wrong() -> None:
    copper = finished(PADS)
    at = next(via.at for via in copper.vias if via.net == "S4")
    without = Copper(copper.tracks, [via for via in copper.vias if via.net != "S4"])
    assert pieces(without, PADS, POURED)["S4"] > 1
    bridged = Copper(copper.tracks, [*copper.vias, Via(GND, (at[0] + 0.5, at[1]))])
    assert any("via of S4" in line and "via of GND" in line for line in too_near(bridged, PADS))
    cut = Copper([t for t in copper.tracks if t.net != "LED3"], copper.vias)
    assert pieces(cut, PADS, POURED)["LED3"] == 2
    moved = [replace(p, at=(p.at[0] + 1, p.at[1])) if p.ref == "Q5" else p for p in parts()]
    assert pieces(copper, pads_of(moved), POURED)["S5"] > 1
