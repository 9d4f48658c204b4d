"""What has to be ordered for a board of printed boards: those, their parts, cables and screws."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from io import StringIO

from hardware.drawing import items
from hardware.drawing.bill import HEAD as BILL_HEAD
from hardware.drawing.bill import Line, played_with
from hardware.drawing.boards import Board, sheets
from hardware.drawing.items import Item
from hardware.drawing.screws import rim, with_nuts
from hardware.drawing.wiring import items_of
from hardware.pcb import boards as printed
from hardware.pcb import kinds
from hardware.pcb.cable_list import SIGNALS
from hardware.pcb.cables import CONTACTS, METER_CABLE, Cable, Cables, Wire, cables_of
from hardware.pcb.kit import BASES, Kit
from hardware.pcb.placing import Part, is_placed
from hardware.pcb.prices import assembling_cents, bare_cents, part_cents

BESIDE = (
    *(items.PI, items.CARD, items.PI_SUPPLY, items.PICO, items.USB_CABLE, items.SUPPLY),
    *(items.MAINS, items.JACK, items.BUTTON),
)
"""Of the wiring sheets, what no printed board and no cable replaces."""
TURN_PIXELS, TOOLS = items.ROUND_PIXEL, (items.CRIMP_TOOL, items.VH_TOOL)
WIRE_CENTS = {Wire.THIN: 15, Wire.FEED: 25, Wire.SUPPLY: 50}
"""A metre, of one colour."""
UNCONFIRMED = {
    item.number for item in vars(items).values() if isinstance(item, Item) and not item.confirmed
}
"""Makers' numbers that are only guesses, in every list."""
HEAD = (*BILL_HEAD, "needed")
PI_HOLES, AT_HEADER = 4, 2
"""Of a Pi, and those of them that are in line with its header."""


CASES: Mapping[str, str] = {
    "CP_EIA-3528-21": "tantalum or polymer capacitor 3528-21",
    "CP_Radial_D8.0mm": "electrolytic capacitor, 8 mm, wires 3.5 mm apart",
    "C_0603": "ceramic capacitor 0603",
    "C_0805": "ceramic capacitor 0805",
    "D_SMB": "diode SMB",
    "Fuse_1206": "fuse that resets itself, 1206",
    "JST_VH": "plug JST VH, upright",
    "JST_XH": "plug JST XH, upright",
    "LED_WS2812B": "pixel, 5 x 5 mm",
    "PinSocket_1x20": "socket, 20 pins in a row, 2.54 mm",
    "PinSocket_2x20": "socket, 2 x 20 pins, 2.54 mm",
    "PowerPAK_SO-8": "PowerPAK SO-8",
    "R_0603": "resistor 0603",
    "R_2512": "resistor 2512",
    "SW_SPST_Omron_B3F-40xx": "push button, 12 x 12 mm",
    "TerminalBlock_Phoenix": "screw terminal, two wires, 5.08 mm",
}
"""In words, what footprints are that do not say it themselves."""


OF_METER = (kinds.I2C_PLUG, kinds.METER, kinds.R47)
"""What a base board for a Pico has only for the current meter."""


class Needed(Enum):
    """In which way of building a line is ordered."""

    ALWAYS = "always"
    ON_FRONT = "the maker's, where it assembles the front"
    ASSEMBLED = "only if the maker assembles the front"
    METER = "only with the optional meter"
    METER_ON_FRONT = f"{ON_FRONT}; {METER}"


@dataclass(frozen=True)
class Order:
    """A line of the list."""

    line: Line
    needed: Needed = Needed.ALWAYS

    @property
    def cents(self) -> int:
        """All pieces of it, about."""
        return self.line.quantity * self.line.item.cents


def orders(board: Board, kit: Kit) -> list[Order]:
    """All that is ordered, in groups: printed boards, other devices, cables, screws, tools."""
    cables = cables_of(board, kit)
    return [
        *_printed_boards(kit),
        *_parts(board, kit),
        *_beside(board),
        *_cable_orders(cables),
        *(Order(Line(count, item, "case")) for item, count in _fastening(board, kit).items()),
        *(Order(Line(1, tool, "tool")) for tool in TOOLS),
    ]


def total_cents(board: Board, kit: Kit, *, assembled: bool) -> int:
    """What all of it costs, about."""
    return sum(
        each.cents
        for each in orders(board, kit)
        if assembled or each.needed is not Needed.ASSEMBLED
    )


