"""The cables of boards of printed boards, against the nets of the boards that they join."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from hardware.drawing.boards import board_named, boards
from hardware.drawing.branches import branches
from hardware.drawing.files import BILLS
from hardware.drawing.inputs import is_sensor
from hardware.drawing.rails import CONTACT_OHM, PIXEL_V, SWITCH_OHM, THIN, ohms, rails
from hardware.pcb.base import CHAIN_3V3
from hardware.pcb.cables import Cable, Cables, Wire, cables_of
from hardware.pcb.kit import Pieces
from hardware.pcb.orders import orders, total_cents
from hardware.pcb.prices import assembling_cents
from hardware.pcb.ways import boards_of, efforts
from minigam.board.profile import load_profile

KITS = {each.name: boards_of(each) for each in boards()}
EACH = pytest.mark.parametrize("name", KITS)
PLUGS = {
    "B2B-XH-A": ("XHP-2", 2),
    "B3B-XH-A": ("XHP-3", 3),
    "B4B-XH-A": ("XHP-4", 4),
    "B5B-XH-A": ("XHP-5", 5),
    "B2P-VH": ("VHR-2N", 2),
    "1715721": ("screwed", 2),
}
"""By JST's catalogue: what goes into a plug, and how many wires; the last one has screws."""
CONTACTS = {"XHP": "SXH-001T-P0.6", "VHR": "SVH-21T-P1.1", "M20": "M20-1180042 (not confirmed)"}
FOR_PIXELS = ("J3", "J4", "J5")
"""Of a lane."""
Pin = tuple[str, str, str]
"""A piece, its plug and a pin's number, or a place and what is joined there."""
Net = frozenset[Pin]


def found(name: str) -> Cables:
    return cables_of(board_named(name), KITS[name])


def plugs(pieces: Pieces) -> dict[tuple[str, str], str]:
    """The number of each plug of every printed board."""
    return {
        (piece.name, part.ref): part.kind.number
        for piece in pieces.every
        for part in piece.board.design.parts
        if part.kind.number in PLUGS
    }


def joined(pieces: Pieces, every: Iterable[Cable]) -> dict[Pin, Net]:
    """All that is one net: along copper, along wires, and in levers and turn lights."""
    groups: dict[Pin, set[Pin]] = {}

    def join(one: Pin, other: Pin) -> None:
        both = groups.setdefault(one, {one}) | groups.setdefault(other, {other})
        groups.update(dict.fromkeys(both, both))

    for piece in pieces.every:
        for part in piece.board.design.parts:
            for number, net in part.nets.items():
                join((piece.name, "", net), (piece.name, part.ref, number))
    for cable in every:
        for start, end in cable.pins:
            one = cable.start.piece, cable.start.plug, start
            join(one, (cable.end.piece, cable.end.plug, end))
    return {pin: frozenset(group) for pin, group in groups.items()}


def faults(name: str, every: tuple[Cable, ...]) -> set[str]:
    """What is wrong with these cables of a board."""
    pieces = found(name).pieces
    there = plugs(pieces)
    used = Counter(
        (end.piece, end.plug) for cable in every for end in (cable.start, cable.end) if end.plug
    )
    nets, wrong = joined(pieces, every), set()
    if missing := there.keys() - used.keys() - spare(pieces):
        wrong.add(f"nothing is plugged into {sorted(missing)}")
    if strange := used.keys() - there.keys():
        wrong.add(f"no such plugs: {sorted(strange)}")
    if any(count > 1 for count in used.values()):
        wrong.add("two cables in a plug")
    for cable in every:
        if (cable.start.plug or cable.end.plug) and not {"GND", "-"} & {*cable.signals}:
            wrong.add(f"no ground beside {cable.signals} from {cable.start.name}")
        for end in (cable.start, cable.end):
            if end.plug and end.fixed != PLUGS[there[end.piece, end.plug]][0]:
                wrong.add(f"{end.fixed} does not fit {end.name}")
            if end.plug and len(cable.signals) > PLUGS[there[end.piece, end.plug]][1]:
                wrong.add(f"too many wires in {end.name}")
    return wrong | set(wrong_nets(pieces, nets))


