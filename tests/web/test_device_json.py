"""What the page is told about lights and boards."""

from dataclasses import replace
from itertools import permutations

import pytest

from minigam.board.health import FaultKind, InputFault
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Die, Mark, Scene
from minigam.board.profile import load_profile
from minigam.web import device_json
from minigam.web.language import Languages
from minigam.words import Words
from tests.web.serving import DISK, JOURNAL

RED, GREEN, BLUE = 10, 20, 30
POINTS = [f"point-{number}" for number in range(1, 7)]
ROW = ["off-black", "bar-white", *POINTS, "bar-black", "off-white"]
PROFILE = load_profile("sim")
SEGMENTS = {zone: (8 * at, 8) for at, zone in enumerate(ROW)} | {"dice": (80, 14), "turn": (94, 2)}
"""By name: the first pixel, and how many there are."""


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("RGB")])
def test_colours_are_told_in_one_order_whatever_the_strips_own(order: str) -> None:
    strip = replace(PROFILE.strip, order=order, pixels=2)
    own = {"R": RED, "G": GREEN, "B": BLUE}
    data = bytes((*(own[color] for color in order), 0, 0, 0))
    assert device_json.pixels_rgb(data, strip) == [[RED, GREEN, BLUE], [0, 0, 0]]
    assert device_json.pixels_hex(data, strip) == "0a141e000000"


def test_before_the_first_frame_all_is_dark() -> None:
    strip = replace(PROFILE.strip, pixels=3)
    assert device_json.pixels_rgb(b"", strip) == [[0, 0, 0]] * 3
    assert device_json.pixels_hex(b"", strip) == "000000" * 3


def test_lights_are_told_by_zone_and_for_dice_and_turn() -> None:
    strip = PROFILE.strip
    scene = Scene(
        {"point-3": Mark(Meaning.TARGET), "bar-white": Mark(Meaning.SELECTED)},
        dice=(Die(5, white=True), Die(2, white=True)),
        turn=(True, False),
    )
    sent = bytes(pixel for index in range(strip.pixels) for pixel in (0, index, 255))
    meanings = {"point-3": "target", "bar-white": "selected", "dice": "dice", "turn": "turn"}
    assert device_json.lights(scene, sent, strip) == {
        name: {
            "meaning": meanings.get(name, "none"),
            "colors": [[index, 0, 255] for index in range(first, first + count)],
        }
        for name, (first, count) in SEGMENTS.items()
    }


@pytest.mark.parametrize(
    ("scene", "dice", "turn"),
    [
        (Scene(), "none", "none"),
        (Scene(turn=(False, True)), "none", "turn"),
        (Scene({"turn": Mark(Meaning.ERROR)}, turn=(True, False)), "none", "error"),
        (Scene(dice=(Die(1, white=False),)), "dice", "none"),
    ],
)
def test_dice_and_turn_say_what_they_mean(scene: Scene, dice: str, turn: str) -> None:
    lights = device_json.lights(scene, b"", PROFILE.strip)
    assert (lights["dice"]["meaning"], lights["turn"]["meaning"]) == (dice, turn)


def test_the_board_is_told_as_the_page_draws_it() -> None:
    bars, trays = ["bar-white", "bar-black"], ["off-white", "off-black"]
    assert device_json.board(PROFILE) == {
        "name": "sim",
        "title": "Quarter board, simulated",
        "simulated": True,
        "feels": False,
        "points": 6,
        "checkers": 8,
        "rows": [ROW],
        "inputs": [*POINTS, *bars, *trays, "roll-white", "roll-black", "undo"],
        "segments": {
            name: {"first": first, "count": count} for name, (first, count) in SEGMENTS.items()
        },
        "pixels": 96,
        "lights": device_json.vocabulary(),
    }


def test_the_board_says_what_its_lights_mean() -> None:
    lines = device_json.vocabulary()
    assert lines[0] == {
        "meanings": ["source", "choice"],
        "word": "touch here",
        "text": "A checker here can move, or here is something to choose.",
        "looks": "green, breathes slowly",
        "color": [0, 220, 30],
        "screen": [0, 239, 96],
        "pattern": "breathing",
        "shape": "chevron",
        "in_play": True,
    }
    meanings = [meaning for line in lines for meaning in line["meanings"]]
    assert sorted(["none", *meanings]) == sorted(meaning.value for meaning in Meaning)
    german = Languages().named("de").language
    assert german.say(lines[0])["looks"] == "grün, atmet langsam"


@pytest.mark.parametrize(
    ("name", "points", "checkers", "columns", "pixels"),
    [("full-24", 24, 15, 14, 170), ("dice-16", 16, 5, 10, 190)],
)
def test_a_board_of_two_rows_is_told_with_both(
    name: str, points: int, checkers: int, columns: int, pixels: int
) -> None:
    told = device_json.board(load_profile(name))
    assert (told["points"], told["checkers"], told["pixels"]) == (points, checkers, pixels)
    assert [len(row) for row in told["rows"]] == [columns, columns]
    assert sorted(zone for row in told["rows"] for zone in row) == sorted(told["inputs"][:-2])
    assert told["inputs"][-2:] == ["roll", "undo"]


def test_a_real_board_is_not_simulated() -> None:
    assert device_json.board(load_profile("quarter-buttons"))["simulated"] is False


@pytest.mark.parametrize(
    ("room", "free", "text"),
    [
        ("fine", 64_000_000, ""),
        ("low", 63_900_000, "The disk runs low, 63 MB are free: the oldest games are deleted. Make "
         "room."),
        ("full", 7_000_000, "The disk is full, 7 MB are free: no new game can be begun. Make room.")
    ],
)  # fmt: skip
def test_a_disk_without_much_room_says_so(room: str, free: int, text: str) -> None:
    assert device_json.disk(room, free) == {"room": room, "free": free, "text": text}


def test_what_looks_ill_is_told_with_the_board() -> None:
    found = [InputFault("undo", FaultKind.STUCK, Words("undo button: pressed for 90 seconds"))]
    told = {"input": "undo", "kind": "stuck", "text": "undo button: pressed for 90 seconds"}
    assert device_json.health(found, "unplugged", False, DISK, JOURNAL) == {
        "inputs": [told],
        "board": {"trouble": "unplugged", "alive": False},
        "disk": DISK,
        "journal": JOURNAL,
    }
