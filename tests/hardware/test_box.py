"""Everything in the case of a board with printed lanes fits, has room, and is reached by its cable.

Heights are written down here once more, by hand, from data sheets and from parameters.scad; where
lanes and faces lie is read from the field's DXF file.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.drawing import items
from hardware.drawing.boards import board_named
from hardware.drawing.case import Case, Kind, Thing
from hardware.drawing.files import CASES, HARDWARE
from hardware.drawing.measures import load_measures
from hardware.drawing.rails import LEAD_MM
from hardware.pcb import button_base
from hardware.pcb.boards import FACE
from hardware.pcb.cables import Socket, cables_of
from hardware.pcb.floor import PI_SIZE
from hardware.pcb.ways import boards_of
from tests.hardware.test_fit import ON_LANES, faces, layers, printed

M = load_measures()
EACH = pytest.mark.parametrize("name", ON_LANES)
ROOM = 2.5
"""Between what hangs from the wood and what stands on the floor, at least, in mm."""
TOUCHING = ({Kind.WALL}, {Kind.WINDOW}, {Kind.PI, Kind.BASE}, {Kind.PI})
"""Walls meet in corners; the faces lie on the window's back, and sockets on the Pi."""
BOARD, WOOD, SCREW = 1.6, 4.0, 12.0
VH, XH, CAPACITOR, PICO = 16.5 + 6.0, 9.8 + 4.0, 11.5 + 1.5, 8.5 + 2.5 + 1.0 + 2.8
"""JST's housings with the bend of their wires; Panasonic's FR series; a Pico in its sockets."""
PI_HEADER = 2.5 + 8.5
"""Of a Pi's header and of the socket that is plugged onto it."""
ENDS, SPARE = 15.0, 160.0
"""What a cable has beyond the way from plug to plug, at least and at most; leads have more."""


def case(name: str, measures: Mapping[str, float] = M) -> Case:
    board = board_named(name)
    return Case(board, boards_of(board), measures)


def things(name: str, *kinds: Kind) -> list[Thing]:
    return [thing for thing in case(name).things() if not kinds or thing.kind in kinds]


def meetings(found: Case) -> list[tuple[Thing, Thing]]:
    pairs = combinations(found.things(), 2)
    return [
        (one, other)
        for one, other in pairs
        if one.meets(other) and {one.kind, other.kind} not in TOUCHING
    ]


def least_room(found: Case) -> float:
    """Between what hangs and what stands below it."""
    every = [each for each in found.things() if each.kind is not Kind.WALL]
    hanging = [each for each in every if each.kind.hangs]
    standing = [each for each in every if not each.kind.hangs]
    rooms = [h.bottom - s.top for h in hanging for s in standing if h.is_above(s)]
    return min(rooms)


@EACH
def test_nothing_is_where_something_else_is(name: str) -> None:
    assert meetings(case(name)) == []


@EACH
def test_what_hangs_has_room_above_what_stands(name: str) -> None:
    assert least_room(case(name)) >= ROOM


def test_a_case_of_40_mm_is_too_flat() -> None:
    """The test above finds it: plugs of the base board would touch the lanes' screws."""
    flat = {**M, "case_depth": 40.0}
    assert least_room(case("quarter-buttons", flat)) < 0
    assert meetings(case("quarter-buttons", flat))
    assert least_room(case("quarter-hall", {**M, "case_depth": 37.0})) < ROOM


@EACH
def test_everything_is_between_the_walls_the_floor_and_the_wood(name: str) -> None:
    found, wide = case(name), M["frame_width"]
    for thing in found.things():
        if thing.kind is not Kind.WALL:
            assert wide <= thing.left < thing.right <= found.field.width - wide, thing
            assert wide <= thing.low < thing.high <= found.field.depth - wide, thing
            assert 0 <= thing.bottom < thing.top <= M["case_depth"], thing