def spare(pieces: Pieces) -> set[tuple[str, str]]:
    """Feeds without a branch, lanes of a tray without lights, and the far end of the chain."""
    used = len(branches(pieces.board.profile.strip))
    feeds = {(pieces.base.name, f"J3{number}") for number in range(used + 1, 9)}
    feeds |= {(lane.name, ref) for lane in pieces.lanes if not lane.lit for ref in FOR_PIXELS}
    return feeds | ({(pieces.lanes[-1].name, "J2")} if pieces.board.profile.sensors else set())


def wrong_nets(pieces: Pieces, nets: dict[Pin, Net]) -> Iterable[str]:
    """What the copper of all boards and the wires join, against what a board needs."""

    def net(piece: str, name: str) -> Net:
        pin = piece, "", name
        return nets.get(pin, frozenset({pin}))

    base, lanes, lit = pieces.base.name, pieces.lanes, pieces.along_the_strip
    same = [[net(piece.name, "GND") for piece in pieces.every]]
    for branch, fed, single in pieces.fed():
        same.append([net(base, f"FEED{branch.number}"), *(net(each.name, "+5V") for each in fed)])
        if single:
            same[-1] += [net("turn light 1", "5V"), net("turn light 2", "5V")]
    outs = [net(base, "STRIP"), *(net(each.name, "DOUT") for each in lit)]
    ins = [*(net(each.name, "DIN") for each in lit), net("turn light 1", "DIN")]
    same += [[one, other] for one, other in zip(outs, ins, strict=True)]
    same.append([net("turn light 1", "DOUT"), net("turn light 2", "DIN")])
    if pieces.board.profile.sensors:
        for feeds, line in (("LOAD", "LOAD"), ("CLOCK", "CLOCK"), (CHAIN_3V3, "+3V3")):
            same.append([net(base, feeds), *(net(lane.name, line) for lane in lanes)])
        data = [net(base, "DATA"), *(net(lane.name, "DATA_IN") for lane in lanes[:-1])]
        same += [[one, net(lane.name, "DATA_OUT")] for one, lane in zip(data, lanes, strict=True)]
    for name in pieces.board.profile.inputs:
        wire, there = net(base, f"{name}_IN"), {lane.name for lane in lanes}
        sensed = is_sensor(name, pieces.board.touched)
        if sensed and net(base, f"{name}_3V3") != net(name, "+3V3"):
            yield f"no 3.3 V for {name}"
        same.append([wire, net(name, "TOUCH") if name in there else net(name, "one tab")])
    for group in same:
        if len(set(group)) > 1:
            yield f"not joined: {[sorted(each)[0] for each in group]}"
    signals = [group[0] for group in same]
    if len(set(signals)) < len(signals):
        yield "two signals touch"


@EACH
def test_every_plug_has_one_end_and_every_signal_arrives(name: str) -> None:
    assert faults(name, found(name).every) == set()


def forgotten(every: tuple[Cable, ...], at: int) -> tuple[Cable, ...]:
    return every[:at] + every[at + 1 :]


def crossed(every: tuple[Cable, ...], at: int) -> tuple[Cable, ...]:
    """The first two wires of a cable change places at its end."""
    cable = every[at]
    one, other, *_ = cable.signals
    pins = {**cable.end.pins, one: cable.end.pins[other], other: cable.end.pins[one]}
    return (*every[:at], replace(cable, end=replace(cable.end, pins=pins)), *every[at + 1 :])


def elsewhere(every: tuple[Cable, ...], at: int) -> tuple[Cable, ...]:
    """A cable goes into the plug that the next one has."""
    following = every[(at + 1) % len(every)]
    return (*every[:at], replace(every[at], end=following.end), *every[at + 1 :])


