"""The base board for a Pi's header: its parts, copper, planes, prints and schematic together."""

from collections.abc import Iterable, Iterator
from functools import partial

from hardware.pcb.arranging import Group, arranged
from hardware.pcb.blocks import GATE, GND, INPUT, V3, V5
from hardware.pcb.board import Design, Plane, inside
from hardware.pcb.button_base import (
    CORNER,
    FIDUCIALS,
    FUSE_Y,
    HOLES,
    NAME,
    PIN_1,
    REVISION,
    SIZE,
    TITLE,
    ZONE_5V,
    ZONE_INPUT,
    feed_x,
    feeds,
    parts,
)
from hardware.pcb.copper import Copper
from hardware.pcb.geometry import shift
from hardware.pcb.grid import Area, Kept
from hardware.pcb.kinds import XH2, XH3
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
from hardware.pcb.library import Library
from hardware.pcb.placing import BACK, FRONT, Pads, Part, Text, pads_of
from hardware.pcb.router import Net

PIN, SMALL, LARGE = 0.9, 1.0, 1.8
"""Heights of capitals in mm."""
TITLE_END, LETTER = 7.0, 0.86
"""From a plug's pins to the end of its title, in mm; and the width of a letter, in heights."""


def design() -> Design:
    """All that is on the board."""
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
        texts=(*_titles(), *_plugs(placed, pads), *_feeds(pads)),
        holes=HOLES,
        fiducials=FIDUCIALS,
    )


def _planes() -> Iterator[Plane]:
    for number in range(1, feeds() + 1):
        corners = feed_corners((feed_x(number), FUSE_Y), SIZE[1] - 4)
        yield Plane(f"FEED{number}", (FRONT,), corners, 1, 0.8)
    yield Plane(V5, (FRONT,), ZONE_5V, 1, 0.5)
    yield Plane(INPUT, (FRONT,), ZONE_INPUT, 1, 1.5)
    yield Plane(GND, (FRONT, BACK), inside(SIZE), 0, 0.4)


def _copper(pads: Pads) -> Copper:
    numbers = range(1, feeds() + 1)
    poured = {GND, V5, INPUT, *(f"FEED{number}" for number in numbers)}
    shifter = [key for key, pad in pads.by_name.items() if pad.net == V5 and key[0] in ("U1", "C2")]
    high = [key for key, pad in pads.by_name.items() if pad.net == V3]
    pin, *others = sorted(high, key=lambda key: key[0] != "J4")
    nets = [
        *signals(pads, {*poured, V3}, {}),
        Net(V3, SIGNAL, (pin, ("R71", "2"))),  # between pins of the header
        Net(V3, POWER, tuple(others)),
        *grounds(pads, GND),
        Net(V5, POWER, (*shifter, (f"F{feeds()}", "1"))),
    ]
    limits = {f"LIMIT{number}" for number in numbers}
    below = Kept(between((0, 46.5), (57.0, SIZE[1])), nets=frozenset({GND, V5, *limits}))
    left = Kept(between((0, 32.0), (26.0, 46.5)), nets=frozenset({GND, V5, GATE}))
    kept = (below, left, *kept_free(HOLES, FIDUCIALS), *spokes(pads, GND, ("J4",)))
    copper = laid(nets, pads, Area(SIZE, EDGE, kept), GND)
    for number in numbers:
        feed_tracks(copper, pads, number, V5)
    plus, minus = (pads.at("J1", pin) for pin in "12")
    source = pads.at("Q1", "2")
    copper.track(INPUT, FRONT, HEAVY, plus, pads.at("Q1", "5"))
    copper.track(V5, FRONT, HEAVY, shift(source, 0.7), shift(source, 0.7, 3.0), (15.0, 43.0))
    for layer in (FRONT, BACK):
        copper.track(GND, layer, HEAVY, minus, shift(minus, 0, 4.0))
    return copper


def _titles() -> list[Text]:
    pi = shift(PIN_1, 24.0, -6.4)
    return [
        Text(f"minigam {NAME}, rev {REVISION}", (48.0, 39.5), LARGE),
        Text("BUTTONS AND TOUCH SPOTS: 3.3 V ONLY, CABLES 1:1", (50.0, 30.0), SMALL),
        Text("5 V FEEDS OF THE STRIP", (36.0, 48.4), SMALL),
        Text("THE PI HAS A SUPPLY OF ITS OWN", (48.0, 43.0), SMALL),
        Text("J1 5 V, CENTRE +", (17.0, 29.4), SMALL),
        Text("+", (6.0, 31.4), PIN),
        Text("-", (13.2, 40.1), PIN),
        Text("PI'S HEADER ON THE BACK, PIN 1 AT THE LEFT, THE PI BELOW", pi, SMALL),
        Text("J4", shift(PIN_1, -2.4, -1.27), PIN),
        Text("J4", shift(PIN_1, -2.4, -1.27), PIN, back=True),
        Text("1", shift(PIN_1, -1.9, 1.2), PIN),
        Text("generated from hardware/pcb, never built yet", (61.0, 40.0), 1.5, back=True),
        Text("NO 5 V TO PINS 2 AND 4", (88.0, 69.0), 1.5, back=True),
    ]


def _plugs(placed: tuple[Part, ...], pads: Pads) -> Iterator[Text]:
    """The name of each plug, and what its pins are for."""
    for part in placed:
        if part.kind.footprint in (XH2, XH3):
            name = part.nets["1" if len(part.nets) == 2 else "2"].removesuffix("_IN")
            title = f"{part.ref} {name}".replace("STRIP", "strip data")
            at = pads.at(part.ref, "1")
            along = part.turn == 0
            beside_pins = -TITLE_END - len(title) * SMALL * LETTER / 2
            offset = (2.5, 5.2) if along else (beside_pins, -1.25)
            yield Text(title, shift(at, *offset), SMALL)
            for number, function in part.kind.pins.pins.items():
                beside = (0, -4.1) if along else (-4.6, 0)
                yield Text(function, shift(pads.at(part.ref, number), *beside), PIN)


def _feeds(pads: Pads) -> Iterator[Text]:
    for number in range(1, feeds() + 1):
        yield Text(str(number), (feed_x(number) - 2.94, FUSE_Y + 12.4), LARGE)
        for pin, name in (("1", "5V"), ("2", "GND")):
            yield Text(name, shift(pads.at(f"J3{number}", pin), 0, 6.2), PIN)


def schematic(library: Library) -> str:
    """The board's schematic."""
    placed = parts()
    numbers = range(1, sum(part.kind.number.endswith("XH-A") for part in placed))
    refs = {part.ref for part in placed}
    groups = (
        Group(
            "Header of the Pi, supply, level shifter and data of the strip",
            ("J4", "J1", "Q1", "R10", "D1", "C1", "R9", "R1", "U1", "C2", "R2", "R3", "J2"),
        ),
        Group("Inputs, each with its filter", tuple(_of_inputs(numbers, refs))),
        Group("Electronic fuses, one for each branch", tuple(_of_fuses())),
    )
    return arranged(NAME, (TITLE, REVISION), placed, groups, (V3, V5, GND, INPUT), library, "A2")


def _of_inputs(numbers: Iterable[int], placed: set[str]) -> Iterator[str]:
    for n in numbers:
        refs = (f"C{40 + n}", f"R{40 + n}", f"R{60 + n}", f"R{80 + n}", f"J{10 + n}")
        yield from (ref for ref in refs if ref in placed)


def _of_fuses() -> Iterator[str]:
    for n in range(1, feeds() + 1):
        yield from (f"{part}{n}" for part in ("C1", "F", "R1", "C2", "C3", "J3"))
