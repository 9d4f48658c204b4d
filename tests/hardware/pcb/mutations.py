"""Small faults put into a finished project, one at a time: do the checks find each?"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.pcb.lane import NAME
from hardware.pcb.sexp import Node, Word, format_node, node, parse

BOARD, SHEET, RULES = f"{NAME}.kicad_pcb", f"{NAME}.kicad_sch", f"{NAME}.kicad_pro"
Change = Callable[[Node], Node]


@dataclass(frozen=True)
class Mutation:
    """A fault in one of a project's files."""

    what: str
    file: str
    change: Change

    def apply(self, folder: Path) -> None:
        """Write the faulty file; `ValueError` if nothing has changed."""
        path = folder / self.file
        before = parse(path.read_text("utf-8"))
        after = self.change(before)
        if after == before:
            raise ValueError(f"expected {self.what} to change {self.file}")
        path.write_text(format_node(after) + "\n", "utf-8")


def name_of(part: Node) -> str:
    """A footprint's or symbol's name."""
    return next((f.text(1) for f in part.nodes("property") if f.text() == "Reference"), "")


def net_of(tree: Node, item: Node) -> str:
    """The net of a track, a via or a plane."""
    number = item.the("net").text()
    return next(net.text(1) for net in tree.nodes("net") if net.text() == number)


def replaced(tree: Node, old: Node, *new: Node) -> Node:
    """A list with others in the place of one."""
    at = next(i for i, item in enumerate(tree) if item is old)
    return Node(tree.head, (*tree.items[:at], *new, *tree.items[at + 1 :]))


def part(tree: Node, ref: str) -> Node:
    return next(p for p in tree.nodes("footprint", "symbol") if name_of(p) == ref)


def moved(item: Node, dx: float, dy: float, turn: float = 0) -> Node:
    at = item.the("at")
    x, y, *angle = at.numbers()
    return replaced(item, at, node("at", x + dx, y + dy, (sum(angle) + turn) % 360))


def move(ref: str, dx: float, dy: float, turn: float = 0) -> Change:
    def change(tree: Node) -> Node:
        old = part(tree, ref)
        return replaced(tree, old, moved(old, dx, dy, turn))

    return change


def length(item: Node) -> float:
    """Of a track in mm; 0 for a via."""
    start, end = item.find("start"), item.find("end")
    return math.dist(start.numbers(), end.numbers()) if start and end else 0


def remove(head: str, net: str) -> Change:
    """Leave out the longest track, or a via, of a net."""

    def change(tree: Node) -> Node:
        found = [item for item in tree.nodes(head) if net_of(tree, item) == net]
        return replaced(tree, max(found, key=length))

    return change


def shift_via(net: str, dx: float, dy: float) -> Change:
    def change(tree: Node) -> Node:
        old = next(item for item in tree.nodes("via") if net_of(tree, item) == net)
        x, y = old.the("at").numbers()
        return replaced(tree, old, replaced(old, old.the("at"), node("at", x + dx, y + dy)))

    return change


def widen(net: str, width: float) -> Change:
    """Make all tracks of a net that wide."""

    def change(tree: Node) -> Node:
        for old in tree.nodes("segment"):
            if net_of(tree, old) == net:
                tree = replaced(tree, old, replaced(old, old.the("width"), node("width", width)))
        return tree

    return change


def drop_part(ref: str) -> Change:
    return lambda tree: replaced(tree, part(tree, ref))


def set_field(ref: str, key: str, text: str) -> Change:
    def change(tree: Node) -> Node:
        whole = part(tree, ref)
        old = next(f for f in whole.nodes("property") if f.text() == key)
        return replaced(tree, whole, replaced(whole, old, old.having(1, text)))

    return change


def swap_pads(ref: str, one: str, other: str) -> Change:
    """Exchange the numbers of two pads: a wrong footprint."""
    names = {one: other, other: one}

    def change(tree: Node) -> Node:
        old = part(tree, ref)
        items = tuple(
            item.having(0, names.get(item.text(), item.text()))
            if isinstance(item, Node) and item.head == "pad"
            else item
            for item in old
        )
        return replaced(tree, old, replace(old, items=items))

    return change


def pad_net(ref: str, number: str, net: str) -> Change:
    """Join a pad to another net."""

    def change(tree: Node) -> Node:
        index = next(n.text() for n in tree.nodes("net") if n.text(1) == net)
        whole = part(tree, ref)
        old = next(pad for pad in whole.nodes("pad") if pad.text() == number)
        new = replaced(old, old.the("net"), node("net", Word(index), net))
        return replaced(tree, whole, replaced(whole, old, new))

    return change


def relabel(old_net: str, new_net: str) -> Change:
    """Another text on the first label of a net."""

    def change(tree: Node) -> Node:
        old = next(item for item in tree.nodes("global_label") if item.text() == old_net)
        return replaced(tree, old, old.having(0, new_net))

    return change


