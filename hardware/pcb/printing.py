"""What is printed on a lane besides the names of its parts."""

from collections.abc import Mapping
from typing import TypeAlias

from hardware.drawing.chain import LINES
from hardware.pcb.geometry import Point, shift
from hardware.pcb.lane import EIGHT, PITCH, REVISION, Lane, place
from hardware.pcb.placing import Pads, Text

PIN_SIZE, TITLE_SIZE = 0.9, 1.1
"""Heights of capitals; 0.8 mm needs the finer print of a maker who has two."""
CHAIN = tuple(line.replace("CLOCK", "CLK") for line in LINES.values())
Plug: TypeAlias = tuple[str, Point, float, tuple[str, ...], Point]
"""What a plug is for, where its title is, and its turn; its pins' names, and where they are from
the pins."""
PIXEL_PLUGS: dict[str, Plug] = {
    "J3": ("PIXELS IN", (34.4, 6.25), 0, ("DATA", "GND"), (6.0, 0)),
    "J4": ("PIXELS OUT", (34.4, 20.75), 0, ("DATA", "GND"), (5.2, 0)),
    "J5": ("5 V FEED, 0.5 A", (34.4, 34.2), 0, ("5V", "GND"), (0, -4.9)),
}
PLUGS: dict[str, Plug] = {
    "J1": ("CHAIN TO PICO", (4.7, 8.6), 90, CHAIN, (5.9, 0)),
    "J2": ("CHAIN TO NEXT", (3.9, 30.8), 90, CHAIN, (4.7, 0)),
    **PIXEL_PLUGS,
}


def texts(pads: Pads, lane: Lane) -> tuple[Text, ...]:
    """The numbers of the places, titles, and what the pins of the plugs are for."""
    return (*_front(lane), *back(lane.name, REVISION, lane), *plug_texts(pads, PLUGS))


def numbers(lane: Lane = EIGHT) -> list[Text]:
    """The numbers of the places."""
    return [Text(str(k), (place(k) + 11.0, 6.5), 3.0) for k in lane.places]


def _front(lane: Lane) -> list[Text]:
    middle = place((lane.count + 1) // 2) + PITCH / 2
    right = max(lane.length - 62.0, middle + 39.5)
    return [
        *numbers(lane),
        Text(f"minigam {lane.name}, rev {REVISION}", (middle, 26.1), 1.8),
        Text(f"{lane.count} places, 33 mm apart", (right, 26.1), 1.5),
        Text("PLAYER", (3.4, 28.5), 1.5, turn=90),
        Text("3V3 logic, 5 V pixels", (79.0, 26.1), 1.5),
    ]


def back(name: str, revision: str, lane: Lane = EIGHT) -> list[Text]:
    """What is on the back of every lane."""
    middle = place(lane.count // 2) + PITCH / 2
    return [
        Text(f"minigam {name}, rev {revision}", (middle, 9.0), 2.0, back=True),
        Text("generated from hardware/pcb, never built yet", (middle, 31.0), 1.5, back=True),
        Text("FEED EVERY LANE WITH ITS OWN 5 V PAIR", (78.5, 34.2), 1.3, back=True),
    ]


def plug_texts(pads: Pads, plugs: Mapping[str, Plug]) -> list[Text]:
    """The titles of plugs, which begin with their names in the cable lists, and of their pins."""
    found = []
    for ref, (title, at, turn, names, offset) in plugs.items():
        found.append(Text(f"{ref} {title}", at, TITLE_SIZE, turn, back=True))
        for number, name in enumerate(names, 1):
            pin = pads.at(ref, str(number))
            found.append(Text(name, shift(pin, *offset), PIN_SIZE, back=True))
    return found
