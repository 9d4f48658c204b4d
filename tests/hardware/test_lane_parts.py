"""Around the lights of a lane: channels, diffusers, frames of printed lanes; and trays."""

from itertools import product
from math import hypot, pi

import pytest

from hardware.drawing.files import models
from hardware.drawing.measures import PARAMETERS, load_measures, parse_measures
from hardware.pcb import button_lane, face, lane
from hardware.pcb.lane import FIVE, HOLES, LENGTH, PIXEL_Y, PLACES, SENSOR_Y, WIDTH, place
from hardware.pcb.placing import PlacedPad, pads_of
from tests.hardware.solids import Solid, box, part

M = load_measures()
BED = 210
"""Of a common printer, in mm each way."""
PIXEL, PIXEL_HEIGHT = 5.0, 1.6
"""A WS2812B's body (WS2812B data sheet, "Mechanical size")."""
TALLEST = 2.1
"""C20, an EIA-3528-21 capacitor, in mm."""
SENSOR_HEIGHT = 1.1
"""SOT-23, in mm (DRV5032 data sheet, DBZ package)."""
SWITCHES_AT_MT = 9.5
"""A DRV5032AJ, at the latest (its data sheet, "Magnetic Characteristics")."""
FAR = part("lane-frame-far")
FRAMES, OF_BUTTONS = part("lane-frame") + FAR, part("lane-frame-button") + FAR
OF_FIVE = part("lane-frame-5")
HOLES_OF = {FRAMES: HOLES, OF_BUTTONS: button_lane.HOLES, OF_FIVE: FIVE.holes}
PLACES_OF = {FRAMES: PLACES, OF_BUTTONS: PLACES, OF_FIVE: FIVE.places}
every_frame = pytest.mark.parametrize("frames", HOLES_OF, ids=["felt", "buttons", "five"])
LIGHT = M["light_diameter"] / 2
ROOM = 0.4
"""Around a part's pads, in mm: as much as a pixel's body is wider than these."""
HALVES = (("lane-frame", 0, 145), ("lane-frame-button", 0, 145), ("lane-frame-far", 145, 290))
PIECES = (*HALVES, ("lane-frame-5", 0, FIVE.length))
"""Where each piece of a frame begins and ends along its lane, in mm."""
CHANNELS = (("channel", 4), ("channel-5", 5))
DIFFUSERS = (("diffuser", 4), ("diffuser-5", 5))


def on_lane(x: float, y: float, z: float) -> tuple[float, float, float]:
    """In the frame's file, where y points up; in the lane's data it points down."""
    return x, WIDTH - y, z


def middles(places: int) -> list[float]:
    """Along a part whose middle is at 0."""
    return [(number - (places - 1) / 2) * M["pitch_along"] for number in range(places)]


@pytest.mark.parametrize("name", [path.stem for path in models()])
def test_every_part_fits_a_common_printer_and_is_one_piece(name: str) -> None:
    across, along, up = part(name).size
    assert max(across, along) <= BED
    assert up <= 20
    assert box(part(name).corners)[2][0] == 0
    assert len(part(name).shells) == (2 if name == "checker" else 1)


def test_the_parameters_are_the_printed_lanes() -> None:
    assert (M["lane_length"], M["lane_width"]) == (LENGTH, WIDTH)
    assert M["lane_first"] == place(1)
    assert (M["lane_sensors"], M["lane_pixels"]) == (SENSOR_Y, PIXEL_Y)
    text = PARAMETERS.read_text("utf-8")
    named = {"lane": HOLES, "lane_5": FIVE.holes, "button_lane": button_lane.HOLES}
    for name, holes in ((f"{of}_holes", holes) for of, holes in named.items()):
        spots = "[" + ", ".join(f"[{x:g}, {y:g}]" for x, y in holes) + "]"
        assert f"\n{name} = {spots};" in text
        assert name not in parse_measures(text)
    x, y = button_lane.BUTTON_AT
    assert f"\nlane_button = [{x:g}, {y:g}];" in text
    width, height = face.SIZE
    assert f"\nface_board = [{width:g}, {height:g}];" in text


@pytest.mark.parametrize(("name", "places"), CHANNELS)
def test_a_channel_has_a_dark_well_for_each_pixel_of_a_strip(name: str, places: int) -> None:
    solid, pitch = part(name), M["pitch_along"]
    length, _, height = part(name).size
    assert length == places * pitch
    for x, z in product(middles(places), (0.1, M["well_depth"] / 2, height - 0.1)):
        assert not solid.has(x, 0, z)
    for x, side in product(middles(places), (-1, 1)):
        assert solid.has(x + side * (LIGHT + 3), 0, 2)
        assert solid.has(x, side * (LIGHT + 3), 2)
    seam = [x + pitch / 2 for x in middles(places)[:-1]]
    assert all(solid.has(x, 0, 2) for x in seam)


