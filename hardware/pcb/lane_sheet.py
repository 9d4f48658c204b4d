"""Where a lane's parts are on its schematic."""

from hardware.pcb.geometry import Point
from hardware.pcb.lane import GND, REVISION, V3, V5, Lane, parts
from hardware.pcb.library import Library
from hardware.pcb.schematic import GRID, Note, Sheet, write
from minigam.board.profile_model import A_BOARD

ROW_OF_PLACES, COLUMN_OF_PLACES = 46 * GRID, 76 * GRID
TOP, LEFT = 36 * GRID, 24 * GRID
CHAIN_Y, STRIP_Y = 142 * GRID, 194 * GRID
IN_A_PLACE = ((0, "Q"), (19, "R"), (27, "C"), (46, "D"), (62, "C"))
"""Steps to the right, and the parts of a place; the second capacitor is its pixel's."""
CHAIN = {
    **{"J1": 40, "R9": 58, "R11": 66, "R12": 74, "U1": 104, "C17": 130, "R14": 140, "C21": 150},
    **{"U2": 174, "C18": 200, "R10": 210, "C22": 220, "J2": 238, "C19": 254},
}
STRIP = {"J3": 40, "J5": 66, "C20": 82, "R13": 96, "J4": 120}
"""Steps from the left."""
NOTES = (
    ("Registers: the check bits 0011 and 1100 are tied", (30 * GRID, CHAIN_Y - 28 * GRID)),
    ("To the Pico", (32 * GRID, CHAIN_Y - 10 * GRID)),
    ("To the next lane", (228 * GRID, CHAIN_Y - 10 * GRID)),
    ("Pixels: data from lane to lane, 5 V from the supply", (30 * GRID, STRIP_Y - 14 * GRID)),
)


def schematic(lane: Lane, library: Library) -> str:
    """A lane's schematic."""
    sheet = Sheet(lane.name, library)
    found = {part.ref: part for part in parts(lane)}
    for ref, at in _places(lane).items():
        sheet.put(found[ref], at)
    for k in lane.places:
        x, y = _place(k)
        sheet.note(Note(f"Place {k}", (x - 6 * GRID, y - 15 * GRID)))
    for steps, y in ((CHAIN, CHAIN_Y), (STRIP, STRIP_Y)):
        for ref, step in steps.items():
            sheet.put(found[ref], (step * GRID, y))
    for text, at in NOTES:
        sheet.note(Note(text, at))
    for column, net in enumerate((V3, V5, GND)):
        sheet.supply(net, ((140 + 16 * column) * GRID, STRIP_Y))
    return write(sheet, lane.title, REVISION)


def _place(k: int) -> Point:
    column, row = (k - 1) % 4, (k - 1) // 4
    return LEFT + column * COLUMN_OF_PLACES, TOP + row * ROW_OF_PLACES


def _places(lane: Lane) -> dict[str, Point]:
    found: dict[str, Point] = {}
    for k in lane.places:
        x, y = _place(k)
        for at, (step, letter) in enumerate(IN_A_PLACE):
            number = k + A_BOARD if at == len(IN_A_PLACE) - 1 else k
            found[f"{letter}{number}"] = (x + step * GRID, y)
    return found
