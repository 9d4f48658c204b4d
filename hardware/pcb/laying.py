"""What the router has to do for a board whose ground is poured on both layers."""

from collections.abc import Iterable, Mapping

from hardware.pcb.copper import BOTH, Copper, free_places
from hardware.pcb.geometry import Box, Point, shift
from hardware.pcb.grid import Area, Kept
from hardware.pcb.placing import FRONT, Pads
from hardware.pcb.router import Net, route

SIGNAL, GROUND = 0.25, 0.4
"""Widths of tracks in mm: signals, and from a pad to a via into ground."""
POWER = 0.5
"""Of tracks for 3.3 V and for the level shifter's 5 V."""
HEAVY = 3.0
"""Of tracks for all current, from the terminal, since spokes are narrow: 4 A warm them by less than
10 K (IPC-2221)."""
IN_WIDE, OUT_WIDE = 1.2, 1.5
"""Of tracks for a branch's current at its fuse."""
EDGE = 0.6
"""From copper to the board's edge."""
SCREW, MARK = 6.6, 3.6
"""What is kept free around a mounting hole and around a fiducial."""
STITCH = 5.08


def kept_free(holes: Iterable[Point], fiducials: Iterable[Point]) -> list[Kept]:
    """Room for heads of screws and for fiducials."""
    return [
        *(Kept(Box(at, SCREW, SCREW)) for at in holes),
        *(Kept(Box(at, MARK, MARK)) for at in fiducials),
    ]


def between(one: Point, other: Point) -> Box:
    """The rectangle with these corners: upper left and lower right."""
    (x1, y1), (x2, y2) = one, other
    return Box(((x1 + x2) / 2, (y1 + y2) / 2), x2 - x1, y2 - y1)


def feed_corners(fuse: Point, bottom: float) -> tuple[Point, ...]:
    """The copper of a branch's 5 V, from its fuse (`fuse_block` in hardware/pcb/blocks.py) down."""
    (x, y) = fuse
    left, right, top = x - 3.5, x + 2.6, y + 0.8
    return (left, top), (right, top), (right, bottom), (left, bottom)


def feed_tracks(copper: Copper, pads: Pads, number: int, supply: str) -> None:
    """Wide copper into a branch's fuse and out of it, since a plane's spokes are narrow."""
    into, out = pads.at(f"F{number}", "1"), pads.at(f"F{number}", "6")
    near, far = shift(into, 0.25), shift(out, 0.4)
    copper.track(supply, FRONT, IN_WIDE, near, shift(near, 0, -1.5))
    copper.track(f"FEED{number}", FRONT, OUT_WIDE, far, shift(far, 0, 1.6))


def spokes(pads: Pads, net: str, refs: Iterable[str]) -> list[Kept]:
    """Room above and below the pads of sockets, so that a plane reaches those of its net."""
    found = [p for p in pads.by_name.values() if p.ref in set(refs) and p.net == net]
    return [
        Kept(Box((x, y + side * 1.75), 0.9, 1.1), nets=frozenset({net}))
        for x, y in (pad.at for pad in found)
        for side in (-1, 1)
    ]


def signals(pads: Pads, poured: Iterable[str], widths: Mapping[str, float]) -> list[Net]:
    """A net of the router for each net that no plane joins; width by name, or that of signals."""
    names: dict[str, list[tuple[str, str]]] = {}
    for key, pad in pads.by_name.items():
        if pad.net and pad.net not in poured:
            names.setdefault(pad.net, []).append(key)
    return [
        Net(name, widths.get(name, SIGNAL), tuple(found))
        for name, found in names.items()
        if len(found) > 1
    ]


def grounds(pads: Pads, net: str) -> list[Net]:
    """A via for each surface-mount pad of a net that is poured on both layers."""
    return [
        Net(net, GROUND, (key,))
        for key, pad in pads.by_name.items()
        if pad.net == net and pad.layers != BOTH
    ]


def laid(nets: Iterable[Net], pads: Pads, area: Area, ground: str) -> Copper:
    """Routed tracks, and vias that join the ground planes wherever there is room."""
    copper = route(nets, pads, area)
    columns, rows = (int(length / STITCH) for length in area.size)
    grid = [
        (round(i * STITCH, 3), round(j * STITCH, 3))
        for i in range(1, columns + 1)
        for j in range(1, rows + 1)
    ]

    def room(at: Point) -> bool:
        x, y = at
        inside = all(2 < c < length - 2 for c, length in ((x, area.size[0]), (y, area.size[1])))
        return inside and not any(kept.box.grown(0.6).contains(at) for kept in area.kept)

    copper.via(ground, *free_places(copper, pads, grid, room))
    return copper