@EACH
@pytest.mark.parametrize("fault", [forgotten, crossed])
def test_a_forgotten_cable_and_crossed_wires_are_found(
    name: str, fault: Callable[[tuple[Cable, ...], int], tuple[Cable, ...]]
) -> None:
    """A push button works either way round; ground may come from another cable."""
    every = found(name).every
    kinds = {cable.what: at for at, cable in enumerate(every)}
    for what, at in kinds.items():
        if len(every[at].signals) > 1 and what not in ("supply", "meter (optional)"):
            assert faults(name, fault(every, at)), what


@EACH
def test_a_cable_in_the_wrong_plug_is_found(name: str) -> None:
    every = found(name).every
    (at,) = (n for n, cable in enumerate(every) if cable.start.name == "base board J32")
    assert faults(name, elsewhere(every, at))


@EACH
def test_all_ends_are_those_of_the_ways(name: str) -> None:
    wires = sum(int(row["quantity"]) * int(row["wires"]) for row in read(f"{name}-cables"))
    assembled, soldered, _ = (effort.ends for effort in efforts(board_named(name)))
    assert assembled == soldered == found(name).ends == 2 * wires


@EACH
def test_every_branch_gets_enough_through_its_cables(name: str) -> None:
    """Each board at full white, with what is lost in the fuse, the wires and old contacts."""
    strip = load_profile(name).strip
    (at_x1, *_) = (
        rail.volts for rail in rails(load_profile(name)) if "others limited" in rail.load
    )
    for branch, fed, _ in found(name).pieces.fed():
        levers = f"levers of branch {branch.number}"
        lengths = {
            cable.end.piece: cable.length_mm
            for cable in found(name).every
            if cable.wire is Wire.FEED and levers in (cable.start.piece, cable.end.piece)
        }
        ampere = branch.most_ma(strip.budget.led_ma) / 1000
        common = SWITCH_OHM + 2 * (CONTACT_OHM + ohms(lengths[levers], THIN))
        for piece in fed:
            own = 2 * (CONTACT_OHM + ohms(lengths[piece.name], THIN))
            lost = ampere * (common + own * piece.pixels / branch.pixels)
            assert at_x1 - lost > PIXEL_V


def test_a_plug_for_a_branch_gets_to_three_lanes_by_levers() -> None:
    """The first branch: a pair to the levers, and a pair from there to each lane."""
    of_it = [cable for cable in found("quarter-hall").every if "branch 1" in names(cable)]
    assert [(cable.start.name, cable.end.name) for cable in of_it] == [
        ("base board J31", "levers of branch 1"),
        *(("levers of branch 1", f"{lane} J5") for lane in ("off-black", "bar-white", "point-1")),
    ]
    counts = [count for _, count in found("quarter-hall").levers]
    assert counts == 4 * [2]  # for 5 V and for ground, four wires or five


def names(cable: Cable) -> str:
    return f"{cable.start.name} {cable.end.name}"


def test_lengths_are_those_of_the_field() -> None:
    """Lanes stand 40 mm apart: a cable to the next has that, and 50 mm at each end."""
    lengths = {cable.what: cable.length_mm for cable in found("quarter-hall").every}
    assert lengths["chain"] == 150
    (last,) = (c for c in found("quarter-hall").every if c.start.name == "off-white J4")
    field_mm = abs(last.start.at[0] - last.end.at[0]) + abs(last.start.at[1] - last.end.at[1])
    assert field_mm + 100 <= last.length_mm < field_mm + 150


def read(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((BILLS / f"{name}.csv").read_text("utf-8").splitlines()))


def ordered(name: str) -> Counter[str]:
    """Of each number in the list."""
    quantities: Counter[str] = Counter()
    for row in read(f"{name}-printed"):
        quantities[row["number"] or row["part"]] += int(row["quantity"])
    return quantities


