"""What lies above and below each field, from its drawing and from the parts' own sizes.

Printed boards are put where their screws' holes are. Lengths are in mm, as the field has them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import dist

import pytest

from hardware.drawing.boards import board_named, boards
from hardware.drawing.files import FIELDS
from hardware.drawing.measures import load_measures
from hardware.pcb import face
from hardware.pcb.boards import BUTTON_LANE, FACE, LANE, LANE_5
from hardware.pcb.boards import Board as Printed
from hardware.pcb.lane import PIXEL_Y, place
from hardware.pcb.placing import Part, pads_of
from hardware.pcb.ways import boards_of
from tests.hardware.dxf import Read, read
from tests.hardware.solids import box as around
from tests.hardware.solids import part

M = load_measures()
NAMES = [board.name for board in boards()]
ON_LANES = {
    "quarter-buttons": BUTTON_LANE,
    "quarter-hall-tap": BUTTON_LANE,
    "quarter-hall": LANE,
    "full-24-hall": LANE_5,
    "dice-16-hall": LANE,
}
"""The printed lanes of each board."""
WAYS = [(name, way) for name in NAMES for way in ("channels", "printed")]
TRUE = 0.3
"""How far a part may be from the middle of its hole, in mm."""
NUT = 6.4
"""Of an M3 nut, from corner to corner (ISO 4032)."""
ROLL_BUTTON = 24.0
"""What is below the wood of a button that snaps into a hole of 24 mm."""
HEIGHTS = {
    "SOT-23": 1.12,
    "LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm": 1.6,
    "SOIC-16_3.9x9.9mm_P1.27mm": 1.75,
    "R_0603_1608Metric": 0.55,
    "C_0603_1608Metric": 0.95,
    "C_0805_2012Metric": 1.45,
    "CP_EIA-3528-21_Kemet-B": 2.1,
    "SW_SPST_Omron_B3F-40xx": 4.3,
}
"""Of the parts on the front, at most, by footprint, from their data sheets."""
PINS = 3.4 - 1.6
"""Of a plug on the back, beyond the front: JST's XH and VH, through a board of 1.6 mm."""
Spot = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """What something covers, seen from above."""

    what: str
    left: float
    low: float
    right: float
    high: float

    def overlaps(self, other: "Box") -> bool:
        """Whether they share more than an edge."""
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.high, other.high) - max(self.low, other.low)
        return min(across, along) > 0.01

    def holds(self, other: "Box") -> bool:
        """Whether the other is all inside."""
        corners = (other.left - self.left, other.low - self.low)
        return min(*corners, self.right - other.right, self.high - other.high) > -0.01


