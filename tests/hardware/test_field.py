"""The drawings of the fields, read back: each profile's places and lights, with room around."""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import dist, pi
from pathlib import Path

import pytest

from hardware.drawing.boards import Board, board_named, boards
from hardware.drawing.field import CONTROL_GAP, CONTROL_PITCH, Field, pieces
from hardware.drawing.files import EXPLODED, FIELDS
from hardware.drawing.measures import load_measures, parse_measures
from hardware.drawing.prints import prints
from hardware.drawing.shapes import as_dxf
from hardware.drawing.stl import volume_cm3
from hardware.pcb.geometry import point_to_line
from hardware.pcb.lane import HOLES, LENGTH, WIDTH, place
from tests.hardware.dxf import Read, header, read
from tests.hardware.solids import part

M = load_measures()
NAMES = [board.name for board in boards()]
OPENSCAD = shutil.which("openscad")
LEAST_WOOD = 0.5
"""Between two holes or dishes, in mm: as little as a printed lane's screw leaves beside a dish."""
Spot = tuple[float, float]
Circles = set[tuple[float, float, float]]


def layers(name: str) -> dict[str, Read]:
    return read((FIELDS / f"{name}.dxf").read_text("ascii"))


def spots(found: Read) -> set[Spot]:
    return {(round(x, 2), round(y, 2)) for x, y, _ in found.circles}


def windows(name: str) -> list[tuple[float, float]]:
    """The middles of the dice's openings: the lines of each are closer than a face."""
    lines = layers(name)["CUT-WINDOWS"].lines
    each = [lines[at : at + 4] for at in range(0, len(lines), 4)]
    boxes = [Read(lines=four).box for four in each]
    assert {(round(r - x, 2), round(u - y, 2)) for x, y, r, u in boxes} == {(38.4, 38.4)}
    return [(round((x + r) / 2, 2), round((y + u) / 2, 2)) for x, y, r, u in boxes]


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_in_millimetres_with_round_corners(name: str) -> None:
    assert header((FIELDS / f"{name}.dxf").read_text("ascii")) == {
        "$ACADVER": "AC1009",
        "$INSUNITS": "4",
    }
    found = layers(name)["CUT-OUTLINE"]
    left, low, right, high = found.box
    assert (left, low) == (0, 0)
    corners = product((left + 6, right - 6), (low + 6, high - 6))
    turns = zip(corners, (180, 90, 270, 0), strict=True)
    assert sorted(found.arcs) == sorted((x, y, 6, a, (a + 90) % 360) for (x, y), a in turns)


def test_the_quarter_board_has_places_and_lights_as_its_lanes() -> None:
    """Ten lanes of eight, 40 and 33 mm apart; lights are 20 mm to the right of the checkers."""
    found = layers("quarter-hall")
    dishes = {(29.2 + 40 * lane, 46.5 + 33 * k) for lane in range(10) for k in range(8)}
    assert spots(found["MILL-DISHES"]) == {(round(x, 2), y) for x, y in dishes}
    turn = {(217, 339 + side * 14) for side in (-1, 1)}
    assert spots(found["DRILL-LIGHTS"]) == {(round(x + 20, 2), y) for x, y in dishes} | turn
    assert found["CUT-OUTLINE"].box == (0, 0, 434, 384)
    assert windows("quarter-hall") == [(217 - 27.2, 339), (217 + 27.2, 339)]


def test_printed_lanes_lie_where_their_sensors_and_pixels_are_asked_for() -> None:
    found = layers("quarter-hall")
    dishes, lights = spots(found["MILL-DISHES"]), spots(found["DRILL-LIGHTS"])
    screws = spots(found["DRILL-LANES"])
    for lane in range(10):
        left, front = 17.2 + 40 * lane, 30 + 16.5 - place(1)
        assert all((round(left + 12, 2), front + place(k)) in dishes for k in range(1, 9))
        assert all((round(left + 32, 2), front + place(k)) in lights for k in range(1, 9))
        assert {(round(left + y, 2), front + x) for x, y in HOLES} <= screws
        assert front > M["frame_width"]
        assert left + WIDTH + 2 <= 434 - M["frame_width"]
        below_window = 339 - (M["face_size"] / 2 + M["window_margin"])
        assert front + LENGTH < below_window
    assert len(screws) == 10 * len(HOLES)