@EACH
def test_heights_below_the_wood_are_those_of_the_data_sheets(name: str) -> None:
    depth, back = M["case_depth"], M["lane_gap"] + BOARD
    plugs = {each.name: depth - each.bottom for each in things(name, Kind.PLUG)}
    assert plugs["point-3 J5"] == pytest.approx(back + VH)
    assert plugs["point-3 J1"] == pytest.approx(back + XH)
    window = M["pixel_height"] + M["diffuser"]
    assert plugs["die 1 J3"] == pytest.approx(window + BOARD + VH)
    screws = {round(depth - each.bottom, 3) for each in things(name, Kind.SCREW)}
    assert screws == {SCREW - WOOD}


@EACH
def test_heights_above_the_floor_are_those_of_the_data_sheets(name: str) -> None:
    on_header = not board_named(name).profile.on_a_pico
    (base,) = things(name, Kind.BASE)
    assert base.bottom == (15 if on_header else 5)
    assert base.top - base.bottom == pytest.approx(BOARD)
    assert M["board_thickness"] == BOARD
    tall = {each.name: each.top - base.top for each in things(name, Kind.ON_BASE)}
    assert tall["J31"] == pytest.approx(VH)
    assert tall["J11"] == pytest.approx(XH)
    assert tall["C31"] == pytest.approx(CAPACITOR)
    if not on_header:
        assert tall["J4"] == pytest.approx(PICO)
    (pi,) = (each for each in things(name, Kind.PI) if each.name)
    if on_header:
        assert base.bottom - pi.top == pytest.approx(PI_HEADER)
    assert pi.bottom >= 2.5  # screw heads, the card and soldered pins below it


@EACH
def test_a_board_on_a_header_lies_on_the_pis_own_holes(name: str) -> None:
    """Those of a Pi are 3.5 and 61.5 mm from its end without sockets, 3.5 mm from the header."""
    if board_named(name).profile.on_a_pico:
        return
    found = case(name)
    (base,) = things(name, Kind.BASE)
    (pi,) = (each for each in things(name, Kind.PI) if each.name)
    assert (pi.right - pi.left, pi.high - pi.low) == PI_SIZE
    for hole, along in zip(button_base.HOLES[-2:], (3.5, 61.5), strict=True):
        at = base.right - hole[0], base.low + hole[1]
        assert at == pytest.approx((pi.right - along, pi.low + 3.5))
    assert found.measures["pi_spacer"] == PI_HEADER


@EACH
def test_lanes_and_faces_lie_where_the_field_has_their_screws(name: str) -> None:
    drawn = layers(name)
    found = sorted((each.left, each.low) for each in things(name, Kind.LANE))
    there = sorted((each.left, each.low) for each in printed(name, drawn) if each.what == "lane")
    for one, other in zip(found, there, strict=True):
        assert one == pytest.approx(other, abs=0.3)
    dice = [each for each in things(name, Kind.WINDOW) if each.name.startswith("die")]
    for die, corner in zip(dice, sorted(faces(drawn)), strict=True):
        assert (die.left, die.low) == pytest.approx(corner, abs=0.3)
        assert (die.right - die.left, die.high - die.low) == FACE.design.size


Place = tuple[float, float, float, bool]
"""x, y and z of a plug, and whether it hangs from the wood."""


def places(name: str) -> dict[str, Place]:
    """The middle of each plug, by its name in the list of cables."""
    found = {}
    for each in things(name):
        middle = (each.left + each.right) / 2, (each.low + each.high) / 2
        title = {Kind.ON_BASE: f"base board {each.name}", Kind.JACK: "supply's socket"}
        if each.name == "meter":
            title[Kind.USB] = "Pi's header"
        height = (each.bottom + each.top) / 2
        found[title.get(each.kind, each.name)] = (*middle, height, each.kind.hangs)
    return found


def ways(start: Place, end: Place) -> tuple[float, float]:
    """From plug to plug in the closed box, and while the field stands on the wall in front."""
    closed = sum(abs(a - b) for a, b in zip(start[:3], end[:3], strict=True))
    if start[3] == end[3]:
        return closed, closed
    up = M["case_depth"] - min(start[2], end[2])
    return closed, abs(start[0] - end[0]) + start[1] + end[1] + up