def test_a_pixel_of_a_strip_reaches_its_well_though_strips_have_another_pitch() -> None:
    """Two channels of four hold a piece of eight pixels, whose middle is theirs."""
    for number in range(8):
        off = (number - 3.5) * (1000 / 30 - M["pitch_along"])
        assert abs(off) + PIXEL / 2 < LIGHT
    assert M["strip_pixel"] == PIXEL
    assert M["strip_pitch"] == pytest.approx(1000 / 30, abs=0.01)
    assert M["strip_pixel_height"] == PIXEL_HEIGHT > M["strip_parts"]


@pytest.mark.parametrize(("name", "places"), CHANNELS)
def test_lips_hold_the_strip_between_its_pixels(name: str, places: int) -> None:
    """The strip is 10 mm wide: it passes lips that leave less, and has more behind them."""
    solid, height = part(name), part(name).size[2]
    edge = M["strip_width"] / 2
    behind = M["well_depth"] + 0.2
    for x, side in product(middles(places)[:-1], (-1, 1)):
        seam = x + M["pitch_along"] / 2
        assert solid.has(seam, side * (edge - 0.1), height - 0.3)
        assert not solid.has(seam, side * (edge - 0.6), height - 0.3)
        assert not solid.has(seam, side * (edge + 0.1), behind)
        assert not solid.has(x, side * (edge + 0.1), height - 0.3)
        assert solid.has(x, side * (edge + 1.2), height - 0.3)


@pytest.mark.parametrize(("name", "places"), DIFFUSERS)
def test_a_diffuser_fills_the_hole_of_each_light(name: str, places: int) -> None:
    solid = part(name)
    top = M["foot_height"] + M["field_thickness"]
    assert part(name).size[2] == pytest.approx(top)
    wide = M["light_diameter"] / 2 - M["clearance"]
    for x in middles(places):
        assert solid.has(x, 0, top - 0.1)
        assert solid.has(x, 0, top - M["diffuser"] + 0.1)
        assert not solid.has(x, 0, top - M["diffuser"] - 0.1)
        assert not solid.has(x, 0, 0.1)
        assert solid.has(x + wide - 0.4, 0, 2)
        assert not solid.has(x + wide + 0.1, 0, 2)
        assert solid.has(x + LIGHT + 0.5, 0, M["foot_height"] / 2)


@pytest.mark.parametrize(("name", "places"), CHANNELS)
def test_a_diffusers_feet_fit_the_channel(name: str, places: int) -> None:
    """Around each foot and web there is room, and behind a foot there is a ledge."""
    solid, foot = part(name), M["foot_diameter"] / 2
    for x in middles(places):
        for dx, dy in ((foot + 0.1, 0), (0, foot + 0.1), (-foot - 0.1, 0), (0, -foot - 0.1)):
            assert not solid.has(x + dx, dy, M["foot_height"])
        assert solid.has(x + foot - 0.3, 0, M["foot_height"] + 0.4)
    for x in middles(places)[:-1]:
        edge = M["web_width"] / 2
        seam = x + M["pitch_along"] / 2
        assert not solid.has(seam, edge + 0.1, M["foot_height"])
        assert solid.has(seam, edge + 0.5, M["foot_height"] / 2)


def soldered() -> list[tuple[Solid, str, list[PlacedPad]]]:
    """What lies on a lane's front: each part with its pads, and the pins of plugs."""
    found: list[tuple[Solid, str, list[PlacedPad]]] = []
    parts = {FRAMES: lane.parts(), OF_FIVE: lane.parts(FIVE), OF_BUTTONS: button_lane.parts()}
    for frames, there in parts.items():
        by_ref: dict[str, list[PlacedPad]] = {}
        for pad in pads_of(there).by_name.values():
            by_ref.setdefault(pad.ref, []).append(pad)
        found += [(frames, ref, pads) for ref, pads in by_ref.items()]
    return found


