"""The board of a lane with a button: its tracks by formula, its prints and its schematic."""

from functools import partial

from hardware.pcb.arranging import Group, arranged
from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.button_lane import FIDUCIALS, HOLES, NAME, REVISION, TITLE, TOUCH, parts
from hardware.pcb.copper import Copper
from hardware.pcb.lane import CORNER, GND, LENGTH, PLACES, V3, V5, WIDTH, ZONE_5V
from hardware.pcb.library import Library
from hardware.pcb.placing import BACK, FRONT, Pads, Text, pads_of
from hardware.pcb.printing import PIXEL_PLUGS, Plug, back, numbers, plug_texts
from hardware.pcb.routes import BRANCH, SIGNAL, earth, pixel, pixel_ends, stitches
from minigam.board.profile_model import A_BOARD

PLUGS: dict[str, Plug] = {
    "J1": ("TOUCH", (8.6, 33.0), 0, ("3V3", "IN", "GND"), (-4.4, 0)),
    **PIXEL_PLUGS,
}


def design() -> Design:
    """All that is on the board."""
    placed = parts()
    pads = pads_of(placed)
    return Design(
        title=TITLE,
        revision=REVISION,
        sheet=f"{NAME}.kicad_sch",
        size=(LENGTH, WIDTH),
        corner=CORNER,
        parts=placed,
        route=partial(routes, pads),
        planes=(
            Plane(V5, (FRONT,), ZONE_5V, 1, 0.8),
            Plane(GND, (FRONT, BACK), inside((LENGTH, WIDTH)), 0, 0.5),
        ),
        texts=(*_front(), *back(NAME, REVISION), *plug_texts(pads, PLUGS)),
        holes=HOLES,
        fiducials=FIDUCIALS,
    )


def routes(pads: Pads) -> Copper:
    """Every track and via."""
    copper = Copper()
    _touch(copper, pads)
    for k in PLACES:
        pixel(copper, pads, k)
    pixel_ends(copper, pads)
    copper.via(GND, *stitches(copper, pads, (*HOLES, *FIDUCIALS)))
    return copper


def _touch(copper: Copper, pads: Pads) -> None:
    """From the plug to the button, and around the screw to the hall switch."""
    plug, out = pads.at("J1", "2"), pads.at("Q1", "2")
    near, far = pads.at("SW1", "1"), pads.at("SW1", "1#2")
    copper.track(TOUCH, FRONT, SIGNAL, near, far)
    bend = plug[0] - 2.6
    corner = (bend, near[1] + bend - near[0])
    copper.track(TOUCH, BACK, SIGNAL, plug, (bend, plug[1]), corner, near)
    edge = 1.2
    copper.track(TOUCH, FRONT, SIGNAL, near, (edge, near[1]), (edge, out[1]), out)
    # The switch's supply, past its capacitor, and its ground.
    high, block, power = pads.at("J1", "1"), pads.at("C1", "1"), pads.at("Q1", "1")
    left, low = high[0] - 3.0, block[1] - 1.6
    down = [(left, high[1]), (left, low), (block[0], low)]
    copper.track(V3, FRONT, BRANCH, high, *down, block)
    bend_y = power[1] - abs(power[0] - block[0])
    copper.track(V3, FRONT, BRANCH, block, (block[0], bend_y), power)
    earth(copper, pads.at("Q1", "3"), 1.66, 0, BRANCH)
    earth(copper, pads.at("C1", "2"), 1.425, 0, BRANCH)


def _front() -> list[Text]:
    return [
        *numbers(),
        Text(f"minigam {NAME}, rev {REVISION}", (145.0, 22.0), 1.8),
        Text("8 pixels, 33 mm apart", (228.0, 22.0), 1.5),
        Text("PLAYER", (7.0, 37.4), 1.5),
        Text("SW1, Q1 or both: see hardware/README.md", (72.0, 22.0), 1.5),
    ]


def schematic(library: Library) -> str:
    """The lane's schematic."""
    first, second = PLACES[: A_BOARD // 2], PLACES[A_BOARD // 2 :]
    groups = (
        Group("What a player taps: a button, a touch spot or both", ("J1", "SW1", "Q1", "C1")),
        Group("Pixels, the first one next to the player", _pixels(first)),
        Group("The other pixels", _pixels(second)),
        Group("Data from lane to lane, 5 V from the supply", ("J3", "J4", "R13", "J5", "C20")),
    )
    return arranged(NAME, (TITLE, REVISION), parts(), groups, (V3, V5, GND), library)


def _pixels(places: range) -> tuple[str, ...]:
    return tuple(ref for k in places for ref in (f"D{k}", f"C{k + A_BOARD}"))
