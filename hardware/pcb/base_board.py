"""The base board: its parts, copper, planes and prints put together."""

from collections.abc import Iterator
from functools import partial

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
    ZONE_INPUT,
    ZONE_SUPPLY,
    feed_x,
    parts,
)
from hardware.pcb.base_printing import texts
from hardware.pcb.blocks import GND, INPUT, V3, V5
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
    feed_tracks,
    grounds,
    kept_free,
    laid,
    signals,
    spokes,
)
from hardware.pcb.placing import BACK, FRONT, Pads, pads_of
from hardware.pcb.router import Net

FRONT_ONLY = frozenset({FRONT})
RETURN = between((97.2, 25.2), (103.0, 32.6))
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
        route=partial(_copper, pads),
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
    yield Plane(INPUT, (FRONT,), ZONE_INPUT, 1, 1.5)
    yield Plane(GND, (FRONT, BACK), inside(SIZE), 0, 0.4)


def _copper(pads: Pads) -> Copper:
    feeds = range(1, FEEDS + 1)
    poured = {GND, V5, SUPPLY, INPUT, *(f"FEED{number}" for number in feeds)}
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
    corners = ((87.2, 27.2), (96.4, 33.2)), ((92.85, 33.2), (102.0, 38.2))
    guard = [Kept(between(*each), FRONT_ONLY) for each in corners]
    supply = Kept(between((82.9, 32.8), (90.9, 37.6)), FRONT_ONLY, frozenset({SUPPLY}))
    ear = Kept(between((86.5, 42.0), (96.2, 45.0)), FRONT_ONLY, frozenset({V5}))
    kept = (
        below,
        *guard,
        supply,
        ear,
        *kept_free(HOLES, FIDUCIALS),
        *spokes(pads, GND, ("J4", "J5")),
    )
    copper = laid(nets, pads, Area(SIZE, EDGE, (*kept, Kept(RETURN, nets=frozenset({GND})))), GND)
    _heavy(copper, pads)
    for number in feeds:
        feed_tracks(copper, pads, number, V5)
    return copper


def _heavy(copper: Copper, pads: Pads) -> None:
    """Wide tracks from the pads that carry all current, since a plane's spokes are narrow."""
    into, out = pads.at("R8", "1"), shift(pads.at("R8", "2"), 0, 0.9)
    drain, source = pads.at("Q1", "5"), pads.at("Q1", "2")
    corner, supply = (94.4, drain[1]), pads.at("J1", "1")
    copper.track(SUPPLY, FRONT, HEAVY, shift(source, 0, 1.2), into)
    copper.track(INPUT, FRONT, HEAVY, drain, corner, (corner[0], supply[1]), supply)
    copper.track(V5, FRONT, HEAVY, out, shift(out, 0, 4.0))
    for layer in (FRONT, BACK):
        copper.track(GND, layer, HEAVY, pads.at("J1", "2"), RETURN.middle)
