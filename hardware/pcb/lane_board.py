"""A lane's board: its parts, copper, planes and prints put together."""

from functools import partial

from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.lane import CORNER, GND, REVISION, V5, WIDTH, Lane, parts
from hardware.pcb.placing import BACK, FRONT, pads_of
from hardware.pcb.printing import texts
from hardware.pcb.routes import finished


def design(lane: Lane) -> Design:
    """All that is on a lane's board."""
    placed, size = parts(lane), (lane.length, WIDTH)
    pads = pads_of(placed)
    return Design(
        title=lane.title,
        revision=REVISION,
        sheet=f"{lane.name}.kicad_sch",
        size=size,
        corner=CORNER,
        parts=placed,
        route=partial(finished, pads, lane),
        planes=(
            Plane(V5, (FRONT,), lane.zone_5v, 1, 0.8),
            Plane(GND, (FRONT, BACK), inside(size), 0, 0.5),
        ),
        texts=texts(pads, lane),
        holes=lane.holes,
        fiducials=lane.fiducials,
    )
