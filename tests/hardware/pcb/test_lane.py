"""Both lanes' data: their nets are those of the wiring sheets, their places those of the wood."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest

from hardware.drawing.branches import TRIP_MA, branches
from hardware.pcb.copper import Copper, Via, pieces, too_near
from hardware.pcb.lane import (
    EIGHT,
    FIVE,
    GND,
    LANES,
    PITCH,
    PIXEL_Y,
    SENSOR_Y,
    V3,
    V5,
    WIDTH,
    Lane,
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

PARTS = {lane: {part.ref: part for part in parts(lane)} for lane in LANES}
NETS = {
    lane: {(ref, pin): net for net, pins in nets_of(parts(lane)).items() for ref, pin in pins}
    for lane in LANES
}
XH_AMPERES, PIXEL_AMPERES = 3.0, 0.06
"""JST's XH data sheet; a WS2812B at full white."""
MOST_VOLTS, FUSE_SECONDS = 5.25, 5e-3
"""The supply and 5 %; how long a TPS2553-1 limits its current at least (its data sheet)."""
every_lane = pytest.mark.parametrize("lane", LANES, ids=lambda lane: lane.name)
every_place = pytest.mark.parametrize(
    ("lane", "k"), [(lane, k) for lane in LANES for k in lane.places]
)


def compared(placed: Iterable[Part], lane: Lane) -> set[frozenset[tuple[str, str]]]:
    """The nets of the parts that the wiring sheets have too, without those of a single pin."""
    refs = parts_wanted(lane)
    nets = nets_of(part for part in placed if part.ref in refs).values()
    return {frozenset(pins) for pins in nets if len(pins) > 1}


@every_lane
def test_nets_are_those_of_the_wiring_sheets(lane: Lane) -> None:
    assert compared(parts(lane), lane) == wanted(lane)
    pixels = {ref for k in lane.places for ref in (f"D{k}", f"C{k + 8}")}
    extra = {"J3", "J4", "J5", "R13", "C19", "C20"}
    assert PARTS[lane].keys() - parts_wanted(lane) == extra | pixels


@every_lane
@pytest.mark.parametrize("ref", ["U1", "U2", "J1", "J2", "Q3"])
def test_two_pins_exchanged_in_a_pin_table_are_found(lane: Lane, ref: str) -> None:
    part = PARTS[lane][ref]
    table, nets = part.kind.pins, part.nets
    pairs = [(a, b) for a, b in combinations(table.pins, 2) if nets.get(a) != nets.get(b)]
    assert pairs
    for one, other in pairs:
        pins = {**table.pins, one: table.pins[other], other: table.pins[one]}
        kind = replace(part.kind, pins=replace(table, pins=pins))
        wrong = [replace(part, kind=kind) if p.ref == ref else p for p in parts(lane)]
        assert compared(wrong, lane) != wanted(lane)


@every_lane
def test_sensors_and_pixels_have_the_pins_that_were_looked_up_by_hand(lane: Lane) -> None:
    """In the data sheets of the DRV5032 (DBZ package) and the WS2812B."""
    found = PARTS[lane]
    assert found["Q3"].nets == {"1": V3, "2": "S3", "3": GND}
    assert found["D3"].nets == {"1": V5, "2": "LED3", "3": GND, "4": "LED2"}
    assert found["C20"].nets == {"1": V5, "2": GND}


@every_place
def test_a_sensor_shows_at_its_bit(lane: Lane, k: int) -> None:
    """What one register board sends is the upper check bits, eight sensors, the lower ones.

    A lane of five sends as if nothing lay at the three places that it lacks.
    """
    checks, nets = f"{CHECKS:08b}", NETS[lane]
    felt = "".join("0" if at == k else "1" for at in range(1, 9))
    assert read_out(nets, {f"S{k}"}) == checks[:4] + felt + checks[4:]
    assert nets[f"Q{k}", "2"] == f"S{k}"
    assert is_pulled_up(nets, f"S{k}")


def test_the_profile_counts_a_lane_as_the_lane_is_wired() -> None:
    profile = load_profile("quarter-hall")
    assert profile.sensors
    for lane, (zone, numbers) in enumerate(profile.sensors.places.items()):
        assert list(numbers) == [lane * 8 + k - 1 for k in EIGHT.places]
        segment = profile.strip.segments[zone]
        assert (segment.first, segment.count) == (lane * 8, 8)


