"""The ends of wires that one makes by hand, counted on the sheets that are drawn."""

import json

import pytest

from hardware.drawing.boards import boards
from hardware.drawing.branches import branches
from hardware.drawing.ends import ends_of_strip, ends_on_stripboard
from hardware.drawing.files import COMMON, WIRING

DRAWN = {drawn.name: drawn for drawn in boards()}
FILTERS = {"quarter-buttons": 13, "quarter-hall-tap": 13}


def lines(path: str) -> int:
    """On a sheet."""
    return len(json.loads((WIRING / f"{path}.yml").read_text("utf-8"))["connections"])


@pytest.mark.parametrize("name", DRAWN)
def test_every_line_on_a_sheet_has_two_ends(name: str) -> None:
    board = DRAWN[name]
    profile = board.profile
    found = sum(lines(f"{name}/{sheet}") for sheet in ("power", "strip", "inputs"))
    found += FILTERS.get(name, 3) * lines(f"{COMMON}/filter") + lines(f"{COMMON}/shifter")
    found += len(branches(profile.strip)) * lines(f"{COMMON}/fuse")
    if profile.sensors:
        found += profile.sensors.count // 8 * lines(f"{COMMON}/register")
        found += sum(lines(f"{name}/{p.stem}") for p in (WIRING / name).glob("chain-*.yml"))
        found += 3 * sum(map(len, profile.sensors.places.values()))
    assert ends_on_stripboard(board) == 2 * found + ends_of_strip(board)


def test_three_wires_lead_from_lane_to_lane_and_from_pixel_to_pixel() -> None:
    """The quarter board: ten lanes, two faces of seven pixels and two turn lights."""
    assert ends_of_strip(DRAWN["quarter-buttons"]) == 2 * 3 * (10 + 16 - 1)