def test_the_full_board_has_five_places_a_point_and_trays_of_fifteen() -> None:
    found = layers("full-24-hall")
    dishes = spots(found["MILL-DISHES"])
    columns = Counter(x for x, _ in dishes)
    xs = sorted(columns)
    assert set(columns.values()) == {10}
    assert [round(b - a, 2) for a, b in pairwise(xs)] == [40] * 15
    ys = sorted({y for _, y in dishes})
    assert ys == [
        *(46.5 + 33 * k for k in range(5)),
        *(480 - 46.5 - 33 * k for k in range(4, -1, -1)),
    ]
    lights = spots(found["DRILL-LIGHTS"])
    near = sorted({x for x, y in lights if y < 200})
    assert near == [*(round(x + 20, 2) for x in xs[:13]), round(xs[15] + 20, 2)]
    far = sorted({x for x, y in lights if y > 280})
    assert far == [round(x - 20, 2) for x in xs[:14]]
    assert len(found["ENGRAVE-POINTS"].lines) == 3 * 24
    assert len(windows("full-24-hall")) == 4


@pytest.mark.parametrize(
    ("name", "places"), [("full-24-hall", "MILL-DISHES"), ("dice-16-hall", "DRILL-LIGHTS")]
)
def test_two_rows_are_alike_when_one_turns_the_board(name: str, places: str) -> None:
    """So that printed lanes fit both, and the checkers of both are in line."""
    found = layers(name)
    _, _, right, high = found["CUT-OUTLINE"].box
    for layer in (places, "DRILL-LANES", "DRILL-WINDOW"):
        there = spots(found[layer])
        turned = {(round(right - x, 2), round(high - y, 2)) for x, y in there}
        assert there == turned, layer
    rows: dict[bool, set[float]] = {False: set(), True: set()}
    for x, y in spots(found["MILL-DISHES"]):
        rows[y > high / 2].add(x)
    assert rows[False] == rows[True]


@pytest.mark.parametrize("name", NAMES)
def test_every_pixel_has_a_hole_or_a_window_and_every_sensor_a_dish(name: str) -> None:
    profile = board_named(name).profile
    found = layers(name)
    assert 7 * len(windows(name)) + len(found["DRILL-LIGHTS"].circles) == profile.strip.pixels
    assert {d for *_, d in found["DRILL-LIGHTS"].circles} == {8}
    sensors = sum(map(len, profile.sensors.places.values())) if profile.sensors else 0
    touched = sum(zone in profile.inputs for row in profile.rows for zone in row)
    dishes = found.get("MILL-DISHES", Read()).circles
    assert len(dishes) == sensors + (touched if name == "quarter-hall-tap" else 0)
    holes = Counter(d for *_, d in found["DRILL-BUTTONS"].circles)
    assert holes[24] == len(profile.inputs) - touched
    assert holes[18] == (touched if name == "quarter-buttons" else 0)


@pytest.mark.parametrize("name", NAMES)
def test_there_is_wood_between_all_holes(name: str) -> None:
    """Channels and printed lanes are not used together."""
    found = layers(name)
    right, high = found["CUT-OUTLINE"].box[2:]
    half = M["face_size"] / 2
    for unused in ("DRILL-LANES", "DRILL-CHANNELS"):
        circles = [each for key, layer in found.items() if key != unused for each in layer.circles]
        for (x, y, d), (u, v, e) in combinations(circles, 2):
            assert dist((x, y), (u, v)) >= (d + e) / 2 + LEAST_WOOD
        for x, y, d in circles:
            assert d / 2 + 2 < x < right - d / 2 - 2
            assert d / 2 + 2 < y < high - d / 2 - 2
            for u, v in windows(name):
                away = max(abs(x - u), abs(y - v)) - half
                assert away >= d / 2 + 2
    for one, other in combinations(windows(name), 2):
        assert dist(one, other) > 2 * half + 5


@pytest.mark.parametrize("name", ["quarter-buttons", "quarter-hall-tap"])
def test_no_point_is_engraved_across_what_is_touched(name: str) -> None:
    found = layers(name)
    touched = [*found["DRILL-BUTTONS"].circles, *found.get("MILL-DISHES", Read()).circles]
    assert len(touched) == 3 + 10
    for (x, y, d), line in product(touched, found["ENGRAVE-POINTS"].lines):
        assert point_to_line((x, y), line[:2], line[2:]) >= d / 2 + LEAST_WOOD


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_window_lies_behind_its_openings(name: str) -> None:
    """Its screws, faces and wells are where the drawing has them, seen from behind."""
    openings = windows(name)
    solid = part("dice-window" if len(openings) == 2 else f"dice-window-{len(openings)}")
    width, _, depth = solid.size
    x, y = (sum(axis) / len(openings) for axis in zip(*openings, strict=True))
    screws = spots(layers(name)["DRILL-WINDOW"])
    assert len(screws) == 4 * len(openings)
    for u, v in screws:
        assert solid.lets_a_screw_through(x - u, v - y, 0.3)
    turn = {spot for spot in spots(layers(name)["DRILL-LIGHTS"]) if abs(spot[1] - y) < 15}
    assert len(turn) == 2
    wells = [(u + 14 * i, v + 14 * j) for u, v in openings for i in (-1, 1) for j in (-1, 0, 1)]
    for u, v in [*wells, *openings, *turn]:
        for across, along in ((0, 0), (4.9, 0), (-4.9, 0), (0, 4.9), (0, -4.9)):
            at = (x - u + across, v - y + along)
            assert solid.has(*at, 0.5)
            assert not solid.has(*at, 0.7)
    for u, v in openings:
        assert solid.has(x - u + 7, v - y + 14, depth - 1.3)
        assert abs(u - x) + M["face_size"] / 2 < width / 2
    assert depth == pytest.approx(3.6)