@EACH
def test_a_housing_for_each_plug_and_a_contact_for_each_end(name: str) -> None:
    plugged = plugs(found(name).pieces)
    empty = spare(found(name).pieces)
    wanted = Counter(PLUGS[kind][0] for at, kind in plugged.items() if at not in empty)
    there, rows = ordered(name), read(f"{name}-cables")
    assert {h: there[h] for h in wanted if h != "screwed"} == {
        housing: count for housing, count in wanted.items() if housing != "screwed"
    }
    ends: Counter[str] = Counter()
    for line in (BILLS / f"{name}-cables.csv").read_text("utf-8").splitlines()[1:]:
        quantity, _, wires, _, _, _, start, _, end, *_ = next(csv.reader([line]))
        for housing in (start, end):
            if contact := CONTACTS.get(housing[:3]):
                ends[contact] += int(quantity) * int(wires)
    assert {contact: there[contact] for contact in ends} == ends
    assert sum(int(row["quantity"]) for row in rows) == len(found(name).every)


@EACH
def test_enough_wire_is_ordered_and_less_than_a_metre_too_much(name: str) -> None:
    wanted: Counter[str] = Counter()
    for row in read(f"{name}-cables"):
        length = int(row["quantity"]) * int(row["length in mm"])
        if "ribbon" in row["mm²"]:
            wanted["Metre of ribbon cable, 5 x 0.14 mm²"] += length
            continue
        for color in ("red", "black", "green", "violet", "orange", "blue"):
            wires = row["wire by wire"].count(f", {color})")
            wanted[f"Metre of stranded wire, {row['mm²']} mm², {color}"] += wires * length
    there = ordered(name)
    metres = {part: there[part] for part in there if part.startswith("Metre")}
    assert metres == {part: -(-length // 1000) for part, length in wanted.items() if length}


@EACH
def test_all_pixels_of_the_profile_are_ordered(name: str) -> None:
    rows = [row for row in read(f"{name}-printed") if "WS2812B" in row["part"]]
    lit = sum(piece.pixels for piece in found(name).pieces.every)
    dark = sum(replace(p, lit=True).pixels - p.pixels for p in found(name).pieces.every)
    assert sum(int(row["quantity"]) for row in rows) == lit + dark + 2
    assert lit + 2 == load_profile(name).strip.pixels


SCREWS = {
    "quarter-buttons": {
        **{"M3 x 12": 40 + 8 + 3, "Nut M3": 48, "Wood screw": 8, "M3 x 6": 3, "M2.5 x 6": 4},
        **{"Spacer, 11 mm": 2, "Spacer, 15 mm": 3, "Spacer, 5 mm": 0},
    },
    "quarter-hall": {
        **{"M3 x 12": 40 + 8, "Nut M3": 48, "Wood screw": 8 + 4 + 4, "M3 x 6": 0, "M2.5 x 6": 0},
        **{"Spacer, 11 mm": 0, "Spacer, 15 mm": 0, "Spacer, 5 mm": 4 + 4},
    },
}
"""Four a lane and four a face; base boards stand on feet of their own, as does a single Pi."""


@pytest.mark.parametrize("name", SCREWS)
def test_screws_are_totalled(name: str) -> None:
    rows = read(f"{name}-printed")
    counted = {
        part: sum(int(row["quantity"]) for row in rows if part in row["part"])
        for part in SCREWS[name]
    }
    assert counted == SCREWS[name]


@EACH
def test_what_the_list_adds_up_to(name: str) -> None:
    board, kit = board_named(name), KITS[name]
    assembled, by_hand = (total_cents(board, kit, assembled=each) for each in (True, False))
    assert assembled == round(
        100
        * sum(int(row["quantity"]) * float(row["euros each"]) for row in read(f"{name}-printed"))
    )
    assert assembled - by_hand == sum(assembling_cents(each, count) for each, count in kit.items())
    assert all(order.line.quantity > 0 for order in orders(board, kit))
