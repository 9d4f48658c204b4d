"""A face of the dice as data: seven pixels on 48 x 80 mm, behind the window of the dice.

x runs to the right and y down, in mm from a corner, as one sees the lit front. A face of the window
(hardware/printed/dice-window.scad) covers the board from `WINDOW_TOP` to `WINDOW_BOTTOM`, flat on
it: there all parts of the front lie in the window's wells. Plugs are on the back; their pins, the
resistor and the large capacitor are below the window. The screws beside it hold the board to the
wood, and with it the window. Dice stand 48.4 mm apart, so that each is a board of its own.

The face's data comes from the lane or face before it; every face has its own pair of wires to the
supply, as every lane has.
"""

from hardware.pcb import kinds
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import GND, V5, ceramic, resistor
from hardware.pcb.placing import Part
from minigam.board.lighting import FACE_PIXELS

NAME, REVISION, TITLE = "dice-face", "A", "Face of the dice"
SIZE, CORNER = (48.0, 80.0), 2.0
"""Of the board, with the radius of its corners."""
WINDOW_TOP, WINDOW_BOTTOM = 8.0, 64.4
"""The window is 56.4 mm high."""
MIDDLE = (24.0, 36.2)
PITCH = 14.0
"""`pixel_pitch` in hardware/printed/parameters.scad."""
SPOTS: tuple[Point, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1))
"""The pixels in the order of the data, from the middle, in steps to the right and down."""
PIXELS = range(1, FACE_PIXELS + 1)
HOLES: tuple[Point, ...] = ((4.0, 4.0), (44.0, 4.0), (4.0, 76.0), (44.0, 76.0))
FIDUCIALS: tuple[Point, ...] = ((9.4, 4.0), (38.6, 4.0), (44.5, 69.0))
ZONE_5V: tuple[Point, ...] = (
    *((0.5, 8.0), (47.5, 8.0), (47.5, 71.5), (40.0, 71.5)),
    *((40.0, 79.5), (8.0, 79.5), (8.0, 71.5), (0.5, 71.5)),
)
"""5 V on the front, away from the screws."""


def place(k: int) -> Point:
    """Where a pixel is; 1 is the first one of the data.

    >>> place(4)
    (24.0, 36.2)
    """
    across, down = SPOTS[k - 1]
    return shift(MIDDLE, across * PITCH, down * PITCH)


def parts() -> tuple[Part, ...]:
    """Every part that is bought."""
    data, feed = kinds.DATA_PLUG, {"5V": V5, "GND": GND}
    last = f"LED{FACE_PIXELS}"
    return (
        Part("J1", data, {"DATA": "DIN", "GND": GND}, (10.5, 71.0), 270, back=True),
        Part("J2", data, {"DATA": "DOUT", "GND": GND}, (37.5, 73.5), 90, back=True),
        Part("J3", kinds.POWER_PLUG, feed, (22.02, 73.0), back=True),
        *(part for k in PIXELS for part in _pixel(k)),
        resistor("R1", kinds.R330, last, "DOUT", (35.55, 68.5), 270, (2.3, 0)),
        Part("C8", kinds.C100U, {"+": V5, "-": GND}, (16.5, 69.0), label=(0, -2.4)),
    )


def _pixel(k: int) -> list[Part]:
    x, y = place(k)
    nets = {"VDD": V5, "DOUT": f"LED{k}", "VSS": GND, "DIN": f"LED{k - 1}" if k > 1 else "DIN"}
    return [
        Part(f"D{k}", kinds.PIXEL, nets, (x, y), label=(-4.9, 0)),
        ceramic(f"C{k}", V5, (x, y - 3.6), (-2.5, 0)),
    ]