@pytest.mark.parametrize(
    ("name", "model"), [("quarter-buttons", "channel"), ("full-24-hall", "channel-5")]
)
def test_the_channels_ears_lie_below_their_holes(name: str, model: str) -> None:
    """A channel lies along its lane, its ears to the left of the lights."""
    found, solid = layers(name), part(model)
    places = 4 if model == "channel" else 5
    lights, screws = spots(found["DRILL-LIGHTS"]), spots(found["DRILL-CHANNELS"])
    x, y = min(spot for spot in lights if spot[1] < 200)
    middle = y + (places - 1) / 2 * M["pitch_along"]
    mine = [(u - x, v - middle) for u, v in screws if u < x and abs(v - middle) < places * 16.5]
    assert len(mine) == 2
    for across, along in mine:
        assert across < 0
        assert solid.lets_a_screw_through(along, -across, 1)


def test_the_trays_pegs_lie_above_their_holes_and_end_within_the_wood() -> None:
    found, solid = layers("full-24-hall"), part("tray")
    near = sorted(spot for spot in spots(found["MILL-DISHES"]) if spot[1] < 240)[-15:]
    x, y = near[7]
    screws = [(u - x, v - y) for u, v in spots(found["DRILL-TRAYS"]) if dist((u, v), (x, y)) < 60]
    assert len(screws) == 4
    top, wood = M["tray_height"], M["field_thickness"]
    for across, along in screws:
        for up in (top + 0.1, top + wood - 0.6):
            assert solid.has(across, along, up)
            for dx, dy in product((-1.75, 1.75), (0, 1.75)):
                assert not solid.has(across + dx, along + dy, up)
        assert not solid.has(across, along, top + wood)
    wall = solid.size[0] / 2
    lights = [u - x for u, v in spots(found["DRILL-LIGHTS"]) if u > x and v < 240]
    assert min(lights) - M["light_diameter"] / 2 > wall
    before = max(u for u, v in spots(found["DRILL-LIGHTS"]) if u < x and v < 240)
    assert x - before - M["light_diameter"] / 2 > wall


def test_the_picture_of_all_parts_is_of_the_quarter_board() -> None:
    text, field = EXPLODED.read_text("utf-8"), Field(board_named("quarter-hall"), M)
    assert parse_measures(text)["lanes"] == len(field.lanes)
    assert f"size = [{field.width:g}, {field.depth:g}];" in text
    bars = [at for at, lane in enumerate(field.lanes) if lane.zone.startswith("bar-")]
    assert f"bars = {bars};" in text
    undo = CONTROL_GAP + CONTROL_PITCH
    assert f"[-edge - {CONTROL_GAP:g}, edge + {CONTROL_GAP:g}, edge + {undo:g}]" in text


@pytest.mark.parametrize(
    "measure", ["pitch_along", "pitch_across", "dish_diameter", "light_diameter"]
)
def test_another_measure_makes_another_drawing(measure: str) -> None:
    board = board_named("quarter-hall")
    changed = Field(board, {**M, measure: M[measure] + 1}).drawing()
    assert as_dxf(changed) != as_dxf(Field(board, M).drawing())


def test_a_lane_that_no_channels_make_is_refused() -> None:
    assert [pieces(places) for places in (4, 9, 13)] == [(4,), (4, 5), (4, 4, 5)]
    with pytest.raises(ValueError, match="got 7 places"):
        pieces(7)


