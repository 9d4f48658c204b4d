"""The lane's board: its parts, copper, planes and prints put together."""

from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.lane import (
    CORNER,
    FIDUCIALS,
    GND,
    HOLES,
    LENGTH,
    NAME,
    REVISION,
    V5,
    WIDTH,
    ZONE_5V,
    parts,
)
from hardware.pcb.lane_sheet import TITLE
from hardware.pcb.placing import BACK, FRONT, pads_of
from hardware.pcb.printing import texts
from hardware.pcb.routes import finished


def design() -> Design:
    """All that is on the lane's board."""
    placed = parts()
    pads = pads_of(placed)
    return Design(
        title=TITLE,
        revision=REVISION,
        sheet=f"{NAME}.kicad_sch",
        size=(LENGTH, WIDTH),
        corner=CORNER,
        parts=placed,
        copper=finished(pads),
        planes=(
            Plane(V5, (FRONT,), ZONE_5V, 1, 0.8),
            Plane(GND, (FRONT, BACK), inside((LENGTH, WIDTH)), 0, 0.5),
        ),
        texts=texts(pads),
        holes=HOLES,
        fiducials=FIDUCIALS,
    )