def as_csv(board: Board, kit: Kit) -> str:
    """The list as a file for spreadsheets."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows((*each.line.cells, each.needed.value) for each in orders(board, kit))
    return file.getvalue()


def _printed_boards(kit: Kit) -> Iterator[Order]:
    for each, count in kit.items():
        width, height = each.design.size
        name = f"Printed circuit board {each.name}, {width:g} x {height:g} mm, 1.6 mm, two layers"
        files = f"{each.name}-gerbers.zip"
        yield Order(Line(count, Item(name, "", files, bare_cents(each)), each.name))
    for each, count in kit.items():
        files = f"{each.name}-bom.csv, {each.name}-positions.csv"
        item = Item(f"Assembling {count} x {each.name}", "", files, assembling_cents(each, count))
        yield Order(Line(1, item, each.name), Needed.ASSEMBLED)


def _parts(board: Board, kit: Kit) -> Iterator[Order]:
    """The parts of all printed boards; those in holes are soldered by hand in any case."""
    found: dict[str, list[tuple[printed.Board, Part]]] = {}
    for each in kit:
        for part in each.design.parts:
            if part.kind != kinds.BUTTON or board.touched == items.TOUCH:
                found.setdefault(part.kind.number, []).append((each, part))
    for number, used in found.items():
        kind = used[0][1].kind
        values = " / ".join(dict.fromkeys(part.kind.value for _, part in used))
        name, cents = f"{values}, {_case(kind.footprint.name)}", part_cents(number)
        item = Item(name, kind.maker, number, cents, confirmed=number not in UNCONFIRMED)
        count = sum(kit[each] for each, _ in used)
        users = ", ".join(dict.fromkeys(each.name for each, _ in used))
        yield Order(Line(count, item, users), _needed(*used[0]))


def _needed(board: printed.Board, part: Part) -> Needed:
    """A part of a front is the maker's; some of a board for a Pico are only for the meter."""
    placed = is_placed(part)
    if board == printed.BASE and part.kind in OF_METER:
        return Needed.METER_ON_FRONT if placed else Needed.METER
    return Needed.ON_FRONT if placed else Needed.ALWAYS


def _case(footprint: str) -> str:
    """What a part looks like, from the name of its footprint.

    >>> _case("R_0603_1608Metric"), _case("SOT-23-6"), _case("SOIC-8_3.9x4.9mm_P1.27mm")
    ('resistor 0603', 'SOT-23-6', 'SOIC-8')
    """
    for begin, words in CASES.items():
        if footprint.startswith(begin):
            return words
    return footprint.partition("_")[0]


def _beside(board: Board) -> Iterator[Order]:
    """What stands beside the printed boards, and what is played with."""
    held = items_of(sheets(board))
    found = Counter({item: held[item] for item in BESIDE if item in held})
    found[TURN_PIXELS] = board.profile.strip.segments["turn"].count
    if items.TOUCH in held:
        found[items.CAP] = held[items.TOUCH]
    yield from (Order(Line(count, item, _USES.get(item, "board"))) for item, count in found.items())
    yield from (Order(Line(count, item, "play")) for item, count in played_with(board).items())


_USES = {items.BUTTON: "roll and undo", TURN_PIXELS: "turn lights", items.CAP: "button-lane SW1"}


def _cable_orders(cables: Cables) -> Iterator[Order]:
    """What all cables need, and lever connectors; the meter's alone may be left out."""
    found = _of_cables(cables.every)
    others = _of_cables(cable for cable in cables.every if cable.what != METER_CABLE)
    for item, count in found.items():
        yield Order(Line(count, item, "cables"), Needed.ALWAYS if item in others else Needed.METER)
    yield Order(Line(sum(count for _, count in cables.levers), items.LEVER, "cables"))


def _of_cables(cables: Iterable[Cable]) -> Counter[Item]:
    """Housings, contacts, and wire of each colour."""
    housings: Counter[Item] = Counter()
    contacts: Counter[Item] = Counter()
    lengths: Counter[Item] = Counter()
    for cable in cables:
        for socket in (cable.start, cable.end):
            if socket.housing:
                housings[socket.housing] += 1
                contacts[CONTACTS[socket.housing]] += len(cable.signals)
        if cable.wire is Wire.RIBBON:
            lengths[items.RIBBON] += cable.length_mm
        else:
            lengths.update({_wire(cable.wire, s): cable.length_mm for s in cable.signals})
    metres = Counter({item: item.pieces(length) for item, length in lengths.items()})
    return housings + contacts + metres


def _wire(wire: Wire, signal: str) -> Item:
    name = f"Metre of stranded wire, {wire.value} mm², {SIGNALS[signal]}"
    return Item(name, "", "", WIRE_CENTS[wire], in_one=1000)


def _fastening(board: Board, kit: Kit) -> Counter[Item]:
    """Screws, nuts and spacers: a screw for each hole of a printed board."""
    feet: Counter[Item] = Counter()
    holes = 0
    for each, count in kit.items():
        if each in BASES:
            feet += _feet(each)
        else:
            holes += count * len(each.design.holes)
    through = with_nuts({items.M3_12: holes})
    return through + feet + rim(board)


def _feet(base: printed.Board) -> Counter[Item]:
    """What a base board and a Pi stand on: see hardware/drawing/case.py.

    Two holes of the board for a Pi's header are those of the Pi, which hangs below it.
    """
    holes = len(base.design.holes)
    if base != printed.BUTTON_BASE:
        below_pi = {items.PI_FOOT: PI_HOLES, items.PI_FOOT_SCREW: PI_HOLES}
        return Counter({items.FOOT: holes, items.FOOT_SCREW: holes, **below_pi})
    feet = holes - AT_HEADER
    high = {items.HIGH_FOOT: feet, items.M3_6: feet, items.M3_12: feet}
    return Counter({**high, items.SPACER_PI: AT_HEADER, items.M25_6: 2 * AT_HEADER})