def test_a_board_with_one_roll_button_has_it_on_the_right() -> None:
    board = board_named("quarter-buttons")
    one = Board(replace(board.profile, inputs={"roll": 13, "undo": 26}))
    found = read(as_dxf(Field(one, M).drawing()))["DRILL-BUTTONS"]
    assert sorted(x for x, _ in spots(found)) == [217 + 80.4, 217 + 120.4]


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_what_is_cut_at_its_true_size(name: str) -> None:
    root = ElementTree.parse(FIELDS / f"{name}.svg").getroot()
    found = layers(name)
    _, _, width, depth = found["CUT-OUTLINE"].box
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{depth:g}mm")
    assert root.get("viewBox") == f"0 0 {width:g} {depth:g}"
    space = {"svg": "http://www.w3.org/2000/svg"}
    shown = {group.get("id"): group for group in root.iterfind(".//svg:g[@id]", space)}
    assert shown.keys() == found.keys()
    for key, layer in found.items():
        circles = [
            tuple(round(float(each.get(name, "")), 3) for name in ("cx", "cy", "r"))
            for each in shown[key].iterfind("svg:circle", space)
        ]
        assert circles == [(x, round(depth - y, 3), d / 2) for x, y, d in layer.circles]


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_has_its_name_a_scale_and_its_colours(name: str) -> None:
    """On wood that has no holes there."""
    root = ElementTree.parse(FIELDS / f"{name}.svg").getroot()
    space, found = {"svg": "http://www.w3.org/2000/svg"}, layers(name)
    right, high = found["CUT-OUTLINE"].box[2:]
    shown = {each.text: each for each in root.iterfind(".//svg:text", space)}
    groups = {group.get("id"): group for group in root.iterfind(".//svg:g[@id]", space)}
    title = f"{board_named(name).profile.title}, {right:g} x {high:g} mm"
    assert shown.keys() == {title, "100 mm: print at 100 %", *found}
    assert len({groups[key].get("stroke") for key in found}) == len(found)
    assert all(shown[key].get("fill") == groups[key].get("stroke") for key in found)
    (bar,) = root.iterfind(".//svg:path", space)
    assert bar.get("d") == f"M20 {high - 7.5:g}v-2v4v-2h100v-2v4"
    circles = [circle for layer in found.values() for circle in layer.circles]
    for words, text in shown.items():
        x, y = float(text.get("x", "")), high - float(text.get("y", ""))
        end = x + 0.65 * 3 * len(words or "")
        assert 15 < x < end < right
        for u, v, d in circles:
            assert u + d / 2 < x or u - d / 2 > end or v + d / 2 < y - 1 or v - d / 2 > y + 3
    for u, v, d in circles:
        assert not (20 - d / 2 < u < 120 + d / 2 and v - d / 2 < 9.5)


def test_the_prints_of_each_board() -> None:
    found = {board.name: {p.part: p.quantity for p in prints(board)} for board in boards()}
    quarter = {"dice-window": 1, "diffuser": 20, "channel": 20, "checker": 16}
    tapped = quarter | {"lane-frame-button": 10, "lane-frame-far": 10}
    assert found == {
        "quarter-buttons": tapped,
        "quarter-hall-tap": tapped,
        "quarter-hall": quarter | {"lane-frame": 10, "lane-frame-far": 10},
        "full-24-hall": {
            "dice-window-4": 1,
            "diffuser-5": 28,
            "channel-5": 28,
            "lane-frame-5": 26 + 2 * 3,
            "tray": 2,
            "checker": 30,
        },
        "dice-16-hall": {
            "dice-window-4": 1,
            "diffuser": 40,
            "channel": 40,
            "lane-frame": 20,
            "lane-frame-far": 20,
            "checker": 10,
        },
    }
    (checker,) = (p for p in prints(board_named("full-24-hall")) if p.part == "checker")
    cm3 = 30 * (pi * 1.35**2 * 0.7 - pi * 1.15**2 * 0.06 - pi * 0.52**2 * 0.22)
    assert checker.grams == pytest.approx(1.24 * cm3, rel=0.02)
    assert checker.hours == pytest.approx(cm3 / 8, rel=0.02)


@pytest.mark.slow
@pytest.mark.skipif(OPENSCAD is None, reason="OpenSCAD is not here")
@pytest.mark.parametrize("name", NAMES)
def test_openscad_reads_the_same_wood(name: str, tmp_path: Path) -> None:
    """Another reader of DXF: the sheet without its holes has the area that their sizes say."""
    assert OPENSCAD
    found = layers(name)
    holes = [key for key in found if key.startswith("DRILL")] + ["CUT-WINDOWS"]
    cuts = "".join(f'import("{FIELDS / name}.dxf", layer = "{key}");' for key in holes)
    outline = f'import("{FIELDS / name}.dxf", layer = "CUT-OUTLINE");'
    source, made = tmp_path / "sheet.scad", tmp_path / "sheet.stl"
    source.write_text(f"$fn = 96; linear_extrude(1) difference() {{ {outline} {cuts} }}", "utf-8")
    command = [OPENSCAD, "--export-format", "binstl", "-o", str(made), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    _, _, width, depth = found["CUT-OUTLINE"].box
    circles = sum(pi * d**2 / 4 for key in holes for *_, d in found[key].circles)
    faces = len(windows(name)) * (M["face_size"] ** 2 - (4 - pi) * M["face_corner"] ** 2)
    wood = width * depth - (4 - pi) * M["field_corner"] ** 2 - circles - faces
    assert volume_cm3(made.read_bytes()) * 1000 == pytest.approx(wood, rel=0.002)
