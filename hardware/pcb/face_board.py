"""The board of a face: its tracks by formula, its planes, its prints and its schematic."""

from functools import partial

from hardware.pcb.arranging import Group, arranged
from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.copper import Copper
from hardware.pcb.face import (
    CORNER,
    FIDUCIALS,
    HOLES,
    MIDDLE,
    NAME,
    PITCH,
    PIXELS,
    PLUGS_Y,
    REVISION,
    SIZE,
    TITLE,
    ZONE_5V,
    parts,
    place,
)
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import GND, V5
from hardware.pcb.library import Library
from hardware.pcb.placing import BACK, FRONT, Pads, Text, pads_of
from hardware.pcb.printing import Plug, plug_texts
from hardware.pcb.routes import BRANCH, SIGNAL, WIDE, earth

BETWEEN = PITCH / 2
"""From a pixel to the tracks between it and the next."""
UNDER = 5.5
"""From a pixel to the track below it that leads to the next column."""
LEFT, LOW = 2.5, PLUGS_Y - 2.5
"""Where the data passes on its way in: along the left edge, and above the plugs."""
COLUMNS = {3: -1, 4: 1}
"""Pixels whose data goes on to the next column: the tracks' column, in steps from the middle."""
STITCHES: tuple[Point, ...] = ((13.0, 1.8), (22.0, 1.8), (31.0, 1.8))
PLUGS: dict[str, Plug] = {
    "J1": ("PIXELS IN", (9.0, 45.2), 0, ("DATA", "GND"), (5.4, 0)),
    "J2": ("PIXELS OUT", (35.0, 45.2), 0, ("DATA", "GND"), (-5.4, 0)),
    "J3": ("5 V FEED, 0.4 A", (22.0, 43.0), 0, ("5V", "GND"), (0, -5.8)),
}


def design() -> Design:
    """All that is on the board."""
    placed = parts()
    pads = pads_of(placed)
    return Design(
        title=TITLE,
        revision=REVISION,
        sheet=f"{NAME}.kicad_sch",
        size=SIZE,
        corner=CORNER,
        parts=placed,
        route=partial(routes, pads),
        planes=(
            Plane(V5, (FRONT,), ZONE_5V, 1, 0.8),
            Plane(GND, (FRONT, BACK), inside(SIZE), 0, 0.5),
        ),
        texts=(*_prints(), *plug_texts(pads, PLUGS)),
        holes=HOLES,
        fiducials=FIDUCIALS,
    )


def routes(pads: Pads) -> Copper:
    """Every track and via."""
    copper = Copper()
    for k in PIXELS:
        _pixel(copper, pads, k)
    _ends(copper, pads)
    copper.via(GND, *STITCHES)
    return copper


def _pixel(copper: Copper, pads: Pads, k: int) -> None:
    """A pixel's ground and supply, and its data to the next pixel."""
    earth(copper, pads.at(f"D{k}", "3"), 1.65, 0, WIDE)
    block, power = pads.at(f"C{k}", "1"), pads.at(f"D{k}", "1")
    copper.track(V5, FRONT, BRANCH, power, (power[0], block[1]), block)
    earth(copper, pads.at(f"C{k}", "2"), 0, -1.4, BRANCH)
    if k < PIXELS[-1]:
        copper.track(f"LED{k}", FRONT, SIGNAL, *_to_next(pads, k))


def _to_next(pads: Pads, k: int) -> list[Point]:
    """Down between two pixels, or up between two columns, to the next pixel's input."""
    out, into = pads.at(f"D{k}", "2"), pads.at(f"D{k + 1}", "4")
    low = place(k)[1] + (UNDER if k in COLUMNS else BETWEEN)
    high = place(k + 1)[1] - BETWEEN
    start, end = [out, (out[0], low)], [(into[0], high), into]
    if k not in COLUMNS:
        return [*start, *end]
    x = MIDDLE[0] + COLUMNS[k] * BETWEEN
    return [*start, (x, low), (x, high), *end]


def _ends(copper: Copper, pads: Pads) -> None:
    """Into the first pixel, out of the last one, and the large capacitor's ground."""
    plug, into = pads.at("J1", "1"), pads.at("D1", "4")
    top = place(1)[1] - BETWEEN
    up = [(plug[0], LOW), (LEFT, LOW), (LEFT, top), (into[0], top)]
    copper.track("DIN", FRONT, SIGNAL, plug, *up, into)
    last = PIXELS[-1]
    out, end = pads.at(f"D{last}", "2"), pads.at("R1", "1")
    low = place(last)[1] + UNDER
    copper.track(f"LED{last}", FRONT, SIGNAL, out, (out[0], low), (end[0], low), end)
    end, plug = pads.at("R1", "2"), pads.at("J2", "1")
    copper.track("DOUT", FRONT, SIGNAL, end, (end[0], plug[1]), plug)
    for dx in (-0.7, 0.7):
        earth(copper, shift(pads.at("C8", "2"), dx, 0), 0, 1.5, WIDE)


def _prints() -> list[Text]:
    name, (x, _) = f"minigam {NAME}, rev {REVISION}", MIDDLE
    return [
        Text(name, (x, 4.3), 1.0),
        Text("TOP", (x, 11.0), 1.5),
        Text("UNDER THE WINDOW", (x, 41.0), 1.0),
        Text(name, (x, 12.0), 1.5, back=True),
        Text("generated from hardware/pcb, never built yet", (x, 24.0), 1.0, back=True),
        Text("FEED EVERY FACE WITH ITS OWN 5 V PAIR", (x, 34.0), 1.1, back=True),
    ]


def schematic(library: Library) -> str:
    """The face's schematic."""
    groups = (
        Group("Pixels: top left, middle left, bottom left, centre", _pixels(1, 2, 3, 4)),
        Group("Top right, middle right, bottom right", _pixels(5, 6, 7)),
        Group("Data from board to board, 5 V from the supply", ("J1", "R1", "J2", "J3", "C8")),
    )
    return arranged(NAME, (TITLE, REVISION), parts(), groups, (V5, GND), library)


def _pixels(*numbers: int) -> tuple[str, ...]:
    return tuple(f"{letter}{k}" for k in numbers for letter in "DC")
