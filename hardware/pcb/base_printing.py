"""What is printed on the base board besides the names of its parts."""

from hardware.drawing.chain import LINES
from hardware.pcb.base import FEEDS, FUSE_Y, NAME, REVISION, SIZE, feed_x
from hardware.pcb.geometry import Point, shift
from hardware.pcb.placing import Pads, Text

PIN, TITLE, LARGE, SPREAD = 0.9, 1.0, 1.8, 0.9
"""Heights of capitals in mm; and how far apart the names of two pins are moved."""
CHAIN = tuple(line.replace("CLOCK", "CLK") for line in LINES.values())
BUTTONS = ("ROLL WHITE", "ROLL BLACK", "UNDO")
PLUGS: dict[str, tuple[str, Point, float, tuple[str, ...], Point]] = {
    **{
        f"J1{n}": (name, (1.25, 5.1), 0, ("IN", "GND"), (0, -4.1))
        for n, name in enumerate(BUTTONS, 1)
    },
    "J2": ("J2 STRIP DATA", (1.25, 4.6), 0, ("DATA", "GND"), (0, -4.1)),
    "J3": ("J3 I2C, PI", (-6.8, -3.75), 90, ("3V3", "SDA", "SCL", "GND"), (-4.5, 0)),
    "X2": ("X2 CHAIN", (-1.0, 14.4), 0, CHAIN, (4.2, 0)),
    "J1": ("J1 5 V, CENTRE +", (-2.7, -9.1), 0, ("+", "-"), (-7.0, -1.4)),
}
"""Each plug's title and where it is from pin 1, its turn; its pins' names, and where these are."""


def texts(pads: Pads) -> tuple[Text, ...]:
    """Titles, what the pins of the plugs are for, and the numbers of the branches."""
    return (*_titles(pads), *_plugs(pads), *_feeds(pads), *_back())


def _titles(pads: Pads) -> list[Text]:
    corners = (("1", "J4", "1"), ("20", "J4", "20"), ("21", "J5", "1"), ("40", "J5", "20"))
    return [
        *(
            Text(name, shift(pads.at(ref, pin), 0, 2.6 if ref == "J5" else -2.6), PIN)
            for name, ref, pin in corners
        ),
        Text(f"minigam {NAME}, rev {REVISION}", (75.0, 47.6), LARGE),
        Text("NEVER FEED THE PICO OR THE PI FROM HERE", (36.0, 48.6), TITLE),
        Text("CABLES 1:1, FROM PIN 1 TO PIN 1", (36.0, 44.0), TITLE),
        Text("PICO", (32.0, 15.0), 3.0),
        Text("USB", (4.2, 17.0), 1.5, turn=90),
    ]


def _plugs(pads: Pads) -> list[Text]:
    found = []
    for ref, (title, offset, turn, names, beside) in PLUGS.items():
        found.append(Text(title, shift(pads.at(ref, "1"), *offset), TITLE, turn))
        for number, name in enumerate(names, 1):
            spread = (number - 1.5) * SPREAD if len(names) == 2 and not turn else 0
            at = shift(pads.at(ref, str(number)), *beside)
            found.append(Text(name, shift(at, spread), PIN))
    return found


def _feeds(pads: Pads) -> list[Text]:
    found = [Text("5 V FEEDS OF THE STRIP: A PAIR OF WIRES FOR EACH BRANCH", (36.0, 46.5), TITLE)]
    for number in range(1, FEEDS + 1):
        found.append(Text(str(number), (feed_x(number) - 2.94, FUSE_Y + 12.4), LARGE))
        for pin, name in (("1", "5V"), ("2", "GND")):
            found.append(Text(name, shift(pads.at(f"J3{number}", pin), 0, 6.2), PIN))
    return found


def _back() -> list[Text]:
    middle = SIZE[0] / 2
    return [
        Text(f"minigam {NAME}, rev {REVISION}", (middle, 36.0), 2.0, back=True),
        Text("generated from hardware/pcb, never built yet", (middle, 40.0), 1.5, back=True),
    ]
