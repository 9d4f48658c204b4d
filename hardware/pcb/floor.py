"""What stands on the floor of the case: where the base board, the Pi and the supply's socket are.

They lie at that end of the player's side where the chain begins, so that the cables to the first
lane are short. Positions are those on the field, in mm, as seen from above by a player in front.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.pcb import boards as printed
from hardware.pcb import button_base
from hardware.pcb.geometry import Point, Pose

BASE_AT: Mapping[str, Point] = {"base": (35.0, 55.0), "button-base": (42.0, 62.0)}
"""The corner of a base board at the player's left hand: 20 mm beside J1 are free for its wires."""
PI_AT: Point = (212.0, 95.0)
"""That of a Pi beside its base board, whose header is away from the player."""
PI_SIZE = (85.0, 56.0)
PI_SOCKETS = (66.0, 88.0, 16.0)
"""USB and network: from where to where along a Pi, and their height."""
PLUG_LENGTH, PLUG_GAP = 35.0, 5.0
"""A USB plug with the bend of its cable; between it and what is next."""
HEADER_MIDDLE, HOLE_TO_HOLE = 3.5, 58.0
"""Of a Pi's header, from the Pi's edge; from hole to hole beside it (Raspberry Pi, drawing)."""
JACK_Y, JACK_LENGTH, JACK_WIDTH = 230.0, 30.0, 18.0
"""The supply's socket in the wall beside the base board, with its wires: our estimate."""


@dataclass(frozen=True)
class Floor:
    """The floor below a field."""

    width: float
    """Of the field."""
    wall: float
    """How thick the case's walls are."""
    base: printed.Board
    right: bool
    """Whether the chain begins at the player's right hand."""

    @property
    def has_header(self) -> bool:
        """Whether the base board is plugged onto the Pi, which is below it then."""
        return self.base == printed.BUTTON_BASE

    @property
    def base_pose(self) -> Pose:
        """Turned by half, with its upper edge to the player."""
        left, low = self._base_at
        return Pose((left + self.base.design.size[0], low), x=(-1, 0), y=(0, 1))

    @property
    def pi_pose(self) -> Pose:
        """From the end without sockets, and from the edge with the header."""
        if self.has_header:
            base = self.base_pose
            corner = (button_base.PI_LEFT, button_base.HEADER_Y - HEADER_MIDDLE)
            return Pose(base.on_field(corner), base.x, base.y)
        left, low = PI_AT
        if self.right:
            left = self._base_at[0] - PLUG_LENGTH - PI_SOCKETS[1] - PLUG_GAP
        return Pose((left, low + PI_SIZE[1]), x=(1, 0), y=(0, -1))

    @property
    def header(self) -> Point:
        """The middle of the Pi's header."""
        return self.pi_pose.on_field((HOLE_TO_HOLE / 2 + HEADER_MIDDLE, HEADER_MIDDLE))

    @property
    def jack(self) -> Point:
        """The middle of the supply's socket."""
        half = self.wall + JACK_LENGTH / 2
        return (self.width - half if self.right else half), JACK_Y

    @property
    def _base_at(self) -> Point:
        left, low = BASE_AT[self.base.name]
        if self.right:
            left = self.width - self.wall - PLUG_GAP - PLUG_LENGTH - self.base.design.size[0]
        return left, low
