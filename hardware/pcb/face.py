"""A face of the dice as data: seven pixels on 44 x 56 mm, behind the window of the dice.

x runs to the right and y down, in mm from a corner, as one sees the lit front. The board lies flat
on the back of the window (hardware/printed/dice-window.scad), which covers all of it: the pixels
are in its wells; the pins of the plugs, the resistor and the large capacitor are in its pocket
below the face, where the wood hides it. Four screws hold the board and the window to the wood. Dice
stand 48.4 mm apart, so that each is a board of its own.

The face's data comes from the lane or face before it; every face has its own pair of wires to the
supply, as every lane has.
"""

from hardware.pcb import kinds
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import GND, V5, ceramic, resistor
from hardware.pcb.placing import Part
from minigam.board.lighting import FACE_PIXELS

NAME, REVISION, TITLE = "dice-face", "B", "Face of the dice"
SIZE, CORNER = (44.0, 56.0), 2.0
"""Of the board, with the radius of its corners."""
MIDDLE = (22.0, 28.0)
PITCH = 14.0
"""`pixel_pitch` in hardware/printed/parameters.scad."""
SPOTS: tuple[Point, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1))
"""The pixels in the order of the data, from the middle, in steps to the right and down."""
PIXELS = range(1, FACE_PIXELS + 1)
HOLES: tuple[Point, ...] = ((4.0, 4.3), (40.0, 4.3), (4.0, 51.7), (40.0, 51.7))
"""Those of the window, and of the wood: `face_hole` in parameters.scad."""
PLUGS_Y = 51.2
"""The middle of the plugs, of the resistor and of the large capacitor, and of the pocket."""
FIDUCIALS: tuple[Point, ...] = ((9.6, 4.3), (34.4, 4.3), (41.0, 46.0))
ZONE_5V: tuple[Point, ...] = (
    *((0.5, 8.0), (43.5, 8.0), (43.5, 47.5), (36.0, 47.5)),
    *((36.0, 55.5), (8.0, 55.5), (8.0, 47.5), (0.5, 47.5)),
)
"""5 V on the front, away from the screws."""


def place(k: int) -> Point:
    """Where a pixel is; 1 is the first one of the data.

    >>> place(4)
    (22.0, 28.0)
    """
    across, down = SPOTS[k - 1]
    return shift(MIDDLE, across * PITCH, down * PITCH)


def parts() -> tuple[Part, ...]:
    """Every part that is bought."""
    data, feed = kinds.DATA_PLUG, {"5V": V5, "GND": GND}
    last = f"LED{FACE_PIXELS}"
    return (
        Part("J1", data, {"DATA": "DIN", "GND": GND}, (10.8, PLUGS_Y - 1.25), 270, back=True),
        Part("J2", data, {"DATA": "DOUT", "GND": GND}, (33.2, PLUGS_Y + 1.25), 90, back=True),
        Part("J3", kinds.POWER_PLUG, feed, (20.02, PLUGS_Y), back=True),
        *(part for k in PIXELS for part in _pixel(k)),
        resistor("R1", kinds.R330, last, "DOUT", (28.5, PLUGS_Y), 270, (0, -2.2)),
        Part("C8", kinds.C100U, {"+": V5, "-": GND}, (15.6, PLUGS_Y), 270, label=(-2.6, -3.1)),
    )


def _pixel(k: int) -> list[Part]:
    x, y = place(k)
    nets = {"VDD": V5, "DOUT": f"LED{k}", "VSS": GND, "DIN": f"LED{k - 1}" if k > 1 else "DIN"}
    return [
        Part(f"D{k}", kinds.PIXEL, nets, (x, y), label=(-4.9, 0)),
        ceramic(f"C{k}", V5, (x, y - 3.6), (-2.5, 0)),
    ]
