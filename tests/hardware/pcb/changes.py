"""Changes of a KiCad file, of which mutations are made."""

import math
from collections.abc import Callable
from dataclasses import replace

from hardware.pcb.board import ORIGIN
from hardware.pcb.geometry import Point, shift
from hardware.pcb.sexp import Node, Word, node

Change = Callable[[Node], Node]


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
    """Nothing says where a supply comes from."""
    names = map(name_of, tree.nodes("symbol"))
    return replaced(tree, part(tree, next(name for name in names if name.startswith("#FLG"))))


def drop_plane(tree: Node) -> Node:
    return Node(tree.head, tuple(i for i in tree if not (isinstance(i, Node) and i.head == "zone")))


def print_on(at: Point) -> Change:
    """Move a text to a place."""

    def change(tree: Node) -> Node:
        text = next(item for item in tree.nodes("gr_text") if item.the("layer").text() == "F.SilkS")
        there = node("at", *shift(at, *ORIGIN))
        return replaced(tree, text, replaced(text, text.the("at"), there))

    return change


def add_track(net: str, layer: str, start: Point, end: Point) -> Change:
    """One more track."""

    def change(tree: Node) -> Node:
        index = next(n.text() for n in tree.nodes("net") if n.text(1) == net)
        ends = (node("start", *shift(start, *ORIGIN)), node("end", *shift(end, *ORIGIN)))
        kind = (node("width", 0.25), node("layer", layer), node("net", Word(index)))
        return tree.plus(node("segment", *ends, *kind))

    return change


def narrow_hole(tree: Node) -> Node:
    """A via that no cheap maker drills."""
    old = tree.nodes("via")[0]
    return replaced(tree, old, replaced(old, old.the("drill"), node("drill", 0.1)))