def drop_first(head: str) -> Change:
    return lambda tree: replaced(tree, tree.nodes(head)[0])


def drop_flag(tree: Node) -> Node:
    """Nothing says where 3.3 V comes from."""
    names = map(name_of, tree.nodes("symbol"))
    return replaced(tree, part(tree, next(name for name in names if name.startswith("#FLG"))))


def drop_plane(tree: Node) -> Node:
    return Node(tree.head, tuple(i for i in tree if not (isinstance(i, Node) and i.head == "zone")))


def print_on_pads(tree: Node) -> Node:
    """A text across a pad."""
    text = next(item for item in tree.nodes("gr_text") if item.the("layer").text() == "F.SilkS")
    at = part(tree, "Q4").the("at").numbers()
    return replaced(tree, text, replaced(text, text.the("at"), node("at", *at[:2])))


def add_track(net: str, start: tuple[float, float], end: tuple[float, float]) -> Change:
    """One more track on the front, in coordinates of the page."""

    def change(tree: Node) -> Node:
        index = next(n.text() for n in tree.nodes("net") if n.text(1) == net)
        ends = (node("start", *start), node("end", *end))
        layer = (node("width", 0.25), node("layer", "F.Cu"), node("net", Word(index)))
        return tree.plus(node("segment", *ends, *layer))

    return change


def narrow_hole(tree: Node) -> Node:
    """A via that no cheap maker drills."""
    old = tree.nodes("via")[0]
    return replaced(tree, old, replaced(old, old.the("drill"), node("drill", 0.1)))


DOUT_TO_LED2 = add_track("DOUT", (160.0, 129.0), (160.0, 130.4))

MUTATIONS = (
    Mutation("a via of S8 is missing", BOARD, remove("via", "S8")),
    Mutation("a track of LED4 is missing", BOARD, remove("segment", "LED4")),
    Mutation("a track of the clock is missing", BOARD, remove("segment", "CLOCK")),
    Mutation("a track of 3.3 V is missing", BOARD, remove("segment", "+3V3")),
    Mutation("a via of S3 is 0.3 mm off", BOARD, shift_via("S3", 0, 0.3)),
    Mutation("the tracks of S6 are 0.8 mm wide", BOARD, widen("S6", 0.8)),
    Mutation("the tracks of DIN are 0.1 mm wide", BOARD, widen("DIN", 0.1)),
    Mutation("a track joins DOUT and LED2", BOARD, DOUT_TO_LED2),
    Mutation("a track leaves the board", BOARD, add_track("GND", (349.0, 120.0), (352.0, 120.0))),
    Mutation("the sensor of place 4 is 1 mm off", BOARD, move("Q4", 1.0, 0)),
    Mutation("a pixel is 3 mm off", BOARD, move("D5", 3.0, 0)),
    Mutation("U2 is turned by half", BOARD, move("U2", 0, 0, 180)),
    Mutation("R9 lies on C17", BOARD, move("R9", -2.5, -12.9)),
    Mutation("a capacitor is missing on the board", BOARD, drop_part("C3")),
    Mutation("a resistor has another value on the board", BOARD, set_field("R1", "Value", "1k")),
    Mutation("a part has another name on the board", BOARD, set_field("R2", "Reference", "R99")),
    Mutation("VCC and GND of a sensor are exchanged", BOARD, swap_pads("Q6", "1", "3")),
    Mutation("DIN and DOUT of a pixel are exchanged", BOARD, swap_pads("D2", "2", "4")),
    Mutation("an input of U1 is on a neighbour's net", BOARD, pad_net("U1", "12", "S2")),
    Mutation("a check bit of U2 is 0", BOARD, pad_net("U2", "14", "GND")),
    Mutation("the planes are missing", BOARD, drop_plane),
    Mutation("a text lies on pads", BOARD, print_on_pads),
    Mutation("a via has a hole of 0.1 mm", BOARD, narrow_hole),
    Mutation("two sensors share a line on the sheet", SHEET, relabel("S2", "S3")),
    Mutation("a line is misspelt on the sheet", SHEET, relabel("LOAD", "L0AD")),
    Mutation("two data lines are exchanged on the sheet", SHEET, relabel("DATA_OUT", "DATA_IN")),
    Mutation("a wire is missing on the sheet", SHEET, drop_first("wire")),
    Mutation("an unused pin has no mark", SHEET, drop_first("no_connect")),
    Mutation("nothing says where 3.3 V comes from", SHEET, drop_flag),
    Mutation("a part is missing on the sheet", SHEET, drop_part("R10")),
    Mutation("a capacitor has another value on the sheet", SHEET, set_field("C5", "Value", "10n")),
    Mutation(
        "a footprint is another one on the sheet",
        SHEET,
        set_field("C6", "Footprint", "minigam:R_0603_1608Metric"),
    ),
    Mutation("a plug has another number on the sheet", SHEET, set_field("J1", "MPN", "S5B-XH-A")),
)