@EACH
def test_every_cable_is_long_enough_while_the_box_is_open_and_not_much_too_long(name: str) -> None:
    board, at = board_named(name), places(name)

    def end(socket: Socket) -> Place:
        return at.get(socket.name) or (*socket.at, M["case_depth"], True)

    for cable in cables_of(board, boards_of(board)).every:
        way = max(ways(end(cable.start), end(cable.end)))
        spare = SPARE + (SPARE if cable.length_mm == LEAD_MM else 0)
        assert way + ENDS <= cable.length_mm <= way + spare, (cable.start.name, cable.end.name)
    assert {"base board J31", "levers of branch 1", "point-1 J5"} <= at.keys()


@EACH
def test_wires_reach_the_supplys_terminal_from_the_side(name: str) -> None:
    """20 mm are free beyond the edge of the base board to which the terminal opens."""
    (base,), found = things(name, Kind.BASE), things(name)
    (terminal,) = (each for each in things(name, Kind.ON_BASE) if each.name == "J1")
    at_left = terminal.left - base.left < base.right - terminal.right
    left, right = (base.left - 20, base.left) if at_left else (base.right, base.right + 20)
    room = replace(terminal, left=left + 0.1, right=right - 0.1)
    assert not [each for each in found if each.meets(room)]
    assert abs((terminal.left - base.left) if at_left else (base.right - terminal.right)) < 2


def test_spacers_that_are_ordered_are_those_of_the_case() -> None:
    ordered = {
        "base_foot": items.FOOT,
        "header_base_foot": items.HIGH_FOOT,
        "pi_spacer": items.SPACER_PI,
        "pi_foot": items.PI_FOOT,
    }
    for measure, item in ordered.items():
        assert item.name.startswith(f"Spacer, {M[measure]:g} mm,")
    assert M["case_floor"] + 3 < SCREW < M["case_floor"] + M["header_base_foot"] - 6
    assert items.M3_12.name.startswith(f"Screw M3 x {SCREW:g}")


@EACH
def test_a_picture_names_what_is_plugged_in(name: str) -> None:
    picture = CASES / f"{name}.svg"
    shown = {element.text for element in ElementTree.parse(picture).iter()}
    assert {"base board", "Pi", "J31", "J2", "J5", f"{M['case_depth']:g} inside"} <= shown
    assert {each.name for each in things(name, Kind.ON_BASE)} <= shown


@pytest.mark.parametrize(
    ("page", "name"), [("building.md", "quarter-buttons"), ("building-felt.md", "quarter-hall")]
)
def test_the_guides_say_how_deep_it_is(page: str, name: str) -> None:
    text = re.sub(r"\s+", " ", (HARDWARE.parent / "docs" / page).read_text("utf-8"))
    depth = M["case_depth"]
    (base,) = things(name, Kind.BASE)
    lanes_end = min(each.bottom for each in things(name, Kind.PLUG) if each.name.endswith("J5"))
    for said in (
        f"{depth:g} mm high inside",
        f"reach {max(each.top for each in things(name, Kind.ON_BASE)):g} mm above the floor",
        f"{depth - lanes_end:g} mm below the wood",
        f"eave {base.low - M['frame_width']:g} mm free between the front wall and the",
        f"spacers of {base.bottom:g} mm",
        f"](../hardware/case/{name}.svg)",
    ):
        assert said in text


def test_another_depth_moves_what_hangs_only() -> None:
    deep = case("quarter-hall", {**M, "case_depth": M["case_depth"] + 10})
    for one, other in zip(case("quarter-hall").things(), deep.things(), strict=True):
        if one.kind.hangs:
            assert other == replace(one, bottom=one.bottom + 10, top=one.top + 10)
        elif one.kind is not Kind.WALL:
            assert other == one
