"""The base board: its parts, copper, planes and prints put together."""

from collections.abc import Iterator

from hardware.pcb.base import (
    CORNER,
    FEEDS,
    FIDUCIALS,
    FUSE_Y,
    HOLES,
    NAME,
    REVISION,
    SIZE,
    SUPPLY,
    TITLE,
    ZONE_5V,
    ZONE_SUPPLY,
    feed_x,
    parts,
)
from hardware.pcb.base_printing import texts
from hardware.pcb.blocks import GND, V3, V5
from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.copper import Copper
from hardware.pcb.geometry import shift
from hardware.pcb.grid import Area, Kept
from hardware.pcb.kinds import METER
from hardware.pcb.laying import (
    EDGE,
    HEAVY,
    POWER,
    SIGNAL,
    between,
    feed_corners,
    grounds,
    kept_free,
    laid,
    signals,
    spokes,
)
from hardware.pcb.placing import BACK, FRONT, Pads, pads_of
from hardware.pcb.router import Net

FRONT_ONLY = frozenset({FRONT})
RETURN = between((93.0, 29.0), (101.0, 32.8))
"""What is kept for ground at the supply's terminal."""


def design() -> Design:
    """All that is on the base board."""
    placed = parts()
    pads = pads_of(placed)
    return Design(
        title=TITLE,
        revision=REVISION,
        sheet=f"{NAME}.kicad_sch",
        size=SIZE,
        corner=CORNER,
        parts=placed,
        copper=_copper(pads),
        planes=tuple(_planes()),
        texts=texts(pads),
        holes=HOLES,
        fiducials=FIDUCIALS,
    )


def _planes() -> Iterator[Plane]:
    for number in range(1, FEEDS + 1):
        corners = feed_corners((feed_x(number), FUSE_Y), SIZE[1] - 4)
        yield Plane(f"FEED{number}", (FRONT,), corners, 1, 0.8)
    yield Plane(V5, (FRONT,), ZONE_5V, 1, 0.5)
    yield Plane(SUPPLY, (FRONT,), ZONE_SUPPLY, 1, 1.5)
    yield Plane(GND, (FRONT, BACK), inside(SIZE), 0, 0.4)


def _copper(pads: Pads) -> Copper:
    feeds = range(1, FEEDS + 1)
    poured = {GND, V5, SUPPLY, *(f"FEED{number}" for number in feeds)}
    shifter = [key for key, pad in pads.by_name.items() if pad.net == V5 and key[0] in ("U1", "C2")]
    nets = [
        *signals(pads, poured, {V3: POWER}),
        *grounds(pads, GND),
        Net(V5, POWER, (*shifter, ("F6", "3"))),
        Net(SUPPLY, SIGNAL, (("R8", "1"), ("U2", METER.pins.number("IN+")))),
        Net(V5, SIGNAL, (("R8", "2"), ("U2", METER.pins.number("IN-")))),
    ]
    limits = {f"LIMIT{number}" for number in feeds}
    below = Kept(between((0, 45.0), SIZE), nets=frozenset({GND, V5, *limits}))
    supply = Kept(between(ZONE_SUPPLY[0], ZONE_SUPPLY[2]), FRONT_ONLY, frozenset({SUPPLY}))
    ear = Kept(between((86.5, 42.0), (96.2, 45.0)), FRONT_ONLY, frozenset({V5}))
    kept = (below, supply, ear, *kept_free(HOLES, FIDUCIALS), *spokes(pads, GND, ("J4", "J5")))
    copper = laid(nets, pads, Area(SIZE, EDGE, (*kept, Kept(RETURN, nets=frozenset({GND})))), GND)
    _heavy(copper, pads)
    return copper


def _heavy(copper: Copper, pads: Pads) -> None:
    """Wide tracks from the pads that carry all current, since a plane's spokes are narrow."""
    into, out = shift(pads.at("R8", "1"), 0, -0.9), shift(pads.at("R8", "2"), 0, 0.9)
    supply = pads.at("J1", "1")
    copper.track(SUPPLY, FRONT, HEAVY, into, (into[0], ZONE_SUPPLY[0][1] + HEAVY / 2))
    copper.track(SUPPLY, FRONT, HEAVY, supply, shift(supply, -6.0))
    copper.track(V5, FRONT, HEAVY, out, shift(out, 0, 4.0))
    for layer in (FRONT, BACK):
        copper.track(GND, layer, HEAVY, pads.at("J1", "2"), RETURN.middle)