@pytest.mark.parametrize(("frames", "ref", "pads"), soldered(), ids=lambda value: str(value)[:4])
def test_a_lanes_frame_touches_no_part(frames: Solid, ref: str, pads: list[PlacedPad]) -> None:
    corners = [corner for pad in pads for corner in pad.box.corners]
    xs, ys = zip(*corners, strict=True)
    boxes = [(min(xs), max(xs), min(ys), max(ys))]
    if ref.startswith(("J", "SW")):
        boxes = [
            (min(x), max(x), min(y), max(y))
            for x, y in (zip(*pad.box.corners, strict=True) for pad in pads)
        ]
    for left, right, low, high in boxes:
        across = (left - ROOM, (left + right) / 2, right + ROOM)
        along = (low - ROOM, (low + high) / 2, high + ROOM)
        for x, y, z in product(across, along, (0.1, M["lane_gap"] - 0.1)):
            assert not frames.has(*on_lane(x, y, z)), (ref, x, y, z)


def test_a_frame_leaves_room_for_the_body_of_a_button() -> None:
    x, y = button_lane.BUTTON_AT
    for dx, dy, z in product((-6.4, 0, 6.4), (-6.4, 0, 6.4), (0.1, M["lane_gap"] - 0.1)):
        assert not OF_BUTTONS.has(*on_lane(x + dx, y + dy, z))
    assert M["button_body"] / 2 < 6.4


@every_frame
def test_a_lanes_frame_keeps_each_pixels_light_to_itself(frames: Solid) -> None:
    """Walls on all four sides, from the lane up to the foot of the diffuser."""
    bay = 4.1
    for k, z in product(PLACES_OF[frames], (0.1, M["lane_gap"] - M["foot_height"] - 0.3)):
        for dx, dy in product((-bay, 0, bay), repeat=2):
            expected = (dx, dy) != (0, 0)
            at = on_lane(place(k) + dx, PIXEL_Y + dy, z)
            assert frames.has(*at) is expected
    foot = M["foot_diameter"] / 2
    for k, (dx, dy) in product(PLACES_OF[frames], ((foot, 0), (0, foot), (-foot, 0), (0, -foot))):
        at = on_lane(place(k) + dx, PIXEL_Y + dy, M["lane_gap"] - M["foot_height"])
        assert not frames.has(*at)


@every_frame
def test_a_lanes_frame_has_its_screws_holes_and_its_size(frames: Solid) -> None:
    for x, y in HOLES_OF[frames]:
        assert frames.lets_a_screw_through(*on_lane(x, y, 1))
    for name, start, end in PIECES:
        (left, right), (low, high), (floor, top) = box(part(name).corners)
        assert start <= left < right <= end
        assert 0 <= low < high <= WIDTH
        assert (floor, top) == (0, M["lane_gap"])
    assert M["lane_gap"] > TALLEST
    assert M["lane_gap"] - M["foot_height"] > PIXEL_HEIGHT


def test_a_sensor_of_a_lane_feels_the_magnet_with_twice_what_it_needs() -> None:
    """The formula is that of the field on the axis of a disc magnet: docs/building-felt.md."""
    _, pocket = sorted(map(box, part("checker").shells))
    wood = M["field_thickness"] - M["dish_depth"]
    near = pocket[2][0] + wood + M["lane_gap"] - SENSOR_HEIGHT / 2
    far, radius = near + M["magnet_height"], M["magnet_diameter"] / 2
    field_mt = 1170 / 2 * (far / hypot(radius, far) - near / hypot(radius, near))
    assert near == pytest.approx(7.35)
    assert field_mt > 2 * SWITCHES_AT_MT
    moment = 1170 * pi * radius**2 * M["magnet_height"] / (4 * pi)
    assert moment / M["pitch_along"] ** 3 < SWITCHES_AT_MT / 10


def test_a_tray_has_three_columns_for_checkers() -> None:
    solid, lane = part("tray"), M["tray_lane"]
    pitch, walls = M["pitch_across"], 2 * M["tray_wall"]
    along, up = 5 * M["pitch_along"] + walls, M["tray_height"] + M["field_thickness"] - 0.5
    assert part("tray").size == pytest.approx((2 * pitch + lane + walls, along, up))
    assert lane == M["checker_diameter"] + 1
    reach = M["checker_diameter"] / 2 + 0.4
    for column, y in product((-pitch, 0, pitch), middles(5)):
        for dx, dy in ((0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)):
            assert not solid.has(column + dx, y + dy, 3)
        for dx, dy in product((-reach * 0.707, reach * 0.707), repeat=2):
            assert not solid.has(column + dx, y + dy, 3)
    outer = pitch + (lane + M["tray_wall"]) / 2
    for x in (-outer, -pitch / 2, pitch / 2, outer):
        assert solid.has(x, 0, 3)