def middled(what: str, at: Spot, width: float, height: float) -> Box:
    (x, y) = at
    return Box(what, x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def layers(name: str) -> dict[str, Read]:
    return read((FIELDS / f"{name}.dxf").read_text("ascii"))


def spots(found: Read) -> list[Spot]:
    return sorted({(round(x, 3), round(y, 3)) for x, y, _ in found.circles})


def openings(found: dict[str, Read]) -> list[Spot]:
    """The middles of the dice's openings, whose four lines follow each other."""
    lines = found["CUT-WINDOWS"].lines
    each = [Read(lines=lines[at : at + 4]).box for at in range(0, len(lines), 4)]
    return [((left + right) / 2, (low + high) / 2) for left, low, right, high in each]


def window(found: dict[str, Read]) -> Box:
    faces = openings(found)
    width, height, _ = part("dice-window" if len(faces) == 2 else "dice-window-4").size
    x, y = (sum(axis) / len(faces) for axis in zip(*faces, strict=True))
    return middled("window", (x, y), width, height)


def walls(found: dict[str, Read]) -> list[Box]:
    _, _, right, high = found["CUT-OUTLINE"].box
    wide = M["frame_width"]
    return [
        Box("wall", 0, 0, wide, high),
        Box("wall", right - wide, 0, right, high),
        Box("wall", 0, 0, right, wide),
        Box("wall", 0, high - wide, right, high),
    ]


def origins(screws: list[Spot], holes: Iterable[Spot]) -> list[Spot]:
    """Where a part with these holes (from its origin) can be screwed on."""
    holes = list(holes)
    x0, y0 = holes[0]
    starts = [(x - x0, y - y0) for x, y in screws]

    def fits(start: Spot) -> bool:
        there = [(start[0] + x, start[1] + y) for x, y in holes]
        return all(any(dist(hole, screw) < TRUE for screw in screws) for hole in there)

    return list(filter(fits, starts))


@dataclass(frozen=True)
class Laid:
    """A printed lane: where its corner at the plugs is, and whether it is one of the far row."""

    corner: Spot
    far: bool

    def at(self, x: float, y: float) -> Spot:
        """One of its points: x leads away from its player, and y to the right of them."""
        (left, low), way = self.corner, -1 if self.far else 1
        return left + way * y, low + way * x


def lanes(name: str, found: dict[str, Read]) -> list[Laid]:
    """Each printed lane; those of the far row are turned by half."""
    screws, holes = spots(found["DRILL-LANES"]), ON_LANES[name].design.holes
    near = origins(screws, [(y, x) for x, y in holes])
    far = origins(screws, [(-y, -x) for x, y in holes])
    return [*(Laid(at, far=False) for at in near), *(Laid(at, far=True) for at in far)]


def faces(found: dict[str, Read]) -> list[Spot]:
    """The lower left corner of each printed face."""
    holes = [(x, face.SIZE[1] - y) for x, y in FACE.design.holes]
    return origins(spots(found["DRILL-WINDOW"]), holes)


def printed(name: str, found: dict[str, Read]) -> Iterator[Box]:
    width, height = face.SIZE
    for x, y in faces(found):
        yield Box("face", x, y, x + width, y + height)
    for lane in lanes(name, found):
        (x, y), (u, v) = lane.corner, lane.at(*ON_LANES[name].design.size)
        yield Box("lane", min(x, u), min(y, v), max(x, u), max(y, v))


def channels(found: dict[str, Read]) -> Iterator[Box]:
    """Between its ears' screws a channel is in line with its lights, beside which its ears are."""
    screws, lights = spots(found["DRILL-CHANNELS"]), spots(found["DRILL-LIGHTS"])
    places = 5 if len(found["DRILL-CHANNELS"].circles) % 56 == 0 else 4
    name = "channel" if places == 4 else "channel-5"
    (left, right), (low, high) = around(part(name).corners)[:2]
    columns: dict[float, list[float]] = {}
    for x, y in screws:
        columns.setdefault(x, []).append(y)
    for x, ys in columns.items():
        for one, two in zip(sorted(ys)[::2], sorted(ys)[1::2], strict=True):
            beside = (u for u, v in lights if one - 20 < v < two + 20)
            column, y = min(beside, key=lambda u: abs(u - x)), (one + two) / 2
            way = 1 if column < x else -1
            across = sorted((column + way * low, column + way * high))
            yield Box("channel", across[0], y + left, across[1], y + right)


def below(name: str, way: str) -> list[Box]:
    """All that lies below a board's wood."""
    found = layers(name)
    buttons = [(x, y) for x, y, d in found["DRILL-BUTTONS"].circles if d == M["roll_diameter"]]
    return [
        *walls(found),
        window(found),
        *(middled("button", at, ROLL_BUTTON, ROLL_BUTTON) for at in buttons),
        *(printed(name, found) if way == "printed" else channels(found)),
    ]


TOGETHER = [("wall", "wall"), ("window", "face")]
"""Walls meet in corners, and the faces lie on the window's back."""


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_nothing_overlaps_below_the_wood(name: str, way: str) -> None:
    there = below(name, way)
    for one, other in combinations(there, 2):
        assert not one.overlaps(other) or (one.what, other.what) in TOGETHER, (one, other)
    (behind,) = (each for each in there if each.what == "window")
    assert all(behind.holds(each) for each in there if each.what == "face")


@pytest.mark.parametrize("name", NAMES)
def test_all_printed_boards_are_there(name: str) -> None:
    """One for each die, each lane, and each column of a tray."""
    found, lane = layers(name), ON_LANES[name]
    assert len(faces(found)) == len(openings(found))
    assert len(found["DRILL-WINDOW"].circles) == 4 * len(openings(found))
    count = {"full-24-hall": 26 + 2 * 3, "dice-16-hall": 20}.get(name, 10)
    assert len(lanes(name, found)) == boards_of(board_named(name))[lane] == count
    assert len(found["DRILL-LANES"].circles) == count * len(lane.design.holes)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_screw_has_room_for_its_nut_and_holds_what_its_layer_says(name: str, way: str) -> None:
    found, there = layers(name), below(name, way)
    owners = {
        "DRILL-RIM": ("wall",),
        "DRILL-WINDOW": ("window", "face"),
        "DRILL-CHANNELS": ("channel",),
        "DRILL-LANES": ("lane",),
    }
    unused = "DRILL-LANES" if way == "channels" else "DRILL-CHANNELS"
    others = {"DRILL-LIGHTS", "DRILL-BUTTONS", "DRILL-TRAYS"}
    screws = {key for key in found if key.startswith("DRILL")} - others
    assert screws == owners.keys()
    for layer in screws - {unused}:
        mine = [each for each in there if each.what in owners[layer]]
        for at in spots(found[layer]):
            nut, hole = middled("nut", at, NUT, NUT), middled("hole", at, 3.4, 3.4)
            assert not any(nut.overlaps(each) for each in there if each not in mine), (layer, at)
            assert any(each.holds(hole) for each in mine), (layer, at)


@pytest.mark.parametrize("name", NAMES)
def test_trays_are_clear_of_lights_openings_and_other_places(name: str) -> None:
    found = layers(name)
    screws = spots(found.get("DRILL-TRAYS", Read()))
    assert len(screws) == (8 if name == "full-24-hall" else 0)
    width, height, _ = part("tray").size
    half = found["CUT-OUTLINE"].box[3] / 2
    dishes = spots(found.get("MILL-DISHES", Read()))
    for side in (-1, 1):
        mine = [at for at in screws if (at[1] - half) * side > 0]
        if not mine:
            continue
        x, y = (sum(axis) / len(mine) for axis in zip(*mine, strict=True))
        tray = middled("tray", (x, y), width, height)
        covered = [at for at in dishes if tray.holds(middled("dish", at, 29, 29))]
        assert len(covered) == 15
        others = [(at, 29.0) for at in dishes if at not in covered]
        others += [(at, 8.0) for at in spots(found["DRILL-LIGHTS"])]
        others += [(at, M["face_size"]) for at in openings(found)]
        others += [((u, v), d) for u, v, d in found["DRILL-BUTTONS"].circles]
        for at, size in others:
            assert not tray.overlaps(middled("other", at, size, size))


def nearest(at: Spot, there: list[Spot]) -> float:
    return min(dist(at, other) for other in there)


COVERED = {"full-24-hall": {"D": 4 * 5}, "dice-16-hall": {"Q": 20 * 8 - 16 * 2 - 4 * 5}}
"""Parts below plain wood: a tray is lit beside one column, and a space has two places."""


@pytest.mark.parametrize("name", ON_LANES)
def test_a_part_of_a_printed_lane_lies_below_each_hole_and_dish(name: str) -> None:
    """Pixels, sensors and buttons."""
    found, design = layers(name), ON_LANES[name].design
    _, dice = openings(found)[0]
    lights = [at for at in spots(found["DRILL-LIGHTS"]) if abs(at[1] - dice) > 20]
    caps = [(u, v) for u, v, d in found["DRILL-BUTTONS"].circles if d == M["button_hole"]]
    wanted = {"D": lights, "Q": spots(found.get("MILL-DISHES", Read())), "SW": caps}
    there: dict[str, list[Spot]] = {kind: [] for kind in wanted}
    for lane, item in product(lanes(name, found), design.parts):
        kind = item.ref.rstrip("0123456789")
        if wanted.get(kind):
            there[kind].append(lane.at(*middle(item)))
    for kind, holes in wanted.items():
        assert len(there[kind]) - len(holes) == COVERED.get(name, {}).get(kind, 0)
        for hole in holes:
            assert nearest(hole, there[kind]) < TRUE, (kind, hole)


def middle(item: Part) -> Spot:
    """Of a part: that of the box around its pads, but for a hall switch, which is at its origin."""
    if item.ref.startswith("Q"):
        return item.at
    corners = [corner for pad in pads_of([item]).by_name.values() for corner in pad.box.corners]
    xs, ys = zip(*corners, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize("name", NAMES)
def test_every_pixel_of_a_face_lies_behind_its_opening(name: str) -> None:
    found = layers(name)
    pixels = [item for item in FACE.design.parts if item.ref.startswith("D")]
    steps = sorted((14 * x, 14 * y) for x, y in [*product((-1, 1), (-1, 0, 1)), (0, 0)])
    for (x, y), (u, v) in zip(sorted(faces(found)), sorted(openings(found)), strict=True):
        seen = sorted((x + p.at[0] - u, y + face.SIZE[1] - p.at[1] - v) for p in pixels)
        for one, other in zip(seen, steps, strict=True):
            assert dist(one, other) < TRUE


def height(item: Part) -> float:
    """Of what stands on a board's front."""
    return PINS if item.back else HEIGHTS[item.kind.footprint.name]


@pytest.mark.parametrize("board", [LANE, BUTTON_LANE], ids=lambda board: board.name)
def test_a_lanes_parts_fit_below_the_wood_or_stand_in_a_hole(board: Printed) -> None:
    for item in board.design.parts:
        if height(item) > M["lane_gap"]:
            assert item.ref == "SW1"
            assert height(item) < M["lane_gap"] + M["field_thickness"]
            body = M["button_body"] / 2
            assert dist((0, 0), (body, body)) + TRUE < M["button_hole"] / 2
        if item.ref.startswith("D"):
            assert height(item) < M["lane_gap"] - M["foot_height"]


@pytest.mark.parametrize("name", ["dice-window", "dice-window-4"])
def test_a_faces_parts_fit_into_the_windows_wells_and_pocket(name: str) -> None:
    """Of the first die, as one sees the window from behind: the board's x leads to the left."""
    solid, found = part(name), layers(NAMES[0] if name == "dice-window" else NAMES[-1])
    depth, (left, low) = solid.size[2], min(faces(found))
    behind = window(found)
    x, y = (behind.left + behind.right) / 2, (behind.low + behind.high) / 2
    assert M["pixel_height"] + M["diffuser"] == pytest.approx(depth)
    for pad in pads_of(FACE.design.parts).by_name.values():
        item = next(each for each in FACE.design.parts if each.ref == pad.ref)
        for across, down in pad.box.grown(0.3).corners:
            at = (x - (left + across), low + face.SIZE[1] - down - y)
            for up in (0.1, height(item)):
                assert not solid.has(*at, depth - up), (pad.ref, up)


@pytest.mark.parametrize("way", ["channels", "printed"])
@pytest.mark.parametrize("name", ["full-24-hall", "dice-16-hall"])
def test_a_field_is_divided_where_nothing_is_near(name: str, way: str) -> None:
    """Strips of 8 mm fit below the seam, on both sides of the window."""
    text = (FIELDS.parent / "README.md").read_text("utf-8")
    ((line, pieces),) = re.findall(rf"^\| `{name}` \| y = (.*) mm \| (.*) \|$", text, re.MULTILINE)
    at, found = float(line), layers(name)
    _, _, right, high = found["CUT-OUTLINE"].box
    assert pieces == f"{right:g} x {at:g} and {right:g} x {high - at:g}"
    there, wide = below(name, way), M["frame_width"]
    (behind,) = (each for each in there if each.what == "window")
    holes = [middled("hole", (x, y), d, d) for each in found.values() for x, y, d in each.circles]
    seam = Box("seam", 0, at - 2, right, at + 2)
    assert not any(seam.overlaps(each) for each in holes)
    for start, end in ((wide, behind.left), (behind.right, right - wide)):
        strip = Box("strip", start, at - 4, end, at + 4)
        assert not any(strip.overlaps(each) for each in [*there, *holes])


def test_a_lanes_screws_are_not_below_its_button_or_spot() -> None:
    parts = {item.ref: middle(item) for item in BUTTON_LANE.design.parts}
    for hole in BUTTON_LANE.design.holes:
        assert dist(hole, parts["SW1"]) > (M["button_hole"] + NUT) / 2
        assert dist(hole, parts["Q1"]) > (M["dish_diameter"] + NUT) / 2
    first = (place(1), 12.0)
    assert dist(first, parts["SW1"]) > (M["checker_diameter"] + M["button_hole"]) / 2
    assert parts["Q1"][1] == PIXEL_Y
