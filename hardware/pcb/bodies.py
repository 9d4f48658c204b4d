"""The bodies of plugs, sockets and other tall parts: what they cover, and how high they stand.

Lengths are in mm. What is covered is what KiCad's footprints have on their layer `F.Fab`. Heights
include the housing of a cable; they are from data sheets, but for those marked as estimates.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.pcb import kinds
from hardware.pcb.geometry import Box, rotate, shift
from hardware.pcb.kinds import Footprint
from hardware.pcb.placing import Part


@dataclass(frozen=True)
class Body:
    """A part's body, from its origin; y points down, as in its footprint."""

    left: float
    top: float
    right: float
    bottom: float
    height: float
    """Above the board, with the housing of a cable where one is plugged in."""
    bend: float = 0
    """What the cable's wires need beyond that, to turn aside."""


XH_HEIGHT, XH_BEND = 9.8, 4.0
"""JST's data sheet of the series XH; wires of 0.14 mm², 1.2 mm thick."""
VH_HEIGHT, VH_BEND = 16.5, 6.0
"""Our estimate, a high one: the header alone has 10.9 mm; wires of 0.5 mm², 1.9 mm thick."""
PICO_HEIGHT = 14.8
"""A socket of 8.5 mm, 2.5 mm of the Pico's header, 1 mm of board and 2.8 mm of USB socket."""


def _xh(pins: int) -> Body:
    return Body(-2.45, -2.35, (pins - 1) * 2.5 + 2.45, 3.4, XH_HEIGHT, XH_BEND)


BODIES: Mapping[str, Body] = {
    kinds.XH2.name: _xh(2),
    kinds.XH3.name: _xh(3),
    kinds.XH4.name: _xh(4),
    kinds.XH5.name: _xh(5),
    kinds.VH2.name: Body(-1.95, -3.7, 5.91, 4.8, VH_HEIGHT, VH_BEND),
    kinds.TERMINAL2.name: Body(-2.54, -5.2, 7.62, 4.6, 10.0),
    kinds.SOCKET20.name: Body(-1.27, -1.27, 1.27, 49.53, PICO_HEIGHT),
    kinds.SOCKET40.name: Body(-3.81, -1.27, 1.27, 49.53, 8.5),
    kinds.RADIAL8.name: Body(-2.25, -4.0, 5.75, 4.0, 13.0),
}
"""By a footprint's name: JST, Phoenix Contact (MKDS 1,5), Samtec (SSW) and Panasonic (FR)."""


def has_body(footprint: Footprint) -> bool:
    """Whether a part is tall enough to be listed here."""
    return footprint.name in BODIES


def body_of(part: Part) -> Body:
    """The body of a part; `KeyError` for a flat one."""
    return BODIES[part.kind.footprint.name]


def covered(part: Part) -> Box:
    """What the body of a part covers, as it lies on the board."""
    body = body_of(part)
    corners = ((body.left, body.top), (body.right, body.bottom))
    flipped = ((x, -y if part.back else y) for x, y in corners)
    (x, y), (u, v) = (shift(rotate(corner, part.turn), *part.at) for corner in flipped)
    return Box(((x + u) / 2, (y + v) / 2), abs(u - x), abs(v - y))