@every_lane
def test_the_first_pixel_is_next_to_the_player_as_the_first_place_is(lane: Lane) -> None:
    net, nets = "DIN", NETS[lane]
    for k in lane.places:
        assert nets[f"D{k}", "4"] == net
        net = nets[f"D{k}", "2"]
    assert (nets["R13", "1"], nets["R13", "2"], nets["J4", "1"]) == (net, "DOUT", "DOUT")
    assert PARTS[lane]["R13"].kind.value == "330R"  # as on the sheets, from branch to branch


def test_the_next_lane_lies_to_the_right_as_in_the_profile() -> None:
    """Seen from the player x leads away and y to the right; a cable there is short."""
    profile = load_profile("quarter-hall")
    assert profile.sensors
    (row,) = profile.rows
    assert list(row) == list(profile.sensors.places)
    for towards, away in (("J1", "J2"), ("J3", "J4")):
        assert all(p[towards].at[1] < WIDTH / 2 < p[away].at[1] for p in PARTS.values())


@every_lane
def test_places_fit_the_wood(lane: Lane) -> None:
    assert parameter("pitch_along") == PITCH
    for k in lane.places:
        assert PARTS[lane][f"Q{k}"].at == (place(k), SENSOR_Y)
        assert PARTS[lane][f"D{k}"].at == (place(k), PIXEL_Y)
        assert place(k + 1) - place(k) == PITCH
    assert parameter("pitch_across") / 2 == PIXEL_Y - SENSOR_Y
    assert parameter("pitch_across") > WIDTH
    assert place(lane.count) + parameter("checker_diameter") / 2 < lane.length


def test_a_lane_of_five_is_one_of_eight_without_its_far_end() -> None:
    """All that both have is at the same place, but what is at the far end of the pixels."""
    eight, five = PARTS[EIGHT], PARTS[FIVE]
    assert eight.keys() - five.keys() == {
        f"{letter}{k}" for k in (6, 7, 8) for letter in "QRCD"
    } | {"C14", "C15", "C16"}
    moved = {ref for ref, part in five.items() if part.at != eight[ref].at}
    assert moved == {"R13"}
    assert place(5) - place(1) == FIVE.length - EIGHT.length + place(8) - place(1)


@every_lane
def test_screws_are_at_both_ends_and_under_no_checker(lane: Lane) -> None:
    ends = {x for x, _ in lane.holes if not place(1) < x < place(lane.count)}
    assert ends == {3.5, lane.length - 3.5}
    for x, y in set(lane.holes):
        assert min(hypot(x - place(k), y - SENSOR_Y) for k in lane.places) > 14.5 + 1.7


@every_lane
def test_5_volts_come_in_by_their_own_plug_only(lane: Lane) -> None:
    plugs = {ref for (ref, _), net in NETS[lane].items() if net == V5 and ref.startswith("J")}
    assert plugs == {"J5"}
    assert lane.count * PIXEL_AMPERES < XH_AMPERES


def test_a_branch_of_lanes_is_charged_before_its_fuse_switches_off() -> None:
    """The fuse limits its current for 5 ms at least, then it switches off."""
    in_lane = {"100n": 100e-9, "100u 6.3V": 100e-6}
    lane = sum(
        in_lane[p.kind.value] for p in parts(EIGHT) if V5 in p.nets.values() and p.ref[0] == "C"
    )
    in_fuse = 470e-6
    for branch in branches(load_profile("quarter-hall").strip):
        lanes = -(-branch.pixels // EIGHT.count)
        charge = (in_fuse + lanes * lane) * MOST_VOLTS
        assert charge / (TRIP_MA[0] / 1000) < 0.6 * FUSE_SECONDS


@every_lane
def test_the_check_of_copper_finds_what_is_wrong(lane: Lane) -> None:
    pads = pads_of(parts(lane))
    copper = finished(pads, lane)
    at = next(via.at for via in copper.vias if via.net == "S4")
    without = Copper(copper.tracks, [via for via in copper.vias if via.net != "S4"])
    assert pieces(without, pads, POURED)["S4"] > 1
    bridged = Copper(copper.tracks, [*copper.vias, Via(GND, (at[0] + 0.5, at[1]))])
    assert any("via of S4" in line and "via of GND" in line for line in too_near(bridged, pads))
    cut = Copper([t for t in copper.tracks if t.net != "LED3"], copper.vias)
    assert pieces(cut, pads, POURED)["LED3"] == 2
    moved = [replace(p, at=(p.at[0] + 1, p.at[1])) if p.ref == "Q5" else p for p in parts(lane)]
    assert pieces(copper, pads_of(moved), POURED)["S5"] > 1
